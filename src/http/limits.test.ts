import { describe, expect, it } from 'vitest';
import { type LimitKind, rateLimiter } from './limits.ts';

function setup(rates = { costly: 2, payment: 3, message: 1_000, other: 5 }) {
  const state = { now: 1_000_000 };
  const limit = rateLimiter(rates, (address) => `hash-of-${address}`, {
    now: () => state.now,
    sleep: async () => {},
  });
  const passed = (times: number, kind: LimitKind = 'costly', address = 'a') =>
    Array.from({ length: times }, () => limit(address, kind)).filter((wait) => wait === undefined).length;
  return { state, limit, passed };
}

describe('rateLimiter', () => {
  it('lets a second of requests through at once, then says how long to wait', () => {
    const { limit, passed } = setup();
    expect(passed(10)).toBe(2);
    expect(limit('a', 'costly')).toBe(1);
  });

  it('fills up again with time, and not beyond a second of requests', () => {
    const { state, passed } = setup();
    passed(10);
    state.now += 500;
    expect(passed(10)).toBe(1);
    state.now += 3_600_000;
    expect(passed(10)).toBe(2);
  });

  it('gives steady callers exactly their rate', () => {
    const { state, passed } = setup({ costly: 10, payment: 10, message: 1_000, other: 10 });
    let through = passed(10);
    for (let tick = 0; tick < 100; tick++) {
      state.now += 50;
      through += passed(1);
    }
    expect(through).toBe(10 + 50);
  });

  it('counts kinds and addresses apart', () => {
    const { passed } = setup();
    expect([
      passed(10, 'costly', 'a'),
      passed(10, 'costly', 'b'),
      passed(10, 'payment', 'a'),
      passed(10, 'other', 'a'),
    ]).toEqual([2, 2, 3, 5]);
  });

  it('does not limit what has no address', () => {
    const { limit } = setup({ costly: 1, payment: 1, message: 1_000, other: 1 });
    for (let i = 0; i < 5; i++) expect(limit(undefined, 'costly')).toBeUndefined();
  });

  it('counts what has passed, not what a clock says: one that is set back by a minute makes nobody wait', () => {
    const state = { now: 1_000_000, ticks: 5_000 };
    const rates = { costly: 2, payment: 3, message: 1_000, other: 5 };
    const limit = rateLimiter(rates, (address) => address, {
      now: () => state.now,
      ticks: () => state.ticks,
      sleep: async () => {},
    });
    for (let i = 0; i < 10; i++) limit('a', 'costly');
    expect(limit('a', 'costly')).toBe(1);
    state.now -= 60_000;
    state.ticks += 1_000;
    expect(limit('a', 'costly')).toBeUndefined();
  });
});
