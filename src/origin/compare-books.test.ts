import { describe, expect, it } from 'vitest';
import { suiteClaim } from '../adapters/opened.suite.ts';
import type { Arrivals } from '../ports.ts';
import { compareRegularly } from './compare-books.ts';
import { chainOf, MINUTE, NOW, sold } from './reconcile-books.testing.ts';

describe('compareRegularly', () => {
  it('keeps what it found, and reports what it could not ask', async () => {
    const { chain } = chainOf([]);
    const books = await sold([]);
    const reports: string[] = [];
    const options = {
      books,
      clock: { now: () => NOW, sleep: async () => {} },
      report: (where: string) => void reports.push(where),
      everyMs: 1_000,
      spanMs: 60 * MINUTE,
      graceMs: 0,
    };
    const next = () => Promise.reject(new Error('down'));
    const down: Arrivals = { ...chain, since: () => ({ [Symbol.asyncIterator]: () => ({ next }) }) };
    const failing = compareRegularly({ ...options, chains: [down] });
    await failing.now();
    failing.stop();
    expect([reports, await books.reconciled()]).toEqual([['reconciliation'], undefined]);
    const working = compareRegularly({ ...options, chains: [chain] });
    await working.now();
    working.stop();
    expect(await books.reconciled()).toMatchObject({ at: NOW, since: NOW - 60 * MINUTE });
  });

  it('lets others run between the pages of a long journal', async () => {
    const payments = Array.from({ length: 1_200 }, (_, i) => ({ transaction: `0x${i}`, minutesAgo: 1 }));
    const { chain } = chainOf(
      payments.map(({ transaction }) => ({ transaction, block: '1', amount: suiteClaim().amount })),
    );
    const books = await sold(payments);
    const slept: number[] = [];
    const comparing = compareRegularly({
      books,
      chains: [chain],
      clock: { now: () => NOW, sleep: async (ms) => void slept.push(ms) },
      report: (where) => expect.unreachable(where),
      everyMs: 1_000,
      spanMs: 60 * MINUTE,
      graceMs: 0,
    });
    await comparing.now();
    comparing.stop();
    expect(slept).toEqual([50, 50, 50]);
    expect((await books.reconciled())?.differences).toEqual({
      row_without_transfer: 0,
      other_amount: 0,
      transfer_without_row: 0,
    });
  });
});

