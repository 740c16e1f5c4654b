import type { Pattern } from './detectors/row.ts';
import { type Hints, hintsOf } from './literals.ts';
import { type Opening, openingOf } from './openings.ts';
import { bitsOf, type Survey } from './survey.ts';
import { beginningOf, mayBeginAt, type Tails } from './tails.ts';

/** Work of trying one row at one place. */
export const START_COST = 16;

/**
 * A row with what the engine needs to leave it out or to begin it in the right places. Rows have the members that they
 * need; plans have all, in one order, since each is asked about them for every text.
 */
export interface Plan<Row> {
  readonly row: Row;
  readonly minRun: number;
  readonly digits: number;
  readonly begins: Pattern['begins'];
  /** Numbers of digits that a match may begin with, and these digits, as bits; undefined for any. */
  readonly firstDigits: number | undefined;
  readonly firstDigit: number | undefined;
  readonly glance: Pattern['glance'];
  readonly opening: Opening | undefined;
  /** Of a row that says where its matches begin: what they begin with, read when it is first tried. */
  readonly beginning: () => Tails | undefined;
  /** 1 for characters that none stands after. */
  readonly barred: Uint8Array | undefined;
  readonly hints: Hints | undefined;
  readonly needs: RegExp | undefined;
  /** The pattern at one place only. */
  readonly sticky: RegExp;
  /** Whether a group marks the value. */
  readonly marked: boolean;
}

/** ASCII characters that a pattern says, at its beginning, may not stand before a match. */
function barredBefore({ source, flags }: RegExp): Uint8Array | undefined {
  const [, barred] = /^\(\?<!(\\[dws]|\[(?:\\.|[^\]\\])*\])\)/.exec(source) ?? [];
  if (barred === undefined) return undefined;
  const one = new RegExp(`^${barred}$`, flags.replace(/[gy]/g, ''));
  return Uint8Array.from({ length: 128 }, (_, code) => Number(one.test(String.fromCharCode(code))));
}

const isBarred = (barred: Uint8Array, text: string, at: number): boolean => {
  if (at === 0) return false;
  const code = text.charCodeAt(at - 1);
  return code < 128 && barred[code] === 1;
};

const planOf = <Row extends Pattern>(row: Row): Plan<Row> => ({
  row,
  minRun: row.minRun ?? 0,
  digits: row.digits ?? 0,
  begins: row.begins,
  firstDigits: row.firstDigits && bitsOf(row.firstDigits),
  firstDigit: row.firstDigit === undefined ? undefined : bitsOf([...row.firstDigit].map(Number)),
  glance: row.glance,
  opening: row.begins ? undefined : openingOf(row.pattern),
  beginning: () => row.begins && beginningOf(row.pattern).tails,
  barred: barredBefore(row.pattern),
  hints: row.hints && hintsOf(row.hints),
  needs: row.needs,
  sticky: new RegExp(row.pattern.source, row.pattern.flags.replace('g', 'y')),
  marked: row.pattern.source.includes('(?<v>'),
});

/** Rows in their order, with what the first questions about each are asked by: most rows are left out by these. */
export interface Plans<Row> {
  readonly all: readonly Plan<Row>[];
  readonly minRuns: Uint8Array;
  readonly digits: Uint8Array;
  /** -1 where a row has none. */
  readonly openings: Int16Array;
}
export function plansOf<Row extends Pattern>(rows: readonly Row[]): Plans<Row> {
  const all = rows.map(planOf);
  return {
    all,
    minRuns: Uint8Array.from(all, ({ minRun }) => minRun),
    digits: Uint8Array.from(all, ({ digits }) => digits),
    openings: Int16Array.from(all, ({ opening }) => opening ?? -1),
  };
}

/** The number of the first row from one on that a text can hold a match of; how many there are if there is none. */
export function possibleFrom(
  from: number,
  { all, minRuns, digits, openings }: Plans<Pattern>,
  seen: Survey,
): number {
  const { longestRun, longestChain } = seen;
  // Nothing else is read before the next row is found.
  const held = seen.openings();
  for (let i = from; i < openings.length; i++) {
    const opening = openings[i]!;
    if (opening >= 0 && held[opening] === 0) continue;
    if (minRuns[i]! > longestRun || digits[i]! > longestChain) continue;
    const { hints, needs } = all[i]!;
    if ((hints === undefined || seen.holdsAny(hints)) && (needs === undefined || needs.test(seen.text)))
      return i;
  }
  return all.length;
}

type Starts = Int32Array | readonly number[];

/** Where a row can begin in a text; undefined when that is not known, or nearly everywhere. */
export function startsOf(plan: Plan<Pattern>, seen: Survey): Starts | undefined {
  const { row, begins, opening } = plan;
  if (begins === 'run') return seen.runStarts(row.minRun!);
  if (begins === 'digits') return seen.digitStarts(row.digits!, plan.firstDigits, plan.firstDigit);
  if (begins === 'mailbox') return seen.mailboxStarts();
  if (begins) return begins(seen);
  return opening === undefined ? undefined : seen.startsOf(opening, seen.text.length / START_COST);
}

/** Whether a row can match at a place that it can begin at: looks that are cheaper than its pattern. */
export const mayStart = (
  { barred, glance }: Plan<Pattern>,
  beginning: Tails | undefined,
  text: string,
  at: number,
): boolean =>
  (barred === undefined || !isBarred(barred, text, at)) &&
  (beginning === undefined || mayBeginAt(text, at, beginning)) &&
  (glance === undefined || glance(text, at));
