import { describe, expect, it } from 'vitest';
import { memoryJournal } from '../adapters/memory-journal.ts';
import type { Ports } from '../ports.ts';
import { type Situation, situation } from '../values/problem.ts';
import { hasLeft } from './at-work.ts';
import { behindEdge } from './behind-edge.ts';
import type { Gate } from './gate.ts';
import type { Terms } from './offer.ts';
import type { Caller } from './paid-call.ts';
import type { Timing } from './rails/rail.ts';
import { x402Rail } from './rails/x402.ts';
import type { PaidRequest } from './request.ts';
import type { Result } from './result.ts';
import { encodeHeader, samplePayload, sampleProduct, sampleTerms } from './testing.ts';

const NOW = 1_795_000_000_000;
const never = async (): Promise<never> => {
  throw new Error('nothing may be verified, moved or signed here');
};
const [form] = sampleProduct.forms;
const header = encodeHeader(samplePayload(NOW / 1_000));
const requestWith = (credential: string): PaidRequest => ({
  query: new URLSearchParams(),
  header: (name) => (name === 'payment-signature' ? credential : undefined),
  body: never,
});
const request = requestWith(header);
const CALLER = { operatorToken: false, source: undefined };
const BY_THE_GATE: Result = { kind: 'refused', problem: { code: 'payment_reused' } };

/** An origin whose journal knows nothing unless it is given, `secondsLater` than the buyer signed. */
async function origin(
  secondsLater: number,
  credential = header,
  journal = memoryJournal(),
  terms: Terms = sampleTerms,
  seal: Ports['seal'] = (text) => `key:${text}`,
) {
  const clock = { now: () => NOW + secondsLater * 1_000, sleep: never };
  const ports: Ports = {
    journal,
    tickets: { issue: never, find: never },
    editions: { latest: never, get: never },
    settler: { authenticate: never, verify: never, settle: never, resolve: never },
    signer: { kid: '', sign: never, verify: never },
    clock,
    seal,
    entropy: { hex: () => '00' },
  };
  const rail = x402Rail(terms, ports);
  const read = await x402Rail(sampleTerms, ports).read(requestWith(credential).header, NOW);
  if (read.kind !== 'payment') throw new Error('the sample is no payment');
  const passed: Caller[] = [];
  const pass: Gate['pass'] = async (_form, _request, caller) => {
    passed.push(caller);
    return BY_THE_GATE;
  };
  const gate = { pass } as Gate;
  const behind = behindEdge({ terms, rails: [rail], ports, release: 'v0', owners: new Set() }, gate);
  const { key, offer } = read.payment;
  const timing: Timing = read.timing(clock.now());
  return { behind, journal, timing, passed, asked: { key, asOf: NOW }, offer };
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
      kind: 'result',
      result: BY_THE_GATE,
    });
    expect(await late.journal.get(late.asked.key)).toBeUndefined();
  });

  it('waits for no lease when the database went away under its claim', async () => {
    let isUp = true;
    const journal = memoryJournal({
      after: (operation) => {
        if (operation === 'claim') isUp = false;
        if (!isUp) throw new Error('connection reset');
      },
    });
    const { behind, asked } = await origin(60, header, journal);
    await expect(behind.prepare(form!, request, CALLER, asked)).rejects.toThrow('reset');
    isUp = true;
    const row = (await journal.get(asked.key))!;
    expect(row).toMatchObject({ state: 'claimed' });
    expect(row.leaseUntil).toBeGreaterThan(NOW + 60_000);
    expect(hasLeft(journal, row.owner)).toBe(true);
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

  it('is left to the gate where its identifier has bought before, ticket or not', async () => {
    const named = encodeHeader({
      ...samplePayload(NOW / 1_000),
      extensions: { 'payment-identifier': { info: { required: false, id: 'pay_0123456789ab' } } },
    });
    const { behind, journal, asked } = await origin(60, named);
    await behind.prepare(form!, requestWith(named), CALLER, asked);
    const again = samplePayload(NOW / 1_000);
    again.payload.authorization.nonce = `0x${'0d'.repeat(32)}`;
    const twin = encodeHeader({
      ...again,
      extensions: { 'payment-identifier': { info: { required: false, id: 'pay_0123456789ab' } } },
    });
    const other = await origin(60, twin, journal);
    expect(await other.behind.prepare(form!, requestWith(twin), CALLER, other.asked)).toEqual({
      kind: 'result',
      result: BY_THE_GATE,
    });
    expect(await journal.get(other.asked.key)).toBeUndefined();
  });

  it('on terms that are no longer ours is booked where its row says so, and not without one', async () => {
    const dearer = { ...sampleTerms, offers: [{ ...sampleTerms.offers[0]!, amount: '20000' }] };
    const first = await origin(60);
    await first.behind.prepare(form!, request, CALLER, first.asked);
    const { network, asset, amount } = first.offer;
    const settled = { ...first.asked, network, asset, amount, transaction: '0x7a' };
    const later = await origin(60, header, first.journal, dearer);
    await later.behind.fulfil(form!, request, CALLER, settled);
    expect(await first.journal.get(first.asked.key)).toMatchObject({ state: 'settled', amount });
    const restored = await origin(60, header, memoryJournal(), dearer);
    expect(await restored.behind.fulfil(form!, request, CALLER, settled)).toEqual({ kind: 'contradiction' });
    expect(await restored.journal.get(first.asked.key)).toBeUndefined();
  });
});

