import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../adapters/memory-journal.ts';
import type { Rail as RailName } from '../values/payment.ts';
import { gateFor, type Ports } from './gate.ts';
import { type ChallengePart, declined, type Rail } from './rails/rail.ts';
import type { PaidRequest } from './request.ts';
import { sampleProduct, sampleTerms } from './testing.ts';

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
