/**
 * Runs the money path through everything that can go wrong, on virtual time. See docs/simulator.md, or --help.
 */

import { availableParallelism } from 'node:os';
import { type Campaign, campaign, saveSeeds, silentPoints } from '../test/simulator/campaign.ts';
import { crewCampaign } from '../test/simulator/crew.ts';
import { ALL_POINTS, CORE_POINTS, FAULT_POINTS, type FaultPoint } from '../test/simulator/faults.ts';
import { loadMutant, MUTANTS, type MutantId } from '../test/simulator/mutants.ts';
import { type RunResult, simulate } from '../test/simulator/run.ts';
import { optionsOf } from './options.ts';

const HELP = `Simulate the money path: real gate, reconciler, offers, rail, receipts, settler and lane; fake clock, disk, chain,
facilitator, network and buyers, all driven by one seed. The same seed gives the same run.

  node scripts/simulate.ts                              every core fault point, 100 seeds each
  node scripts/simulate.ts --seeds 1000                 the campaign: 29 points, 1,000 seeds each
  node scripts/simulate.ts --point mixed --seeds 100000 no focus: whatever the seed arms
  node scripts/simulate.ts --point chain.reorg          one fault point
  node scripts/simulate.ts --point chain.reorg --seed 8 --trace
                                                        one run, event by event
  node scripts/simulate.ts --mutant reservation         a seeded bug: the campaign must find it

  --seeds N      seeds for each point (100)            --from N     first seed (1)
  --point P      a fault point, all, every or mixed    --seed N     one run
  --without P    fault points that may not strike, separated by commas
  --stop N       end after N failing runs              --trace      print the events of the run that failed first
  --threads N    as many as there are processors, unless it is told
  --no-save      do not add failing seeds to test/simulator/seeds.json
  --mutant M     ${Object.keys(MUTANTS).join(' | ')}
  --json         one JSON object instead of the report

"all" is the 29 points of the contract, "every" adds the hazards beside them. Exit code 1: an invariant broke, or a core
point did not strike once in a campaign over all of them. Failing seeds are kept and replayed by the tests for ever.

Fault points:
${ALL_POINTS.map((point) => `  ${point.padEnd(38)} ${FAULT_POINTS[point].what}`).join('\n')}
`;

const values = optionsOf(HELP, {
  seeds: { type: 'string', default: '100' },
  from: { type: 'string', default: '1' },
  point: { type: 'string', default: 'all' },
  seed: { type: 'string' },
  without: { type: 'string', default: '' },
  stop: { type: 'string' },
  threads: { type: 'string', default: String(availableParallelism()) },
  mutant: { type: 'string' },
  trace: { type: 'boolean', default: false },
  save: { type: 'boolean', default: true },
  json: { type: 'boolean', default: false },
});

const SAY_EVERY_MS = 5_000;
const points = pointsOf(values.point);
const without = new Set(values.without.split(',').filter(Boolean).map(pointNamed));
const mutation = values.mutant === undefined ? {} : await loadMutant(mutantNamed(values.mutant));
const one = values.seed !== undefined;
const started = performance.now();
let saidAt = started;
let told = 0;

const plan = {
  from: number('seed', values.seed ?? values.from),
  seeds: one ? 1 : number('seeds', values.seeds),
  points: one && values.point === 'all' ? [undefined] : points,
  without,
  stopAfter: values.stop === undefined ? undefined : number('stop', values.stop),
};
// A mutant is loaded here; a thread would not know it.
const result =
  one || values.mutant !== undefined
    ? await campaign({ ...mutation, ...plan })
    : await crewCampaign({ ...plan, threads: number('threads', values.threads), onShare: progress });
const seconds = (performance.now() - started) / 1_000;
const silent = values.point === 'all' && !one ? silentPoints(result) : [];
const [first] = result.failures;
const traced = first || (one && values.trace) ? await traceOf(first) : undefined;
const saved = first && values.save && values.mutant === undefined ? saveSeeds(result.failures) : 0;
if (values.json) console.log(JSON.stringify(asJson(), null, 2));
else report();
process.exitCode = first || silent.length > 0 ? 1 : 0;

