/**
 * Decoders: each finds the stretches of a text that its encoding could have written and reads them in place, so that a
 * label in front of an encoded value still counts as context. All of them are linear.
 */
import { hintsOf } from './literals.ts';
import { CONCATENATED, fromConcatenated, fromJson, isJson, QUOTED_PRINTABLE } from './programs.ts';
import { bySegments, nextOf, type Segment } from './segments.ts';
import { ALPHANUMERIC, charset, type Stretch, type Survey, stretches, survey } from './survey.ts';
import { IN_BACKWARDS, reversedSegments, saysReversed, turnedSegments } from './turned.ts';

export interface Decoder {
  readonly id: string;
  readonly segments: (text: string, seen?: Survey) => Segment[];
  /** Each character is read where it stands: a place in the decoded text is the same place in the text. */
  readonly inPlace: boolean;
}

const utf8Decoder = new TextDecoder();

const isControl = (code: number): boolean => code < 9 || (code > 13 && code < 32) || code === 127;

/** The first bytes as text when it is UTF-8 that a person could read; otherwise undefined. */
function printable(room: Uint8Array, size: number): string | undefined {
  let ascii = true;
  for (let i = 0; i < size; i++) {
    const byte = room[i]!;
    if (isControl(byte)) return undefined;
    if (byte > 127) ascii = false;
  }
  // A call into the decoder costs more than a few letters do, and one that throws as much as a thousand of them.
  if (ascii && size <= FEW) return lettersOf(room, size) || undefined;
  const bytes = room.subarray(0, size);
  return ascii || isUtf8(bytes) ? utf8Decoder.decode(bytes) || undefined : undefined;
}

/** Well-formed UTF-8 (Unicode, table 3-7): no overlong form, no surrogate, nothing past U+10FFFF. */
function isUtf8(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; ) {
    const lead = bytes[i++]!;
    if (lead < 0x80) continue;
    if (lead < 0xc2 || lead > 0xf4) return false;
    let low = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
    let high = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
    for (let more = lead < 0xe0 ? 1 : lead < 0xf0 ? 2 : 3; more > 0; more--) {
      const byte = bytes[i++] ?? 0;
      if (byte < low || byte > high) return false;
      low = 0x80;
      high = 0xbf;
    }
  }
  return true;
}

const FEW = 24;
function lettersOf(room: Uint8Array, size: number): string {
  let out = '';
  for (let i = 0; i < size; i++) out += String.fromCharCode(room[i]!);
  return out;
}

const NOT_A_DIGIT = 255;
const digitsOfAlphabet = (...alphabets: readonly string[]): Uint8Array => {
  const table = new Uint8Array(128).fill(NOT_A_DIGIT);
  for (const alphabet of alphabets)
    for (let i = 0; i < alphabet.length; i++) table[alphabet.charCodeAt(i)] = i;
  return table;
};
const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
const SIX_BITS = digitsOfAlphabet(`${LETTERS}0123456789+/`, `${LETTERS}0123456789-_`);
const FOUR_BITS = digitsOfAlphabet('0123456789abcdef', '0123456789ABCDEF');

/**
 * Base64 in either alphabet without its padding, read byte by byte: data that is no text ends at its first control
 * character. `room` holds what is written.
 */
function fromBase64(text: string, start: number, end: number, room: Uint8Array): string | undefined {
  if ((end - start) % 4 === 1) return undefined;
  let size = 0;
  let bits = 0;
  for (let i = 0; i < end - start; i++) {
    bits = (bits << 6) | SIX_BITS[text.charCodeAt(start + i)]!;
    if (i % 4 === 0) continue;
    const byte = (bits >> (6 - 2 * (i % 4))) & 255;
    if (isControl(byte)) return undefined;
    room[size++] = byte;
  }
  return printable(room, size);
}

function fromHex(run: string): string | undefined {
  const bytes = new Uint8Array(run.length >> 1);
  let digits = 0;
  let odd = false;
  for (let i = run[1] === 'x' || run[1] === 'X' ? 2 : 0; i < run.length; i++) {
    const digit = FOUR_BITS[run.charCodeAt(i)]!;
    if (digit === NOT_A_DIGIT) continue;
    const at = digits++ >> 1;
    bytes[at] = (bytes[at]! << 4) | digit;
    odd ||= digits % 2 === 0 && isControl(bytes[at]!);
  }
  // Forty and sixty-four digits are an address and a digest.
  if (odd || digits % 2 === 1 || digits === 40 || digits === 64) return undefined;
  return printable(bytes, digits >> 1);
}

