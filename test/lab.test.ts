import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { behaviour } from '../src/lab/behaviours.ts';
import { judgeEvidence } from '../src/lab/judge.ts';
import { matrix, verifiedFixes } from '../src/lab/matrix.ts';
import { type RunSummary, readRecord } from '../src/lab/records.ts';
import { compare, labCaseOf } from '../src/lab/replay.ts';
import { type Run, runCases, runLab } from '../src/lab/run.ts';
import { type CaseRecord, caseDigest, caseRecordSchema } from '../src/ledger/evidence.ts';
import { SANDBOX_ACCOUNTS, sandboxAccount } from '../src/sandbox/chain.ts';
import { describeInCampaign, IN_CAMPAIGN } from './support/campaign.ts';

/** Two real builds over a handful of behaviours: the newest, and another; in a campaign also an old client of v1, which `assay lab install node` brings. */
const OLD = 'x402-fetch-1.2.0';
const OTHER = 'mppx-evm-0.11.0';
const NEW = 'x402-fetch-2.27.0';

const out = mkdtempSync(join(tmpdir(), 'assay-lab-'));
let run: Run;
const record = (caseId: string): CaseRecord => {
  const found = run.records.find((each) => each.caseId === caseId);
  if (!found) throw new Error(`no record of ${caseId}`);
  return found;
};
const verdictOf = async (each: CaseRecord): Promise<string> =>
  (await judgeEvidence(behaviour(each.behaviourId)!, each)).verdict;

beforeAll(async () => {
  run = await runLab({
    clients: IN_CAMPAIGN ? [OLD, OTHER, NEW] : [OTHER, NEW],
    behaviours: ['B01', 'B04', 'B05', 'B07', 'B09', 'B12', 'B15', 'B32', 'B39', 'B49'],
    out,
    now: Date.now,
  });
});
afterAll(() => rmSync(out, { recursive: true, force: true }));

describe('two builds', () => {
  it.each([
    [`B01.${OTHER}`, 'pass', { signedAuthorisations: 1, settlements: 1, statusSeen: 200 }],
    [`B01.${NEW}`, 'pass', { signedAuthorisations: 1, settlements: 1, statusSeen: 200 }],
    [`B04.${OTHER}`, 'pass', { signedAuthorisations: 0, settlements: null }],
    [`B04.${NEW}`, 'pass', { signedAuthorisations: 0, settlements: null }],
    [`B05.${NEW}`, 'fail', { signedAuthorisations: 0, settlements: 0 }],
    [`B05.${NEW}+FX-001`, 'pass', { signedAuthorisations: 1, settlements: 1 }],
    [`B07.${NEW}`, 'pass', { signedAuthorisations: 1, settlements: 1, statusSeen: 500 }],
    [`B09.${NEW}`, 'fail', { signedAuthorisations: 2, distinctNonces: 2, settlements: 2 }],
    [`B09.${NEW}+FX-016`, 'pass', { signedAuthorisations: 1, settlements: 1, statusSeen: 200 }],
    [`B15.${NEW}`, 'fail', { requests: 3 }],
    [`B15.${NEW}+FX-005`, 'pass', { requests: 2 }],
    [`B39.${NEW}+FX-012`, 'pass', { settlements: 0, signedAuthorisations: 1 }],
    [`B49.${NEW}`, 'pass', { signedAuthorisations: 1, requests: 1 }],
  ])('%s is %s', (caseId, verdict, facts) => {
    expect(record(caseId)).toMatchObject({ verdict, ...facts });
  });

  describeInCampaign('with an old one', () => {
    it.each([
      [`B01.${OLD}`, 'pass', { signedAuthorisations: 1, settlements: 1, statusSeen: 200 }],
      [`B04.${OLD}`, 'pass', { signedAuthorisations: 0, settlements: null }],
      [`B12.${OLD}`, 'not_run', { requests: 0, transcript: [] }],
      [`B32.${OLD}`, 'unsupported', { signedAuthorisations: 0 }],
      [`B15.${OLD}+FX-005`, 'pass', { requests: 2 }],
    ] as const)('%s is %s', (caseId, verdict, facts) => {
      expect(record(caseId)).toMatchObject({ verdict, ...facts });
    });
  });

  it('give a record for every case, as the schema says, under its digest', () => {
    const summary = JSON.parse(readFileSync(join(out, 'run.json'), 'utf8')) as RunSummary;
    expect(summary.cases.map(({ caseId }) => `${caseId}.json`).sort()).toEqual(
      readdirSync(join(out, 'cases')).sort(),
    );
    for (const { caseId, digest, verdict } of summary.cases) {
      const read = readRecord(out, caseId);
      expect(caseRecordSchema.safeParse(read).success).toBe(true);
      expect(caseDigest(read)).toBe(digest);
      expect(read.verdict).toBe(verdict);
    }
  });

  it('give verdicts that follow from the records alone', async () => {
    for (const each of run.records.filter(({ verdict }) => verdict !== 'not_run')) {
      expect(await verdictOf(each), each.caseId).toBe(each.verdict);
    }
  });

  it('show what the fixes did', () => {
    const fixed = verifiedFixes(run.records).map(({ after }) => after.caseId);
    expect(fixed).toEqual(
      expect.arrayContaining([`B05.${NEW}+FX-001`, `B09.${OTHER}+FX-016`, `B15.${NEW}+FX-005`]),
    );
    expect(matrix(run.records)).toMatch(/B05 {2}\$5 with default options +✗ ✗/);
  });

  it('leave no private key in any record', () => {
    const text = JSON.stringify(run.records);
    for (const { privateKey } of SANDBOX_ACCOUNTS) expect(text).not.toContain(privateKey.slice(2));
    expect(text).not.toMatch(/127\.0\.0\.1|localhost/);
  });

  it('can be run again alone and give the same record', async () => {
    const cases = [`B09.${NEW}`, `B39.${NEW}+FX-012`].map((caseId) => labCaseOf(caseId)!);
    const ran: CaseRecord[] = [];
    await runCases(cases, { now: Date.now, benches: 1 }, (_, again) => ran.push(again));
    expect(ran).toHaveLength(2);
    for (const again of ran)
      expect(compare(record(again.caseId), again), again.caseId).toMatchObject({
        equal: true,
        differences: [],
      });
  });
});

