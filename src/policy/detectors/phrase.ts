import { DRAWN, FEW } from './phrase-ranges.ts';
import type { Word } from './words.ts';

/**
 * What stands between the words of a text, read once: every window of sixteen words is judged by sums, so that a text
 * full of list words costs no more than its length.
 */

/** Words that hold English sentences together. Some are on the list: of twelve drawn words three are such once in 400 times. */
const GRAMMATICAL =
  /\b(?:a|about|after|again|all|an|and|another|any|are|at|before|by|can|does?|each|few|for|from|has|have|his|how|if|in|into|is|it|its|just|like|many|more|my|never|no|not|of|on|one|only|or|our|over|should|some|such|than|that|the|their|them|then|there|these|they|this|those|to|two|under|until|us|use|very|was|we|what|when|where|which|who|will|with|you|your)\b/gi;
const FEWEST_GRAMMATICAL = 3;
/** Ordinary sentences hold no more list words, and on average no fewer. */
const MOST_OF_SENTENCE = 9;
const MEAN_OF_SENTENCE = 3;
const SENTENCE_END = /[.?!]\s|\n/g;
const STOP = /[.?!]\s/g;

/** `name: value`, as members and settings are written. */
const MEMBER = /^[ \t]{0,12}["']?[\w$@./:-]{1,60}["']?[ \t]?[:=]/;
const LIST_MARK = /^\s{0,4}(?:word[ _-]?)?#?\d{1,2}[.):=]/i;
const WORDS_OF_MEMBER = /\p{L}{3,}/gu;
const MOST_MARKS = 3;

/** How many of some places come before each of a text's words. */
function countsBefore(words: readonly Word[], places: Iterable<number>): Int32Array {
  const counts = new Int32Array(words.length + 1);
  let word = 0;
  let count = 0;
  for (const at of places) {
    for (; word < words.length && words[word]!.start <= at; word++) counts[word] = count;
    count++;
  }
  counts.fill(count, word);
  return counts;
}

/** Lines of a text, and where they begin in it. */
interface Part {
  readonly text: string;
  readonly base: number;
}

/** The lines that words stand in. */
function partOf(words: readonly Word[], text: string): Part {
  if (words.length === 0) return { text: '', base: 0 };
  const base = text.lastIndexOf('\n', words[0]!.start) + 1;
  const end = text.indexOf('\n', words.at(-1)!.end);
  return { text: text.slice(base, end < 0 ? text.length : end), base };
}

function* placesOf({ text, base }: Part, pattern: RegExp): Generator<number> {
  for (const { index } of text.matchAll(pattern)) yield base + index;
}

/** The lines of a text: that of each word, and how many members and members of several words come before each. */
interface Lines {
  readonly of: Int32Array;
  readonly members: Int32Array;
  readonly wordy: Int32Array;
}

function linesOf(words: readonly Word[], { text, base }: Part): Lines {
  const lines = text.split('\n');
  const of = new Int32Array(words.length);
  const members = new Int32Array(lines.length + 1);
  const wordy = new Int32Array(lines.length + 1);
  let word = 0;
  let end = base;
  lines.forEach((line, i) => {
    end += line.length + 1;
    const isMember = MEMBER.test(line) && !LIST_MARK.test(line);
    const isWordy = isMember && (line.replace(MEMBER, '').match(WORDS_OF_MEMBER) ?? []).length > 1;
    members[i + 1] = members[i]! + Number(isMember);
    wordy[i + 1] = wordy[i]! + Number(isWordy);
    for (; word < words.length && words[word]!.start < end; word++) of[word] = i;
  });
  return { of, members, wordy };
}

const UNREAD = 0;

/** Judges words of a text by their numbers. What it reads of the text it reads once. */
export class Phrases {
  readonly words: readonly Word[];
  private readonly text: string;
  private readonly part: Part;
  /** Kinds of what stands before each word: back to the word before it, and to the last listed one. */
  private readonly kinds: Int32Array;
  private readonly listedKinds: Int32Array;
  private readonly kindOf = new Map<string, number>();
  private braces?: Int32Array;
  private grammatical?: Int32Array;
  private ends?: Int32Array;
  private stops?: Int32Array;
  private lines?: Lines;

  constructor(words: readonly Word[], text: string) {
    this.words = words;
    this.text = text;
    this.part = partOf(words, text);
    this.kinds = new Int32Array(words.length);
    this.listedKinds = new Int32Array(words.length);
  }

  isInBraces(from: number, to: number): boolean {
    this.braces ??= countsBefore(this.words, placesOf(this.part, /[{}]/g));
    return this.braces[to]! > this.braces[from]!;
  }

  isVaried(listed: readonly number[]): boolean {
    return this.distinct(listed) >= DRAWN;
  }

  /**
   * Whether list words between braces are drawn rather than used. JSON Schema is made of list words too (type, number,
   * object, minimum), a few of them again and again; a phrase repeats hardly any, or one all the time, as test wallets do.
   */
  isDrawn(from: number, to: number, listed: readonly number[]): boolean {
    if (!this.isInBraces(from, to) || this.isVaried(listed)) return true;
    const values = listed.filter((at) => !this.words[at]!.key);
    return values.length >= DRAWN && this.distinct(values) <= FEW;
  }

  /** Whether what stands between words is of one kind, nearly: a phrase is written down in one way, prose and code are not. */
  isUniform(places: readonly number[]): boolean {
    // Of one kind or two: nearly always, and told without counting.
    const first = this.kindBetween(places[0]!, places[1]!);
    let other = first;
    let i = 2;
    for (; i < places.length; i++) {
      const kind = this.kindBetween(places[i - 1]!, places[i]!);
      if (kind === first || kind === other) continue;
      if (other !== first) break;
      other = kind;
    }
    return i >= places.length || this.isNearlyUniform(places);
  }

  private isNearlyUniform(places: readonly number[]): boolean {
    const counts = new Map<number, number>();
    let most = 0;
    for (let i = 1; i < places.length; i++) {
      const kind = this.kindBetween(places[i - 1]!, places[i]!);
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count > most) most = count;
    }
    return counts.size < MOST_MARKS || most >= places.length - MOST_MARKS;
  }

  /** Whether a sentence ends between two words, and not only a line. */
  isAfterStop(from: number, to: number): boolean {
    this.stops ??= countsBefore(this.words, placesOf(this.part, STOP));
    return this.stops[to]! > this.stops[from]!;
  }

  /** Whether a sentence or line ends between two words. */
  private isAcrossSentences(from: number, to: number): boolean {
    this.ends ??= countsBefore(this.words, placesOf(this.part, SENTENCE_END));
    return this.ends[to]! > this.ends[from]!;
  }

  /** Whether listed words, in order, stand in ordinary sentences or lines: of their words many are on the list, too. */
  isProse(listed: readonly number[]): boolean {
    let sentences = 1;
    let most = 0;
    let count = 0;
    for (let i = 0; i < listed.length; i++) {
      if (i > 0 && this.isAcrossSentences(listed[i - 1]!, listed[i]!)) {
        sentences++;
        count = 0;
      }
      most = Math.max(most, ++count);
    }
    if (most > MOST_OF_SENTENCE || listed.length < MEAN_OF_SENTENCE * sentences) return false;
    this.grammatical ??= countsBefore(this.words, placesOf(this.part, GRAMMATICAL));
    const after = this.grammatical[listed.at(-1)! + 1]!;
    return after - this.grammatical[listed[0]!]! >= FEWEST_GRAMMATICAL;
  }

  /** Whether words stand in members of a record, not one in each: nobody keeps a phrase so. */
  isRecord(listed: readonly number[]): boolean {
    this.lines ??= linesOf(this.words, this.part);
    const { of, members, wordy } = this.lines;
    const first = of[listed[0]!]!;
    const last = of[listed.at(-1)!]! + 1;
    if (last - first < 2 || members[last]! - members[first]! < 2) return false;
    if (wordy[last]! > wordy[first]!) return true;
    const distinct = this.distinct(listed);
    return distinct > FEW && distinct < DRAWN;
  }

  private distinct(places: readonly number[]): number {
    return new Set(places.map((at) => this.words[at]!.text)).size;
  }

  private kindBetween(before: number, at: number): number {
    const kinds = before === at - 1 ? this.kinds : this.listedKinds;
    if (kinds[at] !== UNREAD) return kinds[at]!;
    const gap = this.text.slice(this.words[before]!.end, this.words[at]!.start);
    let kind = this.kindOf.get(gap);
    if (kind === undefined) {
      const plain = gap
        .replace(/\d+/g, '')
        .replace(/\p{L}+/gu, 'w')
        .replace(/\s+/g, ' ');
      kind = this.kindOf.get(plain) ?? this.kindOf.size + 1;
      this.kindOf.set(plain, kind).set(gap, kind);
    }
    kinds[at] = kind;
    return kind;
  }
}
