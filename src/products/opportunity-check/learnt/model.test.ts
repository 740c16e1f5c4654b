import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { learn, OPTIONS } from '../../../../scripts/reading/learn.ts';
import { rowsOf } from '../../../../scripts/reading/rows.ts';
import { ORIGIN, originOf } from '../../../../scripts/reading/train.ts';
import { readable } from '../../../reading/text.ts';
import { readByRules, statementOf } from '../by-rules.ts';
import { weightOf } from '../evidence.ts';
import { readStatement } from '../statement.ts';
import { classifierOf, EFFECTS, guess } from './model.ts';

const DAY = '2026-11-21';
/** Enough to learn something from, and no more than a test should wait for. */
const SOME = rowsOf('X')
  .filter(({ effect }) => effect !== 'none')
  .slice(0, 50);
const QUICK = {
  ...OPTIONS,
  effects: { ...OPTIONS.effects, steps: 40 },
  classes: { ...OPTIONS.classes, steps: 40 },
};
const SMALL = learn(SOME, QUICK);

describe('the artefact', () => {
  it('is what the training script made of the rows and options of today', () => {
    const text = readFileSync(new URL('model.artefact.json', import.meta.url), 'utf8');
    expect(originOf(text)).toEqual(JSON.parse(readFileSync(ORIGIN, 'utf8')));
  });

  it('is made alike each time', () => {
    expect(learn([...SOME], QUICK)).toEqual(SMALL);
  });
});

describe('the classifier', () => {
  it('gives probabilities of effects and of signals that add up to 1', () => {
    const { of, shares } = guess(statementOf(readable('our paid call timed out')));
    expect(EFFECTS.reduce((sum, effect) => sum + of[effect], 0)).toBeCloseTo(1, 9);
    expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 9);
  });

  it('learns what separates two kinds of statements', () => {
    const { guess: learnt } = classifierOf(SMALL);
    const right = SOME.filter(({ statement, effect }) => learnt(statement).of[effect] > 0.5);
    expect(right.length / SOME.length).toBeGreaterThan(0.95);
  });

  it('knows a feature once, however often a text repeats it', () => {
    const text = 'the price is shown';
    const [once, twice] = [text, `${text} ${text}`].map((one) => guess(statementOf(one)).of);
    expect(Math.abs(once!.good - twice!.good)).toBeLessThan(0.3);
  });
});

describe('where rules and classifier differ', () => {
  it.each([
    'They have one email for help, it is written in the page down.',
    'I search contact for help, it does not exist.',
    'No paid transaction with this vendor has ever been recorded in our books.',
    'Retried the same id nine times out of spite. One charge.',
  ])('nothing moves, and the reason is said: %s', (words) => {
    const statement = statementOf(readable(words));
    const byRules = readByRules(statement, DAY).evidence.reduce((sum, one) => sum + weightOf(one), 0);
    const { of } = guess(statement);
    expect(byRules > 0 ? of.bad + of.none : of.good + of.none).toBeGreaterThan(0.4);
    expect(readStatement(readable(words), DAY)).toMatchObject({ evidence: [], unread: 'doubt' });
  });

  it.each(['signed offer', '2 of 40 paid calls failed', 'paid=40 ok=2 failed=38'])(
    'figures and a few plain words stay with the rules: %s',
    (words) => expect(readStatement(readable(words), DAY).unread).toBeNull(),
  );
});
