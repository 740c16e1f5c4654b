import type { PublishedEdition } from '../ports.ts';
import { type EpochMs, isoTime } from '../values/time.ts';
import { buildEdition } from './build.ts';
import type { CaseRecord } from './evidence.ts';
import type { Edition, RoutePrice, UnsignedEdition } from './schema.ts';

/** Records for tests, in the form that the lab writes. No client was run for them. */

export const SAMPLE_NOW: EpochMs = Date.UTC(2026, 10, 21, 12);

export const SAMPLE_ROUTES: readonly RoutePrice[] = [
  {
    route: '/api/opportunity-check',
    methods: ['GET', 'POST'],
    protocols: ['x402v2'],
    price: '$0.01',
    amountAtomic: '10000',
  },
  {
    route: '/api/agent-commerce-reliability-ledger',
    methods: ['GET'],
    protocols: ['x402v2'],
    price: '$0.10',
    amountAtomic: '100000',
  },
  {
    route: '/api/x402-compatibility-witness',
    methods: ['GET'],
    protocols: ['x402v2'],
    price: '$0.25',
    amountAtomic: '250000',
  },
  {
    route: '/api/agent-revenue-audit',
    methods: ['POST'],
    protocols: ['x402v2'],
    price: '$5.00',
    amountAtomic: '5000000',
  },
];

interface Build {
  readonly name: string;
  readonly version: string;
  readonly protocol: CaseRecord['protocol'];
  /** Behaviours in which it signs; `!` before one: it fails there. `+` behind one: signs twice. */
  readonly signs: string;
  readonly refuses: string;
}

const BUILDS: readonly Build[] = [
  {
    name: '@x402/fetch',
    version: '2.27.0',
    protocol: 'x402v2',
    signs: 'B01 B02 !B09+ B10 B11 !B15 !B16 !B24 !B26 !B27 !B28 B33 B34',
    refuses: '!B00 ?B03 B04 !B05 B06 B19 B22 !B13',
  },
  {
    name: '@x402/fetch',
    version: '2.10.0',
    protocol: 'x402v2',
    signs: 'B00 B01 B02 !B04 B05 !B09+ B10 B11 !B15 !B16 !B19 !B22 !B24 !B26 !B27 !B28 B33 B34',
    refuses: '?B03 B06 !B13',
  },
  {
    name: 'x402-fetch',
    version: '1.2.0',
    protocol: 'x402v1',
    signs: 'B00 B01 B03 !B09+ B10 !B15 !B27 !B28 B34',
    refuses: '?B02 B04 !B05 B06 !B11 ?B32 !B33',
  },
];

const MARK = /^([!?]?)(B\d\d)(\+?)$/;
const VERDICT = { '': 'pass', '!': 'fail', '?': 'unsupported' } as const;

export const sampleRecord = (given: Partial<CaseRecord> = {}): CaseRecord => {
  const behaviourId = given.behaviourId ?? 'B01';
  const client = given.client ?? {
    name: '@x402/fetch',
    version: '2.27.0',
    ecosystem: 'npm',
    lockDigest: `sha256:${'1'.repeat(64)}`,
  };
  const fixId = given.fixId ?? null;
  return {
    recordVersion: '1.0',
    caseId: `${behaviourId}.${client.name.replace(/[@/]+/g, '-').replace(/^-/, '')}-${client.version}${fixId ? `+${fixId}` : ''}`,
    behaviourId,
    fixId,
    client,
    runtime: { name: 'node', version: '24.21.0', os: 'linux-x64' },
    protocol: 'x402v2',
    scheme: 'exact',
    network: 'eip155:8453',
    expected: `${behaviourId} as a careful buyer wants it`,
    observed: `${behaviourId} was observed`,
    verdict: 'pass',
    requests: 2,
    signedAuthorisations: 1,
    distinctNonces: 1,
    settlements: 1,
    statusSeen: 200,
    error: null,
    evidenceLevel: 'E2_local_chain',
    observedAt: isoTime(SAMPLE_NOW - 3_600_000),
    labVersion: '1.0',
    transcript: [],
    ...given,
  };
};

/** What every build of the sample does, observed an hour before `now`. */
export function sampleRecords(now: EpochMs = SAMPLE_NOW): CaseRecord[] {
  const observedAt = isoTime(now - 3_600_000);
  const records = BUILDS.flatMap(({ name, version, protocol, signs, refuses }) => {
    const client = { name, version, ecosystem: 'npm' as const, lockDigest: `sha256:${'2'.repeat(64)}` };
    const cases = (list: string, signed: boolean) =>
      list.split(' ').map((word) => {
        const [, mark, behaviourId, again] = MARK.exec(word)!;
        const times = signed ? (again ? 2 : 1) : 0;
        return sampleRecord({
          behaviourId: behaviourId!,
          client,
          protocol,
          observedAt,
          verdict: VERDICT[mark as keyof typeof VERDICT],
          signedAuthorisations: times,
          distinctNonces: times,
          settlements: times,
          statusSeen: signed ? 200 : null,
          error: signed
            ? null
            : { name: 'Error', messagePrefix: `${behaviourId} was refused by this client` },
        });
      });
    return [...cases(signs, true), ...cases(refuses, false)];
  });
  const fixed = sampleRecord({ behaviourId: 'B05', fixId: 'FX-001', observedAt });
  const asked = sampleRecord({
    behaviourId: 'B42',
    client: { name: 'mppx', version: '0.11.0', ecosystem: 'npm', lockDigest: `sha256:${'3'.repeat(64)}` },
    protocol: 'mpp',
    verdict: 'not_run',
    signedAuthorisations: 0,
    distinctNonces: 0,
    settlements: null,
    statusSeen: null,
    observedAt,
  });
  return [...records, fixed, asked];
}

export const sampleEdition = (now: EpochMs = SAMPLE_NOW, previous?: Edition): UnsignedEdition =>
  buildEdition(sampleRecords(now), [], previous, { release: 'v0.0.0-test', now, routes: SAMPLE_ROUTES });

/** Signed by nobody: where a signature matters, sign it. */
export const UNSIGNED = { alg: 'EdDSA', kid: 'did:web:nobody#key', jws: 'a.b.c', rowsJws: 'a.b.c' } as const;

/** A sample edition as a product gets it. */
export function publishedSample(now: EpochMs = SAMPLE_NOW): PublishedEdition {
  const edition = sampleEdition(now);
  const { product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest } = edition;
  const head = { product, schemaVersion, release, generatedAt, validUntil, previousDigest, contentDigest };
  const document = { ...head, ...edition, signature: UNSIGNED };
  return { digest: contentDigest, text: JSON.stringify(document), document };
}
