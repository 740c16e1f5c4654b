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
  /** Of a row that says where its matches begin: what they begin with. */
  readonly beginning: Tails | undefined;
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

export const planOf = <Row extends Pattern>(row: Row): Plan<Row> => ({
  row,
  minRun: row.minRun ?? 0,
  digits: row.digits ?? 0,
  begins: row.begins,
  firstDigits: row.firstDigits && bitsOf(row.firstDigits),
  firstDigit: row.firstDigit === undefined ? undefined : bitsOf([...row.firstDigit].map(Number)),
  glance: row.glance,
  opening: row.begins ? undefined : openingOf(row.pattern),
  beginning: row.begins && beginningOf(row.pattern),
  barred: barredBefore(row.pattern),
  hints: row.hints && hintsOf(row.hints),
  needs: row.needs,
  sticky: new RegExp(row.pattern.source, row.pattern.flags.replace('g', 'y')),
  marked: row.pattern.source.includes('(?<v>'),
});

/** Whether a text can hold a match of a row. The cheapest questions first: most rows are left out by the first two. */
export const isPossible = ({ minRun, digits, opening, hints, needs }: Plan<Pattern>, seen: Survey): boolean =>
  seen.longestRun >= minRun &&
  seen.longestChain >= digits &&
  (opening === undefined || seen.opensWith(opening)) &&
  (hints === undefined || seen.holdsAny(hints)) &&
  (needs === undefined || needs.test(seen.text));

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
export const mayStart = ({ barred, beginning, glance }: Plan<Pattern>, text: string, at: number): boolean =>
  (barred === undefined || !isBarred(barred, text, at)) &&
  (beginning === undefined || mayBeginAt(text, at, beginning)) &&
  (glance === undefined || glance(text, at));
