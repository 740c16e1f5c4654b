import { expect, it } from 'vitest';
import { probabilities, unlawfulness } from './model.ts';
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
    const offer = unlawfulness(text, new Texts());
    const [first, last] = [new Texts(), new Texts()];
    expect([unlawfulness(text, first), probabilities(text, first)]).toEqual([offer, all]);
    expect([probabilities(text, last), unlawfulness(text, last)]).toEqual([all, offer]);
    expect(offer).toBeCloseTo(all.unlawful_service / (all.unlawful_service + all.ok), 9);
    // And is paid for once.
    expect(first.work.left).toBe(last.work.left);
  }
});