const utf8 = new TextEncoder();

/** Percent escapes of one run, where `+` is a blank. `room` holds what is written: three bytes for each character. */
function fromPercent(run: string, room: Uint8Array): string | undefined {
  let size = 0;
  for (let i = 0; i < run.length; ) {
    const code = run.charCodeAt(i);
    const high = code === 37 ? hexDigit(run.charCodeAt(i + 1)) : NOT_A_DIGIT;
    const low = high === NOT_A_DIGIT ? NOT_A_DIGIT : hexDigit(run.charCodeAt(i + 2));
    if (low !== NOT_A_DIGIT) {
      room[size++] = (high << 4) | low;
      i += 3;
    } else if (code < 128) {
      room[size++] = code === 43 ? 32 : code;
      i++;
    } else {
      const char = String.fromCodePoint(run.codePointAt(i)!);
      const encoded = utf8.encode(char);
      room.set(encoded, size);
      size += encoded.length;
      i += char.length;
    }
  }
  return printable(room, size);
}

/** Value of a hex digit; of anything else, and past the end of a text (NaN), `NOT_A_DIGIT`. */
const hexDigit = (code: number): number => (code < 128 ? FOUR_BITS[code]! : NOT_A_DIGIT);

const ENTITIES: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: ' ',
  commat: '@',
  period: '.',
  colon: ':',
  lowbar: '_',
  dash: '-',
  hyphen: '-',
  equals: '=',
  sol: '/',
  num: '#',
  plus: '+',
  Tab: '\t',
  NewLine: '\n',
  comma: ',',
};

function fromEntity(run: string): string | undefined {
  const body = run.slice(1, -1);
  if (body[0] !== '#') return ENTITIES[body];
  const code = /^#x/i.test(body) ? Number.parseInt(body.slice(2), 16) : Number.parseInt(body.slice(1), 10);
  return code > 8 && code < 0x110000 && (code < 0xd800 || code > 0xdfff)
    ? String.fromCodePoint(code)
    : undefined;
}

const fromEscape = (run: string): string | undefined => {
  const hex = run.replace(/^\\(?:u\{?|x|U)/, '').replace(/\}$/, '');
  const code = Number.parseInt(hex, 16);
  return code > 8 && code < 0x110000 ? String.fromCodePoint(code) : undefined;
};

/** A word that is no part of a name: names hold hyphens, so `at-dot-at-dot` would be readable in too many ways. */
const apart = (words: string): string => String.raw`(?<![\w-])(?:${words})(?![\w-])`;
const DOT = String.raw`\s{0,2}[[({<]?\s?(?:${apart('dot|period|punto|ponto|punkt|point')}|\.)\s?[\])}>]?\s{0,2}`;
/**
 * `jane dot doe at acme dot com`, `jane[at]acme(dot)com`, `jane @ acme . com`: found by what stands between name and host,
 * which is rare, and read to both sides of it.
 */
const spelled = (at: string): RegExp => {
  const sign = String.raw`(?:${apart('at|arroba|arobase')}|${at}|\([aä]t?\))`;
  const name = String.raw`(?<name>(?<![a-z0-9._-])[a-z0-9._+-]{1,40}(?:${DOT}[a-z0-9_-]{1,40}){0,4}\s{0,2}[[({<]?\s?)`;
  const host = String.raw`\s?[\])}>]?\s{0,2}[a-z0-9-]{1,40}(?:${DOT}[a-z0-9-]{1,24}){1,4}(?![a-z0-9])`;
  return new RegExp(`(?=${sign})(?<=${name})${sign}${host}`, 'gi');
};
const SPELLED = spelled('@');
/** A mailbox as it is usually written is not spelled out, unless something stands about one of its dots. */
const SPELLED_AT = spelled('(?<![a-z0-9._+-])@|@(?![a-z0-9-])');
const DOTS_APART = /\b(?:dot|period|punto|ponto|punkt|point)\b|[\s[({<]\.|\.[\s\])}>]/i;

