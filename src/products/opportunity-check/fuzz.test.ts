import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../../amount.testing.ts';
import { canonicalJson } from '../../values/digest.ts';
import {
  answerOpportunity,
  OPPORTUNITY_LIMITS,
  type OpportunityRequest,
  requestSchema,
  responseSchema,
} from './engine.ts';
import { SENDABLE_SIGNALS } from './schema.ts';
import { WORDS } from './tables/words.ts';
import { FACTS } from './testing.ts';

const words = WORDS.flatMap((row) => row.words.split(',').map((phrase) => phrase.trim())).filter(
  (phrase) => phrase !== '',
);
const marks = [
  '$',
  '0.01',
  '1,000',
  '%',
  '?',
  '@',
  '://',
  '[::1]',
  'xn--',
  '.',
  ',',
  ';',
  '\u200b',
  '\ufdfa',
  '\u{1f4b0}',
  'per call',
  '2026-11-02',
];
const word = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom(...SENDABLE_SIGNALS.flatMap((id) => [id, `!${id}`, `~${id}@2026-10-01`, `^${id}`])),
  fc.constantFrom(...marks),
  fc.webUrl(),
  fc.string({ unit: 'grapheme', maxLength: 12 }),
);
const text = (max: number) =>
  fc
    .tuple(fc.array(word, { minLength: 1, maxLength: 30 }), fc.constantFrom(' ', '', ', '))
    .map(([parts, joint]) => [...parts.join(joint)].slice(0, max).join(''));
const request = fc.record(
  {
    subject: text(OPPORTUNITY_LIMITS.subject),
    goal: text(OPPORTUNITY_LIMITS.goal),
    knownSignals: fc.array(text(OPPORTUNITY_LIMITS.knownSignal), { maxLength: 12 }),
    constraints: fc.array(text(OPPORTUNITY_LIMITS.constraint), { maxLength: 8 }),
  },
  { requiredKeys: ['subject', 'goal'] },
);

describe('any request that the schema lets through', () => {
  it('gets an answer of the published shape, with finite numbers and the same bytes twice', () => {
    let answered = 0;
    fc.assert(
      fc.property(request, (body) => {
        const parsed = requestSchema.safeParse(body);
        if (!parsed.success) return;
        answered += 1;
        const input: OpportunityRequest = parsed.data;
        const first = answerOpportunity(input, FACTS);
        expect(responseSchema.safeParse(first).error).toBeUndefined();
        expect(canonicalJson(answerOpportunity(input, FACTS))).toBe(canonicalJson(first));
        expect(first.recommendation.startsWith(`${first.action}: `)).toBe(true);
        const budget = first.commercial.budgetUsd;
        if (budget !== null)
          expect(Number(first.commercial.maxRationalSpendUsd)).toBeLessThanOrEqual(Number(budget));
        if (first.gates.length > 0) expect(first.commercial.maxRationalSpendAtomic).toBe('0');
      }),
      { numRuns: amount(30, 1_500) },
    );
    expect(answered).toBeGreaterThan(amount(24, 1_200));
  });
});
