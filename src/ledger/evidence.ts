import { z } from 'zod';
import { type Digest, digestJson } from '../values/digest.ts';

/**
 * What the lab hands to an edition: one record per client build and behaviour, made by running the build, never by
 * inference. A record is a file; its digest is the case digest that a ledger row carries.
 */

export const VERDICTS = ['pass', 'fail', 'unsupported', 'not_run', 'lab_error'] as const;
export const verdictSchema = z.enum(VERDICTS);
export type CaseVerdict = (typeof VERDICTS)[number];

/** How near to a real purchase the observation was (service spec §2.10, evidencePolicy). */
export const EVIDENCE_LEVELS = {
  E1_authorisation: 'The client signed, or refused to sign; nothing was sent to a chain.',
  E2_local_chain: 'Settled, or refused, by a local chain with the token at its canonical address.',
  E3_facilitator: 'Settled through a facilitator over HTTP.',
  E4_mainnet_owner_qa: 'Settled on the public network by the operator, as owner-funded QA.',
} as const;
export const evidenceLevelSchema = z.enum(
  Object.keys(EVIDENCE_LEVELS) as [keyof typeof EVIDENCE_LEVELS, ...(keyof typeof EVIDENCE_LEVELS)[]],
);

export const PROTOCOLS = ['x402v1', 'x402v2', 'mpp'] as const;
export const protocolSchema = z.enum(PROTOCOLS);

/** One client build: the package as published, and what it was installed with. */
export const clientBuildSchema = z.strictObject({
  name: z.string(),
  version: z.string(),
  /** Registry that published it. */
  ecosystem: z.enum(['npm', 'pypi', 'crates.io', 'go']),
  /** `sha256:` of the lock entries that this build runs on. */
  lockDigest: z.string(),
});

export const runtimeSchema = z.strictObject({ name: z.string(), version: z.string(), os: z.string() });

/** One request of the client and what the scripted seller answered: enough to run the case again alone. */
export const exchangeSchema = z.strictObject({
  request: z.strictObject({
    method: z.string(),
    /** Path and query; the host is a loopback port that differs from run to run. */
    target: z.string(),
    /** Lower-case names of the headers that matter to a payment, with their values. */
    headers: z.record(z.string(), z.string()),
    /** `sha256:` of the body, null without one. */
    bodyDigest: z.string().nullable(),
  }),
  response: z.strictObject({
    status: z.int().nullable(),
    headers: z.record(z.string(), z.string()),
    body: z.string().nullable(),
  }),
});

/** What the client told its caller about the money, where it says anything, and whether that was so. */
export const moneyToldSchema = z.strictObject({
  says: z.enum(['paid', 'not_paid', 'unknown']),
  truth: z.enum(['right', 'wrong', 'unproved']),
});
export type MoneyTold = z.infer<typeof moneyToldSchema>;

export const caseRecordSchema = z.strictObject({
  recordVersion: z.literal('1.0'),
  /** For example `B04.x402-fetch-2.27.0`; with `+FX-001` when the case ran with a fix. Also the file's name. */
  caseId: z.string(),
  behaviourId: z.string().regex(/^B\d{2}$/),
  /** The fix that was applied before the run (`FX-001`), or null. */
  fixId: z.string().nullable(),
  client: clientBuildSchema,
  runtime: runtimeSchema,
  protocol: protocolSchema,
  scheme: z.string(),
  network: z.string(),
  /** What a careful buyer would want to see here, and what was seen: one line each. */
  expected: z.string(),
  observed: z.string(),
  verdict: verdictSchema,
  requests: z.int().min(0),
  signedAuthorisations: z.int().min(0),
  distinctNonces: z.int().min(0),
  /** Token transfers to the seller; null where no chain took part. */
  settlements: z.int().min(0).nullable(),
  /** What the caller of the client got. */
  statusSeen: z.int().nullable(),
  error: z.strictObject({ name: z.string(), messagePrefix: z.string() }).nullable(),
  /** What the client said of the call in words of its own, if anything. */
  told: z.string().optional(),
  evidenceLevel: evidenceLevelSchema,
  observedAt: z.iso.datetime(),
  labVersion: z.string(),
  transcript: z.array(exchangeSchema),
});
export type CaseRecord = z.infer<typeof caseRecordSchema>;

/** A behaviour of the catalogue of cases: the question that is put to every client build. */
export interface Behaviour {
  readonly id: string;
  readonly title: string;
  /** What a careful buyer would want to see. */
  readonly expected: string;
  /** What is at stake when the client does otherwise. */
  readonly moneyRisk: 'none' | 'stuck' | 'double_charge' | 'overpay' | 'leak';
}

export const caseDigest = (record: CaseRecord): Digest => digestJson(record);
