import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type Hex, toHex } from 'viem';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { openTempoChain, type TempoChain } from './chain.ts';

/** A block every half second; the first one at this epoch second. */
const GENESIS = 1_795_000_000;
const timeOf = (number: number) => GENESIS + Math.floor(number / 2);
const WANTED: Hex = `0x${'ab'.repeat(32)}`;

/** Newest block of the node that answers. */
let head: number;
/** Block that holds the transaction. */
let place: number | undefined;
/** Blocks that the node answering is without. */
let missing: Set<number>;
/** First block that is another than its child says. */
let forkedAt: number | undefined;
let asked: number;
/** What was to be simulated, and what the node says to it instead of carrying it out. */
let called: { gas?: Hex }[];
let callError: { code: number; message: string } | undefined;
let chain: TempoChain;

const hashOf = (number: number): Hex => toHex(number + 1, { size: 32 });

function block(tag: string): object | null {
  const number = tag === 'latest' ? head : Number(tag);
  asked++;
  if (number > head || missing.has(number)) return null;
  return {
    number: toHex(number),
    hash: number === forkedAt ? `0x${'ff'.repeat(32)}` : hashOf(number),
    parentHash: hashOf(number - 1),
    timestamp: toHex(timeOf(number)),
    transactions: number === place ? [`0x${'01'.repeat(32)}`, WANTED] : [],
  };
}

const rpcUrl = () => `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
const server = createServer(async (request, response) => {
  const { id, method, params } = JSON.parse(Buffer.concat(await request.toArray()).toString()) as {
    id: number;
    method: string;
    params: [string];
  };
  response.setHeader('content-type', 'application/json');
  const isCall = method === 'eth_call';
  if (isCall) called.push(params[0] as unknown as { gas?: Hex });
  const said = isCall && callError ? { error: callError } : { result: isCall ? '0x' : block(params[0]) };
  response.end(JSON.stringify({ jsonrpc: '2.0', id, ...said }));
});
beforeAll(() => new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready)));
afterAll(() => void server.close());
beforeEach(() => {
  head = 4_000;
  place = undefined;
  missing = new Set();
  forkedAt = undefined;
  asked = 0;
  called = [];
  callError = undefined;
  chain = openTempoChain({ rpcUrl: rpcUrl() });
});

/** Blocks 1,000 to 1,051. */
const held = () => chain.holds(WANTED, timeOf(1_000), timeOf(1_050));

describe('whether a block of a window holds a transaction', () => {
  it.each([
    ['the first one', 1_000, true],
    ['one in the middle', 1_025, true],
    ['the last one, of the same second', 1_051, true],
    ['one after it', 1_052, false],
    ['none', undefined, false],
  ])('%s', async (_which, number, expected) => {
    place = number;
    expect(await held()).toBe(expected);
  });

  it('takes a call for each block, and few to find the window, however long ago it was', async () => {
    head = 40_000_000;
    expect(await held()).toBe(false);
    expect(asked).toBeLessThan(130);
  });

  it.each([
    ['has not seen its end', () => (head = 1_051)],
    ['stopped in the middle of it', () => (head = 1_020)],
    ['is without one of its blocks', () => missing.add(1_010)],
    ['has another block than the one that the next was made on', () => (forkedAt = 1_010)],
  ])('is not known from a node that %s', async (_what, happen) => {
    happen();
    await expect(held()).rejects.toThrow();
  });

  it('is asked about once for all who ask at the same moment, and later', async () => {
    await Promise.all(Array.from({ length: 32 }, held));
    // 52 of the window, up to 20 of the last handful, a score to find its end, and the newest one for each question.
    expect(asked).toBeLessThan(32 + 52 + 20 + 30);
    asked = 0;
    expect(await chain.holds(`0x${'cd'.repeat(32)}`, timeOf(1_010), timeOf(1_050))).toBe(false);
    expect(asked).toBeLessThan(25);
  });

  it('takes at most 300 reads and the newest block a question, says nothing until the whole window was read', async () => {
    place = 1_001;
    const long = () => chain.holds(WANTED, timeOf(1_000), timeOf(2_400));
    const answers: (boolean | undefined)[] = [];
    const calls: number[] = [];
    for (let questions = 0; questions < 6 && answers.at(-1) === undefined; questions++) {
      asked = 0;
      answers.push(await long());
      calls.push(asked);
    }
    expect(answers).toEqual([undefined, undefined, undefined, undefined, true]);
    expect(Math.max(...calls)).toBeLessThanOrEqual(301);
    expect(calls.reduce((sum, each) => sum + each)).toBeLessThan(1_401 + 60);
  });

  it('is read anew where a block was missing, or another one than its child says', async () => {
    missing.add(1_010);
    await expect(held()).rejects.toThrow();
    missing.clear();
    forkedAt = 1_010;
    await expect(held()).rejects.toThrow();
    forkedAt = undefined;
    place = 1_010;
    expect(await held()).toBe(true);
  });

  it('is known of a chain that is younger than the window', async () => {
    expect(await chain.holds(WANTED, GENESIS - 500, GENESIS + 5)).toBe(false);
    place = 0;
    chain = openTempoChain({ rpcUrl: rpcUrl() });
    expect(await chain.holds(WANTED, GENESIS - 500, GENESIS + 5)).toBe(true);
  });
});

describe('a simulation of calls that a buyer chose', () => {
  const simulate = (gas: bigint | undefined) => {
    const to: Hex = `0x${'20'.repeat(20)}`;
    const request = { calls: [{ to, data: '0x01' }, { to }], gas };
    return chain.simulate({ from: `0x${'1a'.repeat(20)}`, request } as never);
  };

  it.each([
    ['what the buyer signed for', 150_000n, 150_000n],
    ['a million at the most', 30_000_000n, 1_000_000n],
    ['a million where nothing was signed', undefined, 1_000_000n],
  ])('may burn %s', async (_what, signed, cap) => {
    expect(await simulate(signed)).toBeUndefined();
    expect(called.map(({ gas }) => BigInt(gas!))).toEqual([cap, cap]);
  });

  it('is a no where it needs more, and no answer where the node cannot say', async () => {
    callError = { code: -32000, message: 'out of gas' };
    expect(await simulate(150_000n)).toBe('out of gas');
    callError = { code: -32000, message: 'header not found' };
    await expect(simulate(150_000n)).rejects.toThrow();
  });
});
