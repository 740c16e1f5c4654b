import { describe, expect, it } from 'vitest';
import { evaluate } from '../policy.ts';
import { newWork } from '../work.ts';
import { isUnlawful } from './classify.ts';
import { probabilities } from './model.ts';
import { Texts } from './texts.ts';

const HARM = 'We sell ransomware that locks the files of any victim until the ransom is paid';
const WAYS: Readonly<Record<string, (text: string, texts: Texts) => unknown>> = {
  words: (text, texts) => texts.tokens(text),
  'lines of harm': (text, texts) => texts.lines(text),
  rules: (text, texts) => texts.fired(text),
  'decoded readings': (text, texts) => texts.reading(text),
};

const CLASSIFIER = (text: string, texts: Texts) => probabilities(text, texts);

it('pays for words, and for the rules that are tried on them', () => {
  const texts = new Texts();
  texts.tokens(HARM);
  const words = newWork().left - texts.work.left;
  texts.fired(HARM);
  const both = newWork().left - texts.work.left;
  expect(words).toBeGreaterThanOrEqual(HARM.length);
  expect(both - words).toBeGreaterThanOrEqual(HARM.length);
});

describe.each([
  ...Object.entries(WAYS).filter(([name]) => name === 'lines of harm' || name === 'decoded readings'),
  ['classifier', CLASSIFIER] as const,
])('%s of a text', (_name, read) => {
  const spentOn = (text: string, texts: Texts): number => {
    // What the others read is paid for by them.
    for (const other of Object.values(WAYS)) if (other !== read) other(text, texts);
    const before = texts.work.left;
    read(text, texts);
    return before - texts.work.left;
  };
  it('are paid for once, by its length', () => {
    const texts = new Texts();
    const short = spentOn(HARM, texts);
    expect(short).toBeGreaterThanOrEqual(HARM.length);
    expect(spentOn(HARM, texts)).toBe(0);
    expect(spentOn(`${HARM}. `.repeat(20), texts)).toBeGreaterThan(10 * short);
  });
  it('are not read when the allowance is gone', () => {
    const texts = new Texts(newWork(HARM.length - 1));
    read(HARM, texts);
    expect(texts.work.overrun).toBe(true);
  });
});

it('never lets through what it could not afford to read', () => {
  const fields = { goal: HARM };
  const whole = new Texts();
  const options = { requireScope: false };
  expect(evaluate(fields, { ...options, texts: whole }).policyCheck.stopReason).toBe('unsafeAdvice');
  const cost = newWork().left - whole.work.left;
  for (let left = 0; left < cost; left += Math.ceil(cost / 97)) {
    const { policyCheck } = evaluate(fields, { ...options, texts: new Texts(newWork(left)) });
    expect(policyCheck).toMatchObject({ decision: 'stop', reason: 'analysis_limit' });
  }
});

it('makes no finding of what was not read', () => {
  const texts = new Texts(newWork(0));
  expect(isUnlawful(HARM, 'asks', texts)).toBe(false);
  expect(probabilities(HARM, texts).ok).toBe(1);
  expect(texts.work.overrun).toBe(true);
});

it('reads a body that is judged twice once', () => {
  const texts = new Texts();
  const judge = () => evaluate({ goal: HARM }, { requireScope: false, texts });
  const first = judge();
  const { left } = texts.work;
  expect(judge()).toEqual(first);
  expect(left - texts.work.left).toBeLessThan((newWork().left - left) / 4);
});
