/** Proves that the tests pass a year after the release: all of `npm test` but its check, while every process lives ahead. */
import { spawnSync } from 'node:child_process';
import { globSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { optionsOf } from '../options.ts';
import { ROOT } from './trial.ts';

const HELP = `Usage: node scripts/deploy/tests-a-year-on.ts [--part <n>/<of>] [--files <text in their paths>]

Runs the tests, or one part of them, with all clocks set 366 days ahead: Node, the chains, PostgreSQL and programs in other
languages. Leaves out those of workerd and of Chromium, which do not run with libfaketime. Needs the right to mount, and:
apt-get install libfaketime`;
const { part, files } = optionsOf(HELP, {
  part: { type: 'string', default: '1/1' },
  files: { type: 'string' },
});

const AHEAD_DAYS = 366;
const DAY_MS = 86_400_000;
/** What libfaketime cannot do, and a year does. */
const LEFT_OUT = [
  // It leaves the times of files as they are, so that every file of these would be a year old.
  'test/bring.test.ts',
  // Chromium crashes with it, and workerd does not start.
  'test/pages.test.ts',
  ...globSync('test/{edge*,attacks/edge}.test.ts', { cwd: ROOT }).filter(
    (file) => !file.endsWith('-bundle.test.ts'),
  ),
];
/** With it PostgreSQL never ends a statement that takes too long: its alarm does not ring. */
const WITHOUT = 'for one statement too slow';
/** As `npm test`, whatever size the campaign has. */
const { CAMPAIGN_SIZE: _size, CAMPAIGN_SEED: _seed, ...env } = process.env;

if (globSync('/usr/lib/*/faketime/libfaketimeMT.so.1').length === 0)
  throw new Error('libfaketime is not installed: apt-get install libfaketime');
const ahead = (args: readonly string[], output: 'inherit' | 'pipe') =>
  spawnSync(
    'unshare',
    [
      ...['--mount', fileURLToPath(new URL('./ahead.sh', import.meta.url)), String(AHEAD_DAYS)],
      ...[process.execPath, ...args],
    ],
    { cwd: ROOT, env, encoding: 'utf8', stdio: ['ignore', output, 'inherit'] },
  );

const { stdout } = ahead(['-p', 'Date.now()'], 'pipe');
if (!(Number(stdout) - Date.now() > (AHEAD_DAYS - 1) * DAY_MS))
  throw new Error('the tests would not live ahead: libfaketime did not work');
const { status } = ahead(
  [
    ...['node_modules/vitest/vitest.mjs', 'run', `--shard=${part}`, ...(files === undefined ? [] : [files])],
    ...LEFT_OUT.flatMap((file) => ['--exclude', file]),
    `--testNamePattern=^(?!.*${WITHOUT})`,
  ],
  'inherit',
);
process.exitCode = status ?? 1;
