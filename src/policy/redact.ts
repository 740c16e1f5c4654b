import { decoders } from './decode.ts';
import type { RedactionToken } from './detectors/row.ts';
import { fold, MAX_TEXT, normalise } from './normalise.ts';
import { Found, withoutRemains } from './remains.ts';
import { type Hit, holdsAnything, type KnownHits, SATURATED, scanText } from './scan.ts';
import { survey } from './survey.ts';
import { decodedIn } from './windows.ts';
import { newWork, type Work } from './work.ts';

const token = (name: RedactionToken): string => `[redacted:${name}]`;
const ROUNDS = 4;
/** Encoded stretches of one kind that are taken out one by one. */
const MOST_ASKED_ABOUT = 6;
/** Stands for what cannot be cleaned part by part. */
export const WITHHELD = token('text');

/**
 * Answers about texts that cleaning asks for again and again: each is searched once. It lives as long as one cleaning, so
 * that nothing of a caller is kept. All searches spend from one allowance: a text of many encoded stretches is searched
 * anew for each. When it is gone nothing is clean any more, so what is left is withheld.
 */
export class Searched {
  /** Texts of which no decoding holds anything either. */
  private readonly clean = new Map<string, boolean>();
  /** Texts that hold nothing as they stand. */
  private readonly bare = new Set<string>();
  private readonly found = new Map<string, readonly Hit[]>();
  private readonly cleaned = new Map<string, string>();
  readonly work: Work;
  private readonly searched: KnownHits;

  /** `searched`: what was found already; where that is too much for a verdict, the rest of it was not looked for. */
  constructor(work: Work = newWork(), searched: KnownHits = new Map()) {
    this.work = work;
    this.searched = searched;
  }

  /** True when no view of a text holds anything sensitive. The search ends at the first finding. */
  isClean(text: string): boolean {
    const known = this.clean.get(text);
    if (known !== undefined) return known;
    const { work } = this;
    const clean = !work.overrun && !holdsAnything(normalise(text, work), work, this.bare) && !work.overrun;
    this.clean.set(text, clean);
    return clean;
  }

  /** Every sensitive stretch of a text as it stands. */
  hits(text: string): readonly Hit[] {
    const known = this.found.get(text);
    if (known) return known;
    const { work } = this;
    const before = this.searched.get(text);
    const hits = before && before.length < SATURATED ? before : scanText(text, work);
    if (hits.length === 0 && !work.overrun) this.bare.add(text);
    this.found.set(text, hits);
    return hits;
  }

  /** A text as it is shown: the same text of several fields is cleaned once. */
  shown(text: string, clean: (text: string) => string): string {
    const known = this.cleaned.get(text);
    if (known !== undefined) return known;
    const made = clean(text);
    this.cleaned.set(text, made);
    return made;
  }

  /** Remembers what another search has found about a text. */
  learn(text: string, clean: boolean): this {
    this.clean.set(text, clean);
    return this;
  }
}

/** True when no view of a text holds anything sensitive. */
export const isClean = (text: string): boolean => new Searched().isClean(text);

/** Puts tokens in place of what was found. */
function cutOut(text: string, hits: readonly Hit[]): string {
  let out = '';
  let from = 0;
  for (const hit of hits) {
    if (hit.start < from) continue;
    out += text.slice(from, hit.start) + token(hit.token);
    from = hit.end;
  }
  return out + text.slice(from);
}

/** Again while it finds something: a phone number is read as one only when the card number behind it is gone. */
function replaceHits(text: string, searched: Searched, found: Found): string {
  let current = text;
  for (let round = 0; round < ROUNDS; round++) {
    const hits = searched.hits(current);
    if (hits.length === 0) break;
    found.add(current, hits);
    current = cutOut(current, hits);
  }
  return current;
}

/**
 * Replaces each encoded stretch that would decode to something sensitive, alone or where it stands. Where only a label is
 * read in another way ("us_passport_number"), it is the value that goes.
 */
