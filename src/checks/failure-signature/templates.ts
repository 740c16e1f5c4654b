import { HOLE } from './dictionary/hole.ts';
import { type DictionaryEntry, dictionary } from './dictionary/index.ts';
import { flatten, type Pasted } from './read.ts';
import { learn, pairsOf } from './vocabulary.ts';

/** Templates of the SDKs, found in a text whatever stands in their holes. */

interface Template {
  readonly entry: DictionaryEntry;
  readonly parts: readonly string[];
  /** Characters that are not in a hole. */
  readonly fixed: number;
  readonly words: number;
  /** Rare neighbours of its beginning: a text without them does not hold it. */
  readonly anchors: readonly number[];
}

export interface Held {
  readonly entry: DictionaryEntry;
  /** Characters of the template that the text holds. */
  readonly chars: number;
  readonly whole: boolean;
  /** Too few words to be said by nobody else. */
  readonly common: boolean;
}

const MARK = '\u0001';
/** A value longer than this is no value of a message. */
const MAX_HOLE = 700;
/** What a truncated part begins with is looked for. */
const NEEDLE = 28;
const MIN_CHARS = 12;
const MIN_PARTIAL = 30;
const COMMON_CHARS = 20;
const wordsIn = (text: string): string[] => text.match(/[a-z0-9]+/g) ?? [];

/** Made for the first text: a service that starts has none to read. */
let byAnchor: ReadonlyMap<number, readonly Template[]> | undefined;

function made(): readonly Template[] {
  const flat = dictionary()
    .filter(({ kind }) => kind === 'message')
    .map((entry) => {
      const text = flatten(entry.text.replaceAll(HOLE, MARK));
      // A word at a hole may be a part of one.
      const sure = text.slice(0, 110).replace(new RegExp(`[a-z0-9]*${MARK}[a-z0-9]*`, 'g'), MARK);
      const pairs = sure.split(MARK).flatMap((part, i, all) => {
        const whole = i === all.length - 1 && text.length > 110 ? part.replace(/[a-z0-9]+$/, '') : part;
        return pairsOf(learn(whole));
      });
      return { entry, text, pairs: [...new Set(pairs)] };
    });
  const often = new Map<number, number>();
  for (const { pairs } of flat) for (const pair of pairs) often.set(pair, (often.get(pair) ?? 0) + 1);
  return flat.flatMap(({ entry, text, pairs }) => {
    const parts = text.split(MARK);
    const fixed = parts.reduce((sum, part) => sum + part.length, 0);
    const words = wordsIn(text.replaceAll(MARK, ' '));
    const anchors = pairs.sort((a, b) => often.get(a)! - often.get(b)!).slice(0, 2);
    if (fixed < MIN_CHARS || anchors.length === 0) return [];
    return [{ entry, parts: parts.filter((part) => part.length > 2), fixed, words: words.length, anchors }];
  });
}

/** Before the first text is read: what it is searched for has to be known by then. */
export function learnTemplates(): void {
  byAnchor ??= Map.groupBy(made(), ({ anchors }) => anchors[0]!);
}

/** Every template that a text holds, the longest first. */
export function templatesIn({ flat, seen: { pairs } }: Pasted): readonly Held[] {
  learnTemplates();
  const found: Held[] = [];
  for (const pair of pairs)
    for (const template of byAnchor!.get(pair) ?? []) {
      if (!template.anchors.every((anchor) => pairs.has(anchor))) continue;
      const held = heldBy(flat, template);
      if (held) found.push(held);
    }
  return found.sort((a, b) => b.chars - a.chars);
}

function heldBy(flat: string, { entry, parts, fixed, words }: Template): Held | undefined {
  const [first, ...rest] = parts;
  if (first === undefined) return undefined;
  const start = placeOf(flat, first);
  if (start === -1) return undefined;
  let chars = alike(flat, start, first);
  let at = start + chars;
  let cut = chars < first.length;
  for (const part of rest) {
    if (cut) break;
    const next = flat.indexOf(part.slice(0, NEEDLE), at);
    if (next === -1 || next - at > MAX_HOLE) {
      cut = true;
      break;
    }
    const same = alike(flat, next, part);
    chars += same;
    at = next + same;
    cut = same < part.length;
  }
  const share = chars / fixed;
  const whole = !cut && share > 0.85;
  if (!whole && (chars < MIN_PARTIAL || share < 0.4)) return undefined;
  return { entry, chars, whole, common: chars < COMMON_CHARS || words < 3 };
}

/** At the beginning of a word. */
function placeOf(flat: string, part: string): number {
  const needle = part.slice(0, NEEDLE);
  for (let at = flat.indexOf(needle); at !== -1; at = flat.indexOf(needle, at + 1))
    if (at === 0 || !/[a-z0-9_]/.test(flat[at - 1]!) || !/^[a-z0-9_]/.test(part)) return at;
  return -1;
}

function alike(flat: string, at: number, part: string): number {
  let length = 0;
  while (length < part.length && flat[at + length] === part[length]) length += 1;
  return length;
}