describe('a real observation that is tampered with loses its verdict', () => {
  const inCredential = (each: CaseRecord, change: (payload: Payload) => void): CaseRecord => {
    const copy = structuredClone(each);
    for (const { request } of copy.transcript) {
      const value = request.headers['payment-signature'];
      if (value === undefined) continue;
      const payload = JSON.parse(Buffer.from(value, 'base64').toString('utf8')) as Payload;
      change(payload);
      request.headers['payment-signature'] = Buffer.from(JSON.stringify(payload)).toString('base64');
    }
    return copy;
  };
  interface Payload {
    payload: { signature: string; authorization: Record<string, string> };
    accepted: { amount: string; asset: string };
  }

  const stranger = sandboxAccount('empty').address;
  const tampering: readonly (readonly [string, (payload: Payload) => void])[] = [
    ['another recipient', ({ payload }) => Object.assign(payload.authorization, { to: stranger })],
    ['another amount', ({ payload }) => Object.assign(payload.authorization, { value: '10001' })],
    ['another token', ({ accepted }) => Object.assign(accepted, { asset: stranger })],
    [
      'another nonce',
      ({ payload }) => Object.assign(payload.authorization, { nonce: `0x${'00'.repeat(32)}` }),
    ],
  ];
  it.each(tampering)('%s', async (_name, change) => {
    const honest = record(`B01.${NEW}`);
    expect(await verdictOf(honest)).toBe('pass');
    expect(await verdictOf(inCredential(honest, change))).not.toBe('pass');
  });

  it.each([
    ['a second transfer', 'B01', { settlements: 2 }],
    ['no transfer', 'B01', { settlements: 0 }],
    ['a second signature', 'B01', { signedAuthorisations: 2 }],
    ['an error', 'B01', { error: { name: 'Error', messagePrefix: '' } }],
    ['another status', 'B07', { statusSeen: 200 }],
    ['a second signature after an error', 'B07', { signedAuthorisations: 2, distinctNonces: 2 }],
    ['a signature over 1,000 USDC', 'B04', { signedAuthorisations: 1 }],
  ] as const)('%s', async (_name, behaviourId, change) => {
    const honest = record(`${behaviourId}.${NEW}`);
    expect(await verdictOf(honest)).toBe('pass');
    expect(await verdictOf({ ...honest, ...change })).not.toBe('pass');
  });

  it('a credential at the other origin', async () => {
    const kept = record(`B15.${NEW}+FX-005`);
    const leak = record(`B15.${NEW}`).transcript.at(-1)!;
    expect(await verdictOf({ ...kept, transcript: [...kept.transcript, leak] })).toBe('fail');
  });
});
