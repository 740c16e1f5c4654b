import { ALPHANUMERIC, charset, type Survey } from '../survey.ts';

/**
 * Where a row can begin, in order; undefined where it may begin anywhere. Each of these is told by something rare that a
 * match must hold further on, such as a number after a street: the beginning alone would be almost every word.
 */
export type Places = (seen: Survey) => readonly number[] | undefined;

const BLANKS = ' \t\n\v\f\r';
const WORD = charset(ALPHANUMERIC);
const WORDISH = charset(`${ALPHANUMERIC}_`);
const LETTER = charset(ALPHANUMERIC.replace(/\d/g, ''));
const NAME = charset(`${ALPHANUMERIC}_.-`);
const MARKS = /[#!$^&*~]/g;
const OPENING = charset(`${BLANKS}"'\`(`);
/** What ends a value: blanks, quotes, brackets and the marks of a list. */
const ENDING = charset(`${BLANKS}"'\`,;()<>`);
/** Between a street and its number: `, `, `nr. `, `n° `. */
const BEFORE_NUMBER = charset(' ,.nNoOrR');

const FAR_BLANK = /\s/;
/** Whether a table holds the character at a place; `far` answers for those outside ASCII. */
const holds = (held: Uint8Array, text: string, at: number, far: (character: string) => boolean): boolean => {
  const code = text.charCodeAt(at);
  return code < 128 ? held[code] === 1 : at >= 0 && at < text.length && far(text[at]!);
};
const always = (): boolean => true;
const never = (): boolean => false;
const isFarBlank = (character: string): boolean => FAR_BLANK.test(character);
const isSign = (character: string): boolean => character === '°' || character === 'º';

const LONGEST_GAP = 8;
const LONGEST_STREET = 40;

/** Words right before a number, and the parts of hyphenated ones: `Hauptstraße 12`, `Karl-Marx-Allee, Nr. 3`. */
export const wordsBeforeNumbers: Places = (seen) => {
  const { text } = seen;
  const found: number[] = [];
  const isLetter = (at: number): boolean => holds(LETTER, text, at, always);
  for (const number of seen.digitStarts(1)) {
    let end = number;
    while (number - end < LONGEST_GAP && holds(BEFORE_NUMBER, text, end - 1, isSign)) end--;
    let start = end;
    while (end - start < LONGEST_STREET && (isLetter(start - 1) || text[start - 1] === '-')) start--;
    for (let at = start; at < end; at++)
      if (isLetter(at) && !(at > 0 && text.charCodeAt(at - 1) < 128 && holds(WORD, text, at - 1, always)))
        found.push(at);
  }
  return found;
};

const SHORTEST_VALUE = 6;
const LONGEST_VALUE = 64;

/** Values of six characters and more that hold a digit, from a blank, a quote or a bracket on. */
export const valuesWithDigits: Places = (seen) => {
  const { text } = seen;
  const found: number[] = [];
  const isEnd = (at: number): boolean => at < 0 || at >= text.length || holds(ENDING, text, at, isFarBlank);
  for (const digit of seen.digitStarts(1)) {
    let start = digit;
    while (digit - start < LONGEST_VALUE && !isEnd(start - 1)) start--;
    if (start === found.at(-1) || (start > 0 && !holds(OPENING, text, start - 1, isFarBlank))) continue;
    let end = digit + 1;
    while (end - start < SHORTEST_VALUE && !isEnd(end)) end++;
    if (end - start >= SHORTEST_VALUE) found.push(start);
  }
  return found;
};

/** Where a word of ASCII can begin that is followed by a mark, such as the scheme before `://`. */
const wordsBefore =
  (marks: RegExp, held: Uint8Array, longest: number): Places =>
  ({ text }) => {
    const found: number[] = [];
    for (const { index } of text.matchAll(marks))
      for (let at = index - 1; at >= index - longest && holds(held, text, at, never); at--)
        if (LETTER[text.charCodeAt(at)] === 1 && WORDISH[text.charCodeAt(at - 1)] !== 1) found.push(at);
    return found.sort((a, b) => a - b);
  };

/** Schemes of addresses in which an `@` follows. */
export const schemesBeforeAt = wordsBefore(
  /:\/\/(?=[^\s/?#"'<>@:]{0,80}:[^\s/?#"'<>@]{1,200}@)/g,
  charset(`${ALPHANUMERIC}+.-`),
  21,
);
/** Names of mailboxes that are spelled out: `jane at acme com`. */
export const namesBeforeAt = wordsBefore(/ (?:at|@) /gi, charset(`${ALPHANUMERIC}_.+-`), 31);

const LONGEST_NAME = 41;
const BEFORE_NAME = charset(`${BLANKS}"'\`([{>:,`);

/** Names of two characters and more that are followed by one of the marks of passwords. */
export const namesBeforeMarks: Places = ({ text }) => {
  const found: number[] = [];
  MARKS.lastIndex = 0;
  while (MARKS.test(text)) {
    const mark = MARKS.lastIndex - 1;
    let start = mark;
    while (mark - start < LONGEST_NAME && NAME[text.charCodeAt(start - 1)] === 1) start--;
    if (mark - start < 2) continue;
    if (start === 0 || holds(BEFORE_NAME, text, start - 1, isFarBlank)) found.push(start);
  }
  return found;
};

const HEX = charset('0123456789abcdefABCDEF');
const MOST_HEX = 4;

/** One to four hex digits right before a colon, and no hex digit, colon or dot before them: where an IPv6 address begins. */
export const hexBeforeColons: Places = ({ text }) => {
  const found: number[] = [];
  for (let colon = text.indexOf(':'); colon >= 0; colon = text.indexOf(':', colon + 1)) {
    let start = colon;
    while (colon - start <= MOST_HEX && HEX[text.charCodeAt(start - 1)] === 1) start--;
    const before = text[start - 1];
    if (start < colon && colon - start <= MOST_HEX && before !== ':' && before !== '.') found.push(start);
  }
  return found;
};

/** Digits of a key in groups: seven of four, three of eight or fifteen of two after a first that `0x` may lengthen. */
const FEWEST_IN_SERIES = 24;

/** Anywhere in a text with a long enough series of equal groups; nowhere in others. */
export const groupsInSeries: Places = ({ series }) => (series >= FEWEST_IN_SERIES ? undefined : []);
