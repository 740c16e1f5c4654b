import { firstRows, rows, spanDetectors } from './detectors/index.ts';
import type { Detector, MatchContext, Pattern, RedactionToken, Severity } from './detectors/row.ts';
import { allowedShapes } from './detectors/shapes.ts';
import type { Reading, TextView } from './normalise.ts';
import { mayStart, type Plan, type Plans, plansOf, possibleFrom, START_COST, startsOf } from './plans.ts';
import { MASK, type Survey, survey } from './survey.ts';
import { countIn } from './windows.ts';
import { spend, type Work } from './work.ts';

/** One sensitive stretch of one view. Positions stay inside the engine. */
export interface Hit {
  readonly kind: string;
  readonly severity: Severity;
  readonly token: RedactionToken;
  readonly start: number;
  readonly end: number;
}

/** What was found in texts that were searched already. */
export type KnownHits = Map<string, readonly Hit[]>;

export interface Counted {
  readonly kind: string;
  readonly severity: Severity;
  readonly via: string;
  readonly count: number;
}

/** When a search ends: at so many findings, or at so many of high severity. */
interface Enough {
  readonly all: number;
  readonly grave: number;
}
const EVERYTHING: Enough = { all: Number.POSITIVE_INFINITY, grave: Number.POSITIVE_INFINITY };
const ANYTHING: Enough = { ...EVERYTHING, all: 1 };
/** For a verdict: a text with so many grave findings is stopped, whatever else it holds. */
export const SATURATED = 64;
const VERDICT: Enough = { ...EVERYTHING, grave: SATURATED };

/** Work of a search, however short the text: each row is asked whether it can begin in it. */
const SEARCH_COST = 3_000;
/** Work of judging one match: reading it, what stands around it, its check digits. */
const MATCH_COST = 128;

/** What redaction wrote: exactly our tokens, so that nothing can hide in one of a caller's making. */
export const REDACTED =
  /\[redacted:(?:secret|password|wallet|seed_phrase|private_key|payment|card|bank_account|government_id|medical|email|phone|ip|date_of_birth|address|location|name|device|opaque|encoded|text)\]/g;

const MASKS = /\ue000/g;

/** Same length, no letters: positions hold, and no row reads anything into it. */
const mask = (text: string): string => {
  const typed = text.includes(MASK) ? text.replace(MASKS, ' ') : text;
  return typed.includes('[redacted:') ? typed.replace(REDACTED, (token) => MASK.repeat(token.length)) : typed;
};

/** A value that redaction left little of is no finding. */
const isMasked = (value: string): boolean => value.includes(MASK) && value.replace(MASKS, '').length < 6;

const planAll = () => ({
  first: plansOf(firstRows),
  shapes: plansOf(allowedShapes),
  every: plansOf(rows),
});
let planned: ReturnType<typeof planAll> | undefined;
/** Worked out for the first text: a command that scans none starts without them. */
const plans = () => (planned ??= planAll());

/** How rows are tried. `everywhere` leaves nothing out: slow, and what the quick way is tested against. */
export type Search = 'where_possible' | 'everywhere';

type Visit = (value: string, start: number) => boolean | undefined;

/**
 * Every match of a row in order, tried only where the survey leaves room for one. `visit` tells whether it took the
 * match, and undefined when it has seen enough. A row that begins at a run or at digits is tried again inside a match
 * that was not taken: a card number may follow a phone number.
 */
function eachMatch(plan: Plan<Pattern>, seen: Survey, work: Work, search: Search, visit: Visit): void {
  const { text } = seen;
  const { row, begins, sticky, marked } = plan;
  const again = begins === 'run' || begins === 'digits';
  const starts = search === 'where_possible' ? startsOf(plan, seen) : undefined;
  if (starts) {
    if (starts.length === 0 || !spend(work, starts.length * START_COST)) return;
    let from = 0;
    for (let i = 0, beginning = plan.beginning(); i < starts.length; i++) {
      const start = starts[i]!;
      if (start < from || !mayStart(plan, beginning, text, start)) continue;
      sticky.lastIndex = start;
      // A question makes nothing that has to be collected, as an answer does.
      const match = marked ? sticky.exec(text) : undefined;
      if (marked ? !match : !sticky.test(text)) continue;
      const end = match ? start + match[0].length : sticky.lastIndex;
      if (!spend(work, MATCH_COST)) return;
      const took = match ? visitValue(match, visit) : visit(text.slice(start, end), start);
      if (took === undefined) return;
      if (took || !again) from = Math.max(start + 1, end);
    }
    return;
  }
  if (!spend(work, text.length)) return;
  const { pattern } = row;
  pattern.lastIndex = 0;
  for (let match = pattern.exec(text); match; match = pattern.exec(text)) {
    if (!spend(work, MATCH_COST)) return;
    const took = visitValue(match, visit);
    if (took === undefined) return;
    pattern.lastIndex =
      !took && again ? match.index + 1 : Math.max(match.index + 1, match.index + match[0].length);
  }
}

