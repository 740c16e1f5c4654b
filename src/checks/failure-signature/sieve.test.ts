import { expect, it } from 'vitest';
import { TOLD } from './cases/cases.testing.ts';
import { TOLD_MORE } from './cases/hits.testing.ts';
import { CASES } from './cases/index.ts';
import { flatten } from './read.ts';
import { mayHold, screened } from './screen.ts';
import { sieve } from './sieve.ts';

const EXPRESSIONS = CASES.flatMap(({ says }) => [says].flat());
const TEXTS = [...Object.values(TOLD), ...Object.values(TOLD_MORE).flat()].map((each) =>
  screened(flatten(each)),
);

it('lets through every row that a text may hold, in order, and few others', () => {
  const left = sieve(EXPRESSIONS, (says) => says);
  let passed = 0;
  for (const text of TEXTS) {
    const rows = left(text);
    const held = EXPRESSIONS.filter((says) => mayHold(text, says));
    expect(rows.filter((says) => mayHold(text, says))).toEqual(held);
    expect(rows.map((says) => EXPRESSIONS.indexOf(says))).toEqual(
      rows.map((says) => EXPRESSIONS.indexOf(says)).sort((a, b) => a - b),
    );
    passed += rows.length;
  }
  expect(passed / (EXPRESSIONS.length * TEXTS.length)).toBeLessThan(0.3);
});
