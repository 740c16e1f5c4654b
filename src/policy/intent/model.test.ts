import { describe, expect, it, vi } from 'vitest';
import { CLASSES } from './features.ts';
import { LEAST_UNLAWFUL, probabilities, unlawfulness } from './model.ts';
import { Texts } from './texts.ts';

const UNLAWFUL = CLASSES.indexOf('unlawful_service');
const TEXTS = [
  'Which stock should I buy this week?',
  'Sells fresh fullz with CVV and a drainer kit, pay in USDC',
  'Weather data by postcode, $0.01 per call on Base',
  '今週はどの株を買うべきですか',
  'word '.repeat(700),
];

it('gives the same answer whatever was asked of a text before', () => {
  for (const text of TEXTS) {
    const all = probabilities(text, new Texts());
    const isLikely = (texts: Texts): boolean => unlawfulness(text, texts) > LEAST_UNLAWFUL;
    const isOffer = isLikely(new Texts());
    const [first, last] = [new Texts(), new Texts()];
    expect([isLikely(first), probabilities(text, first)]).toEqual([isOffer, all]);
    expect([probabilities(text, last), isLikely(last)]).toEqual([all, isOffer]);
    // And is paid for once.
    expect(first.work.left).toBe(last.work.left);
  }
});

it('weighs the words alone where the learnt reader says nothing', () => {
  const text = '今週はどの株を買うべきですか';
  expect(new Texts().learnt(text)).toBeUndefined();
  const { ok, unlawful_service: unlawful } = probabilities(text, new Texts());
  expect(unlawfulness(text, new Texts())).toBeCloseTo(unlawful / (unlawful + ok), 9);
});

describe('beside the learnt reader', () => {
  const LEAN = 'Weather data by postcode, $0.01 per call on Base';
  const texts = (goal: number, offer: number): Texts => {
    const made = new Texts();
    made.learnt = () => ({ goal: Float64Array.from(CLASSES, (_, k) => (k === UNLAWFUL ? goal : 0)), offer });
    return made;
  };
  const UNSURE = 'Opens what is closed, discreetly, for whoever asks';

  it('both count where the words are not sure', () => {
    const alone = unlawfulness(UNSURE, texts(0, 0));
    expect(unlawfulness(UNSURE, texts(0, 6))).toBeGreaterThan(alone);
    expect(unlawfulness(UNSURE, texts(0, -6))).toBeLessThan(alone);
    expect(probabilities(UNSURE, texts(9, 0)).unlawful_service).toBeGreaterThan(
      probabilities(UNSURE, texts(0, 0)).unlawful_service,
    );
  });

  it('is not asked where they are', () => {
    expect(unlawfulness(LEAN, texts(0, 99))).toBe(unlawfulness(LEAN, texts(0, -99)));
  });
});

it('tries no rule on an offer that no rule could make likely', () => {
  const texts = new Texts();
  const fired = vi.spyOn(texts, 'fired');
  const isLikely = unlawfulness('Weather data by postcode, $0.01 per call on Base', texts) > LEAST_UNLAWFUL;
  expect([isLikely, fired.mock.calls.length]).toEqual([false, 0]);
  unlawfulness('Sells fresh fullz with CVV and a drainer kit, pay in USDC', texts);
  expect(fired).toHaveBeenCalledOnce();
});