/** Shows the part of a match that is the value. */
function visitValue(match: RegExpExecArray, visit: Visit): boolean | undefined {
  const value = match.groups?.v ?? match[0];
  return visit(value, match.index + match[0].lastIndexOf(value));
}

class TextContext implements MatchContext {
  readonly text: string;
  private readonly seen: Survey;
  constructor(seen: Survey) {
    this.text = seen.text;
    this.seen = seen;
  }
  before(index: number, span = 32): string {
    return this.seen.lower().slice(Math.max(0, index - span), index);
  }
  after(end: number, span = 32): string {
    return this.seen.lower().slice(end, end + span);
  }
}

/** One for all texts, as one is searched at a time: arrays of this size cost more to make than to clear. */
let room = new Uint8Array(1_024);

/** Which characters of a text a row has taken. */
class Taken {
  readonly marks: Uint8Array;
  constructor(length: number) {
    if (length > room.length) room = new Uint8Array(2 * length);
    else room.fill(0, 0, length);
    this.marks = room;
  }
  /** Takes a stretch of which nothing was taken; false otherwise. */
  take(start: number, end: number): boolean {
    if (this.any(start, end)) return false;
    this.marks.fill(1, start, end);
    return true;
  }
  any(start: number, end: number): boolean {
    for (let i = start; i < end; i++) if (this.marks[i] === 1) return true;
    return false;
  }
  release(start: number, end: number): void {
    this.marks.fill(0, start, end);
  }
}

/** Every sensitive stretch of a text as it stands, without decoding, in order of position and without overlaps. */
export function scanText(
  raw: string,
  work: Work,
  search: Search = 'where_possible',
  surveyed?: Survey,
): Hit[] {
  return inOrder(hitsOf(raw, work, search, surveyed, EVERYTHING));
}

const inOrder = (hits: Hit[]): Hit[] => hits.sort((a, b) => a.start - b.start);

/** Hits in the order of the rows, until there are enough. */
function hitsOf(
  raw: string,
  work: Work,
  search: Search,
  surveyed: Survey | undefined,
  enough: Enough,
): Hit[] {
  const text = mask(raw);
  if (!spend(work, SEARCH_COST + text.length)) return [];
  const seen = surveyed?.text === text ? surveyed : survey(text);
  const context = new TextContext(seen);
  let hits: Hit[] = [];
  const taken = new Taken(text.length);
  let grave = 0;
  const isEnough = (): boolean => hits.length >= enough.all || grave >= enough.grave;
  const claim = (row: Pick<Detector, 'id' | 'severity' | 'token'>, start: number, end: number): boolean => {
    if (end <= start || work.overrun || !taken.take(start, end)) return false;
    spend(work, end - start);
    hits.push({ kind: row.id, severity: row.severity, token: row.token, start, end });
    if (row.severity === 'high') grave++;
    return true;
  };
  const next = (from: number, list: Plans<Pattern>): number =>
    search === 'where_possible' ? possibleFrom(from, list, seen) : from;
  const run = (plan: Plan<Detector>): void => {
    const { row } = plan;
    eachMatch(plan, seen, work, search, (value, start) => {
      if (isMasked(value)) return false;
      if (row.accept && !row.accept(value, context, start, start + value.length)) return false;
      claim(row, start, start + value.length);
      return isEnough() ? undefined : true;
    });
  };
  const { first, shapes, every } = plans();
  for (let i = next(0, first); i < first.all.length; i = next(i + 1, first)) {
    run(first.all[i]!);
    if (isEnough()) return hits;
  }
  for (let i = next(0, shapes); i < shapes.all.length; i = next(i + 1, shapes)) {
    const plan = shapes.all[i]!;
    eachMatch(plan, seen, work, search, (value, start) => {
      const end = start + value.length;
      if (plan.row.accept && !plan.row.accept(value, context, start, end)) return false;
      taken.take(start, end);
      return true;
    });
  }
  for (let i = next(0, every); i < every.all.length; i = next(i + 1, every)) {
    run(every.all[i]!);
    if (isEnough()) return hits;
  }
  for (const detector of spanDetectors) {
    if (isEnough() || !spend(work, text.length)) break;
    for (const [start, end] of detector.find(context, work, search === 'where_possible' ? seen : undefined)) {
      const absorbs = detector.absorbs && taken.any(start, end);
      const inside = absorbs ? hits.filter((hit) => hit.start >= start && hit.end <= end) : [];
      for (const hit of inside) taken.release(hit.start, hit.end);
      const isClaimed = claim(detector, start, end);
      // Every hit is looked at only where there is something to take out: a text may hold thousands.
      if (inside.length === 0) continue;
      if (isClaimed) hits = hits.filter((hit) => !inside.includes(hit));
      else for (const hit of inside) taken.take(hit.start, hit.end);
    }
  }
  return hits;
}

