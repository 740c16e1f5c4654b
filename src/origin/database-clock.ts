import { sql } from 'kysely';
import type { Store } from '../adapters/sql/store.ts';
import type { Clock } from '../ports.ts';

/** Nodes' clocks must agree within this (docs/architecture.md). */
const CLOCKS_MS = 5_000;

/** Whether the database's clock is ours. The middle of the question is compared, so that a slow answer is no other clock. */
export async function databaseClockWord(
  { dialect, db, run }: Pick<Store, 'run' | 'db' | 'dialect'>,
  clock: Clock,
): Promise<string> {
  if (dialect !== 'postgres') return 'ok';
  const before = clock.now();
  const query = sql<{ now: number }>`select extract(epoch from clock_timestamp()) * 1000 as now`;
  const [rows] = await run(query.compile(db));
  const doubt = (clock.now() - before) / 2;
  const apart = Math.abs(Number(rows![0]!.now) - (before + doubt));
  return apart - doubt > CLOCKS_MS ? 'clock_wrong' : 'ok';
}
