import { decoders } from './decode.ts';
import type { Token } from './detectors/row.ts';
import { fold, MAX_TEXT, normalise } from './normalise.ts';
import { scanText, scanViews } from './scan.ts';
import { newWork } from './work.ts';

const token = (name: Token): string => `[redacted:${name}]`;
const ROUNDS = 4;
/** Stands for what cannot be cleaned part by part. */
export const WITHHELD = token('text');

/** True when no view of a text holds anything sensitive. */
export function isClean(text: string): boolean {
  const work = newWork();
  const found = scanViews(normalise(text, work), work);
  return found.length === 0 && !work.overrun;
}

function replaceHits(text: string): string {
  const hits = scanText(text, newWork());
  let out = '';
  let from = 0;
  for (const hit of hits) {
    if (hit.start < from) continue;
    out += text.slice(from, hit.start) + token(hit.token);
    from = hit.end;
  }
  return out + text.slice(from);
}

/** Replaces each encoded stretch that would decode to something sensitive, alone or where it stands. */
function replaceEncoded(text: string): string {
  let current = text;
  for (const decoder of decoders) {
    const whole = decoder.read(current);
    if (whole === undefined || isClean(whole)) continue;
    for (const segment of decoder.segments(current).reverse()) {
      const inPlace = current.slice(0, segment.start) + segment.decoded + current.slice(segment.end);
      if (isClean(segment.decoded) && isClean(inPlace)) continue;
      current = current.slice(0, segment.start) + token('encoded') + current.slice(segment.end);
    }
  }
  return current;
}

/**
 * A text without its sensitive parts: each becomes `[redacted:<kind>]`, whatever its length. Clean text comes back as it
 * is; so does redacted text (idempotent). What cannot be cleaned part by part is replaced whole.
 */
export function redact(text: string): string {
  if (isClean(text)) return text;
  if (text.length > MAX_TEXT) return WITHHELD;
  let current = fold(text);
  for (let round = 0; round < ROUNDS; round++) {
    current = replaceEncoded(replaceHits(current));
    if (isClean(current)) return current;
  }
  return WITHHELD;
}

export interface Shown {
  readonly text: string;
  /** The tokens made it longer than the limit, so that its end was left out. */
  readonly shortened: boolean;
}

/** `redact`, within a limit in code points, which the tokens may exceed. Idempotent too: cut, then cleaned again. */
export function redactWithin(text: string, limit: number): Shown {
  let current = text;
  let shortened = false;
  for (let round = 0; round < ROUNDS; round++) {
    const cleaned = redact(current);
    const bounded = cutAt(cleaned, limit);
    shortened ||= bounded !== cleaned;
    if (bounded === current) return { text: current, shortened };
    current = bounded;
  }
  return redact(current) === current ? { text: current, shortened } : { text: WITHHELD, shortened };
}

/** The first code points, but no part of a token. */
export function cutAt(text: string, limit: number): string {
  if (text.length <= limit) return text;
  const points = [...text];
  return points.length <= limit
    ? text
    : points
        .slice(0, limit)
        .join('')
        .replace(/\[redacted:[a-z_]*$/, '');
}
