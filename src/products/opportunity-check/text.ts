/**
 * One reading of a text: compatibility forms folded (NFKC), invisible characters removed, lower case, single spaces.
 * Two texts that look alike to a reader become the same text here, so they cannot score differently.
 */
export function cleanText(text: string): string {
  return text
    .normalize('NFKC')
    .replace(INVISIBLE, '')
    .replace(BREAKS, ' ')
    .toLowerCase()
    .normalize('NFKC')
    .replace(/\s+/gu, ' ')
    .trim();
}

/** Format characters (zero width, direction, tags), variation selectors, fillers that draw nothing. */
const INVISIBLE = /\p{Cf}|\p{Variation_Selector}|\u034f|\u115f|\u1160|\u17b4|\u17b5|\u3164|\uffa0/gu;
const BREAKS = /\p{Cc}/gu;

/** Typographic quotes and dashes as the ASCII ones, so that `doesn’t` and `pay–to` read as typed. */
export const asciiPunctuation = (text: string): string =>
  text.replace(/[‘’‛ʼ]/gu, "'").replace(/[‐‑‒–—―−]/gu, '-');
