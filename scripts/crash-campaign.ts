/** Long crash campaigns: legs of kills (campaign/leg.ts), kept in a file, so that one that was ended goes on. */

import { startPostgres } from '../test/postgres/server.ts';
import { crashLeg, type Leg } from './campaign/leg.ts';
import { appendLeg, faultsOf, legsLeft, readLegs, summary } from './campaign/log.ts';
import { optionsOf } from './options.ts';

const HELP = `Usage: node scripts/crash-campaign.ts [options]

Kills the service at random under paid load and compares buyers, journal and chain. Exits 1 on any difference.

  --rounds N         kills in all (default 20)
  --leg N            kills on one chain and journal, then new ones (default 50)
  --log FILE         keeps finished legs; the same command again goes on after them
  --nodes N          service processes on one journal, at most 2 (default 1; 2 need --postgres or --database-url)
  --postgres         on a PostgreSQL that is started for this run (from npm), instead of SQLite
  --database-url U   on this empty PostgreSQL database; one leg only
  --buyers N         buyers at once, at most 7 (default 4)
  --mixed            every rail, unpaid, malformed and free calls in between, and the public books checked at the
                     end; goes on after the kills until --calls were answered
  --calls N          answered calls of each mixed leg, at least (default 1000)
  --port N           first port (default 4310)
  --json             the legs as JSON at the end instead of text`;

const values = optionsOf(HELP, {
  rounds: { type: 'string', default: '20' },
  leg: { type: 'string', default: '50' },
  log: { type: 'string' },
  nodes: { type: 'string', default: '1' },
  buyers: { type: 'string', default: '4' },
  port: { type: 'string', default: '4310' },
  'database-url': { type: 'string' },
  postgres: { type: 'boolean', default: false },
  mixed: { type: 'boolean', default: false },
  calls: { type: 'string', default: '1000' },
  json: { type: 'boolean', default: false },
});

const legs = await campaign();
console.log(values.json ? JSON.stringify(legs) : summary(legs));
if (faultsOf(legs).length > 0) process.exitCode = 1;

async function campaign(): Promise<Leg[]> {
  const { log, 'database-url': given } = values;
  const rounds = Number(values.rounds);
  const legs = readLegs(log);
  const left = legsLeft(rounds, given === undefined ? Number(values.leg) : rounds, legs);
  const server = values.postgres && left.length > 0 ? await startPostgres() : undefined;
  try {
    for (const legRounds of left) {
      const databaseUrl = server ? await server.createSchema() : given;
      const leg = await crashLeg({
        rounds: legRounds,
        nodes: Number(values.nodes),
        buyers: Number(values.buyers),
        port: Number(values.port),
        ...(databaseUrl && { databaseUrl }),
        mixed: values.mixed,
        ...(values.mixed && { calls: Number(values.calls) }),
        progress: (line) => console.error(line),
      });
      legs.push(leg);
      if (log !== undefined) appendLeg(log, leg);
      console.error(
        `leg of ${leg.rounds} kills: ${leg.delivered} sold, ${leg.faults.length} faults, ${leg.seconds} s`,
      );
    }
  } finally {
    await server?.stop();
  }
  return legs;
}
