/** `npm run bench`: the service and its peers on this machine, in one run, in interleaved rounds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { against, table } from './against.ts';
import { picture, type Results, type Round, tables } from './report.ts';
import { answered, CONNECTIONS, flood, paid } from './rounds.ts';
import { type Name, open, type Subject } from './subjects.ts';

const HELP = `Usage: npm run bench -- [options]

Unpaid challenges of the service and its peers, paid calls of the service and of stock @x402/hono, redeliveries, and a
flood of forged payments. Every subject is a process of its own; sellers have a fresh chain each and look for their
receipts every 5 ms. Answers are checked while they are counted, and charges are compared with the chain.

  --rounds N    rounds, interleaved; medians are shown (default 5)
  --seconds N   seconds of unpaid load a subject and round (default 4)
  --paid N      paid calls of each kind a round (default 200)
  --against DIR only compare this checkout with another one of the service whose packages are installed: unpaid calls
                and redeliveries in short rounds in turn (at least 20), the middle of their ratios
  --quick       one short round of everything, for CI
  --write       write bench/RESULTS.md (between its markers) and bench/results.svg
  --json        one JSON object instead of the tables
  --help        this text`;

const UNPAID: readonly Name[] = ['bare', 'hono', 'assay', 'stock', 'stock+', 'express', 'mppx'];
const PAID: readonly Name[] = ['assay', 'stock'];
const FLOOD_PER_SECOND = 2_000;

interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly calls: number;
}

async function round(subjects: readonly Subject[], { seconds, calls }: Settings): Promise<Round> {
  const result = { unpaid: {}, paid: {} } as { -readonly [part in keyof Round]: Record<string, unknown> };
  for (const subject of subjects) result.unpaid[subject.name] = await answered(subject, seconds);
  for (const subject of subjects.filter(({ name }) => PAID.includes(name))) {
    const one = await paid(subject, calls, 1);
    const many = await paid(subject, calls, CONNECTIONS);
    result.paid[subject.name] = { one: one.paid, many: many.paid, again: many.again };
  }
  return result as Round;
}

/** Another order each time, so that nobody always follows the same neighbour. */
const rotated = <T>(list: readonly T[], by: number): T[] => [
  ...list.slice(by % list.length),
  ...list.slice(0, by % list.length),
];

async function measure(settings: Settings): Promise<Results> {
  const subjects: Subject[] = [];
  const loads = [loadavg()[0]!];
  try {
    for (const name of UNPAID) subjects.push(await open(name));
    console.error('warming up');
    await round(subjects, { ...settings, seconds: 1, calls: CONNECTIONS });
    const rounds: Round[] = [];
    for (let i = 0; i < settings.rounds; i++) {
      console.error(`round ${i + 1} of ${settings.rounds}`);
      rounds.push(await round(rotated(subjects, i * 3), settings));
      loads.push(loadavg()[0]!);
    }
    console.error('flood');
    const flooded = await flood(
      subjects.find(({ name }) => name === 'assay')!,
      FLOOD_PER_SECOND,
      settings.seconds * 2,
    );
    return {
      machine: `Node ${process.version}, ${cpus().length} CPUs (${cpus()[0]?.model.trim() ?? 'unknown'})`,
      load: `Load average ${Math.min(...loads).toFixed(1)} to ${Math.max(...loads).toFixed(1)}, of which a bench on an idle machine makes 3 to 4; subjects, chains and load share the CPUs.`,
      settings: `Medians of ${settings.rounds} interleaved rounds: ${settings.seconds} s of unpaid load a subject, ${settings.calls} paid calls of each kind.`,
      rounds,
      flood: flooded,
    };
  } finally {
    await Promise.all(subjects.map((subject) => subject.stop()));
  }
}

const MARKS = ['<!-- measured: npm run bench -- --write -->', '<!-- end of what was measured -->'] as const;

/** Replaces what was measured and leaves what people wrote about it. */
function write(results: Results): void {
  const file = new URL('./RESULTS.md', import.meta.url);
  const [before, , after] = readFileSync(file, 'utf8').split(new RegExp(MARKS.join('|')));
  if (after === undefined) throw new Error('bench/RESULTS.md has lost its markers');
  writeFileSync(file, `${before}${MARKS[0]}\n\n${tables(results)}\n\n${MARKS[1]}${after}`);
  writeFileSync(new URL('./results.svg', import.meta.url), picture(results));
}

function whole(text: string, name: string): number {
  if (!/^[1-9]\d{0,4}$/.test(text)) throw new Error(`--${name} takes a whole number from 1 to 99999`);
  return Number(text);
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      paid: { type: 'string', default: '200' },
      against: { type: 'string' },
      quick: { type: 'boolean', default: false },
      write: { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(HELP);
  if (values.against !== undefined) {
    const compared = await against(values.against, Math.max(20, whole(values.rounds, 'rounds')));
    return console.log(values.json ? JSON.stringify(compared, null, 2) : table(compared));
  }
  const results = await measure(
    values.quick
      ? { rounds: 1, seconds: 1, calls: CONNECTIONS }
      : {
          rounds: whole(values.rounds, 'rounds'),
          seconds: whole(values.seconds, 'seconds'),
          calls: whole(values.paid, 'paid'),
        },
  );
  if (values.write) write(results);
  console.log(values.json ? JSON.stringify(results, null, 2) : tables(results));
}

try {
  await main();
} catch (error) {
  console.error(`bench: ${error instanceof Error ? error.message : String(error)}`);
  process.exitCode = 1;
}
