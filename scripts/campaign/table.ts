import { globSync, readFileSync } from 'node:fs';
import { CLIENT_LANGUAGES } from '../../src/lab/builds.ts';
import { matrix, readCells } from './faults/matrix.ts';

/** The long proofs: what each shows, how it is run, and which tests of `npm test` are its smoke. */

/** `smoke` is what `npm test` makes, `short` what fits into CI, `full` what is run before a release. */
export type Size = 'smoke' | 'short' | 'full';

export interface Step {
  /** Unique within its campaign. */
  readonly name: string;
  /** What Node is given. */
  readonly args: readonly string[];
  /** Of its own, where a campaign draws from several. */
  readonly seed?: number;
}

export interface Campaign {
  readonly name: string;
  readonly proves: string;
  /** What a seed decides; absent: nothing, since real processes are killed at real moments. */
  readonly seeded?: string;
  /** A test file, and how the names of the tests begin that are the smoke. */
  readonly smoke: { readonly file: string; readonly tests: string };
  /** In words, for people. */
  readonly amount: Readonly<Record<'short' | 'full', string>>;
  steps(size: 'short' | 'full', seed: number, folder: string): readonly Step[];
  /** What is printed when all its parts have ended; `folder`: where they kept what they found. */
  report?(folder: string): string;
}

/** A smoke that costs more of a processor is no smoke. */
export const SMOKE_MAX_CPU_SECONDS = 10;
export const DEFAULT_SEED = 20_261_121;

const script = (name: string, path: string, ...args: readonly (string | number)[]): Step => ({
  name,
  args: [path, ...args.map(String)],
});

/** The tests of some files, at the size that the environment asks for. */
const tests = (...files: readonly string[]): readonly Step[] => [
  { name: 'tests', args: ['node_modules/vitest/vitest.mjs', 'run', ...files] },
];

