import { CONSTANTS, GROUPS, SIGNALS, type SignalRow } from './tables/index.ts';

/** One piece of evidence as the model weighs it. */
export interface Evidence {
  readonly row: SignalRow;
  readonly state: 'present' | 'absent';
  readonly source: 'observed' | 'claimed' | 'derived';
  readonly ageDays: number | null;
  /** 0 to 1: what is left of the weight after source and age. */
  readonly reliability: number;
}

export const signalById: ReadonlyMap<string, SignalRow> = new Map(SIGNALS.map((row) => [row.id, row]));
const halfLifeOf = new Map(GROUPS.map((row) => [row.id, row.halfLifeDays]));

/** Weight left after source and age. Evidence of at most `C_FRESH_DAYS` counts as current. */
function reliabilityOf(row: SignalRow, source: Evidence['source'], ageDays: number | null): number {
  const bySource = source === 'claimed' ? CONSTANTS.claimReliability.value : 1;
  const halfLife = halfLifeOf.get(row.group) ?? null;
  if (halfLife === null || ageDays === null || ageDays <= CONSTANTS.freshDays.value) return bySource;
  return bySource * 0.5 ** (ageDays / halfLife);
}

/** Evidence of a signal by its id. Throws on an id that is not in the table. */
export function evidenceOf(
  signal: string,
  state: Evidence['state'] = 'present',
  source: Evidence['source'] = 'observed',
  ageDays: number | null = null,
): Evidence {
  const row = signalById.get(signal);
  if (!row) throw new RangeError(`evidenceOf(): no such signal: ${signal}`);
  return { row, state, source, ageDays, reliability: reliabilityOf(row, source, ageDays) };
}

/** Log-odds this piece of evidence is worth by itself; 0 when its absence says nothing. */
export const weightOf = ({ row, state, reliability }: Evidence): number =>
  (state === 'present' ? row.present : (row.absent ?? 0)) * reliability;

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
  if (a.reliability !== b.reliability) return a.reliability > b.reliability;
  if (a.ageDays !== b.ageDays) return (a.ageDays ?? -1) < (b.ageDays ?? -1);
  // Any fixed order will do here, so that the order of statements does not show.
  return a.source > b.source;
}

const position = new Map(SIGNALS.map((row, i) => [row.id, i]));

function byTable(a: Evidence, b: Evidence): number {
  const rows = position.get(a.row.id)! - position.get(b.row.id)!;
  if (rows !== 0) return rows;
  return a.state === b.state ? 0 : a.state === 'present' ? -1 : 1;
}
