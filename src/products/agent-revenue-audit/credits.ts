import { numberSaid } from '../../reading/quantities/numerals.ts';
import { type Nano, parseCount } from './amount.ts';
import type { Passage } from './lexicon.ts';
import { CREDITS_FIRST, CREDITS_LAST } from './patterns.ts';

/** What one unit is called, and what a credit buys. */

export const withoutPlural = (word: string): string => word.toLowerCase().replace(/s$/u, '');
const SHORT: Readonly<Record<string, string>> = {
  min: 'minute',
  sec: 'second',
  hr: 'hour',
  h: 'hour',
  char: 'character',
};
export const unitWord = (word: string): string => SHORT[withoutPlural(word)] ?? withoutPlural(word);

interface Credits {
  /** Credits for one unit, as a fraction. */
  readonly times: bigint;
  readonly over: bigint;
  readonly unit: string;
}

export function creditsOf(passages: readonly Passage[]): Credits | undefined {
  for (const { text } of passages) {
    const first = CREDITS_FIRST.exec(text);
    const last = first ? null : CREDITS_LAST.exec(text);
    const times = countIn(first?.[1] ?? last?.[2]);
    const unit = unitWord(first?.[3] ?? last?.[1] ?? '');
    const over = parseCount(first?.[2]?.trim() ?? '1');
    // "0 credits when blank" says what costs nothing, not what a credit buys.
    if (times && over && unit !== '' && !/credit|month|day|year/u.test(unit)) return { times, over, unit };
  }
  return undefined;
}

function countIn(word: string | undefined): bigint | undefined {
  if (word === undefined) return undefined;
  const [least] = word.toLowerCase().split(' to ');
  const spelt = /^\p{L}/u.test(least!) ? numberSaid(least!) : Number.NaN;
  return Number.isInteger(spelt) ? BigInt(spelt) : parseCount(least!);
}

/** A price of one credit is the price of what a credit buys, where that is said. */
export function ofCredits<T extends { readonly unit?: string; readonly nano: Nano }>(
  kind: T,
  credits: Credits | undefined,
): T | (T & { id: 'unitPrice'; per: bigint }) {
  if (kind.unit !== 'credit' || !credits) return kind;
  const { times, over, unit } = credits;
  return { ...kind, id: 'unitPrice' as const, nano: (kind.nano * times) / over, per: 1n, unit };
}
