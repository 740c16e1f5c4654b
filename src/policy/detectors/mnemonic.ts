import { charset, stretches } from '../survey.ts';
import { spend, type Work } from '../work.ts';
import { isEnglish } from './list-words.ts';
import { Phrases } from './phrase.ts';
import { LABEL, mayFollowLabel, REACH_OF_LABEL, STRONG_LABEL } from './phrase-labels.ts';
import { DENSE_WORDS, endsAtStop, MORE, possibleIn, WINDOW, type WordRange } from './phrase-ranges.ts';
import type { MatchContext, SpanDetector } from './row.ts';
import { forget, hashed, type Word, wordsOf } from './words.ts';

/** Work of reading one word in full. */
const WORD_COST = 32;
/** Of looking a word up, and of one that is not ASCII, which is cut out and folded first. */
const LOOK_UP_COST = 8;
const LOOK_UP_FAR_COST = 48;

/**
 * Twelve list words among sixteen in a row, where those are a phrase, or the last twelve of them. `numbers` are those of
 * the words to look at.
 */
function dense(
  words: readonly Word[],
  numbers: readonly number[],
  isPhrase: (from: number, to: number, listed: readonly number[]) => boolean,
  beginsApart: (listed: readonly number[]) => boolean,
): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  // The last listed ones.
  const window: number[] = [];
  for (let i = 0; i < numbers.length; i++) {
    const number = numbers[i]!;
    while (window.length > 0 && window[0]! < numbers[Math.max(0, i - WINDOW + 1)]!) window.shift();
    if (!words[number]!.listed) continue;
    window.push(number);
    if (window.length < DENSE_WORDS) continue;
    const isWhole = isPhrase(numbers[Math.max(0, i - WINDOW + 1)]!, number, window);
    // "Have a look. Then abandon, forward, …": the words before are on the list too, and written down in another way.
    const lastTwelve = !isWhole && beginsApart(window) ? window.slice(-DENSE_WORDS) : [];
    if (!isWhole && (lastTwelve.length === 0 || !isPhrase(lastTwelve[0]!, number, lastTwelve))) continue;
    const { start } = words[(isWhole ? window : lastTwelve)[0]!]!;
    const { end } = words[number]!;
    const last = spans.at(-1);
    if (last && last[1] >= start) last[1] = end;
    else spans.push([start, end]);
  }
  return spans;
}

/** Phrases in any text, and those whose words are values of members: `[{"index":0,"word":"legal"},…]`. */
type Span = readonly [start: number, end: number];

function phrases(read: Phrases, hasKeys: boolean): Span[] {
  const { words } = read;
  const all = words.map((_, i) => i);
  const beginsApart = (listed: readonly number[]) =>
    listed.length > DENSE_WORDS && read.isAfterStop(listed[0]!, listed.at(-DENSE_WORDS)!);
  const anywhere = dense(
    words,
    all,
    (from, to, listed) =>
      read.isDrawn(from, to, listed) &&
      read.isUniform(listed) &&
      !read.isProse(listed) &&
      !read.isRecord(listed),
    beginsApart,
  );
  const values = all.filter((i) => !words[i]!.key);
  if (!hasKeys) return anywhere;
  const ofMembers = dense(
    words,
    values,
    (from, to, listed) => read.isInBraces(from, to) && read.isVaried(listed) && !read.isProse(listed),
    beginsApart,
  );
  return [...anywhere, ...ofMembers];
}

/** How many words in a row from each one on are listed, and how many hold no sentence together. */
function lengthsOf(words: readonly Word[], text: string): { listed: Int32Array; free: Int32Array } {
  const listed = new Int32Array(words.length + 1);
  const free = new Int32Array(words.length + 1);
  for (let i = words.length - 1; i >= 0; i--) {
    const word = words[i]!;
    listed[i] = word.listed ? listed[i + 1]! + 1 : 0;
    if (word.functional) continue;
    const next = words[i + 1];
    const ends = next !== undefined && endsAtStop(text, word.end, next.start);
    free[i] = 1 + (ends ? 0 : free[i + 1]!);
  }
  return { listed, free };
}

/** Words of the longest phrase, a Shamir share; what follows them is judged by it. */
const LONGEST_PHRASE = 33;

