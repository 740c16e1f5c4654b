/** What a text is read by: its words and pairs of neighbouring words, in one form for learning and for asking. */

const LONG = /(?<![A-Za-z0-9+/=_-])[A-Za-z0-9+/=_-]{60,}/g;
const ADDRESS = /0x[0-9a-f…]+/gi;
const ESCAPED = /(?<!\\)\\+[nrt]/g;
/** What every challenge says, whatever went wrong. */
const TERMS = /(accepts|paymentRequirements)["'\\]* ?: ?\[\s*\{[^\]]{0,3000}/g;
const VERSION = /x402_?Version["'\\\\]* ?[:=] ?["']?\d/gi;
const CAMEL = /([a-z0-9])(?=[A-Z])|([A-Z])(?=[A-Z][a-z])/g;
const WORD = /[a-z]+|\d+/g;
/** Numbers that mean something: status codes, versions, error codes of protocols. */
const TELLING_NUMBER = /^(?:[1-5]\d\d|\d|3\d{4}|4001)$/;
const FRAME =
  /^\s*(?:at .{0,200}[:(]|File ".*", line|\d+: +0x|\.\.\. \d+ more|goroutine \d+|\[?\d{4}-\d\d-\d\dT?[\d:. ]*\]?$)/;

/** What is longer is a log: its beginning is read, and more of its end, where the last error stands. */
const MAX_CHARS = 2_600;
const HEAD = MAX_CHARS / 4;

const stem = (word: string): string => (word.length > 4 ? word.replace(/(?:ing|ed|es|s)$/, '') : word);

const normal = (text: string): string =>
  text
    .replace(LONG, (value) => (/[a-z]_[a-z]/.test(value) ? value : ' '))
    .replace(ADDRESS, ' zhex ')
    .replace(TERMS, '$1')
    .replace(VERSION, ' ')
    .replace(CAMEL, '$& ')
    .toLowerCase();

const isNumber = (word: string): boolean => word.charCodeAt(0) < 58;

function wordsOf(text: string): string[] {
  const words: string[] = [];
  for (const word of normal(text).match(WORD) ?? [])
    if (!isNumber(word) || TELLING_NUMBER.test(word)) words.push(stem(word));
  return words;
}

/** Without frames of a stack. */
function told(text: string): string {
  const lines = text.replace(ESCAPED, '\n').split('\n');
  const meant = lines.filter((line) => !FRAME.test(line));
  const all = (meant.length > 0 ? meant : lines).join('\n');
  return all.length <= MAX_CHARS ? all : `${all.slice(0, HEAD)}\n${all.slice(HEAD - MAX_CHARS)}`;
}

/** Words of a text, in their order. */
export const wordsTold = (text: string): readonly string[] => wordsOf(told(text));

/** Its words and neighbours, each once. */
export function featuresOf(text: string): ReadonlySet<string> {
  const features = new Set<string>();
  let before = '';
  for (const word of wordsTold(text)) {
    features.add(word);
    if (before !== '') features.add(`${before} ${word}`);
    before = word;
  }
  return features;
}