const SPELLED_DOT =
  /\b(?:dot|period|punto|ponto|punkt|point)\b|[[({<]\s?(?:\.|dot|at|@)|\([aä]t?\)|\barroba\b|\barobase\b|\s@|@\s/i;

function fromSpelled(run: string): string | undefined {
  // "the API at api.example.com" names a host; "jane.doe at acme.com" names a mailbox.
  if (!SPELLED_DOT.test(run) && !/^[a-z]{2,}[._][a-z]/i.test(run)) return undefined;
  const joined = run
    .replace(
      /\s*[[({<]?\s*(?:\bdot\b|\bperiod\b|\bpunto\b|\bponto\b|\bpunkt\b|\bpoint\b)\s*[\])}>]?\s*/gi,
      '.',
    )
    .replace(/\s*[[({<]?\s*(?:\bat\b|\barroba\b|\barobase\b|@|\([aä]t?\))\s*[\])}>]?\s*/gi, '@')
    .replace(/\s*\.\s*/g, '.');
  return joined === run || !/\.[a-z]{2,24}$/i.test(joined) ? undefined : joined;
}

/** `A K I A I O S F`, `2-1-9-0-9`, `p.a.s.s`: at least six single characters, each set apart by the same mark. */
const SPACED =
  /(?<![\p{L}\p{N}])[\p{L}\p{N}@_](?:[ \t][\p{L}\p{N}@_.:=!#$%&*+/-]){5,200}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[\p{L}\p{N}](?:([.*|_~-])[\p{L}\p{N}])(?:\1[\p{L}\p{N}]){4,200}(?![\p{L}\p{N}])|(?<![\p{L}\p{N}])[\p{L}\p{N}]{2}(?: [\p{L}\p{N}]{2}){6,100}(?: [\p{L}\p{N}])?(?![\p{L}\p{N}])/gu;

/** `SPACED` at one place, and where it is worth trying: after what is no letter, marks stand one or two places apart. */
const SPACED_HERE = new RegExp(SPACED.source, 'uy');
const APART = charset(' \t.*|_~-');
const isApart = (text: string, at: number): boolean => {
  // Whoever asks past the end of a text is slow from then on.
  const code = at < text.length ? text.charCodeAt(at) : 0;
  return code >= 128 || APART[code] === 1;
};
const WORD = charset(ALPHANUMERIC);
const FIRST_OF_SPACED = charset(`${ALPHANUMERIC}@_`);
/** Characters of two units: they shift the marks, and are tried wherever they stand. */
const WIDE = /[\ud800-\udfff]/g;

function spacedSegments(text: string): Segment[] {
  const found: Segment[] = [];
  const nextWide = nextOf(WIDE, text);
  const wide = nextWide(0) < text.length;
  for (let at = 0; at < text.length; at++) {
    const singles = isApart(text, at + 1) && isApart(text, at + 3);
    const pairs = isApart(text, at + 2) && isApart(text, at + 5);
    if (!singles && !pairs && !(wide && nextWide(at) < at + 5)) continue;
    const code = text.charCodeAt(at);
    if (code < 128 ? FIRST_OF_SPACED[code] !== 1 : code >= 0xdc00 && code <= 0xdfff) continue;
    if (at > 0 && WORD[text.charCodeAt(at - 1)] === 1) continue;
    SPACED_HERE.lastIndex = at;
    const run = SPACED_HERE.exec(text)?.[0];
    if (run === undefined) continue;
    const decoded = fromSpaced(run);
    if (decoded !== undefined && decoded !== run) found.push({ start: at, end: at + run.length, decoded });
    at += run.length - 1;
  }
  return found;
}

function fromSpaced(run: string): string | undefined {
  if (/^[\p{L}\p{N}]{2} /u.test(run))
    return /\d/.test(run) || run === run.toUpperCase() ? run.replace(/ /g, '') : undefined;
  const step = run[1]!;
  let joined = '';
  for (let i = 0; i < run.length; i += 2) joined += run[i];
  return step === ' ' || step === '\t' || run.length >= 11 ? joined : undefined;
}

const NUMBER_WORDS = ['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine'];

/** `four one five five five …`: at least seven digits in words. */
function fromNumberWords(run: string): string | undefined {
  const digits = run
    .toLowerCase()
    .replace(/\boh\b/g, 'zero')
    .replace(/\bdouble[ -]([a-z]+)/g, '$1 $1')
    .replace(/\btriple[ -]([a-z]+)/g, '$1 $1 $1')
    .match(/[a-z]+/g)!
    .map((word) => (word === 'hundred' ? '00' : NUMBER_WORDS.indexOf(word)))
    .join('');
  return digits.length >= 7 ? digits : undefined;
}

function spelledSegments(text: string): Segment[] {
  const found: Segment[] = [];
  let from = 0;
  for (const match of text.matchAll(DOTS_APART.test(text) ? SPELLED : SPELLED_AT)) {
    const start = match.index - match.groups!.name!.length;
    const end = match.index + match[0].length;
    if (start < from) continue;
    from = end;
    const decoded = fromSpelled(text.slice(start, end));
    if (decoded !== undefined) found.push({ start, end, decoded });
  }
  return found;
}

/** Names of members and variables: `nhs_number:` says what "nhs number" says. Read apart in texts that people write. */
const SNAKE_KEY = /(?<![A-Za-z0-9])[A-Za-z]{2,24}(?:_[A-Za-z0-9]{1,24}){1,5}(?=["']?\s?[:=])/g;
const MOST_WITH_KEYS = 4_096;
const holdsSnakeKey = ({ text }: Survey): boolean =>
  text.length <= MOST_WITH_KEYS && /[A-Za-z]_[A-Za-z0-9_]{1,60}["']?\s?[:=]/.test(text);

/** ROT13, which whoever used it usually names; the words for a password give it away, too. */
const SAID_ROT13 = /\brot-?13\b|cnffjbeq|cnffcuenfr|frperg_|ncv_xrl|cevingr xrl/i;
const IN_ROT13 = ['rot', 'cnff', 'frperg_', 'ncv_xrl', 'cevingr'];
const fromRot13 = (run: string): string =>
  run.replace(/[a-z]/gi, (letter) => {
    const base = letter < 'a' ? 65 : 97;
    return String.fromCharCode(((letter.charCodeAt(0) - base + 13) % 26) + base);
  });

/** White space, quotes and angle brackets: what ends an escaped stretch. */
const endsToken = (text: string, at: number): boolean => {
  const code = text.charCodeAt(at);
  if (code < 128)
    return (
      (code >= 9 && code <= 13) || code === 32 || code === 34 || code === 39 || code === 60 || code === 62
    );
  return /\s/.test(text[at]!);
};
const isHexDigit = (code: number): boolean => hexDigit(code) !== NOT_A_DIGIT;
const [BEFORE_PERCENT, AFTER_PERCENT] = [500, 2_000];

/** Words that hold `%` and two hex digits, whole: from at most 500 characters before the first to 2,000 after it. */
function percentSegments(text: string): Segment[] {
  const found: Segment[] = [];
  const room = new Uint8Array(3 * (BEFORE_PERCENT + 3 + AFTER_PERCENT));
  for (let at = text.indexOf('%'); at >= 0; ) {
    let start = at;
    while (start > 0 && !endsToken(text, start - 1)) start--;
    let end = at + 1;
    while (end < text.length && !endsToken(text, end)) end++;
    const escaped = isHexDigit(text.charCodeAt(at + 1)) && isHexDigit(text.charCodeAt(at + 2));
    if (escaped && at - start <= BEFORE_PERCENT) {
      const last = Math.min(end, at + 3 + AFTER_PERCENT);
      const run = text.slice(start, last);
      const decoded = fromPercent(run, room);
      if (decoded !== undefined && decoded !== run) found.push({ start, end: last, decoded });
    }
    at = text.indexOf('%', end);
  }
  return found;
}

const BASE64 = charset(`${ALPHANUMERIC}+/_-`);
const LONGEST_BASE64 = 40_000;

function base64Segments(text: string, seen: Survey): Segment[] {
  const found: Segment[] = [];
  const runs: Stretch[] = [];
  for (const [start, end] of seen.dense()) stretches(text, BASE64, 16, start, end, runs);
  if (runs.length === 0) return found;
  const room = new Uint8Array((text.length * 3) >> 2);
  for (const [start, bare] of runs) {
    let end = bare;
    while (text[end] === '=') end++;
    const next = text.charCodeAt(end);
    if (bare - start > LONGEST_BASE64 || end - bare > 2 || (end > bare && BASE64[next] === 1)) continue;
    const decoded = fromBase64(text, start, bare, room);
    if (decoded !== undefined && decoded !== text.slice(start, end)) found.push({ start, end, decoded });
  }
  return found;
}

/** Hex digits in one run, tried where a run is long enough. */
const HEX_RUN = /(?:0x)?[0-9a-f]{20,20000}(?![0-9a-z])/iy;
const hexPairs = bySegments(/(?<![0-9a-z])[0-9a-f]{2}(?:[ :][0-9a-f]{2}){9,400}(?![0-9a-z])/gi, fromHex);

function hexSegments(text: string, seen: Survey): Segment[] {
  const found = seen.pairs >= 10 ? hexPairs(text) : [];
  for (const start of seen.runStarts(20)) {
    HEX_RUN.lastIndex = start;
    const run = HEX_RUN.exec(text)?.[0];
    const decoded = run && fromHex(run);
    if (run && decoded !== undefined && decoded !== run)
      found.push({ start, end: start + run.length, decoded });
  }
  return found.sort((a, b) => a.start - b.start);
}

function decoder(
  id: string,
  segments: (text: string, seen: Survey) => Segment[],
  needs: (seen: Survey) => boolean,
): Decoder {
  return {
    id,
    inPlace: id === 'keys' || id === 'rot13',
    segments: (text, seen = survey(text)) => (needs(seen) ? segments(text, seen) : []),
  };
}

/** Whether a text holds a pattern; with `literals`, of which one is in each match, most texts are not searched for it. */
const holds = (pattern: RegExp, literals?: readonly string[]): ((seen: Survey) => boolean) => {
  const hints = literals && hintsOf(literals);
  return (seen) => (hints === undefined || seen.holdsAny(hints)) && pattern.test(seen.text);
};

/** A mailbox that is spelled out has a word or a blank about its `at` or its first dot. */
const SET_APART = /\b(?:at|arroba|arobase)\b|[[({<]\s?[aä]|\s@|@\s|\[\.\]|\(\.\)|\.\s/i;

/** Each with a cheap condition that decides whether it runs at all. */
export const decoders: readonly Decoder[] = [
  decoder('percent', percentSegments, holds(/%[0-9a-f]{2}/i, ['%'])),
  decoder(
    'entity',
    bySegments(/&(?:#\d{1,7}|#x[0-9a-f]{1,6}|[a-z]{2,8});/gi, fromEntity),
    holds(/&[#a-z]/i, ['&']),
  ),
  decoder(
    'escape',
    bySegments(/\\u\{[0-9a-f]{1,6}\}|\\u[0-9a-f]{4}|\\x[0-9a-f]{2}|\\U[0-9a-f]{8}/gi, fromEscape),
    holds(/\\[ux]/i, ['\\']),
  ),
  decoder('quoted', bySegments(/(?:=[0-9A-F]{2}){1,400}/g, fromHex), holds(QUOTED_PRINTABLE, ['='])),
  decoder('b64', base64Segments, () => true),
  decoder('hex', hexSegments, (seen) => seen.longestRun >= 20 || seen.pairs >= 10),
  decoder('spelled', spelledSegments, holds(SET_APART)),
  decoder('spaced', spacedSegments, (seen) => seen.singles >= 4 || seen.pairs >= 7),
  decoder(
    'digits',
    bySegments(
      /\b(?:(?:double|triple)[ -])?(?:zero|oh|one|two|three|four|five|six|seven|eight|nine)(?:[ ,.-]{1,2}(?:(?:double|triple)[ -])?(?:zero|oh|one|two|three|four|five|six|seven|eight|nine|hundred)){4,24}\b/gi,
      fromNumberWords,
    ),
    holds(
      /\b(?:one|two|three|four|five|six|seven|eight|nine|zero)[ ,.-]{1,2}(?:one|two|three|four|five|six|seven|eight|nine|zero|oh)\b/i,
      NUMBER_WORDS,
    ),
  ),
  decoder(
    'joined',
    bySegments(CONCATENATED, fromConcatenated),
    holds(/["'`]\s?\+\s?["'`]|\b(?:concat|join|format)\s?\(/),
  ),
  decoder(
    'keys',
    bySegments(SNAKE_KEY, (run) => run.replaceAll('_', ' ')),
    holdsSnakeKey,
  ),
  decoder('json', bySegments(/^[\s\S]+$/g, fromJson), isJson),
  decoder('turned', turnedSegments, saysReversed),
  decoder('rot13', bySegments(/[^\n]{8,2000}/g, fromRot13), holds(SAID_ROT13, IN_ROT13)),
  decoder('reversed', reversedSegments, (seen) => seen.holdsAny(IN_BACKWARDS)),
];