describe('a reader who opens the books', () => {
  /** A chain that counts how often it is read, and waits for `answer` before its first page. */
  async function opening(answer: () => Promise<unknown> = async () => {}, pages = 0) {
    const block = '1';
    const { chain } = chainOf(
      Array.from({ length: pages }, (_, i) => ({ transaction: `0x${i}`, block, amount: '1' })),
    );
    const books = await sold([]);
    const seen = { now: NOW, reads: 0, pages: 0, reports: 0, waits: [] as number[] };
    const counted: Arrivals = {
      ...chain,
      async *since(...from) {
        seen.reads++;
        await answer();
        for await (const page of chain.since(...from)) {
          seen.pages++;
          yield page;
        }
      },
    };
    const comparing = compareRegularly({
      books,
      chains: [counted],
      clock: {
        now: () => seen.now,
        sleep: async (ms) => {
          seen.waits.push(ms);
          await new Promise((resolve) => setImmediate(resolve));
        },
      },
      report: () => void seen.reports++,
      everyMs: 10 * MINUTE,
      spanMs: 60 * MINUTE,
      graceMs: 0,
    });
    comparing.stop();
    return { ...comparing, seen, books };
  }

  it('is shown a comparison that is at most a minute old', async () => {
    const { opened, seen, books } = await opening();
    await opened();
    expect([seen.reads, (await books.reconciled())?.at]).toEqual([1, NOW]);
    seen.now = NOW + MINUTE - 1;
    await opened();
    expect(seen.reads).toBe(1);
    seen.now = NOW + MINUTE;
    await opened();
    expect([seen.reads, (await books.reconciled())?.at]).toEqual([2, NOW + MINUTE]);
  });

  it('is shown what another node of the database has compared within the minute', async () => {
    const { opened, seen, books } = await opening();
    const other = await opening();
    await other.now();
    await books.record((await other.books.reconciled())!);
    seen.now = NOW + MINUTE - 1;
    await opened();
    expect(seen.reads).toBe(0);
    seen.now = NOW + MINUTE;
    await opened();
    expect(seen.reads).toBe(1);
  });

  it('begins one comparison, however many open the books, and waits for it three seconds at the most', async () => {
    const held = Promise.withResolvers<void>();
    const { opened, seen, books } = await opening(() => held.promise);
    await Promise.all(Array.from({ length: 20 }, opened));
    expect([seen.reads, seen.waits]).toEqual([1, Array(20).fill(3_000)]);
    seen.now = NOW + 2 * MINUTE;
    await opened();
    expect([seen.reads, seen.waits.length]).toEqual([1, 20]);
    held.resolve();
    while (!(await books.reconciled())) await new Promise((resolve) => setImmediate(resolve));
  });

  /** Somebody opens the books in each minute of an hour. */
  async function hourOf({ opened, seen }: Awaited<ReturnType<typeof opening>>) {
    for (let minute = 0; minute < 60; minute++) {
      seen.now = Math.max(seen.now, NOW + minute * MINUTE);
      await opened();
      // The reader's three seconds are nothing here: the comparison ends all the same.
      for (let i = 0; i < 500; i++) await new Promise((resolve) => setImmediate(resolve));
    }
  }

  it('is shown one a minute of a chain of a hundred pages, which is read once in the hour', async () => {
    const node = await opening(undefined, 100);
    await hourOf(node);
    expect([node.seen.reads, node.seen.pages]).toEqual([60, 101 + 59]);
    expect((await node.books.reconciled())?.at).toBe(NOW + 59 * MINUTE);
  });

  it('is shown the whole span compared again after an hour, and until then what is new', async () => {
    const node = await opening(undefined, 100);
    await node.opened();
    node.seen.now = NOW + 60 * MINUTE;
    const shown: (number | null | undefined)[] = [];
    const { record } = node.books;
    node.books.record = async (found) => {
      shown.push(found.since);
      await record(found);
    };
    await node.now();
    expect(shown).toEqual([NOW - 60 * MINUTE, NOW]);
    expect([node.seen.reads, node.seen.pages]).toEqual([3, 101 + 1 + 101]);
  });

  it('is shown the whole span alone where this node has not compared for two hours', async () => {
    const node = await opening(undefined, 100);
    await node.opened();
    const shown: (number | null | undefined)[] = [];
    const { record } = node.books;
    node.books.record = async (found) => {
      shown.push(found.since);
      await record(found);
    };
    node.seen.now = NOW + 120 * MINUTE;
    await node.now();
    expect(shown).toEqual([NOW + 60 * MINUTE]);
    expect(node.seen.reads).toBe(2);
  });

  it('begins one on all nodes, while another node is at it', async () => {
    const held = Promise.withResolvers<void>();
    const [first, second] = [await opening(() => held.promise), await opening()];
    second.books.takeTurn = first.books.takeTurn;
    await first.opened();
    second.seen.now = NOW + MINUTE - 1;
    await second.opened();
    expect([first.seen.reads, second.seen.reads]).toEqual([1, 0]);
    second.seen.now = NOW + MINUTE;
    await second.opened();
    expect(second.seen.reads).toBe(1);
    held.resolve();
    while (!(await first.books.reconciled())) await new Promise((resolve) => setImmediate(resolve));
  });

  it('gives comparisons that readers begin a fifth of the time', async () => {
    const node = await opening(async () => {
      node.seen.now += MINUTE / 2;
    });
    await hourOf(node);
    expect(node.seen.reads).toBe(21);
  });

  it('leaves a chain alone as long after a comparison that failed late', async () => {
    const node = await opening(undefined, 100);
    node.books.record = async () => Promise.reject(new Error('away'));
    await hourOf(node);
    expect([node.seen.reads, node.seen.reports]).toEqual([15, 15]);
  });

  it('asks a chain that does not answer once a minute', async () => {
    const { opened, seen } = await opening(() => Promise.reject(new Error('down')));
    for (let i = 0; i < 5; i++) await opened();
    expect([seen.reads, seen.reports]).toEqual([1, 1]);
    seen.now = NOW + MINUTE;
    await opened();
    expect([seen.reads, seen.reports]).toEqual([2, 2]);
  });

  it('lives on without the database, and asks it once a minute', async () => {
    const { opened, seen, books } = await opening();
    let asked = 0;
    books.reconciled = async () => {
      asked++;
      throw new Error('away');
    };
    for (let i = 0; i < 5; i++) await opened();
    expect([asked, seen.reads, seen.reports]).toEqual([1, 0, 1]);
  });
});
