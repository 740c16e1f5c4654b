import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type FreeCall, freeCalls, openStand, SOLD, type Stand } from '../bench/documents-stand.ts';

/** What free calls ask of the database: how long they take is for `node bench/documents.ts` to say. */

const CALLS = freeCalls().filter(({ name }) => name.startsWith('GET'));
const MOST = {
  /** One question: has anything been committed? Beside it the newest edition is asked for once a second. */
  unchanged: 2,
  /** That, what is not booked, what the counters add up to, and the last comparison with the chain. */
  changed: 5,
};

let stand: Stand;
beforeAll(async () => {
  stand = await openStand(SOLD);
});
afterAll(() => stand.close());

async function asked(call: FreeCall): Promise<readonly string[]> {
  const response = await stand.app.fetch(call.request());
  expect(response.status).toBe(call.expected);
  await response.arrayBuffer();
  const { reads, writes } = stand.asked();
  expect(writes).toBe(0);
  return reads;
}

const completions = async () => {
  const response = await stand.app.fetch(new Request('http://127.0.0.1/api/cash-register'));
  return ((await response.json()) as { paidCompletions: number }).paidCompletions;
};

describe('what is asked of the database', () => {
  it.each(CALLS.filter(({ live }) => !live))('nothing for $name', async (call) => {
    stand.asked();
    expect(await asked(call)).toEqual([]);
  });

  it.each(CALLS.filter(({ live }) => live))('little for $name, and no figures twice', async (call) => {
    await asked(call);
    // Emptying its log looks to SQLite like a change: it happens every two seconds at the most.
    const again = [await asked(call), await asked(call), await asked(call)];
    expect(Math.min(...again.map(({ length }) => length))).toBeLessThanOrEqual(MOST.unchanged);
    await stand.sell();
    stand.asked();
    const reads = await asked(call);
    expect(reads.length).toBeLessThanOrEqual(MOST.changed);
    // What is booked is not read again because something was sold.
    expect(reads.filter((query) => /n from totals/.test(query) && !/sum\(n\)/.test(query))).toEqual([]);
  });

  it('is enough: a sale shows at once, booked or not, and booking changes nothing', async () => {
    const before = await completions();
    await stand.sell();
    expect(await completions()).toBe(before + 1);
    expect(await stand.book()).toBeGreaterThan(0);
    expect(await completions()).toBe(before + 1);
    await stand.sell();
    expect(await completions()).toBe(before + 2);
  });
});
