import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { behindEdge } from './behind-edge.ts';
import type { Gate, Passage, Ports } from './gate.ts';
import type { Timing } from './rails/rail.ts';
import { x402Rail } from './rails/x402.ts';
import type { PaidRequest } from './request.ts';
import { encodeHeader, samplePayload, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const never = async (): Promise<never> => {
  throw new Error('nothing may be verified, moved or signed here');
};
const [form] = sampleProduct.forms;
const header = encodeHeader(samplePayload(NOW / 1_000));
const request: PaidRequest = {
  query: new URLSearchParams(),
  header: (name) => (name === 'payment-signature' ? header : undefined),
  body: never,
};
const CALLER = { operatorToken: false, source: undefined };
const BY_THE_GATE: Passage = { kind: 'refused', problem: { code: 'payment_reused' } };

/** An origin whose journal knows nothing, `secondsLater` than the buyer signed. */
async function origin(secondsLater: number) {
  const journal = memoryJournal();
  const clock = { now: () => NOW + secondsLater * 1_000, sleep: never };
  const ports: Ports = {
    journal,
    tickets: { issue: never, find: never },
    editions: { latest: never, get: never },
    settler: { authenticate: never, verify: never, settle: never, resolve: never },
    signer: { kid: '', sign: never, verify: never },
    clock,
    entropy: { hex: () => '00' },
  };
  const rail = x402Rail(sampleTerms, ports);
  const read = await rail.read(request.header, NOW);
  if (read.kind !== 'payment') throw new Error('the sample is no payment');
  const gate = { pass: async () => BY_THE_GATE } as unknown as Gate;
  const behind = behindEdge(
    { terms: sampleTerms, rails: [rail], ports, release: 'v0', owners: new Set() },
    gate,
  );
  const { key, offer } = read.payment;
  const timing: Timing = read.timing(clock.now());
  return { behind, journal, timing, asked: { key, asOf: NOW }, offer };
}

describe('a payment of an edge, to an origin whose journal knows nothing of it', () => {
  it('is prepared in time, and left to the gate when its time is over', async () => {
    const inTime = await origin(60);
    expect(await inTime.behind.prepare(form!, request, CALLER, inTime.asked)).toMatchObject({
      kind: 'ready',
    });
    expect((await inTime.journal.get(inTime.asked.key))?.state).toBe('settling');
    const late = await origin(3_600);
    expect(late.timing).toBe('authorization_expired');
    expect(await late.behind.prepare(form!, request, CALLER, late.asked)).toEqual({
      kind: 'passage',
      passage: BY_THE_GATE,
    });
    expect(await late.journal.get(late.asked.key)).toBeUndefined();
  });

  it.each([60, 3_600])('is written anew once it is settled, %i s after it was signed too', async (later) => {
    const { behind, journal, asked, offer } = await origin(later);
    const { network, asset, amount } = offer;
    const settled = { ...asked, network, asset, amount, transaction: '0x7a' };
    await behind.fulfil(form!, request, CALLER, settled);
    expect(await journal.get(asked.key)).toMatchObject({
      state: 'settled',
      transaction: '0x7a',
      via: 'edge',
    });
  });
});
