import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Ticket } from '../ports.ts';
import { ticketDigest } from '../values/fingerprint.ts';
import { sealWith } from './seal.ts';
import { systemEntropy } from './system.ts';
import { sealedTickets } from './tickets.ts';

const BOUND = { product: 'audit', fingerprint: `sha256:${'ab'.repeat(32)}` };
const EXPIRES = 1_795_000_900_123;

let used: Map<string, Ticket>;
let looks: number;
const ticketsOf = (secret: string) =>
  sealedTickets(
    {
      find: async (digest) => {
        looks++;
        return used.get(digest);
      },
    },
    sealWith(secret),
    systemEntropy,
  );
const tickets = ticketsOf('ours');
beforeEach(() => {
  used = new Map();
  looks = 0;
});
const issue = (before?: string) => tickets.issue({ ...BOUND, expiresAt: EXPIRES }, before);

describe('a ticket that we sealed', () => {
  it('says when it runs out, to every node with the key, and nothing was stored', async () => {
    const text = await issue();
    expect(text).toMatch(/^[0-9a-f]{64}$/);
    for (const node of [tickets, ticketsOf('ours')])
      expect(await node.find(text, BOUND)).toEqual({
        digest: ticketDigest(text),
        expiresAt: EXPIRES,
        isFor: true,
        consumedAt: null,
      });
  });

  it('is never the same twice', async () => {
    expect(new Set(await Promise.all(Array.from({ length: 200 }, () => issue()))).size).toBe(200);
  });

  it('says that it is for another body, and is none of another product', async () => {
    const text = await issue();
    const other = { ...BOUND, fingerprint: `sha256:${'cd'.repeat(32)}` };
    expect(await tickets.find(text, other)).toMatchObject({ isFor: false });
    expect(await tickets.find(text, { ...BOUND, product: 'another' })).toBeUndefined();
  });

  it('is used when its row says so', async () => {
    const text = await issue();
    const digest = ticketDigest(text);
    used.set(digest, { ...BOUND, digest, expiresAt: EXPIRES, paymentKey: 'p', consumedAt: 7 });
    expect((await tickets.find(text, BOUND))!.consumedAt).toBe(7);
  });

  it('keeps what it begins with', async () => {
    const text = await issue('w1.what-was-matched.');
    expect(text).toMatch(/^w1\.what-was-matched\.[0-9a-f]{64}$/);
    expect(await tickets.find(text, BOUND)).toMatchObject({ isFor: true });
    expect(await tickets.find(text.replace('was', 'is'), BOUND)).toBeUndefined();
    expect(await tickets.find(text.slice(-64), BOUND)).toBeUndefined();
  });
});

describe('any other text', () => {
  it('is none of ours, and no store is asked about it', async () => {
    const text = await issue();
    expect(await ticketsOf('theirs').find(text, BOUND)).toBeUndefined();
    await fc.assert(
      fc.asyncProperty(fc.nat(63), fc.constantFrom(...'0123456789abcdef'), async (at, digit) => {
        const altered = text.slice(0, at) + digit + text.slice(at + 1);
        if (altered !== text) expect(await tickets.find(altered, BOUND)).toBeUndefined();
      }),
    );
    for (const altered of ['', text.slice(1), `${text}0`, text.toUpperCase(), `${text}\n`])
      if (altered !== text) expect(await tickets.find(altered, BOUND)).toBeUndefined();
    expect(looks).toBe(0);
  });
});
