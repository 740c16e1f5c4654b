import { ONE } from './numerals.ts';
import type { Placed } from './quantity.ts';
import { type Token, wordAt as word } from './tokens.ts';
import { DOLLAR_UNITS } from './units.ts';

/** "one dollar fifty", "5 dollars and 20 cents" are one amount. */
export function joinCompounds(found: readonly Placed[], tokens: readonly Token[]): Placed[] {
  const joined: Placed[] = [];
  for (const one of found) {
    const before = joined.at(-1);
    const gap = before ? one.first - before.next : -1;
    const and = gap === 1 && word(tokens, before!.next) === 'and';
    const cents =
      one.kind === 'money' &&
      /^(?:cents?|¢)$/.test(tokens[unitAt(one, tokens)]?.text ?? '') &&
      one.amount < ONE;
    const dollars =
      before?.kind === 'money' && before.per === null && before.amount % ONE === 0n && before.amount > 0n;
    const bare =
      gap === 0 &&
      one.kind === 'number' &&
      /^(?:dollars?|bucks?)$/.test(word(tokens, one.first - 1)) &&
      one.amount < 100n * ONE;
    if (before && dollars && cents && (gap === 0 || (and && one.per === null)))
      joined[joined.length - 1] = {
        ...before,
        amount: before.amount + one.amount,
        per: one.per,
        next: one.next,
        to: one.to,
      };
    else if (before && dollars && bare)
      joined[joined.length - 1] = {
        ...before,
        amount: before.amount + one.amount / 100n,
        next: one.next,
        to: one.to,
      };
    else joined.push(one);
  }
  return joined;
}

/** Token of the unit: the last of the amount itself, before its rate. */
function unitAt(one: Placed, tokens: readonly Token[]): number {
  for (let at = one.next - 1; at > one.first; at -= 1) if (DOLLAR_UNITS.has(tokens[at]!.text)) return at;
  return one.next - 1;
}