/** The unit tests that draw generated cases, or make fewer in `npm test`. */
export const propertyTests = (): readonly string[] =>
  globSync('src/**/*.test.ts').filter((file) =>
    /'fast-check'|amount\.testing|journal\.suite|\bseeded\(/.test(readFileSync(file, 'utf8')),
  );

/** Seeds in parts, so that a run that was ended loses one part. */
const seeds = (from: number, total: number, part: number, ...args: readonly (string | number)[]): Step[] =>
  Array.from({ length: total / part }, (_, i) =>
    script(
      `seeds ${from + i * part} to ${from + (i + 1) * part - 1}`,
      'scripts/simulate.ts',
      ...['--from', from + i * part, '--seeds', part, ...args],
    ),
  );

const crash = (
  name: string,
  folder: string,
  rounds: number,
  leg: number,
  ...args: readonly (string | number)[]
) =>
  script(
    `${rounds} kills`,
    'scripts/crash-campaign.ts',
    ...['--rounds', rounds, '--leg', leg, '--log', `${folder}/${name}.legs.jsonl`, ...args],
  );

/** One part each (faults/setups.ts). */
const FAULT_SETUPS = [
  'sqlite',
  'postgres',
  'sqlite-facilitator',
  'postgres-facilitator',
  'sqlite-edge',
  'postgres-edge',
  'postgres-edge-twin',
];
const SHORT_FAULTS = 'node away,node silent,database frozen,process stopped,nonce used';
const CELLS = 'faults.cells.jsonl';
const faults = (name: string, folder: string, ...args: readonly (string | number)[]) =>
  script(name, 'scripts/faults.ts', '--setup', name, '--log', `${folder}/${CELLS}`, ...args);

const CRASH_TEST = 'test/crash-campaign.test.ts';
const BOOKS_TEST = 'test/books.test.ts';
const SIMULATOR_TEST = 'test/simulator/simulator.test.ts';

/** Files that make fewer cases in `npm test` and are of no other campaign. */
const VARIANTS = [
  'src/policy/intent/classify.test.ts',
  'test/audit-artefacts.test.ts',
  'test/docs.test.ts',
  'test/edge-assertions.test.ts',
  'test/edge-journal.test.ts',
  'test/edition-command.test.ts',
  'test/facilitator/modes.test.ts',
  'test/facilitator/verify.test.ts',
  'test/mpp/nodes.test.ts',
  'test/npm-start.test.ts',
  'test/postgres/journal.test.ts',
  'test/postgres/outage.test.ts',
  'test/sandbox.test.ts',
  'test/simulator/recovery.test.ts',
  'test/solana.test.ts',
  'test/upgrade.test.ts',
];

export const CAMPAIGNS: readonly Campaign[] = [
  {
    name: 'simulator',
    proves: 'no fault point of the contract breaks an invariant of the money path, and every one strikes',
    seeded: 'the first seed',
    smoke: {
      file: SIMULATOR_TEST,
      tests: 'the money path, simulated > breaks no invariant in',
    },
    amount: { short: '29 points × 100 seeds', full: '29 points × 1,000 seeds' },
    steps: (size, seed) => seeds(seed, size === 'full' ? 1_000 : 100, 100, '--stop', 1),
  },
  {
    name: 'simulator-mixed',
    proves: 'nor do faults that come together, whatever a seed arms',
    seeded: 'the first seed',
    smoke: { file: SIMULATOR_TEST, tests: 'the money path, simulated > breaks no invariant without a focus' },
    amount: { short: '2,000 seeds', full: '100,000 seeds' },
    steps: (size, seed) =>
      seeds(
        seed,
        size === 'full' ? 100_000 : 2_000,
        size === 'full' ? 10_000 : 2_000,
        '--point',
        'mixed',
        '--stop',
        1,
      ),
  },
  {
    name: 'properties',
    proves: 'what a unit test says of generated cases holds for cases that `npm test` never draws',
    seeded: 'every case, from the first seed on',
    smoke: { file: 'src/values/json.test.ts', tests: 'parseStrictJson > reads what JSON.parse reads' },
    amount: { short: '1 seed', full: '50 seeds' },
    steps: (size, from) => {
      const args = ['node_modules/vitest/vitest.mjs', 'run', ...propertyTests()];
      return Array.from({ length: size === 'full' ? 50 : 1 }, (_, i) => ({
        name: `seed ${from + i}`,
        args,
        seed: from + i,
      }));
    },
  },
  {
    name: 'mutants',
    proves: 'the simulator finds every seeded bug: a suite that cannot fail proves nothing',
    smoke: { file: 'test/simulator/mutations.test.ts', tests: 'a campaign finds the seeded bug' },
    amount: { short: 'the most important', full: 'all' },
    steps: () => tests('test/simulator/mutations.test.ts'),
  },
  {
    name: 'crash-sqlite',
    proves: 'after `kill -9` under paid load buyers, journal and chain agree: one node on SQLite',
    smoke: {
      file: BOOKS_TEST,
      tests: 'the public books after kill -9 under mixed load > one node on SQLite',
    },
    amount: { short: '6 kills', full: '200 kills' },
    steps: (size, _seed, folder) =>
      size === 'full'
        ? [crash('sqlite', folder, 200, 25, '--port', 4310)]
        : [crash('sqlite', folder, 6, 6, '--port', 4310)],
  },
  {
    name: 'crash-postgres',
    proves: 'the same with two nodes on one PostgreSQL',
    smoke: { file: CRASH_TEST, tests: 'kill -9 under paid load > two nodes on PostgreSQL' },
    amount: { short: '6 kills', full: '200 kills' },
    steps: (size, _seed, folder) => {
      const two = ['--nodes', 2, '--postgres', '--port', 4320];
      return size === 'full'
        ? [crash('postgres', folder, 200, 25, ...two)]
        : [crash('postgres', folder, 6, 6, ...two)];
    },
  },
  {
    name: 'crash-books',
    proves: 'the public books are the chains’ after kills under mixed load, on every rail, on both databases',
    smoke: { file: BOOKS_TEST, tests: 'the public books after kill -9 under mixed load' },
    amount: { short: '2 kills and 100 calls each', full: '20 kills and 1,000 calls each' },
    steps: (size) => (size === 'full' ? booksFull : tests(BOOKS_TEST)),
  },
  {
    name: 'crash-edge',
    proves: 'workerd, the origin or both killed in mid-burst: every payment is booked once and delivered',
    smoke: { file: 'test/edge-crash.test.ts', tests: 'killed in mid-burst and started again' },
    amount: { short: 'all cases, 30 payments a burst', full: 'all cases, 30 payments a burst' },
    steps: () => tests('test/edge-crash.test.ts'),
  },
  {
    name: 'crash-points',
    proves:
      'killed at each point of a sale, on EVM and Tempo, a service charges once and delivers afterwards',
    smoke: { file: 'test/crash.test.ts', tests: 'kill -9 > after' },
    amount: { short: 'every point', full: 'every point' },
    steps: () => tests('test/crash.test.ts', 'test/crash-held.test.ts', 'test/mpp/crash.test.ts'),
  },
  {
    name: 'restores',
    proves: 'a lost or restored database sells nothing twice, whoever settled it and over whichever rail',
    smoke: { file: 'test/restore.test.ts', tests: 'payments settled' },
    amount: { short: 'every loss × settler and mode', full: 'every loss × settler and mode' },
    steps: () => tests('test/restore.test.ts', 'test/mpp/restore.test.ts'),
  },
  {
    name: 'buyer-kills',
    proves: 'killed at every write and call, `assay buy` has told the truth about the money',
    smoke: { file: 'test/buyer-truth.test.ts', tests: 'killed' },
    amount: { short: 'every write and call', full: 'every write and call' },
    steps: () => tests('test/buyer-truth.test.ts'),
  },
  {
    name: 'faults',
    proves:
      'after an outage of node, facilitator, database, disk, process, clock or nonce, and a reorg, the first sale comes within five seconds, and nobody paid twice or for nothing',
    smoke: { file: 'test/faults.test.ts', tests: 'under paid load, struck by' },
    amount: {
      short: 'five faults of two seconds, Base on SQLite',
      full: '15 faults of up to a minute × every setup and rail',
    },
    steps: (size, _seed, folder) =>
      size === 'full'
        ? FAULT_SETUPS.map((name) => faults(name, folder))
        : [faults('base', folder, '--size', 'short', '--only', SHORT_FAULTS)],
    report: (folder) => matrix(readCells(`${folder}/${CELLS}`)),
  },
  {
    name: 'tickets',
    proves: 'a ticket altered in any bit, cut or padded is one and the same refusal, and kills free none',
    smoke: { file: 'test/tickets.test.ts', tests: 'in a service whose work is counted > altered in any way' },
    amount: { short: 'every bit and length', full: 'every bit and length' },
    steps: () => tests('test/tickets.test.ts', 'test/tickets-kept.test.ts'),
  },
  {
    name: 'one-verdict',
    proves: 'a body that is approved is sold and whole, one that is refused costs nothing, by each way in',
    smoke: { file: 'test/one-verdict.test.ts', tests: 'generated bodies > over' },
    amount: { short: '2,000 bodies', full: '2,000 bodies' },
    steps: () => tests('test/one-verdict.test.ts'),
  },
  {
    name: 'fuzz',
    proves:
      'generated inputs to every route: no fault, no hang, no echo, no money, every answer as published',
    seeded: 'every input',
    smoke: { file: 'test/fuzz/fuzz.test.ts', tests: 'generated inputs' },
    amount: { short: '5,000 inputs', full: '20,000 inputs, and the services that the fuzzer must find' },
    steps: (size, seed) =>
      size === 'full'
        ? [
            script('20,000 inputs', 'scripts/fuzz.ts', '--inputs', 20_000, '--seed', seed),
            ...tests('test/fuzz/fuzz.test.ts'),
          ]
        : [script('5,000 inputs', 'scripts/fuzz.ts', '--inputs', 5_000, '--seed', seed)],
  },
  {
    name: 'attacks-origin',
    proves: 'every attack row against the service; services that do everything wrong fail every row',
    smoke: { file: 'test/attacks/attacks.test.ts', tests: 'every attack' },
    amount: { short: 'every row that needs no service of its own', full: 'every row' },
    steps: () => tests('test/attacks/attacks.test.ts'),
  },
  {
    name: 'attacks-edge',
    proves: 'the same rows with the edge in workerd in front',
    smoke: { file: 'test/attacks/edge.test.ts', tests: 'through an edge' },
    amount: { short: 'the rows that need no service of their own, and no flood', full: 'every row' },
    steps: (size) =>
      size === 'full'
        ? [script('every row', 'scripts/attacks.ts', '--through-edge'), ...tests('test/attacks/edge.test.ts')]
        : tests('test/attacks/edge.test.ts'),
  },
  {
    name: 'canary',
    proves: 'nothing that a caller sends by any channel is kept in a file, log, figure or document',
    smoke: { file: 'test/canary/canary.test.ts', tests: 'what a caller sends' },
    amount: { short: 'every channel, every purchase', full: 'every channel, every purchase' },
    steps: () => tests('test/canary/canary.test.ts'),
  },
  {
    name: 'pages',
    proves:
      'no page has an accessibility violation, is wider than the screen or needs script, at every width and scheme',
    smoke: { file: 'test/pages.test.ts', tests: 'every page, examined' },
    amount: { short: 'every page, width and scheme', full: 'every page, width and scheme' },
    steps: () => tests('test/pages.test.ts'),
  },
  {
    name: 'lab',
    proves:
      'what the ledger says of client builds is seen again, case by case, and falls when it is tampered with',
    smoke: { file: 'test/lab.test.ts', tests: 'two builds' },
    amount: { short: 'two builds × ten behaviours', full: 'every build × every behaviour' },
    steps: (size, _seed, folder) =>
      size === 'full'
        ? [
            script('install', 'bin/assay.mjs', 'lab', 'install', ...CLIENT_LANGUAGES),
            script('every build', 'bin/assay.mjs', 'lab', 'run', '--out', `${folder}/lab`),
            ...tests('test/lab.test.ts', 'test/lab-serve.test.ts'),
          ]
        : [
            // The one of the test that npm ci does not bring.
            script('install', 'bin/assay.mjs', 'lab', 'install', 'node', '--client', 'x402-fetch-1.2.0'),
            ...tests('test/lab.test.ts'),
          ],
  },
  {
    name: 'pack',
    proves:
      'the package installs in an empty folder without a network, starts in every way, is small and quick, and sells to the stock client in production',
    smoke: { file: 'test/pack.test.ts', tests: 'the package > starts by its own code' },
    amount: { short: 'one purchase', full: 'one purchase' },
    steps: () => [script('install and sell', 'scripts/deploy/package.ts')],
  },
  {
    name: 'deploy',
    proves:
      'the proxies’ files, the Dockerfile’s steps and each shape of compose in `ops/` work, with a purchase through each; the unit passes systemd’s analysis',
    smoke: { file: 'test/pack.test.ts', tests: 'the package > finds what the source finds beside itself' },
    amount: { short: 'the unit', full: 'every file, with a purchase through each' },
    steps: (size) => [
      script('unit', 'scripts/deploy/unit.ts'),
      ...(size === 'full'
        ? [
            script('proxies', 'scripts/deploy/proxies.ts'),
            script('image', 'scripts/deploy/image.ts'),
            script('two nodes', 'scripts/deploy/two-nodes.ts'),
            script('watched', 'scripts/deploy/watch.ts'),
          ]
        : []),
    ],
  },
  {
    name: 'guides',
    proves:
      'published MCP payers buy every product over /mcp, the lab’s builds buy each as their row of docs/lab.md says, and the guides for Python and Go buy once however often they run',
    smoke: { file: 'test/mcp.test.ts', tests: 'takes a payment in base64' },
    amount: { short: 'every payer, build and program', full: 'every payer, build and program' },
    steps: () => [
      script('MCP payers', 'scripts/guides/payers.ts'),
      script('the lab’s builds', 'scripts/guides/purchases.ts'),
      script('the Python guide', 'scripts/guides/programs.ts', '--language', 'python'),
      script('the Go guide', 'scripts/guides/programs.ts', '--language', 'go'),
    ],
  },
  {
    name: 'dates',
    proves:
      'today and a year after the release its sandbox has an edition for 30 s of a processor, and within 30 s on a machine at rest, and sells every product, and the tests pass, but those of workerd and of the browser, which do not run with libfaketime',
    smoke: {
      file: 'src/origin/editions.test.ts',
      tests: 'a sandbox without a current edition > runs the lab and publishes what it observed',
    },
    amount: {
      short: 'today and 366 days ahead, the sandbox',
      full: 'today and 366 days ahead, the sandbox; 366 days ahead, the tests',
    },
    steps: (size) => [
      script('today', 'scripts/deploy/a-year-on.ts', '--days', 0),
      script('a year on', 'scripts/deploy/a-year-on.ts'),
      ...(size === 'full' ? yearOnTests : []),
    ],
  },
  {
    name: 'variants',
    proves: 'what `npm test` shows of one case holds for the others of the same kind',
    smoke: {
      file: 'test/facilitator/modes.test.ts',
      tests: 'the money moved, whatever the facilitator says',
    },
    amount: { short: 'every case', full: 'every case' },
    steps: () => tests(...VARIANTS),
  },
  {
    name: 'costs',
    proves:
      'what a stranger may send for nothing, a sale, mischief with payments, and a service that nobody calls, cost no more than is said; a flood holds up neither challenges nor purchases',
    smoke: { file: 'test/costs.test.ts', tests: 'the dearest bodies' },
    amount: {
      short: 'every body 100 times, every row of payments, and a flood of 15 seconds',
      full: 'every body 300 times, every row of payments, a flood of a minute, and two services at rest',
    },
    steps: (size) => [
      script('bodies', 'bench/bodies.ts', '--runs', size === 'full' ? 300 : 100),
      script('payments', 'bench/counts.ts'),
      script('flood', 'bench/overload.ts', '--seconds', size === 'full' ? 60 : 15),
      ...(size === 'full' ? [script('at rest', 'bench/idle.ts')] : []),
    ],
  },
  {
    name: 'soak',
    proves: 'half an hour of load: every answer right, memory steady, challenges quick',
    smoke: { file: 'test/soak.test.ts', tests: 'under load for seconds' },
    amount: { short: '30 seconds at 100 a second', full: '30 minutes at 500 a second after the warm-up' },
    steps: (size) => [
      size === 'full'
        ? script('30 minutes', 'bench/soak.ts')
        : script(
            '30 seconds',
            'bench/soak.ts',
            '--minutes',
            0.5,
            '--rate',
            100,
            '--warm-up',
            5_000,
            '--any-speed',
          ),
    ],
  },
];

/** In parts that take some minutes each. */
const YEAR_ON_PARTS = 8;
const yearOnTests = Array.from({ length: YEAR_ON_PARTS }, (_, i) =>
  script(
    `tests a year on, part ${i + 1}`,
    'scripts/deploy/tests-a-year-on.ts',
    ...['--part', `${i + 1}/${YEAR_ON_PARTS}`],
  ),
);

const booksFull = [
  script('SQLite', 'scripts/crash-campaign.ts', '--rounds', 20, '--mixed', '--port', 4330),
  script(
    'PostgreSQL, two nodes',
    'scripts/crash-campaign.ts',
    ...['--rounds', 20, '--mixed', '--nodes', 2, '--postgres', '--port', 4340],
  ),
];
