import { describe, expect, it } from 'vitest';
import { type Faults, memoryJournal } from '../adapters/memory-journal.ts';
import type { Journal, Settled, Settler } from '../ports.ts';
import type { Rail as RailName } from '../values/payment.ts';
import { declined } from '../values/problem.ts';
import { gateFor, type Ports } from './gate.ts';
import type { ChallengePart, Rail } from './rails/rail.ts';
import { x402Rail } from './rails/x402.ts';
import type { PaidRequest } from './request.ts';
import { encodeHeader, samplePayload, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const never = async (): Promise<never> => {
  throw new Error('nothing may be verified, moved or signed here');
};
const journal = memoryJournal();
const ports: Ports = {
  journal,
  tickets: { issue: never, find: never },
  editions: { latest: never, get: never },
  settler: { authenticate: never, verify: never, settle: never, resolve: never },
  signer: { kid: '', sign: never, verify: never },
  clock: { now: () => NOW, sleep: never },
  entropy: { hex: () => '00' },
};

/** A rail that knows its credential by one header, and refuses it. */
const railOf = (name: RailName, credential: string, part: () => ChallengePart): Rail => ({
  name,
  attached: (header) => header(credential) !== undefined,
  read: async () => declined('malformed_payment'),
  challenge: async () => part(),
  settled: never as never,
});
const CACHED: ChallengePart = { headers: { 'PAYMENT-REQUIRED': 'x' }, body: { accepts: [1] } };
const x402 = railOf('x402', 'payment-signature', () => CACHED);
let orders = 0;
const mpp = railOf('mpp', 'authorization', () => ({
  headers: { 'WWW-Authenticate': `Payment id="${++orders}"` },
  body: {},
}));

const gateOver = (...rails: Rail[]) =>
  gateFor({ terms: sampleTerms, rails, ports, release: 'v0', owners: new Set() });
const [get] = sampleProduct.forms;
const request = (headers: Record<string, string>): PaidRequest => ({
  query: new URLSearchParams(),
  header: (name) => headers[name],
  body: never,
});
const pass = (gate: ReturnType<typeof gateOver>, headers: Record<string, string> = {}) =>
  gate.pass(get!, request(headers), { operatorToken: false, source: undefined });

describe('a gate over several rails', () => {
  it('shows the parts of all rails in one 402', async () => {
    expect(await pass(gateOver(x402, mpp))).toMatchObject({
      kind: 'challenged',
      challenge: {
        headers: { 'PAYMENT-REQUIRED': 'x', 'WWW-Authenticate': expect.stringMatching(/^Payment id=/) },
        body: { error: 'payment_required', accepts: [1] },
      },
    });
  });

  it('makes a challenge anew only when a rail says something new', async () => {
    const challenges = async (gate: ReturnType<typeof gateOver>) => {
      const passages = [await pass(gate), await pass(gate), await gate.unpaid(get!, request({}))];
      return new Set(passages.map((each) => each.kind === 'challenged' && each.challenge));
    };
    expect((await challenges(gateOver(x402))).size).toBe(1);
    expect((await challenges(gateOver(x402, mpp))).size).toBe(3);
  });

  it('refuses credentials of two rails at once, and reads neither', async () => {
    const gate = gateOver(x402, mpp);
    expect(await pass(gate, { 'payment-signature': 'a', authorization: 'b' })).toEqual({
      kind: 'refused',
      problem: { code: 'multiple_credentials' },
    });
    for (const one of [{ 'payment-signature': 'a' }, { authorization: 'b' }])
      expect(await pass(gate, one as unknown as Record<string, string>)).toMatchObject({
        kind: 'challenged',
        declined: 'malformed_payment',
        challenge: { body: { reason: 'malformed_payment' } },
      });
  });

  it('knows nothing of a rail that the route is not sold over', async () => {
    const gate = gateOver(x402);
    expect(gate.isPaymentAttached((name) => (name === 'authorization' ? 'b' : undefined))).toBe(false);
    const passage = await pass(gate, { authorization: 'b' });
    expect(passage).toMatchObject({
      kind: 'challenged',
      challenge: { headers: { 'PAYMENT-REQUIRED': 'x' } },
    });
    expect(passage).not.toHaveProperty('declined');
  });
});

describe('a sale that the settler did not send', () => {
  const NOT_SENT = { kind: 'not_sent' } as const;
  const failing = (at: keyof Journal) => (operation: keyof Journal) => {
    if (operation === at) throw new Error('connection reset');
  };
  const header = encodeHeader(samplePayload(NOW / 1_000));
  /** Over a journal that throws where it is told to. */
  async function buy(
    faults: Faults,
    meanwhile: (journal: Journal) => Promise<Settled> = async () => NOT_SENT,
  ) {
    const journal = memoryJournal(faults);
    const settler: Settler = {
      ...ports.settler,
      verify: async () => ({ kind: 'valid' }),
      settle: async (_payment, record) => {
        await record({ rawTransaction: '0x02' }).catch(() => false);
        return meanwhile(journal);
      },
    };
    const signer = { ...ports.signer, sign: async () => 'a.b.c' };
    const mine: Ports = { ...ports, journal, settler, signer };
    const gate = gateFor({
      terms: sampleTerms,
      rails: [x402Rail(sampleTerms, mine)],
      ports: mine,
      release: 'v0',
      owners: new Set(),
    });
    const passage = await pass(gate, { 'payment-signature': header });
    const [row] = await journal.unfinished(2);
    return { code: passage.kind === 'refused' && passage.problem.code, row };
  }

  it('is pending, not refused, when its row may hold what the next look will send', async () => {
    const { code, row } = await buy({ after: failing('settling') });
    expect(code).toBe('settlement_pending');
    // Nobody has to wait for the lease of work that is over.
    expect(row).toMatchObject({ state: 'settling', rawTransaction: '0x02', leaseUntil: 0 });
  });

  it('leaves the lease of whoever has its row now', async () => {
    for (const outcome of [NOT_SENT, { kind: 'unknown' }] as const) {
      const { code, row } = await buy({}, async (journal) => {
        const [mine] = await journal.unfinished(1);
        await journal.lease(mine!.key, mine!, { owner: 'another', leaseUntil: NOW + 45_000 });
        return outcome;
      });
      expect(code).toBe('settlement_pending');
      expect(row).toMatchObject({ owner: 'another', leaseUntil: NOW + 45_000 });
    }
  });

  it('is refused, and its row given back, when that holds nothing', async () => {
    expect(await buy({ before: failing('settling') })).toEqual({
      code: 'settlement_unavailable',
      row: undefined,
    });
  });
});
