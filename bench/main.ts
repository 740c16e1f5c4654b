/** `npm run bench`: the service and its peers on this machine, in one run, in interleaved rounds. */
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import { against, table } from './against.ts';
import { CALLS, type CallName } from './calls.ts';
import { GENERATORS, type Generator, ready } from './generators.ts';
import { picture, type Results, type Round, tables } from './report.ts';
import { answered, CONNECTIONS, flood, paid, type Rate } from './rounds.ts';
import { type Name, open, type Subject } from './subjects.ts';

const HELP = `Usage: npm run bench -- [options]

The calls that agents send most (unpaid GET and POST, free checks, live documents, MCP), the service beside bare node:http
and a stock peer that does the same job where there is one; paid calls of the service and of stock @x402/hono,
redeliveries, and a flood of forged payments. Every subject is a process of its own; sellers have a fresh chain each and
look for their receipts every 5 ms. Answers are checked while they are counted, and charges are compared with the chain.

  --rounds N      rounds, interleaved; medians are shown (default 5)
  --seconds N     seconds of load a call, subject and round (default 4)
  --paid N        paid calls of each kind a round (default 200)
  --generator G   a load generator of others beside our own: autocannon (brought by npm), wrk (a package of the
                  distribution), or all of them; demands must hold with each
  --against DIR   only compare this checkout with another one of the service whose packages are installed: every call
                  and redeliveries in short rounds in turn (at least 20), the middle of their ratios
  --quick         one short round of everything, for CI
  --write         write bench/RESULTS.md (between its markers) and bench/results.svg
  --json          one JSON object instead of the tables
  --help          this text`;

/** Who answers each call. A free check of a peer only validates, so it is the price of the framework. */
const ALONE: readonly Name[] = ['assay'];
const CHECK: readonly Name[] = ['assay', 'hono'];
const ANSWER: Readonly<Record<CallName, readonly Name[]>> = {
  'unpaid GET': ['bare', 'hono', 'assay', 'stock', 'stock+', 'express', 'mppx'],
  'unpaid POST': ['bare', 'hono', 'assay', 'stock'],
  prepare: ALONE,
  preflight: ALONE,
  'scope check': CHECK,
  'signature match': ALONE,
  status: CHECK,
  health: ALONE,
  'cash register': ALONE,
  'ledger preview': ALONE,
  OpenAPI: ALONE,
  'not found': ALONE,
  'MCP tool call': ['assay', 'mcp'],
};
const SUBJECT_NAMES = [...new Set(Object.values(ANSWER).flat())];
const PAID: readonly Name[] = ['assay', 'stock'];
const FLOOD_PER_SECOND = 2_000;

interface Settings {
  readonly rounds: number;
  readonly seconds: number;
  readonly calls: number;
  readonly generators: readonly Generator[];
}

async function round(subjects: readonly Subject[], { seconds, calls, generators }: Settings): Promise<Round> {
  const rates: Record<string, Record<string, Record<string, Rate>>> = {};
  for (const generator of generators) {
    const ofCalls: (typeof rates)[string] = {};
    rates[generator] = ofCalls;
    for (const [name, names] of Object.entries(ANSWER) as [CallName, readonly Name[]][]) {
      const ofCall: (typeof ofCalls)[string] = {};
      ofCalls[name] = ofCall;
      for (const subject of subjects.filter((each) => names.includes(each.name)))
        ofCall[subject.name] = await answered(subject, seconds, CALLS[name], generator);
    }
  }
  const sold: Record<string, Round['paid'][Name]> = {};
  for (const subject of subjects.filter(({ name }) => PAID.includes(name))) {
    const one = await paid(subject, calls, 1);
    const many = await paid(subject, calls, CONNECTIONS);
    sold[subject.name] = { one: one.paid, many: many.paid, again: many.again };
  }
  return { rates: rates as Round['rates'], paid: sold };
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
    for (const name of SUBJECT_NAMES) subjects.push(await open(name));
    console.error('warming up');
    await round(subjects, { ...settings, seconds: 1, calls: CONNECTIONS, generators: ['own'] });
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
      settings: `Medians of ${settings.rounds} interleaved rounds: ${settings.seconds} s of load a call, subject and generator (${settings.generators.join(', ')}), ${settings.calls} paid calls of each kind.`,
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

/** Our own, and those that were asked for. */
async function generatorsOf(asked: readonly string[]): Promise<readonly Generator[]> {
  const wanted = GENERATORS.filter((each) => each === 'own' || asked.includes(each) || asked.includes('all'));
  const unknown = asked.find((each) => each !== 'all' && !GENERATORS.some((known) => known === each));
  if (unknown !== undefined) throw new Error(`--generator takes ${GENERATORS.join(', ')} or all`);
  for (const each of wanted) {
    const missing = await ready(each);
    if (missing !== undefined) throw new Error(missing);
  }
  return wanted;
}

async function main(): Promise<void> {
  const { values } = parseArgs({
    options: {
      rounds: { type: 'string', default: '5' },
      seconds: { type: 'string', default: '4' },
      paid: { type: 'string', default: '200' },
      generator: { type: 'string', multiple: true, default: [] },
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
  const generators = await generatorsOf(values.generator);
  const results = await measure(
    values.quick
      ? { rounds: 1, seconds: 1, calls: CONNECTIONS, generators }
      : {
          generators,
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
