import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { suiteClaim } from '../adapters/opened.suite.ts';
import { COUNTED, foldJournal, isDelivered, merge, mergingWith, sum } from './fold.ts';
import { type Entry, EVIDENCE_CLASSES, MOVES, type State } from './states.ts';

const STATES = Object.keys(MOVES) as State[];

const row = fc
  .record({
    product: fc.constantFrom('a', 'b'),
    method: fc.constantFrom('GET' as const, 'POST' as const, null),
    amount: fc.constantFrom('10000', '5000000', `${2n ** 200n}`),
    evidence: fc.constantFrom(...EVIDENCE_CLASSES),
    state: fc.constantFrom(...STATES),
  })
  .map(({ state, ...given }): Entry => {
    const { identifierKey: _a, identifierLookup: _b, ticket: _c, ...claim } = suiteClaim(given);
    const nothing = { bodyDigest: null, transaction: null, reason: null, rawTransaction: null };
    return { ...claim, ...nothing, state, settledAt: null, deliveredAt: null };
  });

describe('fold', () => {
  it('counts every row that may hold money once, and no other', () => {
    fc.assert(
      fc.property(fc.array(row), (rows) => {
        const tallies = foldJournal(rows);
        const counted = rows.filter(({ state }) => (COUNTED as readonly State[]).includes(state));
        expect(sum(tallies).count).toBe(counted.length);
        const delivered = rows.filter(({ state }) => state === 'delivered');
        expect(sum(tallies, isDelivered)).toEqual({
          count: delivered.length,
          atomic: delivered.reduce((total, { amount }) => total + BigInt(amount), 0n),
        });
      }),
    );
  });

  it('of a whole is the merge of the folds of its parts, in any order', () => {
    fc.assert(
      fc.property(fc.array(row), fc.array(row), (some, others) => {
        const whole = foldJournal([...some, ...others]);
        expect(JSON.stringify(merge([...foldJournal(others), ...foldJournal(some)]))).toBe(
          JSON.stringify(whole),
        );
        const merging = mergingWith(foldJournal(some));
        // Again and again: nothing of one merge is left in the next.
        expect(JSON.stringify(merging(foldJournal(others)))).toBe(JSON.stringify(whole));
        expect(JSON.stringify(merging([]))).toBe(JSON.stringify(foldJournal(some)));
        expect(JSON.stringify(merging(others.flatMap((one) => foldJournal([one]))))).toBe(
          JSON.stringify(whole),
        );
      }),
    );
  });
});
