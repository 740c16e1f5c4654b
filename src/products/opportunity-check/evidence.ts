import { CONSTANTS, SIGNAL_GROUPS, SIGNALS, type SignalRow } from './tables/index.ts';

/** One piece of evidence as the model weighs it. */
export interface Evidence {
  readonly row: SignalRow;
  readonly state: 'present' | 'absent';
  readonly source: 'observed' | 'reported' | 'claimed' | 'derived';
  readonly ageDays: number | null;
  /** Paid calls that the statement counts; null: it counts none. */
  readonly calls: number | null;
  /** Were most of these calls paid for and not answered? */
  readonly mostlyLost: boolean;
  /** 0 to 1: what is left of the weight after source and age. */
  readonly reliability: number;
}

export const signalById: ReadonlyMap<string, SignalRow> = new Map(SIGNALS.map((row) => [row.id, row]));
const halfLifeOf = new Map(SIGNAL_GROUPS.map((row) => [row.id, row.halfLifeDays]));

/** Weight left after source and age. Evidence of at most `C_FRESH_DAYS` counts as current. */
function reliabilityOf(row: SignalRow, source: Evidence['source'], ageDays: number | null): number {
  const bySource = sourceReliability(row, source);
  const halfLife = halfLifeOf.get(row.group) ?? null;
  if (halfLife === null || ageDays === null || ageDays <= CONSTANTS.freshDays.value) return bySource;
  return bySource * 0.5 ** (ageDays / halfLife);
}

function sourceReliability(row: SignalRow, source: Evidence['source']): number {
  if (source === 'claimed') return CONSTANTS.claimReliability.value;
  // What is by its nature a report loses nothing by being one.
  return source === 'reported' && !row.hearsay ? CONSTANTS.reportReliability.value : 1;
}

/** Evidence of a signal by its id. Throws on an id that is not in the table. */
export function signalEvidence(
  signal: string,
  state: Evidence['state'] = 'present',
  source: Evidence['source'] = 'observed',
  ageDays: number | null = null,
  calls: number | null = null,
  mostlyLost = false,
): Evidence {
  const row = signalById.get(signal);
  if (!row) throw new RangeError(`evidenceOf(): no such signal: ${signal}`);
  return { row, state, source, ageDays, calls, mostlyLost, reliability: reliabilityOf(row, source, ageDays) };
}

/** Log-odds this piece of evidence is worth by itself; 0 when its absence says nothing. */
export const weightOf = ({ row, state, reliability, calls }: Evidence): number =>
  (state === 'present' ? row.present : (row.absent ?? 0)) * reliability * sizeOf(calls);

/** Many calls that ended alike weigh more than one: a tenth for each doubling, up to a limit. */
export const sizeOf = (calls: number | null): number =>
  calls === null || calls < 2
    ? 1
    : Math.min(CONSTANTS.countCap.value, 1 + CONSTANTS.countGain.value * Math.log2(calls));

/** A statement repeated, claimed besides observed, or dated twice counts once, at its strongest. */
export function strongest(evidence: readonly Evidence[]): Evidence[] {
  const best = new Map<string, Evidence>();
  for (const next of evidence) {
    const key = `${next.row.id} ${next.state}`;
    const held = best.get(key);
    if (!held || outweighs(next, held)) best.set(key, next);
  }
  return [...best.values()].sort(byTable);
}

function outweighs(a: Evidence, b: Evidence): boolean {
  const [heavy, held] = [Math.abs(weightOf(a)), Math.abs(weightOf(b))];
  if (heavy !== held) return heavy > held;
  if (a.reliability !== b.reliability) return a.reliability > b.reliability;
  if (a.ageDays !== b.ageDays) return (a.ageDays ?? -1) < (b.ageDays ?? -1);
  if (a.calls !== b.calls) return (a.calls ?? 0) > (b.calls ?? 0);
  // Any fixed order will do here, so that the order of statements does not show.
  return a.source > b.source;
}

const position = new Map(SIGNALS.map((row, i) => [row.id, i]));

function byTable(a: Evidence, b: Evidence): number {
  const rows = position.get(a.row.id)! - position.get(b.row.id)!;
  if (rows !== 0) return rows;
  return a.state === b.state ? 0 : a.state === 'present' ? -1 : 1;
}