function pointsOf(name: string): readonly (FaultPoint | undefined)[] {
  if (name === 'all') return CORE_POINTS;
  if (name === 'every') return ALL_POINTS;
  return name === 'mixed' ? [undefined] : [pointNamed(name)];
}

function pointNamed(name: string): FaultPoint {
  const point = ALL_POINTS.find((each) => each === name);
  return point ?? usage(`there is no fault point ${name}`);
}

function mutantNamed(name: string): MutantId {
  return Object.hasOwn(MUTANTS, name) ? (name as MutantId) : usage(`there is no mutant ${name}`);
}

function number(option: string, text: string): number {
  return /^[1-9][0-9]{0,9}$/.test(text) ? Number(text) : usage(`--${option} is not a positive whole number`);
}

function usage(fault: string): never {
  console.error(`${fault}; see --help`);
  process.exit(2);
}

function progress({ runs, failures }: Campaign): void {
  for (; told < failures.length; told++) console.error(headline(failures[told]!));
  const now = performance.now();
  if (now - saidAt < SAY_EVERY_MS) return;
  saidAt = now;
  const total = (one ? 1 : number('seeds', values.seeds)) * points.length;
  const rate = runs / ((now - started) / 1_000);
  console.error(
    `${runs} of ${total} runs, ${Math.round(rate)} a second, ${failures.length} failed, ${Math.ceil((total - runs) / rate / 60)} min left`,
  );
}

function headline({ seed, point, violations }: RunResult): string {
  const { invariant, detail } = violations[0]!;
  return `seed ${seed}, point ${point ?? 'none'}: ${invariant}: ${detail}`;
}

/** The same run again, this time with every event written down. */
function traceOf(failed: RunResult | undefined): Promise<RunResult> {
  const seed = failed?.seed ?? number('seed', values.seed!);
  const point = failed ? failed.point : values.point === 'all' ? undefined : points[0];
  return simulate({ ...mutation, seed, point, without, trace: true });
}

function asJson() {
  return {
    runs: result.runs,
    seconds: Number(seconds.toFixed(2)),
    runsPerSecond: Math.round(result.runs / seconds),
    purchasesSettled: result.sold,
    failures: result.failures.map(({ seed, point = null, violations }) => ({ seed, point, violations })),
    broken: Object.fromEntries(result.broken),
    fired: Object.fromEntries(result.fired),
    excused: Object.fromEntries(result.excused),
    silent,
    ...(values.trace && { trace: traced?.trace }),
  };
}

function report(): void {
  if (traced && (values.trace || first)) {
    const lines = traced.trace!;
    console.log(
      values.trace
        ? lines.join('\n')
        : `${lines.length > 60 ? `… ${lines.length - 60} events before (--trace shows all)\n` : ''}${lines.slice(-60).join('\n')}`,
    );
    console.log();
  }
  console.log(
    `${result.runs} runs in ${seconds.toFixed(1)} s (${Math.round(result.runs / seconds)} a second), ${result.sold} purchases settled`,
  );
  for (const point of ALL_POINTS) console.log(`  ${String(result.fired.get(point)).padStart(8)}  ${point}`);
  for (const [excuse, count] of result.excused)
    console.log(`  ${String(count).padStart(8)}  refusal(s) that no answer could be right about: ${excuse}`);
  if (silent.length > 0) console.log(`never struck: ${silent.join(', ')}`);
  if (first) reportFailures(first);
  else console.log('no invariant broke');
}

function reportFailures(first: RunResult): void {
  console.log(`${result.failures.length} run(s) failed:`);
  for (const [invariant, count] of result.broken) console.log(`  ${String(count).padStart(8)}  ${invariant}`);
  console.log(`first: ${headline(first)}`);
  console.log(
    `again: node scripts/simulate.ts --seed ${first.seed}${first.point ? ` --point ${first.point}` : ''}${values.mutant ? ` --mutant ${values.mutant}` : ''} --trace`,
  );
  if (saved > 0) console.log(`${saved} seed(s) added to test/simulator/seeds.json`);
}
