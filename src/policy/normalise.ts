import { decoders } from './decode.ts';
import { DIGIT_ZEROES, LOOKALIKES } from './lookalikes.ts';
import { ALPHANUMERIC, charset, type Stretch, type Survey, survey } from './survey.ts';
import { decodedIn, windowsOf } from './windows.ts';
import { spend, type Work } from './work.ts';

/** How a text was disguised, in the order the steps run. */
export type ObfuscationFlag = 'nfkc' | 'invisible' | 'homoglyph' | 'encoded';

/** One reading of a text. `via` says how it was reached: `plain`, `plain>b64`, `plain>percent>b64`. */
export interface TextView {
  readonly via: string;
  /** Of a decoded view of a long text: what changed, and what stands around it (windows.ts). */
  readonly text: string;
  readonly seen: Survey;
  /** What a decoded view was made of. */
  readonly made?: { readonly of: TextView; readonly windows: readonly Stretch[] };
}

/** How a long text is read when a part of it was decoded. `whole`: slow, and what the quick way is tested against. */
export type Decoding = 'where_changed' | 'whole';

export interface Reading {
  /** Folded text: what every other view is derived from. */
  readonly plain: string;
  readonly first: TextView;
  /** The plain view first, then at most eight decoded ones, made when somebody asks. */
  readonly views: readonly TextView[];
  readonly flags: readonly ObfuscationFlag[];
}

export const MAX_VIEWS = 9;
const MAX_DECODE_LAYERS = 2;
/** Characters of one text that are read; what exceeds it is not analysed and the caller must stop. */
export const MAX_TEXT = 32_768;
/** Characters that a text may become: one may stand for eighteen, and no text that is written to be read grows so. */
const MOST_FOLDED = 2 * MAX_TEXT;
/** Work for a character that is not ASCII and for what stands near it, a word; and for each that it became. */
const FOLD_COST = 12;
const NEAR_FOREIGN = 8;
const COST_OF_FOLDED = 4;
/** Characters of all decoded views of one text together. */
const MAX_DECODED = 65_536;

const NON_ASCII = /[\u0080-\uffff]/;
const ranges = (text: string): RegExp => new RegExp(`[${text}]`, 'gu');

/** What a text holds outside ASCII, each character once: most steps need not read the text itself. */
function foreignOf(text: string): string {
  const codes = new Set<number>();
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 128) codes.add(text.codePointAt(i)!);
  return String.fromCodePoint(...codes);
}

function foreignIn(text: string): number {
  let count = 0;
  for (let i = 0; i < text.length; i++) if (text.charCodeAt(i) >= 128) count++;
  return count;
}

/** Characters without a shape or a direction mark: Unicode default ignorables that hide text, tags included. */
const INVISIBLE = ranges(
  '\\u00ad\\u034f\\u061c\\u115f\\u1160\\u17b4\\u17b5\\u180b-\\u180e\\u200b-\\u200f\\u202a-\\u202e\\u2060-\\u206f' +
    '\\u3164\\ufe00-\\ufe0e\\ufeff\\uffa0\\ufff9-\\ufffb\\u{e0000}-\\u{e01ef}',
);
/** Marks that did not compose with a letter: struck-through and stacked text. */
const LOOSE_MARKS = ranges('\\u0300-\\u036f\\u0489\\u20d0-\\u20ff');
/** What may become one character with that before it, or another one. */
const COMBINING = /(?![\ufe00-\ufe0f])\p{M}|[\u1100-\u11ff]/u;
const EMOJI_SELECTOR = /\ufe0f/g;
/** Compatibility forms that ordinary typing produces; they are no disguise. */
const ORDINARY_COMPAT =
  /[\u00a0\u2026\u2122\u00b2\u00b3\u00b9\u00bc-\u00be\u2009\u202f\u00aa\u00ba\u2002-\u200a\u3000]/g;
const FOREIGN_DIGIT = /[^\P{Nd}0-9]/gu;
/** What a word and a mailbox are written with, from a place on. */
const WORDISH = /[\p{L}\p{N}_@.-]+/uy;
const WORDISH_ASCII = charset(`${ALPHANUMERIC}_@.-`);

/**
 * The normative order: NFKC, invisible characters out, look-alikes folded when Latin is present, foreign digits folded,
 * then the decoded views. Linear in the text; work is counted. ASCII text skips straight to decoding.
 */
export function normalise(text: string, work: Work, decoding: Decoding = 'where_changed'): Reading {
  const flags = new Set<ObfuscationFlag>();
  if (text.length > MAX_TEXT) work.overrun = true;
  const bounded = text.length > MAX_TEXT ? text.slice(0, MAX_TEXT) : text;
  const isAscii = !NON_ASCII.test(bounded);
  const near = isAscii ? 0 : Math.min(bounded.length, NEAR_FOREIGN * foreignIn(bounded));
  spend(work, bounded.length + FOLD_COST * near);
  const folded = isAscii || work.overrun ? bounded : fold(bounded, flags);
  if (folded.length > MOST_FOLDED) work.overrun = true;
  const plain = folded.length > MOST_FOLDED ? bounded : folded;
  spend(work, COST_OF_FOLDED * (near + Math.max(0, plain.length - bounded.length)));
  const first: TextView = { via: 'plain', text: plain, seen: survey(plain) };
  let views: readonly TextView[] | undefined;
  const isEncoded = (): boolean =>
    views
      ? views.length > 1
      : decoders.some((decoder) => decoder.segments(first.text, first.seen).length > 0);
  return {
    plain,
    first,
    get views() {
      views ??= decodedViews(first, work, decoding);
      return views;
    },
    get flags() {
      return isEncoded() ? [...flags, 'encoded' as const] : [...flags];
    },
  };
}