/** The views of a reading, none decoded before the plain one was looked at: often it decides. */
function* viewsOf(reading: Reading): Iterable<TextView> {
  yield reading.first;
  yield* reading.views.slice(1);
}

interface Sum {
  readonly severity: Severity;
  readonly count: number;
}

/** Adds the hits of the whole text: a decoded view may show only the parts that changed. */
function sumOf(
  hits: readonly Hit[],
  { made }: TextView,
  known: KnownHits,
  sums: ReadonlyMap<TextView, ReadonlyMap<string, Sum>>,
): ReadonlyMap<string, Sum> {
  const all = new Map<string, Sum>(made && sums.get(made.of));
  if (made)
    for (const [kind, count] of countIn(known.get(made.of.text) ?? [], made.windows)) {
      const before = all.get(kind)!;
      all.set(kind, { ...before, count: before.count - count });
    }
  for (const { kind, severity } of hits) all.set(kind, { severity, count: (all.get(kind)?.count ?? 0) + 1 });
  return all;
}

/**
 * Kinds found over all views of a reading. A decoded view reports only what the plain one did not show; where a view
 * holds a great deal of high severity, the search ends: what else there is could change nothing.
 */
export function scanViews(
  reading: Reading,
  work: Work,
  search: Search = 'where_possible',
  known: KnownHits = new Map(),
): Counted[] {
  const enough = search === 'where_possible' ? VERDICT : EVERYTHING;
  const reported = new Map<string, number>();
  const sums = new Map<TextView, ReadonlyMap<string, Sum>>();
  const out: Counted[] = [];
  for (const view of viewsOf(reading)) {
    const hits = known.get(view.text) ?? inOrder(hitsOf(view.text, work, search, view.seen, enough));
    known.set(view.text, hits);
    const sum = sumOf(hits, view, known, sums);
    sums.set(view, sum);
    for (const [kind, { severity, count }] of sum) {
      const known = reported.get(kind) ?? 0;
      if (count <= known) continue;
      reported.set(kind, count);
      out.push({ kind, severity, via: view.via, count: count - known });
    }
    const grave = out.reduce((sum, found) => sum + (found.severity === 'high' ? found.count : 0), 0);
    if (work.overrun || grave >= enough.grave) break;
  }
  return out;
}

/**
 * Whether any view of a reading holds anything: the search ends at the first finding. `bare` are texts that are known to
 * hold nothing as they stand; what is found to be one is added.
 */
export function holdsAnything(reading: Reading, work: Work, bare: Set<string> = new Set()): boolean {
  for (const view of viewsOf(reading)) {
    if (bare.has(view.text)) continue;
    if (hitsOf(view.text, work, 'where_possible', view.seen, ANYTHING).length > 0) return true;
    if (!work.overrun) bare.add(view.text);
  }
  return false;
}

/** A text with blanks in place of what is sensitive in it as it stands. */
export function withoutHits(text: string, work: Work, known?: KnownHits): string {
  let out = '';
  let from = 0;
  for (const { start, end } of known?.get(text) ?? scanText(text, work)) {
    out += `${text.slice(from, start)} `;
    from = end;
  }
  return out + text.slice(from);
}
