import { placedIn } from '../quantities/quantities.ts';
import { tokensOf } from '../quantities/tokens.ts';
import { FOR_NOW, NOT_DEMANDED, PHRASES } from './phrases.ts';
import type { Unread } from './reading.ts';
import { sentencePartsOf, sentenceSpansOf } from './spans.ts';

/** A ban or a demand that a goal states without a number. */
export interface GoalLimit {
  readonly kind: 'approval' | 'noSpend' | 'maxPaidCalls' | 'noAccount';
  readonly amount: bigint | null;
  readonly forNow: boolean;
  readonly from: number;
  readonly to: number;
}

const NEGATED =
  /\b(?:not|no|never|nothing|without|avoid|don't|dont|cannot|can't|won't|mustn't|shouldn't|refuse|nor|neither)\b/;
const MONEY_MOVES =
  /\b(?:pay|paying|paid|payments?|spend|spending|spent|buy|buying|purchas\w+|sign|exceed|go over|overspend|above|budget)\b/;
/** "should I pay or not", "is it worth paying, or not" ask, and forbid nothing. */
const ASKS =
  /\bor not\b|\bwhether\b|\bwhy not\b|\bif not\b|\bnot sure\b|\bdon't know\b|\bno idea\b|\bnot (?:\w+ )?(?:trust|know|want to overpay)\b|\bno (?:volume|problem|other)\b|\?$/;

/**
 * What a goal forbids or demands about paying, in the words of a constraint. A negation about paying that is none of
 * them is unread.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 */
export function readGoalWords(text: string): { readonly limits: GoalLimit[]; readonly unread: Unread[] } {
  const tokens = tokensOf(text);
  const placed = placedIn(tokens);
  const limits: GoalLimit[] = [];
  const unread: Unread[] = [];
  for (const sentence of sentenceSpansOf(tokens, text.length)) {
    const whole = text.slice(sentence.from, sentence.to);
    const before = limits.length;
    if (
      /\b(?:approv\w*|sign[ -]?off|human|ask|permission|confirm)\b/.test(whole) &&
      !NOT_DEMANDED.test(whole)
    )
      collect('approval', whole, sentence.from);
    collect('noAccount', whole, sentence.from);
    collect('onePayment', whole, sentence.from);
    for (const part of sentencePartsOf(sentence, tokens, placed, text)) {
      const line = text.slice(part.from, part.to).trim();
      const limited = placed.some(
        ({ from, to, bound }) => from < part.to && part.from < to && bound !== null,
      );
      if (limited || limits.length > before || part.joined === 'or') continue;
      const start = text.indexOf(line, part.from);
      if (collect('noSpend', line, start)) continue;
      if (NEGATED.test(line) && MONEY_MOVES.test(line) && !ASKS.test(line) && text[sentence.to] !== '?')
        unread.push({ from: start, to: start + line.length, words: line, why: 'negation' });
    }
  }
  return { limits, unread };

  function collect(
    kind: 'approval' | 'noSpend' | 'onePayment' | 'noAccount',
    line: string,
    at: number,
  ): boolean {
    for (const { kind: one, pattern } of PHRASES) {
      const match = one === kind ? pattern.exec(line) : null;
      if (!match) continue;
      const [from, to] = [at + match.index, at + match.index + match[0].length];
      const forNow = kind === 'noSpend' && FOR_NOW.test(line);
      if (kind === 'onePayment') limits.push({ kind: 'maxPaidCalls', amount: 1n, forNow, from, to });
      else limits.push({ kind, amount: null, forNow, from, to });
      return true;
    }
    return false;
  }
}
