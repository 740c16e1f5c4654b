import { beforeEach, describe, expect, it } from 'vitest';
import type { Entry } from '../accounting/states.ts';
import type { Clock, Journal, Settled } from '../ports.ts';
import { outcomeOf, sweep } from './reconcile.ts';

const START = 1_795_000_000_000;
const row: Entry = {
  key: 'k1',
  state: 'settling',
  owner: 'gone',
  leaseUntil: 0,
  authorization: '{}',
  rawTransaction: '0x02',
  bodyDigest: 'sha256:00',
  createdAt: START,
} as unknown as Entry;

let now: number;
/** Added to what the clock calls now, as by whoever sets it. */
let step: number;
let reads: number;
let looks: number[];
/** What the chain says, look by look; then that it does not know. */
let answers: Settled[];
let stored: Entry;
let clock: Clock;
let journal: Journal;
beforeEach(() => {
  now = START;
  step = 0;
  reads = 0;
  looks = [];
  answers = [];
  stored = row;
  // Time passes when all that wait have said for how long.
  const sleepers: { readonly at: number; readonly wake: () => void }[] = [];
  clock = {
    now: () => now + step,
    ticks: () => now,
    sleep: (ms) =>
      new Promise((wake) => {
        sleepers.push({ at: now + ms, wake });
        setImmediate(() => {
          sleepers.sort((a, b) => b.at - a.at);
          const next = sleepers.pop();
          if (!next) return;
          now = Math.max(now, next.at);
          next.wake();
        });
      }),
  };
  journal = {
    get: async () => {
      reads++;
      return stored;
    },
    lease: async (_key: string, _seen: unknown, { leaseUntil }: { leaseUntil: number }) => {
      stored = { ...stored, leaseUntil };
      return stored;
    },
    settled: async () => {
      stored = { ...stored, state: 'settled' };
      return stored;
    },
  } as unknown as Journal;
});

const ports = () => ({
  journal,
  clock,
  entropy: { hex: () => '00' },
  settler: {
    resolve: async () => {
      looks.push(now - START);
      return answers.shift() ?? { kind: 'unknown' };
    },
  } as never,
});
const waitFor = (times: number, shared = ports()) =>
  Promise.all(Array.from({ length: times }, () => outcomeOf(stored, shared)));

describe('a row whose outcome is not known', () => {
  it('costs one look at the chain a block, and one wait, however many ask', async () => {
    const outcomes = await waitFor(100);
    expect(outcomes.every((outcome) => outcome === undefined)).toBe(true);
    expect(now - START).toBeGreaterThanOrEqual(15_000);
    expect(looks.length).toBeLessThanOrEqual(8);
    expect(looks.length).toBeGreaterThanOrEqual(7);
    expect(reads).toBeLessThan(200);
  });

  it('is not looked at anew for whoever comes a moment after the others', async () => {
    const shared = ports();
    await waitFor(1, shared);
    const before = looks.length;
    now += 100;
    await waitFor(1, shared);
    // A wait of fifteen seconds is eight blocks at the most.
    expect(looks.length - before).toBeLessThanOrEqual(8);
    expect(looks.every((at, i) => i === 0 || at - looks[i - 1]! >= 2_000)).toBe(true);
  });

  it('is told to all that wait when the chain knows it', async () => {
    answers = [{ kind: 'unknown' }, { kind: 'unknown' }, { kind: 'settled', transaction: '0x7a' }];
    const outcomes = await waitFor(20);
    for (const outcome of outcomes) expect(outcome).toMatchObject({ state: 'settled' });
    expect(looks).toHaveLength(3);
  });

  it('is told at once when somebody else has ended it', async () => {
    const waiting = waitFor(3);
    stored = { ...row, state: 'delivered' };
    for (const outcome of await waiting) expect(outcome).toMatchObject({ state: 'delivered' });
    expect(looks.length).toBeLessThanOrEqual(1);
  });

  it('is looked at together with all others, once a second at the most, and each once a block', async () => {
    const shared = ports();
    const keys = Array.from({ length: 40 }, (_, i) => `k${i}`);
    const rows = new Map(keys.map((key) => [key, { ...row, key }]));
    shared.journal = {
      get: async (key: string) => rows.get(key),
      lease: async (key: string, _seen: unknown, { leaseUntil }: { leaseUntil: number }) => {
        rows.set(key, { ...rows.get(key)!, leaseUntil });
        return rows.get(key);
      },
    } as unknown as Journal;
    shared.settler = {
      resolve: async () => {
        looks.push(now - START);
        return { kind: 'unknown' };
      },
    } as never;
    await Promise.all(
      keys.map(async (key, i) => {
        // They are sent again at any moment of the first three seconds.
        await clock.sleep(i * 75);
        await outcomeOf(rows.get(key)!, shared);
      }),
    );
    const rounds = [...new Set(looks)];
    expect(rounds.every((at, i) => i === 0 || at - rounds[i - 1]! >= 1_000)).toBe(true);
    expect(looks.length).toBeLessThanOrEqual(keys.length * 8);
    expect(looks.length).toBeGreaterThanOrEqual(keys.length * 5);
  });

  it('is waited for as long as it says when somebody sets the clock back', async () => {
    const waiting = waitFor(1);
    step = -3_600_000;
    await waiting;
    expect(now - START).toBeLessThan(17_000);
  });
});

describe('a pass over open rows', () => {
  it('comes back a block later to a row whose end it could not write, and not when its lease ran out', async () => {
    let isUp = false;
    let drawn = 0;
    answers = Array.from({ length: 3 }, () => ({ kind: 'settled', transaction: '0x7a' }));
    const open = {
      ...journal,
      unfinished: async () => [stored],
      lease: async (_key: string, _seen: unknown, lease: { owner: string; leaseUntil: number }) => {
        stored = { ...stored, ...lease };
        return stored;
      },
      settled: async () => {
        if (!isUp) throw new Error('connection reset');
        stored = { ...stored, state: 'settled' };
        return stored;
      },
    } as unknown as Journal;
    const mine = { ...ports(), journal: open, entropy: { hex: () => String(++drawn) } };
    await expect(sweep(mine)).rejects.toThrow('reset');
    expect(stored.leaseUntil).toBeGreaterThan(now);
    isUp = true;
    now += 2_500;
    expect(await sweep({ ...mine, journal: { ...open } })).toMatchObject({ seen: 0 });
    expect(await sweep(mine)).toMatchObject({ settled: 1 });
  });

  it('leaves out what was looked at within this block, whoever asked', async () => {
    const shared = ports();
    const open = { ...journal, unfinished: async () => [stored] };
    const all = { ...shared, journal: open } as never;
    for (const at of [0, 1_000, 2_500]) {
      now = START + at;
      await sweep(all, { all: true });
    }
    expect(looks).toEqual([0, 2_500]);
  });

  it('comes to every row in its turn, however many stay open for ever', async () => {
    const rows = Array.from({ length: 7 }, (_, i) => ({ ...row, key: `k${i}` }));
    const seen: string[] = [];
    const open = {
      // As the journal has them: rows that were let go of come first, in the order of their keys.
      unfinished: async (limit: number) => rows.slice(0, limit),
      lease: async (key: string) => {
        seen.push(key);
        return undefined;
      },
    } as unknown as Journal;
    for (let pass = 0; pass < 4; pass++) {
      now += 5_000;
      await sweep({ ...ports(), journal: open } as never, { limit: 2 });
    }
    expect(seen.toSorted()).toEqual(['k0', 'k0', 'k1', 'k2', 'k3', 'k4', 'k5', 'k6'].toSorted());
  });
});