/** Steps one to four of the normative order, without decoding. */
export function fold(text: string, flags: Set<ObfuscationFlag> = new Set()): string {
  const typed = foreignOf(text);
  // Where nothing combines, each character becomes what it becomes by itself: all are told by one of each.
  const isApart = typed.search(COMBINING) < 0;
  const composed = isApart && typed.normalize('NFKC') === typed ? text : text.normalize('NFKC');
  // Nobody reads it.
  if (composed.length > MOST_FOLDED) return composed;
  if (composed !== text) {
    const told = isApart ? typed : text;
    const before = told.normalize('NFC').replace(ORDINARY_COMPAT, '');
    if (told.replace(ORDINARY_COMPAT, '').normalize('NFKC') !== before) flags.add('nfkc');
  }
  const foreign = composed === text ? typed : foreignOf(isApart ? typed.normalize('NFKC') : composed);
  const without = (from: string, pattern: RegExp): string =>
    foreign.search(pattern) < 0 ? from : from.replace(pattern, '');
  const plain = without(composed, EMOJI_SELECTOR);
  const visible = without(without(plain, INVISIBLE), LOOSE_MARKS);
  if (visible.length !== plain.length) flags.add('invisible');
  const isAlike = Array.from(foreign).some((char) => LOOKALIKES.has(char));
  const latin = isAlike ? foldLookalikes(visible) : visible;
  if (latin !== visible) flags.add('homoglyph');
  return foreign.search(FOREIGN_DIGIT) < 0 ? latin : foldDigits(latin);
}

/** How many characters are Latin letters, and how many Greek or Cyrillic ones. */
function lettersOf(text: string): { latin: number; foreign: number } {
  let latin = 0;
  let foreign = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    if (code < 128) {
      if ((code | 32) >= 97 && (code | 32) <= 122) latin++;
    } else if (code >= 0x370 && code <= 0x52f) foreign++;
  }
  return { latin, foreign };
}

/** Letters of Russian and Greek that look like none of ours. */
const OWN_LETTERS = /[бгджйфцчшщъыэюяБГДЖИЙЛФЦЧШЩЪЫЭЮЯΓΔΘΛΞΠΣΦΨΩδθλξφψ]/;
const DRAWN_THE_SAME = /^[аеорсухіјѕԁһԛԝӏАВЕЅІЈОРСУХНКМТαονΑΒΕΖΗΙΚΜΝΟΡΤΥΧ\p{N}_@.-]+$/u;

function swap(text: string): string {
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    const latin = text.charCodeAt(at) < 128 ? undefined : LOOKALIKES.get(text[at]!);
    if (latin === undefined) continue;
    out += text.slice(from, at) + latin;
    from = at + 1;
  }
  return from === 0 ? text : out + text.slice(from);
}

function foldLookalikes(text: string): string {
  const { latin, foreign } = lettersOf(text);
  if (latin === 0) return text;
  const mostlyLatin = latin > foreign;
  const isWritten = OWN_LETTERS.test(text);
  const fold = (word: string): string => {
    if (/[A-Za-z]/.test(word)) return swap(word);
    // A word of another script is a disguise only if look-alikes are all it is made of: "пароль" stays what it is. Where
    // the script is written beside it, "стоит ли" is a word too, and only letters that are drawn the same are a disguise.
    const swapped = mostlyLatin && (!isWritten || DRAWN_THE_SAME.test(word)) ? swap(word) : word;
    return NON_ASCII.test(swapped) ? word : swapped;
  };
  // In a text of another script only words that mix scripts are suspicious; words of ASCII are never read.
  let out = '';
  let from = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 128) continue;
    let start = at;
    while (start > from && WORDISH_ASCII[text.charCodeAt(start - 1)] === 1) start--;
    WORDISH.lastIndex = start;
    const word = WORDISH.exec(text)?.[0] ?? '';
    if (start + word.length <= at) continue;
    out += text.slice(from, start) + fold(word);
    from = start + word.length;
    at = from - 1;
  }
  return out + text.slice(from);
}

function foldDigits(text: string): string {
  return text.replace(FOREIGN_DIGIT, (digit) => {
    const code = digit.codePointAt(0)!;
    for (const zero of DIGIT_ZEROES) if (code >= zero && code < zero + 10) return String(code - zero);
    return digit;
  });
}

function decodedViews(first: TextView, work: Work, decoding: Decoding): TextView[] {
  const views: TextView[] = [first];
  const seen = new Set([first.text]);
  let decoded = 0;
  let layerStart = 0;
  for (let layer = 0; layer < MAX_DECODE_LAYERS; layer++) {
    const layerEnd = views.length;
    for (let at = layerStart; at < layerEnd; at++) {
      const from = views[at]!;
      for (const decoder of decoders) {
        if (views.length >= MAX_VIEWS) return views;
        if (!spend(work, from.text.length)) return views;
        const segments = decoder.segments(from.text, from.seen);
        if (segments.length === 0) continue;
        const windows: readonly Stretch[] =
          decoding === 'whole' ? [[0, from.text.length]] : windowsOf(from.text, segments);
        const text = decodedIn(from.text, segments, windows);
        if (seen.has(text)) continue;
        decoded += text.length;
        if (decoded > MAX_DECODED) {
          work.overrun = true;
          return views;
        }
        seen.add(text);
        const made = { of: from, windows };
        views.push({ via: `${from.via}>${decoder.id}`, text, seen: survey(text), made });
      }
    }
    layerStart = layerEnd;
  }
  return views;
}