/** After "seed phrase:" four list words are enough, or eight words without any that hold a sentence together. */
function labelled(read: Phrases, context: MatchContext): (readonly [number, number])[] {
  const { words } = read;
  const spans: [number, number][] = [];
  const { listed, free } = lengthsOf(words, context.text);
  for (let i = 0; i + 1 < words.length; i++) {
    const word = words[i]!;
    const repeats = listed[i]! >= 2 && word.text === words[i + 1]!.text;
    if (listed[i]! < 4 && !repeats && free[i]! < 8) continue;
    if (word.start > 0 && !mayFollowLabel(context.text, word.start)) continue;
    const before = context.before(word.start, REACH_OF_LABEL);
    if (word.start > 0 && !LABEL.test(before)) continue;
    const strong = STRONG_LABEL.test(before);
    const isStrong = strong && (listed[i]! >= 4 || repeats || free[i]! >= 8);
    const length = isStrong
      ? Math.max(listed[i]!, free[i]! >= 8 ? free[i]! : 0)
      : listed[i]! >= 7
        ? listed[i]!
        : 0;
    // The end of what was found already adds nothing.
    if (length === 0 || spans.at(-1)?.[1] === words[i + length - 1]!.end) continue;
    const judged = Array.from({ length: Math.min(length, LONGEST_PHRASE) }, (_, at) => i + at);
    if (!read.isRecord(judged) && read.isUniform(judged))
      spans.push([word.start, words[i + length - 1]!.end]);
  }
  return spans;
}

const LETTER_SET = charset('ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz');
const SHORTEST_UNSPACED = 36;
const [SHORTEST_ENTRY, LONGEST_ENTRY] = [3, 8];
const UNSPACED_WORDS = 12;

/** Phrases written without blanks: stretches of letters that list words fill from one end to the other. */
function unspaced(context: MatchContext, work: Work): (readonly [number, number])[] {
  const spans: [number, number][] = [];
  for (const [start, end] of stretches(context.text, LETTER_SET, SHORTEST_UNSPACED)) {
    if (!spend(work, (end - start) * WORD_COST)) break;
    const run = context.text.slice(start, end).toLowerCase();
    // How many list words end at each place; zero where none can.
    const counts = new Int32Array(run.length + 1);
    // Where the last entry ends: further on than the longest one behind it there is none.
    let reached = 0;
    for (let at = SHORTEST_ENTRY; at <= Math.min(run.length, reached + LONGEST_ENTRY); at++) {
      for (let size = SHORTEST_ENTRY; size <= Math.min(LONGEST_ENTRY, at); size++) {
        const before = counts[at - size]!;
        if (before === 0 && at !== size) continue;
        if (before + 1 <= counts[at]! || !isEnglish(run.slice(at - size, at))) continue;
        counts[at] = before + 1;
        reached = at;
      }
    }
    if (counts[run.length]! >= UNSPACED_WORDS) spans.push([start, end]);
  }
  return spans;
}

/** Wallet recovery phrases: in any order of marks and numbering, in any BIP-39 language, whole or begun. */
export const seedPhrases: SpanDetector = {
  id: 'wallet.seed_phrase',
  severity: 'high',
  token: 'seed_phrase',
  absorbs: true,
  cases: [
    [
      'legal winner thank year wave sausage worth useful legal winner thank yellow',
      'the seed phrase checker endpoint costs one cent per call, is that fair',
    ],
  ],
  find: (context, work, seen) => {
    const joined = seen && seen.longestRun < SHORTEST_UNSPACED ? [] : unspaced(context, work);
    const hashes = hashed(context.text);
    const isFar = hashes.foreign.subarray(0, hashes.count).includes(1);
    const cost = hashes.count * (isFar ? LOOK_UP_FAR_COST : LOOK_UP_COST);
    if (!spend(work, cost) || hashes.count === 0) return joined;
    const everywhere: WordRange[] = [[0, hashes.count - 1]];
    const may = seen
      ? possibleIn(seen, hashes)
      : { hasKeys: true, phrases: everywhere, labelled: everywhere };
    const lower = seen?.lower();
    const read = (
      ranges: readonly WordRange[],
      search: (read: Phrases) => readonly Span[],
    ): readonly Span[] =>
      ranges.flatMap(([from, to]) => {
        const words = wordsOf(context.text, hashes, from, Math.min(to + MORE, hashes.count - 1), lower);
        return spend(work, words.length * WORD_COST) ? search(new Phrases(words, context.text)) : [];
      });
    const spans = [
      ...joined,
      ...read(may.phrases, (found) => phrases(found, may.hasKeys)),
      ...read(may.labelled, (found) => labelled(found, context)),
    ];
    forget(hashes);
    return work.overrun ? [] : spans;
  },
};
