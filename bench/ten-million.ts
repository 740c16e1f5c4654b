/**
 * Whether a long journal makes anything slower: the service on an empty journal and on one of so many rows, in
 * interleaved rounds. Run: `node bench/ten-million.ts [rows] [rounds]` (10 million rows take 9 GB and some minutes).
 * Exits 1 when an unpaid call, a paid one or a redelivery costs more than a tenth more CPU time.
 */
import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../src/adapters/sql/migrations.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import { CONNECTIONS, paid, unpaid } from './rounds.ts';
import { fill } from './rows.ts';
import { open, type Subject } from './subjects.ts';

const ROWS = Number(process.argv[2] ?? 10_000_000);
const ROUNDS = Number(process.argv[3] ?? 5);
const SECONDS = 3;
const CALLS = 200;
const MOST = 1.1;

async function longJournal(folder: string): Promise<void> {
  const path = join(folder, 'journal.sqlite');
  const store = await openStore({ path }, () => process.exit(1));
  await migrate(store, 1);
  const from = performance.now();
  const journalled = { booked: ROWS - 1_200, delivered: 1_000, settled: 200, settling: 0 };
  await fill((text) => store.run(sql.raw(text).compile(store.db)), 'sqlite', journalled);
  await store.close();
  const took = ((performance.now() - from) / 1_000).toFixed(0);
  console.error(`${ROWS} rows in ${took} s, ${(statSync(path).size / 1e9).toFixed(2)} GB`);
}

const median = (values: number[]): number => values.sort((a, b) => a - b)[values.length >> 1]!;

const root = mkdtempSync(join(tmpdir(), 'assay-long-'));
const subjects: [string, Subject][] = [];
try {
  for (const name of ['empty', 'long']) {
    const folder = mkdtempSync(join(root, name));
    if (name === 'long') await longJournal(folder);
    subjects.push([name, await open('assay', {}, folder)]);
  }
  const kinds = ['unpaid call', 'paid call', 'redelivery'] as const;
  type Figures = Record<(typeof kinds)[number], { perSecond: number; cpuMicros: number }>;
  const rounds: Record<string, Figures>[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const round: Record<string, Figures> = {};
    for (const [name, subject] of i % 2 ? subjects.toReversed() : subjects) {
      const sold = await paid(subject, CALLS, CONNECTIONS);
      round[name] = {
        'unpaid call': await unpaid(subject, SECONDS),
        'paid call': sold.paid,
        redelivery: sold.again,
      };
    }
    // The first one warms up.
    if (i > 0) rounds.push(round);
  }
  const table = Object.fromEntries(
    kinds.map((kind) => {
      const of = (name: string, part: 'perSecond' | 'cpuMicros') =>
        median(rounds.map((round) => round[name]![kind][part]));
      const ratio = median(rounds.map(({ long, empty }) => long![kind].cpuMicros / empty![kind].cpuMicros));
      if (ratio > MOST) process.exitCode = 1;
      const row = {
        'empty, per second': Math.round(of('empty', 'perSecond')),
        'long, per second': Math.round(of('long', 'perSecond')),
        'empty, CPU µs': Math.round(of('empty', 'cpuMicros')),
        'long, CPU µs': Math.round(of('long', 'cpuMicros')),
        'CPU ratio': ratio.toFixed(2),
      };
      return [kind, row];
    }),
  );
  console.table(table);
} finally {
  for (const [, subject] of subjects) await subject.stop();
  rmSync(root, { recursive: true });
}