function replaceEncoded(text: string, searched: Searched, found: Found): string {
  let current = text;
  let seen = survey(text);
  for (const decoder of decoders) {
    if (searched.work.overrun) break;
    const segments = decoder.segments(current, seen);
    if (segments.length === 0) continue;
    const whole = decodedIn(current, segments, [[0, current.length]]);
    if (searched.isClean(whole)) continue;
    const hits = searched.hits(whole);
    found.add(whole, hits);
    if (decoder.inPlace && hits.length > 0) {
      current = cutOut(current, hits);
      seen = survey(current);
      continue;
    }
    let cut = 0;
    for (const segment of segments.reverse()) {
      const inPlace = current.slice(0, segment.start) + segment.decoded + current.slice(segment.end);
      // Where so many give something away, the others are taken to.
      if (cut < MOST_ASKED_ABOUT && searched.isClean(segment.decoded) && searched.isClean(inPlace)) continue;
      cut++;
      current = current.slice(0, segment.start) + token('encoded') + current.slice(segment.end);
    }
    if (current !== seen.text) seen = survey(current);
  }
  return current;
}

/** Every value in every reading of a text. */
export function foundIn(text: string, searched: Searched, found: Found = new Found()): Found {
  for (const { text: view } of normalise(text, searched.work).views) found.add(view, searched.hits(view));
  return found;
}

/**
 * A text without its sensitive parts: each becomes `[redacted:<kind>]`, whatever its length. Clean text comes back as it
 * is; so does redacted text (idempotent). No six characters of a value that was found in any reading stay: a clause that
 * still holds such a part is withheld, and what cannot be cleaned part by part is replaced whole.
 */
export function redact(text: string, searched: Searched = new Searched()): string {
  if (searched.isClean(text)) return text;
  return text.length > MAX_TEXT ? WITHHELD : searched.shown(text, () => cleaned(text, searched));
}

function cleaned(text: string, searched: Searched): string {
  let current = fold(text);
  const found = foundIn(current, searched);
  for (let round = 0; round < ROUNDS && !searched.work.overrun; round++) {
    const cut = replaceEncoded(replaceHits(current, searched, found), searched, found);
    current = withoutRemains(cut, found, WITHHELD);
    if (searched.isClean(current) && found.in(current).length === 0) return withoutRest(current);
  }
  return WITHHELD;
}

/** Who lives at an address that was taken out. */
const RESIDENT = /\p{Lu}[\p{L}'’-]+(?: \p{Lu}[\p{L}'’.-]*){1,3}(?=,?\s{1,2}\[redacted:address\])/gu;
/** Its postcode and town. */
const TOWN =
  /(?<=\[redacted:address\])(?:,?\s{1,2}(?:[A-Z]{1,2}-)?\d{4,6}(?: [A-Z]{2})?(?: \p{Lu}[\p{L}'’-]*){1,3}|,(?: \p{Lu}[\p{L}'’-]+){1,2}(?:,(?: \p{Lu}[\p{L}'’-]+){1,2}){0,2}(?: \d{4,6})?)(?![\p{L}\d])/gu;
/** What a patient takes, and how it goes: to the end of the clause. */
const TREATMENT =
  /(?<=\[redacted:medical\])(?=[^.,;:\n[\]]{0,60}\b(?:needs?|takes?|on|uses?|treated|prescribed)\b)[^.,;:\n[\]]{1,80}/g;

/** What no detector knows by itself, but the value beside it gives away. */
const withoutRest = (text: string): string =>
  text
    .replace(RESIDENT, token('name'))
    .replace(TOWN, '')
    .replace(TREATMENT, ' ' + token('text'));

export interface Shown {
  readonly text: string;
  /** The tokens made it longer than the limit, so that its end was left out. */
  readonly shortened: boolean;
}

/** `redact`, within a limit in code points, which the tokens may exceed. Idempotent too: cut, then cleaned again. */
export function redactWithin(text: string, limit: number, searched: Searched = new Searched()): Shown {
  let current = text;
  let shortened = false;
  for (let round = 0; round < ROUNDS; round++) {
    const cleaned = redact(current, searched);
    const bounded = cutAt(cleaned, limit);
    shortened ||= bounded !== cleaned;
    if (bounded === current) return { text: current, shortened };
    current = bounded;
  }
  return redact(current, searched) === current ? { text: current, shortened } : { text: WITHHELD, shortened };
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
