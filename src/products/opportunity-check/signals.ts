import { ageInDays } from '../../reading/time.ts';
import { type Evidence, signalById, signalEvidence, strongest } from './evidence.ts';
import { readStatement, type StatementReading } from './statement.ts';
import { MACHINE_ALIASES } from './tables/aliases.ts';

/** How one item was read: a statement, or an id in machine form. */
export interface SignalReading {
  readonly evidence: readonly Evidence[];
  /** Why it moved nothing; null: it was read. */
  readonly unread: StatementReading['unread'] | 'id';
  /** Words of it that nobody here knows. */
  readonly unknown: readonly string[];
  /** What a call costs now where it says that the price rose, in dollars. */
  readonly risenTo?: number | null;
  readonly mayBeBad?: boolean;
}

export interface ParsedSignals {
  /** In table order, one per signal and state. */
  readonly evidence: readonly Evidence[];
  /** Cleaned text of the items that moved nothing, sorted, without repetitions. */
  readonly unparsed: readonly string[];
  /** The highest price that any item says the price has risen to, in dollars; null: none says one. */
  readonly risenTo: number | null;
  /** Is there an item that moves nothing and may be bad news? */
  readonly mayBeBad: boolean;
  /** Each item as it was read, in the order given. */
  readonly readings: readonly SignalReading[];
}

/**
 * Reads the signals of a request, each either in machine form or as an English statement.
 *
 * @param items as `readable` returns them; order and repetition do not matter
 * @param asOfDay `2026-11-21`: what ages are counted from
 */
export function readSignals(items: readonly string[], asOfDay: string): ParsedSignals {
  const byText = new Map(
    [...new Set(items)].map((text) => [text, readMachine(text, asOfDay) ?? inWords(text, asOfDay)]),
  );
  const none = [...byText].filter(([text, { evidence }]) => evidence.length === 0 && text !== '');
  const prices = [...byText.values()].flatMap(({ risenTo }) => risenTo ?? []);
  return {
    evidence: strongest([...byText.values()].flatMap(({ evidence }) => evidence)),
    unparsed: none.map(([text]) => text).sort(),
    risenTo: prices.length === 0 ? null : Math.max(...prices),
    mayBeBad: [...byText.values()].some((one) => one.mayBeBad === true),
    readings: items.map((text) => byText.get(text)!),
  };
}

function inWords(text: string, asOfDay: string): SignalReading {
  const { evidence, unread, unknown, risenTo, mayBeBad } = readStatement(text, asOfDay);
  return {
    evidence: strongest(evidence),
    unread,
    risenTo: risenTo ?? null,
    mayBeBad: mayBeBad ?? false,
    unknown: unknown.map(({ from, to }) => text.slice(from, to)),
  };
}

/** `challenge_valid_402`, `!openapi_published`, `~refund_path` (the seller says so), `^uptime_ok` (others do), `prior_paid_200@2026-11-02`. */
const MACHINE = /^([!~^]{0,2})([a-z][a-z0-9_]{2,39})(?:@([0-9]{4}-[0-9]{2}-[0-9]{2}))?$/;

/** Undefined: not machine form. */
function readMachine(text: string, asOfDay: string): SignalReading | undefined {
  const parts = MACHINE.exec(text);
  if (!parts) return undefined;
  const [, marks = '', name = '', date] = parts;
  const row = signalById.get(MACHINE_ALIASES[name] ?? name);
  if (!row) return name.includes('_') ? nothing('id') : undefined;
  const ageDays = date === undefined ? null : ageInDays(date, asOfDay);
  if (row.derived) return nothing('id');
  if (ageDays === undefined) return nothing('date');
  const state = marks.includes('!') ? 'absent' : 'present';
  return { evidence: [signalEvidence(row.id, state, sourceOf(marks), ageDays)], unread: null, unknown: [] };
}

const nothing = (unread: SignalReading['unread']): SignalReading => ({ evidence: [], unread, unknown: [] });

function sourceOf(marks: string): Evidence['source'] {
  if (marks.includes('~')) return 'claimed';
  return marks.includes('^') ? 'reported' : 'observed';
}
