/**
 * Phrase lists matched over word tokens: one pass, longest phrase first, so the cost is linear in the text and no
 * regular expression is built from a table. A hit keeps its place, so what is quoted is the caller's own text.
 */

export interface Passage {
  readonly field: string;
  readonly text: string;
}

export interface LexiconHit<T> {
  readonly payload: T;
  readonly phrase: string;
  readonly field: string;
  /** Verbatim: `text.slice(start, end)`. */
  readonly quote: string;
  readonly start: number;
  /** A negation stands before it in the same clause ("no API key"). */
  readonly negated: boolean;
}

interface Token {
  readonly stem: string;
  readonly start: number;
  readonly end: number;
}

interface Entry<T> {
  readonly phrase: string;
  readonly stems: readonly string[];
  readonly payloads: T[];
}

export type PhraseTable<T> = ReadonlyMap<string, readonly Entry<T>[]>;

const WORD = /[\p{L}\p{N}]{1,60}(?:['’][\p{L}]{1,3})?/gu;
const PREFIX_LENGTH = 4;
const NEGATION_REACH = 26;
const NEGATORS = new Set(
  'no not without never none zero cannot isn aren don doesn won avoid instead neither nor'.split(' '),
);

/** Folds case and the plural s; `’` counts as `'`. */
function stem(word: string): string {
  const low = word.toLowerCase().replace('’', "'");
  return low.length > 3 && low.endsWith('s') && !low.endsWith('ss') ? low.slice(0, -1) : low;
}

function tokens(text: string): Token[] {
  return [...text.matchAll(WORD)].map((match) => ({
    stem: stem(match[0]),
    start: match.index,
    end: match.index + match[0].length,
  }));
}

/** Phrases are words separated by spaces; a closing `~` on the last word matches any ending (`geocod~`). */
export function phraseTable<T>(rows: Iterable<readonly [phrase: string, payload: T]>): PhraseTable<T> {
  const byPhrase = new Map<string, Entry<T>>();
  for (const [phrase, payload] of rows) {
    const entry = byPhrase.get(phrase);
    if (entry) entry.payloads.push(payload);
    else
      byPhrase.set(phrase, {
        phrase,
        payloads: [payload],
        stems: phrase.split(' ').map((word) => (word.endsWith('~') ? word : stem(word))),
      });
  }
  const index = new Map<string, Entry<T>[]>();
  for (const entry of byPhrase.values()) {
    const first = entry.stems[0]!;
    const key = first.endsWith('~') ? first.slice(0, PREFIX_LENGTH) : first;
    index.set(key, [...(index.get(key) ?? []), entry]);
  }
  for (const list of index.values()) list.sort((a, b) => b.stems.length - a.stems.length);
  return index;
}

/** Words of one phrase are held together by spaces, hyphens, slashes or underscores only. */
const joined = (gap: string): boolean => gap.length <= 3 && /^[\s\-‐-–_/]{1,3}$/u.test(gap);

function matchesAt<T>(entry: Entry<T>, words: readonly Token[], at: number, text: string): boolean {
  return entry.stems.every((want, i) => {
    const word = words[at + i];
    if (!word) return false;
    if (i > 0 && !joined(text.slice(words[at + i - 1]!.end, word.start))) return false;
    return want.endsWith('~') ? word.stem.startsWith(want.slice(0, -1)) : word.stem === want;
  });
}

function isNegated(words: readonly Token[], at: number, text: string): boolean {
  const from = words[at]!.start;
  for (let i = at - 1; i >= 0 && i >= at - 4; i--) {
    const word = words[i]!;
    const between = text.slice(word.end, from);
    if (between.length > NEGATION_REACH || /[.;:!?\n]/.test(between)) return false;
    if (/\b(?:but|only)\b/i.test(between)) return false;
    if (NEGATORS.has(word.stem.split("'")[0]!) || word.stem.endsWith("n't")) return true;
  }
  return false;
}

/** All hits, leftmost and longest first; a word belongs to one phrase only. */
export function scan<T>(passages: readonly Passage[], words: PhraseTable<T>): LexiconHit<T>[] {
  const hits: LexiconHit<T>[] = [];
  for (const { field, text } of passages) {
    const list = tokens(text);
    for (let at = 0; at < list.length; ) {
      const entry = entryAt(words, list, at, text);
      if (!entry) {
        at++;
        continue;
      }
      const start = list[at]!.start;
      const quote = text.slice(start, list[at + entry.stems.length - 1]!.end);
      const negated = !NEGATORS.has(entry.stems[0]!) && isNegated(list, at, text);
      for (const payload of entry.payloads)
        hits.push({ payload, phrase: entry.phrase, field, quote, start, negated });
      at += entry.stems.length;
    }
  }
  return hits;
}

function entryAt<T>(
  words: PhraseTable<T>,
  list: readonly Token[],
  at: number,
  text: string,
): Entry<T> | undefined {
  const first = list[at]!.stem;
  const candidates = [...(words.get(first) ?? []), ...(words.get(first.slice(0, PREFIX_LENGTH)) ?? [])];
  return candidates
    .filter((entry) => matchesAt(entry, list, at, text))
    .reduce<Entry<T> | undefined>(
      (best, e) => (best && best.stems.length >= e.stems.length ? best : e),
      undefined,
    );
}
