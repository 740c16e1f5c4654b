import { expect, it, vi } from 'vitest';
import { LEAST_UNLAWFUL, probabilities, unlawfulness } from './model.ts';
import { Texts } from './texts.ts';

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

it('tells of an offer what it tells of a request, where that is likely', () => {
  const shares = TEXTS.map((text) => {
    const { ok, unlawful_service: harm } = probabilities(text, new Texts());
    const offer = unlawfulness(text, new Texts());
    const share = harm / (harm + ok);
    if (share > LEAST_UNLAWFUL) expect(offer).toBeCloseTo(share, 9);
    return share;
  });
  expect(shares.filter((share) => share > LEAST_UNLAWFUL).length).toBeGreaterThan(0);
});

it('tries no rule on an offer that no rule could make likely', () => {
  const texts = new Texts();
  const fired = vi.spyOn(texts, 'fired');
  const isLikely = unlawfulness('Weather data by postcode, $0.01 per call on Base', texts) > LEAST_UNLAWFUL;
  expect([isLikely, fired.mock.calls.length]).toEqual([false, 0]);
  unlawfulness('Sells fresh fullz with CVV and a drainer kit, pay in USDC', texts);
  expect(fired).toHaveBeenCalledOnce();
});
