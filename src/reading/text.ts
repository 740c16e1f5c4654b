/**
 * One reading of a text: compatibility forms folded (NFKC), invisible characters removed, lower case, single spaces.
 * Two texts that look alike to a reader become the same text here, so they cannot score differently.
 */
export function cleanText(text: string): string {
  return cut(text.normalize('NFKC'), text.length * MAX_GROWTH)
    .replace(INVISIBLE, '')
    .replace(BREAKS, ' ')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Some characters stand for whole phrases (U+FDFA for eighteen letters): a text may not grow beyond this factor. */
const MAX_GROWTH = 2;

/** Cuts without leaving half of a surrogate pair. */
const cut = (text: string, length: number): string => text.slice(0, length).replace(/[\ud800-\udbff]$/, '');

/** Format characters (zero width, direction, tags), variation selectors, fillers that draw nothing. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const BREAKS = /\p{Cc}/gu;

/** Cleaned text with typographic quotes and dashes as the ASCII ones: what all readers but that of hosts read. */
export const readable = (text: string): string =>
  cleanText(text)
    .replace(/[‘’‛ʼ]/gu, "'")
    .replace(/[‐‑‒–—―−]/gu, '-');
