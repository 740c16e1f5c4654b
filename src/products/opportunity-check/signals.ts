import { ageInDays } from '../../reading/time.ts';
import { type Evidence, evidenceOf, signalById, strongest } from './evidence.ts';
import { readStatement } from './statement.ts';
import { MACHINE_ALIASES } from './tables/aliases.ts';

export interface ParsedSignals {
  /** In table order, one per signal and state. */
  readonly evidence: readonly Evidence[];
  /** Cleaned text of the items that moved nothing, sorted, without repetitions. */
  readonly unparsed: readonly string[];
}

/**
 * Reads the signals of a request, each either in machine form or as an English statement.
 *
 * @param items as `readable` returns them; order and repetition do not matter
 * @param asOfDay `2026-11-21`: what ages are counted from
 */
export function readSignals(items: readonly string[], asOfDay: string): ParsedSignals {
  const texts = new Set(items);
  const evidence: Evidence[] = [];
  const unparsed: string[] = [];
  for (const text of texts) {
    const read = readMachine(text, asOfDay) ?? readStatement(text, asOfDay).evidence;
    if (read.length > 0) evidence.push(...read);
    else if (text !== '') unparsed.push(text);
  }
  return { evidence: strongest(evidence), unparsed: unparsed.sort() };
}

/** `challenge_valid_402`, `!openapi_published`, `~refund_path` (the seller says so), `^uptime_ok` (others do), `prior_paid_200@2026-11-02`. */
const MACHINE = /^([!~^]{0,2})([a-z][a-z0-9_]{2,39})(?:@([0-9]{4}-[0-9]{2}-[0-9]{2}))?$/;

/** Undefined: not machine form. Empty: machine form that says nothing usable. */
function readMachine(text: string, asOfDay: string): Evidence[] | undefined {
  const parts = MACHINE.exec(text);
  if (!parts) return undefined;
  const [, marks = '', name = '', date] = parts;
  const row = signalById.get(MACHINE_ALIASES[name] ?? name);
  if (!row) return name.includes('_') ? [] : undefined;
  const ageDays = date === undefined ? null : ageInDays(date, asOfDay);
  if (row.derived || ageDays === undefined) return [];
  const state = marks.includes('!') ? 'absent' : 'present';
  return [evidenceOf(row.id, state, sourceOf(marks), ageDays)];
}

function sourceOf(marks: string): Evidence['source'] {
  if (marks.includes('~')) return 'claimed';
  return marks.includes('^') ? 'reported' : 'observed';
}
