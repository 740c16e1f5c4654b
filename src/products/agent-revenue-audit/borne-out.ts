import type { ClaimedFriction } from './claims.ts';
import { oddsOfFriction } from './learnt/frictions.ts';
import type { Passage } from './lexicon.ts';

/**
 * Frictions whose words are those of much else, too ("a person", "register with"), with their word of the labels and the
 * log odds of the learnt reading under which no rule is believed.
 */
const WORDS_OF_MUCH_ELSE: Readonly<Record<string, { readonly word: string; readonly least: number }>> = {
  F26: { word: 'human_work', least: -2.5 },
  F32: { word: 'low_volume', least: -2.5 },
  F33: { word: 'account_required', least: -3.8 },
  F34: { word: 'monthly_minimum', least: -2.5 },
  F39: { word: 'low_conversion', least: -2.5 },
};

/** Whether the sentence that a rule rests on may state what the rule reads in it. */
export function isBorneOut(
  { row: { id }, evidence: quotes }: ClaimedFriction,
  sentences: readonly Passage[],
): boolean {
  const doubted = WORDS_OF_MUCH_ELSE[id];
  if (doubted === undefined) return true;
  return quotes.some(({ field, quote }) =>
    sentences.some(
      (one) =>
        one.field === field &&
        one.text.includes(quote) &&
        (oddsOfFriction(doubted.word, one) ?? 0) >= doubted.least,
    ),
  );
}
