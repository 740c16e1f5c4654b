/**
 * Whether a long journal makes anything slower: the service on an empty journal and on one of so many rows, in
 * interleaved rounds. Run: `node bench/ten-million.ts [rows] [passes] [folder]` (10 million rows take 9 GB and five
 * minutes; given a folder, the long journal stays there and is not filled again). Each pass starts both anew: two
 * processes of one code differ by up to a fifth, by what the compiler happened to see first. Exits 1 when an unpaid
 * call, a paid one or a redelivery costs more than a tenth more CPU time.
 */
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { migrate } from '../src/adapters/sql/migrations.ts';
import { openStore } from '../src/adapters/sql/open.ts';
import { answered, CONNECTIONS, paid } from './rounds.ts';
import { fill } from './rows.ts';
import { open, type Subject } from './subjects.ts';

const ROWS = Number(process.argv[2] ?? 10_000_000);
const PASSES = Number(process.argv[3] ?? 3);
const KEPT = process.argv[4];
/** Of a pass. The first ones do not count: a sale costs half more until it is compiled. */
const ROUNDS = 6;
const WARM_UP_ROUNDS = 3;
const SECONDS = 2;
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

const kinds = ['unpaid call', 'paid call', 'redelivery'] as const;
type Figures = Record<(typeof kinds)[number], { perSecond: number; cpuMicros: number }>;
type Round = Record<'empty' | 'long', Figures>;

async function once(subject: Subject): Promise<Figures> {
  const { paid: sale, again } = await paid(subject, CALLS, CONNECTIONS);
  return { 'unpaid call': await answered(subject, SECONDS), 'paid call': sale, redelivery: again };
}

async function pass(folders: Readonly<Record<keyof Round, string>>): Promise<Round[]> {
  const empty = await open('assay', {}, folders.empty);
  const long = await open('assay', {}, folders.long);
  try {
    const rounds: Round[] = [];
    for (let i = 0; i < ROUNDS; i++) {
      const first = i % 2 ? await once(long) : undefined;
      const round = { empty: await once(empty), long: first ?? (await once(long)) };
      if (i >= WARM_UP_ROUNDS) rounds.push(round);
    }
    return rounds;
  } finally {
    await empty.stop();
    await long.stop();
  }
}

const root = mkdtempSync(join(tmpdir(), 'assay-long-'));
try {
  const folders = { empty: mkdtempSync(join(root, 'empty')), long: KEPT ?? mkdtempSync(join(root, 'long')) };
  if (!existsSync(join(folders.long, 'journal.sqlite'))) await longJournal(folders.long);
  const rounds: Round[] = [];
  for (let i = 0; i < PASSES; i++) {
    console.error(`pass ${i + 1} of ${PASSES}`);
    rounds.push(...(await pass(folders)));
  }
  const table = Object.fromEntries(
    kinds.map((kind) => {
      const of = (name: keyof Round, part: 'perSecond' | 'cpuMicros') =>
        median(rounds.map((round) => round[name][kind][part]));
      const ratio = median(rounds.map(({ long, empty }) => long[kind].cpuMicros / empty[kind].cpuMicros));
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
  rmSync(root, { recursive: true });
}
