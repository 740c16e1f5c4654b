import { describe, expect, it } from 'vitest';
import type { CaseRecord } from '../ledger/evidence.ts';
import { compare, differenceText } from './replay.ts';

const RECORD: CaseRecord = {
  recordVersion: '1.0',
  caseId: 'B01.x402-fetch-2.27.0',
  behaviourId: 'B01',
  fixId: null,
  client: { name: '@x402/fetch', version: '2.27.0', ecosystem: 'npm', lockDigest: 'sha256:0' },
  runtime: { name: 'node', version: '24.0.0', os: 'linux' },
  protocol: 'x402v2',
  scheme: 'exact',
  network: 'eip155:8453',
  expected: 'buys once',
  observed: '2 requests',
  verdict: 'pass',
  requests: 2,
  signedAuthorisations: 1,
  distinctNonces: 1,
  settlements: 1,
  statusSeen: 200,
  error: null,
  evidenceLevel: 'E2_local_chain',
  observedAt: '2026-01-01T00:00:00.000Z',
  labVersion: '1.0',
  transcript: [
    {
      request: { method: 'GET', target: '/paid', headers: {}, bodyDigest: null },
      response: { status: 402, headers: {}, body: null },
    },
  ],
};

describe('a comparison', () => {
  it('does not mind another day', () => {
    const comparison = compare(RECORD, { ...RECORD, observedAt: '2026-02-01T00:00:00.000Z' });
    expect(comparison).toEqual({ equal: true, differences: [], circumstances: [] });
  });

  it.each([
    ['verdict', 'fail'],
    ['observed', '3 requests'],
    ['requests', 3],
    ['signedAuthorisations', 2],
    ['distinctNonces', 2],
    ['settlements', 2],
    ['statusSeen', 402],
    ['error', { name: 'Error', messagePrefix: 'other' }],
    ['transcript', []],
  ] as const)('sees another %s', (field, value) => {
    const comparison = compare(RECORD, { ...RECORD, [field]: value });
    expect(comparison.differences.map((each) => each.field)).toEqual([field]);
    expect(differenceText(RECORD.caseId, comparison)).toContain(`${field}\n    recorded`);
  });

  it('names another runtime without calling it a difference', () => {
    const comparison = compare(RECORD, { ...RECORD, runtime: { ...RECORD.runtime, version: '25.0.0' } });
    expect(comparison.equal).toBe(true);
    expect(comparison.circumstances.map(({ field }) => field)).toEqual(['runtime']);
  });

  it('of another language sees what was done, not what was drawn by chance', () => {
    const python = { ...RECORD, runtime: { name: 'python', version: '3.11.7', os: 'linux' } };
    const drawn = {
      ...python,
      transcript: [],
      observed: 'valid for 61 s',
      error: { name: 'E', messagePrefix: 'at 0x7f' },
    };
    expect(compare(python, drawn).equal).toBe(true);
    const go = { name: 'go', version: '1.26.8', os: 'linux' };
    expect(compare({ ...RECORD, runtime: go }, { ...drawn, runtime: go }).equal).toBe(false);
    for (const change of [
      { settlements: 2 },
      { signedAuthorisations: 2 },
      { verdict: 'fail' as const },
      { requests: 3 },
    ])
      expect(compare(python, { ...python, ...change }).equal, JSON.stringify(change)).toBe(false);
  });

  it('lets simultaneous calls arrive in any order', () => {
    const together = { ...RECORD, behaviourId: 'B47' };
    expect(compare(together, { ...together, transcript: [] }).equal).toBe(true);
    expect(compare(together, { ...together, transcript: [], requests: 5 }).equal).toBe(false);
  });
});
