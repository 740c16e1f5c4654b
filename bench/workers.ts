/**
 * One process and several: unpaid calls and sales of one service on SQLite, on PostgreSQL, and as several workers on
 * PostgreSQL, in interleaved rounds on this machine. Run: `node bench/workers.ts [workers] [rounds]`.
 */
import { startPostgres } from '../test/postgres/server.ts';
import { answered, CONNECTIONS, paid } from './rounds.ts';
import { median } from './slope.ts';
import { open, type Subject } from './subjects.ts';

const WORKERS = Number(process.argv[2] ?? 2);
const ROUNDS = Number(process.argv[3] ?? 5);
const SECONDS = 3;
const CALLS = 200;

const postgres = await startPostgres();
const subjects: [string, Subject][] = [];
try {
  const database = async () => ({ DATABASE_URL: await postgres.createSchema() });
  const forms = {
    'SQLite, one process': {},
    'PostgreSQL, one process': await database(),
    [`PostgreSQL, ${WORKERS} workers`]: { ...(await database()), WORKERS: String(WORKERS) },
  };
  for (const [name, env] of Object.entries(forms)) subjects.push([name, await open('assay', env)]);
  const rounds: Record<string, { unpaid: number; paid: number; again: number }>[] = [];
  for (let i = 0; i <= ROUNDS; i++) {
    const round: (typeof rounds)[number] = {};
    for (const [name, subject] of i % 2 ? subjects.toReversed() : subjects) {
      const { perSecond } = await answered(subject, SECONDS);
      const sold = await paid(subject, CALLS, CONNECTIONS);
      round[name] = { unpaid: perSecond, paid: sold.paid.perSecond, again: sold.again.perSecond };
    }
    // The first one warms up.
    if (i > 0) rounds.push(round);
  }
  const figure = (name: string, kind: 'unpaid' | 'paid' | 'again') =>
    Math.round(median(rounds.map((round) => round[name]![kind])));
  console.table(
    Object.fromEntries(
      subjects.map(([name]) => [
        name,
        {
          'challenges/s': figure(name, 'unpaid'),
          'sales/s, 32 at a time': figure(name, 'paid'),
          'redeliveries/s': figure(name, 'again'),
        },
      ]),
    ),
  );
} finally {
  for (const [, subject] of subjects) await subject.stop();
  await postgres.stop();
}
