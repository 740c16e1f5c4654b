import { beforeEach, describe, expect, it } from 'vitest';
import { openFailedGas } from './failed-gas.ts';

const HOUR = 3_600_000;
const BUDGET = 1_000_000;
/** A twentieth. */
const SHARE = 50_000n;

let now: number;
let changes: boolean[];
let gas: ReturnType<typeof openFailedGas>;
beforeEach(() => {
  now = 0;
  changes = [];
  gas = openFailedGas(
    BUDGET,
    () => now,
    (isSpent) => changes.push(isSpent),
  );
});

describe('what failed', () => {
  it('counts against its payer, and nobody else, until its share is used up', () => {
    gas.failed('a', SHARE - 1n);
    expect(gas.isSpent('a')).toBe(false);
    gas.failed('a', 1n);
    expect([gas.isSpent('a'), gas.isSpent('b')]).toEqual([true, false]);
    expect(gas.begin('a', 1n)).toBe(false);
    expect(gas.begin('b', 1n)).toBe(true);
    expect(changes).toEqual([]);
  });

  it('counts in all, whoever it was, and is told once', () => {
    for (let i = 0; i < 20; i++) gas.failed(`${i}`, SHARE);
    expect(gas.isSpent('nobody yet')).toBe(true);
    expect(gas.begin('nobody yet', 1n)).toBe(false);
    expect(changes).toEqual([true]);
    now = HOUR / 100;
    expect(gas.isSpent('nobody yet')).toBe(false);
    expect(changes).toEqual([true, false]);
  });

  it('is forgotten evenly, a whole share in an hour', () => {
    gas.failed('a', 2n * SHARE);
    now = HOUR;
    expect(gas.isSpent('a')).toBe(true);
    now = HOUR + 1;
    expect(gas.isSpent('a')).toBe(true);
    now = 2 * HOUR;
    expect(gas.isSpent('a')).toBe(false);
    gas.failed('a', SHARE);
    expect(gas.isSpent('a')).toBe(true);
  });
});

describe('what is under way', () => {
  it('may fail too: no more is sent than the budget has left', () => {
    expect(gas.begin('a', 600_000n)).toBe(true);
    expect(gas.begin('b', 600_000n)).toBe(false);
    expect(gas.begin('b', 400_000n)).toBe(true);
    gas.done(600_000n);
    expect(gas.begin('c', 600_000n)).toBe(true);
    expect(changes).toEqual([]);
  });

  it('goes alone where the budget is smaller than one payment', () => {
    const small = openFailedGas(10, () => now);
    expect([small.begin('a', 300_000n), small.begin('b', 300_000n)]).toEqual([true, false]);
  });
});
