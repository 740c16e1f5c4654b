import { readFileSync, writeFileSync } from 'node:fs';
import type { Excuse } from './checks.ts';
import { ALL_POINTS, CORE_POINTS, type FaultPoint } from './faults.ts';
import { type RunOptions, type RunResult, simulate } from './run.ts';

/** Many runs, and what they found. */

export interface CampaignOptions extends Omit<RunOptions, 'seed' | 'point' | 'trace'> {
  readonly from: number;
  readonly seeds: number;
  /** Each seed is run once for each of these; `undefined` is a run without a focus. */
  readonly points: readonly (FaultPoint | undefined)[];
  /** Ends the campaign after so many runs with violations. */
  readonly stopAfter?: number | undefined;
}

/** What one run adds to a campaign: all of it can cross from one thread to another. */
export interface Campaign {
  runs: number;
  sold: number;
  readonly fired: Map<FaultPoint, number>;
  readonly excused: Map<Excuse, number>;
  readonly failures: RunResult[];
  /** Invariant → runs in which it was the first to break. */
  readonly broken: Map<string, number>;
}

export const nothingYet = (): Campaign => ({
  runs: 0,
  sold: 0,
  fired: new Map(ALL_POINTS.map((point) => [point, 0])),
  excused: new Map(),
  failures: [],
  broken: new Map(),
});

export async function campaign({
  from,
  seeds,
  points,
  stopAfter = Number.POSITIVE_INFINITY,
  ...run
}: CampaignOptions): Promise<Campaign> {
  const total = nothingYet();
  for (let seed = from; seed < from + seeds; seed++) {
    for (const point of points) {
      const result = await simulate({ ...run, seed, point });
      total.runs++;
      total.sold += result.sold;
      sum(total.fired, result.fired);
      sum(total.excused, result.excused);
      const [first] = result.violations;
      if (first) {
        total.failures.push(result);
        total.broken.set(first.invariant, (total.broken.get(first.invariant) ?? 0) + 1);
      }
      if (total.failures.length >= stopAfter) return total;
    }
    // A run never waits for anything real: without this, timers and messages of the thread would wait for all of them.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return total;
}

/** Adds what another part of the same campaign found. */
export function add(total: Campaign, part: Campaign): void {
  total.runs += part.runs;
  total.sold += part.sold;
  sum(total.fired, part.fired);
  sum(total.excused, part.excused);
  sum(total.broken, part.broken);
  total.failures.push(...part.failures);
}

function sum<K>(into: Map<K, number>, from: ReadonlyMap<K, number>): void {
  for (const [key, count] of from) into.set(key, (into.get(key) ?? 0) + count);
}

/** Core points that never struck: a campaign with any of these has not tested what it says. */
export const silentPoints = ({ fired }: Campaign): FaultPoint[] =>
  CORE_POINTS.filter((point) => fired.get(point) === 0);

/** A run that once failed, kept for ever. */
export interface SavedSeed {
  readonly seed: number;
  /** Null: a run without a focus. */
  readonly point: FaultPoint | null;
  readonly broke: string;
}

const SEEDS = new URL('./seeds.json', import.meta.url);

export const savedSeeds = (): SavedSeed[] => JSON.parse(readFileSync(SEEDS, 'utf8')) as SavedSeed[];

/** Adds runs that failed; at most three of a kind, so that one defect does not fill the file. */
export function saveSeeds(failures: readonly RunResult[]): number {
  const saved = savedSeeds();
  const before = saved.length;
  const kinds = new Map<string, number>();
  for (const { seed, point = null, violations } of failures) {
    const broke = violations[0]!.invariant;
    const count = kinds.get(broke) ?? 0;
    if (count >= 3 || saved.some((each) => each.seed === seed && each.point === point)) continue;
    kinds.set(broke, count + 1);
    saved.push({ seed, point, broke });
  }
  if (saved.length > before) writeFileSync(SEEDS, `${JSON.stringify(saved, null, 2)}\n`);
  return saved.length - before;
}
