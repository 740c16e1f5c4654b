import { firstRows, rows, spanDetectors } from './detectors/index.ts';
import type { Context, Detector, Severity, Token } from './detectors/row.ts';
import { allowedShapes } from './detectors/shapes.ts';
import type { Reading } from './normalise.ts';
import type { Work } from './work.ts';
import { spend } from './work.ts';

/** One sensitive stretch of one view. Positions stay inside the engine. */
export interface Hit {
  readonly kind: string;
  readonly severity: Severity;
  readonly token: Token;
  readonly start: number;
  readonly end: number;
}

export interface Counted {
  readonly kind: string;
  readonly severity: Severity;
  readonly via: string;
  readonly count: number;
}

/** What redaction wrote: exactly our tokens, so that nothing can hide in one of a caller's making. */
export const REDACTED =
  /\[redacted:(?:secret|password|wallet|seed_phrase|private_key|payment|card|bank_account|government_id|medical|email|phone|ip|date_of_birth|address|location|name|device|opaque|encoded|text)\]/g;

/** Stands for redacted text while scanning. Private use, so nobody types it; what a caller has of it becomes blanks. */
const MASK = '\ue000';
const MASKS = /\ue000/g;

/** Same length, no letters: positions hold, and no row reads anything into it. */
const mask = (text: string): string => {
  const typed = text.includes(MASK) ? text.replace(MASKS, ' ') : text;
  return typed.includes('[redacted:') ? typed.replace(REDACTED, (token) => MASK.repeat(token.length)) : typed;
};

/** A value that redaction left little of is no finding. */
const isMasked = (value: string): boolean => value.includes(MASK) && value.replace(MASKS, '').length < 6;

const TRIGRAM_BITS = 1 << 15;
const trigram = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (TRIGRAM_BITS - 1);

/** What one pass over a text tells about it: enough to leave most rows untried. */
interface Survey {
  readonly holds: (hint: string) => boolean;
  /** Length of the longest run of ASCII letters and digits. */
  readonly longestRun: number;
}

const isAlphanumeric = (code: number): boolean => (code >= 48 && code <= 57) || (code >= 97 && code <= 122);

function survey(lower: string): Survey {
  const seen = new Uint8Array(TRIGRAM_BITS >> 3);
  let run = 0;
  let longestRun = 0;
  for (let i = 0; i < lower.length; i++) {
    run = isAlphanumeric(lower.charCodeAt(i)) ? run + 1 : 0;
    if (run > longestRun) longestRun = run;
    if (i + 2 >= lower.length) continue;
    const at = trigram(lower, i);
    seen[at >> 3] = seen[at >> 3]! | (1 << (at & 7));
  }
  const holds = (hint: string): boolean => {
    if (hint.length < 3) return lower.includes(hint);
    const at = trigram(hint, 0);
    return ((seen[at >> 3]! >> (at & 7)) & 1) === 1 && lower.includes(hint);
  };
  return { holds, longestRun };
}

class TextContext implements Context {
  readonly text: string;
  constructor(text: string) {
    this.text = text;
  }
  before(index: number, span = 32): string {
    return this.text.slice(Math.max(0, index - span), index).toLowerCase();
  }
  after(end: number, span = 32): string {
    return this.text.slice(end, end + span).toLowerCase();
  }
}

/** Every sensitive stretch of a text as it stands, without decoding, in order of position and without overlaps. */
export function scanText(raw: string, work: Work): Hit[] {
  const text = mask(raw);
  const { holds, longestRun } = survey(text.toLowerCase());
  const context = new TextContext(text);
  const hits: Hit[] = [];
  const taken: [number, number][] = [];
  const free = (start: number, end: number): boolean => {
    if (!spend(work, taken.length + 1)) return false;
    return taken.every(([from, to]) => end <= from || start >= to);
  };
  const claim = (row: Pick<Detector, 'id' | 'severity' | 'token'>, start: number, end: number): void => {
    if (end <= start || !free(start, end)) return;
    taken.push([start, end]);
    hits.push({ kind: row.id, severity: row.severity, token: row.token, start, end });
  };
  const run = (row: Detector): void => {
    if (row.minRun !== undefined && longestRun < row.minRun) return;
    if (row.hints && !row.hints.some(holds)) return;
    if (!spend(work, text.length)) return;
    for (const match of text.matchAll(row.pattern)) {
      const value = match.groups?.v ?? match[0];
      if (isMasked(value)) continue;
      const start = match.index + match[0].lastIndexOf(value);
      if (row.accept && !row.accept(value, context, start, start + value.length)) continue;
      claim(row, start, start + value.length);
    }
  };
  for (const row of firstRows) run(row);
  for (const shape of allowedShapes) {
    if (!spend(work, text.length)) break;
    for (const match of text.matchAll(shape.pattern)) {
      const end = match.index + match[0].length;
      if (shape.accept && !shape.accept(match[0], context, match.index, end)) continue;
      if (free(match.index, end)) taken.push([match.index, end]);
    }
  }
  for (const row of rows) run(row);
  for (const detector of spanDetectors) {
    if (!spend(work, text.length)) break;
    for (const [start, end] of detector.find(context)) claim(detector, start, end);
  }
  return hits.sort((a, b) => a.start - b.start);
}

/** Kinds found over all views of a reading. A decoded view reports only what the plain one did not show. */
export function scanViews(reading: Reading, work: Work): Counted[] {
  const reported = new Map<string, number>();
  const out: Counted[] = [];
  for (const view of reading.views) {
    const counts = new Map<string, Hit[]>();
    for (const hit of scanText(view.text, work)) counts.set(hit.kind, [...(counts.get(hit.kind) ?? []), hit]);
    for (const [kind, hits] of counts) {
      const known = reported.get(kind) ?? 0;
      if (hits.length <= known) continue;
      reported.set(kind, hits.length);
      out.push({ kind, severity: hits[0]!.severity, via: view.via, count: hits.length - known });
    }
    if (work.overrun) break;
  }
  return out;
}
