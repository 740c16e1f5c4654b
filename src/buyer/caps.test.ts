import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { beforeEach, describe, expect, it } from 'vitest';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { DAY_MS } from '../values/time.ts';
import { type Caps, decideByCaps } from './caps.ts';
import { openSpending, type Spending } from './spending.ts';

/** No order of calls, however they end, gets more out of a wallet than its caps. */

const units = fc.bigInt({ min: 1n, max: 30n });
const caps: fc.Arbitrary<Caps> = fc.record({
  perCall: units,
  perDay: units,
  askAbove: fc.bigInt({ min: 0n, max: 30n }),
});

describe('a decision', () => {
  it('pays only what is within every cap, and asks for exactly what is above the last one', () => {
    fc.assert(
      fc.property(units, fc.bigInt({ min: 0n, max: 40n }), caps, (price, spent, given) => {
        const fits = price <= given.perCall && spent + price <= given.perDay;
        const decided = decideByCaps(price, spent, given);
        expect(decided === 'pay' || decided === 'ask').toBe(fits);
        if (fits) expect(decided).toBe(price <= given.askAbove ? 'pay' : 'ask');
        if (price > given.perCall) expect(decided).toBe('over_call_cap');
      }),
    );
  });
});

let folder: string;
let spending: Spending;
beforeEach(() => {
  folder = mkdtempSync(join(TEMPORARY, 'assay-spending-'));
  spending = openSpending(folder);
  return () => {
    spending.close();
    rmSync(folder, { recursive: true });
  };
});
const wanted = (amount: bigint, perDay: bigint, question = `q${Math.random()}`) => ({
  ...{ question, amount, perDay },
  isKept: () => false,
});

describe('what was spent', () => {
  const step = fc.oneof(
    fc.record({ do: fc.constant('claim' as const), amount: units }),
    fc.record({ do: fc.constant('wait' as const), hours: fc.integer({ min: 0, max: 30 }) }),
    fc.record({ do: fc.constant('release' as const), which: fc.nat() }),
    fc.record({ do: fc.constant('reopen' as const) }),
  );

  it('is never above the cap of any 24 hours, and everything that fits is claimed', () => {
    fc.assert(
      fc.property(units, fc.array(step, { minLength: 1, maxLength: 40 }), (perDay, steps) => {
        let now = 1_000_000_000_000;
        // Each run has a wallet of its own.
        const own = mkdtempSync(join(folder, 'run-'));
        let book = openSpending(own);
        let claims: { id: number; at: number; amount: bigint }[] = [];
        const within = () =>
          claims.filter(({ at }) => at > now - DAY_MS).reduce((sum, { amount }) => sum + amount, 0n);
        for (const [i, each] of steps.entries()) {
          if (each.do === 'wait') now += each.hours * 3_600_000;
          if (each.do === 'reopen') {
            book.close();
            book = openSpending(own);
          }
          if (each.do === 'release' && claims.length > 0) {
            const gone = claims[each.which % claims.length]!;
            book.release(gone.id);
            claims = claims.filter(({ id }) => id !== gone.id);
          }
          if (each.do === 'claim') {
            const fits = within() + each.amount <= perDay;
            const made = book.claim(wanted(each.amount, perDay, `q${i}`), now);
            expect('id' in made).toBe(fits);
            if ('id' in made) claims.push({ id: made.id, at: now, amount: each.amount });
          }
          expect(book.spent(now)).toBe(within());
          expect(book.spent(now)).toBeLessThanOrEqual(perDay);
        }
        book.close();
      }),
      { numRuns: 60 },
    );
  });

  it('counts what a clock that was set back left in the future', () => {
    spending.claim(wanted(7n, 10n), 5 * DAY_MS);
    expect(spending.spent(DAY_MS)).toBe(7n);
    expect(spending.claim(wanted(4n, 10n), DAY_MS)).toEqual({ no: 'over_day_cap' });
  });

  it('stays counted once it was sent: only a claim can be taken back', () => {
    const { id } = spending.claim(wanted(7n, 10n), 0) as { id: number };
    spending.note(id, 'sent', 0);
    spending.release(id);
    expect(spending.spent(0)).toBe(7n);
  });

  it('is for its owner alone', () => {
    expect(statSync(join(folder, 'spending.sqlite')).mode & 0o777).toBe(0o600);
  });
});

describe('one question', () => {
  it('is claimed by one process at a time, until that one is surely gone', () => {
    const other = openSpending(folder);
    const first = spending.claim(wanted(1n, 10n, 'q'), 0);
    expect(other.claim(wanted(1n, 10n, 'q'), 59_999)).toEqual({ no: 'under_way' });
    const second = other.claim(wanted(1n, 10n, 'q'), 60_000);
    expect([first, second]).toEqual([{ id: 1 }, { id: 2 }]);
    // The one that crashed still counts: nobody knows what it signed.
    expect(other.spent(60_000)).toBe(2n);
    other.close();
  });

  it('is not claimed where a payment is kept', () => {
    expect(spending.claim({ ...wanted(1n, 10n), isKept: () => true }, 0)).toEqual({ no: 'kept' });
    expect(spending.spent(0)).toBe(0n);
  });

  it('is given up by one who saw its last state, once', () => {
    const { id } = spending.claim(wanted(1n, 10n, 'q'), 0) as { id: number };
    spending.note(id, 'declined', 0);
    const row = spending.newest('q')!;
    let removed = 0;
    const remove = () => void removed++;
    expect([spending.giveUp(row, 1, remove), spending.giveUp(row, 1, remove)]).toEqual([true, false]);
    expect([removed, spending.newest('q')!.state]).toEqual([1, 'over']);
  });
});
