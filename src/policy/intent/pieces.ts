/**
 * The pieces of a text in ASCII: words, numbers, prices and the marks that end a clause. It reads what the pattern for
 * other texts reads (tokens.ts), by one look at each character.
 */

const OTHER = 0;
const LETTER = 1;
const DIGIT = 2;
const DOLLAR = 3;
const PERCENT = 4;
/** Within a word, but not at its beginning. */
const INNER = 5;
const MARK = 6;
const KINDS = new Uint8Array(128).fill(OTHER);
for (let code = 0; code < 128; code++) {
  const char = String.fromCharCode(code);
  if (/[A-Za-z]/.test(char)) KINDS[code] = LETTER;
  else if (/\d/.test(char)) KINDS[code] = DIGIT;
  else if (/[_']/.test(char)) KINDS[code] = INNER;
  else if (/[.,;:?!()\n]/.test(char)) KINDS[code] = MARK;
}
KINDS[36] = DOLLAR;
KINDS[37] = PERCENT;
const [COMMA, DOT, UNDERSCORE] = [44, 46, 95];
/** Past the end of a text, too. */
const kindAt = (text: string, at: number): number => (at < text.length ? KINDS[text.charCodeAt(at)]! : OTHER);

/** What a piece is made of: one mark, letters alone, or anything else. */
export const PIECE = { mark: 0, letters: 1, mixed: 2 } as const;
type Of = (typeof PIECE)[keyof typeof PIECE];

/** Shows each piece. */
export function eachPiece(text: string, visit: (start: number, end: number, of: Of) => void): void {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (kind === MARK) {
      visit(at, ++at, PIECE.mark);
      continue;
    }
    if (kind === OTHER || kind === INNER) {
      at++;
      continue;
    }
    const start = at;
    const number = kind === DIGIT ? numberEnd(text, at) : kind === DOLLAR ? numberEnd(text, at + 1) : 0;
    if (number > 0) at = number;
    else at++;
    let letters = kind === LETTER;
    if (number === 0)
      for (let next = kindAt(text, at); next !== OTHER && next !== MARK; next = kindAt(text, ++at))
        if (next !== LETTER) letters = false;
    visit(start, at, letters ? PIECE.letters : PIECE.mixed);
  }
}

/** Where a number of two digits and more ends that begins here, with points and commas in it; 0 if there is none. */
function numberEnd(text: string, start: number): number {
  if (kindAt(text, start) !== DIGIT) return 0;
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (KINDS[code] !== DIGIT && code !== COMMA && code !== DOT) break;
  }
  for (; end > start + 1; end--)
    if (kindAt(text, end - 1) === DIGIT && !isWordish(text, end)) return end;
  return 0;
}

const isWordish = (text: string, at: number): boolean => {
  const kind = kindAt(text, at);
  return kind === LETTER || kind === DIGIT || (kind === INNER && text.charCodeAt(at) === UNDERSCORE);
};
