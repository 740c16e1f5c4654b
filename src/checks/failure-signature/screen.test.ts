import { describe, expect, it } from 'vitest';
import { TOLD } from './cases/cases.testing.ts';
import { TOLD_MORE } from './cases/hits.testing.ts';
import { CASES } from './cases/index.ts';
import { flatten } from './read.ts';
import { branchesIn, holds, mayHold, screened } from './screen.ts';

const EXPRESSIONS = CASES.flatMap(({ says, unless }) => [says, unless ?? []].flat());
const TEXTS = [...Object.values(TOLD), ...Object.values(TOLD_MORE).flat()].map((each) =>
  screened(flatten(each)),
);

describe('a screen', () => {
  it('never hides what an expression finds', () => {
    let passed = 0;
    for (const says of EXPRESSIONS)
      for (const text of TEXTS) {
        if (holds(text, says) !== says.test(text.text)) expect.fail(`${says}: ${text.text}`);
        if (mayHold(text, says)) passed += 1;
      }
    // And leaves out most of it, which is what it is for.
    expect(passed / (EXPRESSIONS.length * TEXTS.length)).toBeLessThan(0.2);
  });

  it.each([
    [/foo\W{0,3}ba[rz]/, [[['foo'], ['bar', 'baz']]]],
    [
      /^(?=.*(?:hello|world))(?!.*none) ?yes/,
      [
        [
          ['hello', 'world'],
          ['yes', ' yes'],
        ],
      ],
    ],
    [/one(?:two)?three|f(?:ou)+r s\d|\d\d/, [[['onethree', 'onetwothree']], [['r s']], []]],
    [/(?<=abc)x*(?:def){2,}/, [[['abc'], ['def']]]],
    [/Any/i, [[]]],
  ])('knows what has to stand in a match of %s', (says, needs) => {
    expect(branchesIn(says).map((each) => each.needs)).toEqual(needs);
  });
});
