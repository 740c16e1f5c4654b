/**
 * The pieces of a text: words, numbers, prices and the marks that end a clause. What is ASCII is read by one look at each
 * character; a pattern, which says the same, reads what is not.
 */
const ANY_PIECE =
  /[$€£]?\d[\d.,]*\d(?![\p{L}\p{N}_])|[\p{L}\p{N}$€£%][\p{L}\p{N}\p{M}'’_$€£%]*|[.,;:?!()\n—–]/uy;

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
function kindAt(text: string, at: number): number {
  if (at >= text.length) return OTHER;
  const code = text.charCodeAt(at);
  return code < 128 ? KINDS[code]! : OTHER;
}

/** What a piece is made of: one mark, ASCII letters alone, anything of ASCII, or anything. */
export const PIECE = { mark: 0, letters: 1, mixed: 2, far: 3 } as const;
type Of = (typeof PIECE)[keyof typeof PIECE];

/** Shows each piece. */
export function eachPiece(text: string, visit: Visit): void {
  for (let at = 0; at < text.length; ) {
    const kind = kindAt(text, at);
    if (isFar(text, at)) {
      at = visitFar(text, at, visit);
      continue;
    }
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
    if (isFar(text, at)) at = visitFar(text, start, visit);
    else visit(start, at, letters ? PIECE.letters : PIECE.mixed);
  }
}

type Visit = (start: number, end: number, of: Of) => void;
const isFar = (text: string, at: number): boolean => at < text.length && text.charCodeAt(at) >= 128;

/** Shows the piece that begins at a place, if one does; where it ends. */
function visitFar(text: string, start: number, visit: Visit): number {
  ANY_PIECE.lastIndex = start;
  if (!ANY_PIECE.test(text)) return start + (text.codePointAt(start)! > 0xffff ? 2 : 1);
  const end = ANY_PIECE.lastIndex;
  visit(start, end, PIECE.far);
  return end;
}

/** Where a number of two digits and more ends that begins here, with points and commas in it; 0 if there is none. */
function numberEnd(text: string, start: number): number {
  if (kindAt(text, start) !== DIGIT) return 0;
  let end = start + 1;
  for (; end < text.length; end++) {
    const code = text.charCodeAt(end);
    if (code !== COMMA && code !== DOT && kindAt(text, end) !== DIGIT) break;
  }
  for (; end > start + 1; end--) if (kindAt(text, end - 1) === DIGIT && !isWordish(text, end)) return end;
  return 0;
}

const isWordish = (text: string, at: number): boolean => {
  const kind = kindAt(text, at);
  return kind === LETTER || kind === DIGIT || (kind === INNER && text.charCodeAt(at) === UNDERSCORE);
};
