import type { Placed } from '../quantities/quantity.ts';
import { type Token, wordAt } from '../quantities/tokens.ts';

/** Where a quantity stands: its sentence, its part of the sentence, and the words of that part on either side of it. */
export interface Scope {
  readonly sentence: readonly string[];
  readonly left: readonly string[];
  readonly right: readonly string[];
  /** Left of the quantity in the whole sentence, other quantities left out. */
  readonly before: readonly string[];
  readonly after: readonly string[];
  /** The quantity right before this one in its part of the sentence, if one is. */
  readonly behind: Placed | undefined;
  /** Does no other money follow in the sentence? */
  readonly last: boolean;
  /** Do the words on the right lead straight to another quantity? */
  readonly touches: boolean;
  /** Does the text state the price of one call? */
  readonly priced: boolean;
  /** What the text says the price of one of: "$0.95 per supplier". */
  readonly pricedNouns: ReadonlySet<string>;
  /** Numbers of things that the text counts. */
  readonly counted: ReadonlySet<bigint>;
}

const SENTENCE_END = /^[.;!?|]$/;
const PART_END = /^(?:,|but|while|whereas|although|though|however|yet|\(|\))$/;

/** Marks of a notation, which part no words. */
const QUOTES = /^["{}[\]]$/;

/** Does a sentence end at this token? A full stop inside a name or number does not end one. */
export function endsSentence(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (!token) return true;
  if (token.text === '-' && !token.glued && tokens[at + 1] && !tokens[at + 1]!.glued) return true;
  return SENTENCE_END.test(token.text) && !tokens[at + 1]?.glued;
}

const endsPart = (tokens: readonly Token[], at: number): boolean =>
  endsSentence(tokens, at) || PART_END.test(wordAt(tokens, at)) || joinsParts(tokens, at);

/** An "and" or "with" after which a part of its own begins. */
function joinsParts(tokens: readonly Token[], at: number): boolean {
  const [text, next] = [wordAt(tokens, at), wordAt(tokens, at + 1)];
  if (text === 'with') return next !== 'a' && next !== 'an' && tokens[at + 1]?.kind !== 'word';
  // "At or below" is one comparison.
  if (text === 'or' && /^(?:at|on)$/.test(wordAt(tokens, at - 1)) && /^(?:below|under|beneath)$/.test(next))
    return false;
  return text === 'and' || text === 'or' || text === 'nor' || text === 'so';
}

/** The scope of every quantity of a text. */
export function scopesOf(tokens: readonly Token[], quantities: readonly Placed[]): Scope[] {
  const taken = new Set(quantities.flatMap(({ first, next }) => range(first, next)));
  const plain = tokens.map(({ text }, at) => !taken.has(at) && !QUOTES.test(text));
  const words = (from: number, to: number) =>
    tokens.slice(from, Math.max(from, to)).flatMap(({ text }, i) => (plain[from + i] ? [text] : []));
  const priced = quantities.some(({ kind, per }) => kind === 'money' && per?.over === 'call');
  const pricedNouns = new Set(
    quantities.flatMap(({ kind, per }) =>
      kind === 'money' && per?.over === 'call' && per.noun ? [per.noun] : [],
    ),
  );
  const counts = quantities.filter(({ kind }) => kind === 'count');
  return quantities.map((one, i) => {
    const [start, end] = [back(one.first, endsSentence), ahead(one.next, endsSentence)];
    const [low, high] = [back(one.first, endsPart), ahead(one.next, endsPart)];
    const lowest = Math.max(low, quantities[i - 1]?.next ?? 0);
    const highest = Math.min(high, quantities[i + 1]?.first ?? tokens.length);
    return {
      sentence: words(start, end),
      left: words(lowest, one.first),
      right: words(one.next, highest),
      before: words(start, one.first),
      after: words(one.next, end),
      behind: (quantities[i - 1]?.next ?? -1) > low ? quantities[i - 1] : undefined,
      touches: highest < high,
      priced,
      pricedNouns,
      counted: new Set(counts.filter((each) => each !== one).map(({ amount }) => amount)),
      last: !quantities.slice(i + 1).some(({ kind, first }) => kind === 'money' && first < end),
    };
  });

  function back(at: number, ends: typeof endsPart): number {
    let from = at;
    while (from > 0 && (taken.has(from - 1) || !ends(tokens, from - 1))) from -= 1;
    return from;
  }
  function ahead(at: number, ends: typeof endsPart): number {
    let to = at;
    while (to < tokens.length && (taken.has(to) || !ends(tokens, to))) to += 1;
    return to;
  }
}

const range = (from: number, to: number): number[] =>
  Array.from({ length: Math.max(0, to - from) }, (_, i) => from + i);

/** Place of the last of the words that belongs to a set; -1 if none does. */
export function nearest(words: readonly string[], cues: ReadonlySet<string>): number {
  for (let at = words.length - 1; at >= 0; at -= 1) if (cues.has(words[at]!)) return at;
  return -1;
}

export const anyOf = (words: readonly string[], cues: ReadonlySet<string>): boolean =>
  words.some((word) => cues.has(word));