describe('whose a payment of an edge is', () => {
  const ordered = (order: string) =>
    encodeHeader({ ...samplePayload(NOW / 1_000), extensions: { 'svc-terms': { info: { order } } } });
  const mine = ordered('0f'.repeat(16));
  const copy = ordered('0e'.repeat(16));
  const prepare = ({ behind, asked }: Awaited<ReturnType<typeof origin>>, header: string) =>
    behind.prepare(form!, requestWith(header), CALLER, asked);
  const otherKey = (text: string) => `other:${text}`;
  const refusedAs = (name: Situation) => ({
    kind: 'result',
    result: { kind: 'refused', problem: situation(name) },
  });

  it('is the same sale again for its buyer, and for no copy', async () => {
    const at = await origin(60, mine);
    const ready = await prepare(at, mine);
    expect(ready).toMatchObject({ kind: 'ready' });
    expect(await prepare(at, mine)).toEqual(ready);
    expect(await prepare(at, copy)).toEqual(refusedAs('not_its_buyer'));
  });

  it('is compared too where a twin is claimed between the look and the claim', async () => {
    const journal = memoryJournal();
    await prepare(await origin(60, mine, journal), mine);
    // This look is from before the twin.
    const late = (): typeof journal => {
      const looks: (typeof journal.get)[] = [async () => undefined];
      return { ...journal, get: (key) => (looks.pop() ?? journal.get)(key) };
    };
    expect(await prepare(await origin(60, copy, late()), copy)).toEqual({
      kind: 'result',
      result: BY_THE_GATE,
    });
    expect(await prepare(await origin(60, mine, late()), mine)).toMatchObject({ kind: 'ready' });
  });

  it('is not the same sale, nor a new one, once the key of its row is gone', async () => {
    const journal = memoryJournal();
    const first = await origin(60, mine, journal);
    await prepare(first, mine);
    const later = await origin(60, mine, journal, sampleTerms, otherKey);
    expect(await prepare(later, mine)).toEqual({ kind: 'result', result: BY_THE_GATE });
    await journal.failed(first.asked.key, 'settlement_refused');
    expect(await prepare(later, mine)).toEqual(refusedAs('buyer_untold'));
    expect((await journal.get(first.asked.key))?.state).toBe('failed');
    expect(await prepare(first, mine)).toMatchObject({ kind: 'ready' });
  });

  it('is vouched for by the edge that has settled this very payment, and by no other word', async () => {
    const at = await origin(60, mine);
    const { network, asset, amount } = at.offer;
    const settled = { ...at.asked, network, asset, amount, transaction: '0x7a' };
    expect(await at.behind.fulfil(form!, requestWith(mine), CALLER, { ...settled, key: 'another' })).toEqual({
      kind: 'contradiction',
    });
    await at.behind.fulfil(form!, requestWith('no payment'), CALLER, settled);
    await at.behind.judge(form!, requestWith(mine), CALLER);
    await prepare(await origin(3_600, mine), mine);
    expect(at.passed.map(({ vouched }) => vouched)).toEqual([undefined]);
    await at.behind.fulfil(form!, requestWith(mine), CALLER, settled);
    expect(at.passed.at(-1)).toEqual({ ...CALLER, vouched: true });
  });
});
