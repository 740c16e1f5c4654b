import { type Hit, REDACTED } from './scan.ts';

/** So many characters of a value in a row are a part of it that gives something away. */
const TELLING = 6;

/** Values that were found in a text, by what any part of them would be. */
export class Found {
  private readonly parts = new Set<string>();
  /** By the first characters, whether a part may begin so: most places of a text are told by them. */
  private readonly begins = new Uint8Array(BEGINNINGS);

  /** Remembers a value that was found in one reading of a text. */
  add(text: string, hits: readonly Hit[]): void {
    for (const { start, end } of hits) {
      const value = text.slice(start, end).toLowerCase();
      if (value.length < TELLING) {
        if (value.length >= SHORTEST) this.take(value, 0, value.length);
        continue;
      }
      for (let at = 0; at + TELLING <= value.length; at++) this.take(value, at, at + TELLING);
    }
  }

  private take(value: string, from: number, to: number): void {
    this.parts.add(value.slice(from, to));
    this.begins[beginning(value, from)] = 1;
  }

  /** Where parts of a value still stand in a text. */
  in(text: string): [start: number, end: number][] {
    // What redaction wrote is no part of a value, whatever words it is written with.
    const lower = text.replace(REDACTED, (token) => '\ue000'.repeat(token.length)).toLowerCase();
    const spans: [number, number][] = [];
    for (const size of this.sizes()) {
      for (let at = 0; at + size <= lower.length; at++) {
        if (this.begins[beginning(lower, at)] === 0 || !this.parts.has(lower.slice(at, at + size))) continue;
        if (size < TELLING && !standsAlone(lower, at, at + size)) continue;
        const last = spans.at(-1);
        if (last && at <= last[1]) last[1] = Math.max(last[1], at + size);
        else spans.push([at, at + size]);
      }
    }
    return spans.sort((a, b) => a[0] - b[0]);
  }

  private sizes(): number[] {
    return [...new Set([...this.parts].map((part) => part.length))];
  }
}

const BEGINNINGS = 1 << 12;
/** Every part has three characters. */
const beginning = (text: string, at: number): number =>
  (text.charCodeAt(at) * 961 + text.charCodeAt(at + 1) * 31 + text.charCodeAt(at + 2)) & (BEGINNINGS - 1);

/** Of shorter values, such as a PIN, the whole is looked for, and only where it is no part of something else. */
const SHORTEST = 3;
const WORDISH = /[\p{L}\p{N}]/u;
const standsAlone = (text: string, start: number, end: number): boolean =>
  !WORDISH.test(text[start - 1] ?? ' ') && !WORDISH.test(text[end] ?? ' ');

/** What ends a clause: a line, a semicolon, or a mark with a blank after it. */
const ENDS = /[\n;]|[.,!?](?=\s|$)/g;

/** A text without the clauses that still hold part of a value. */
export function withoutRemains(text: string, found: Found, withheld: string): string {
  const spans = found.in(text);
  if (spans.length === 0) return text;
  const ends = [...text.matchAll(ENDS)].map(({ index }) => index);
  const clauses = spans.map(([start, end]): [number, number] => [
    (ends.findLast((at) => at < start) ?? -1) + 1,
    ends.find((at) => at >= end) ?? text.length,
  ]);
  let out = '';
  let from = 0;
  for (const [start, end] of clauses) {
    if (end <= from) continue;
    const lead = start <= from ? '' : text.slice(from, start);
    out +=
      lead + (lead === '' && out !== '' ? '' : /^\s/.test(text.slice(start)) ? ` ${withheld}` : withheld);
    from = end;
  }
  return out + text.slice(from);
}
