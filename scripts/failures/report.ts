/** How well pasted failures are put down to their cause: `npm run -s failures:report -- --help`. */

import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { registerHooks } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { optionsOf } from '../options.ts';
import { LEARNT_FILE, learntNow } from './learn.ts';

interface Row {
  readonly id: string;
  readonly text: string;
  readonly statusCode?: number;
}
interface Failure extends Row {
  readonly cause: string;
  readonly also?: readonly string[];
  readonly kind: string;
  /** Whether money moved, where the author of the set says so. */
  readonly money?: 'no' | 'maybe' | 'yes';
}

const HELP = `How well pasted failures are put down to their cause.

  npm run -s failures:report -- --set data/failures/dev
    --set DIR    the set: failures.jsonl and unrelated.jsonl
    --show       the rows that were missed, too
    --held-out   learns the words again without this set and others of its author, for one that is learnt from
    --json       one JSON object instead of lines`;
const options = optionsOf(
  HELP,
  {
    set: { type: 'string', default: '' },
    json: { type: 'boolean' },
    show: { type: 'boolean' },
    'held-out': { type: 'boolean' },
  },
  ({ set }) => (set === '' ? 'Name a folder: --set DIR' : undefined),
);
const folder = options.set;
if (options['held-out']) await leaveOut();
const { match } = await import('../../src/checks/failure-signature/match.ts');

/** What is learnt without this set stands in the place of what was learnt from all. */
async function leaveOut(): Promise<void> {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  const file = join(mkdtempSync(join(tmpdir(), 'learnt-')), 'learnt.json');
  writeFileSync(file, await learntNow(root, 'held out', folder.replace(/\/$/, '')));
  registerHooks({
    resolve: (name, context, next) =>
      name.endsWith(basename(LEARNT_FILE))
        ? {
            url: pathToFileURL(file).href,
            format: 'json',
            importAttributes: { type: 'json' },
            shortCircuit: true,
          }
        : next(name, context),
  });
}

const rows = <T>(name: string): T[] =>
  readFileSync(join(folder, `${name}.jsonl`), 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);

const ask = ({ text, statusCode }: Row) =>
  match({ errorText: text, ...(statusCode !== undefined && { statusCode }) });

function judged(row: Failure) {
  const right = new Set([row.cause, ...(row.also ?? [])]);
  const { matches: causes, money } = ask(row);
  return {
    id: row.id,
    kind: row.kind,
    cause: row.cause,
    got: causes[0]?.cause ?? null,
    matched: causes.length > 0,
    strong: causes[0]?.confidence === 'strong',
    right: causes[0] !== undefined && right.has(causes[0].cause),
    among: causes.some(({ cause }) => right.has(cause)),
    careless: (row.money ?? 'no') !== 'no' && money?.moved === 'no',
  };
}

const failures = rows<Failure>('failures').map(judged);
const unrelated = rows<Row>('unrelated').map((row) => ({
  id: row.id,
  matched: ask(row).status === 'matched',
}));

const share = (of: number, all: number): string =>
  `${of} of ${all} (${all === 0 ? '-' : ((100 * of) / all).toFixed(1)} %)`;
const count = <T>(list: readonly T[], holds: (one: T) => boolean): string =>
  share(list.filter(holds).length, list.length);

const wrongAndStrong = failures.filter(({ strong, right }) => strong && !right);
const figures = {
  matched: count(failures, ({ matched }) => matched),
  'right cause first': count(failures, ({ right }) => right),
  'right cause among three': count(failures, ({ among }) => among),
  strong: count(failures, ({ strong }) => strong),
  'wrong and strong': `${wrongAndStrong.length}`,
  'said to move nothing, wrongly': `${failures.filter(({ careless }) => careless).length}`,
  'unrelated matched': count(unrelated, ({ matched }) => matched),
  ...Object.fromEntries(
    [...Map.groupBy(failures, ({ kind }) => kind)].map(([kind, list]) => [
      `right cause first, ${kind}`,
      count(list, ({ right }) => right),
    ]),
  ),
};
const missed = failures.filter(({ right }) => !right);
const found = unrelated.filter(({ matched }) => matched);

if (options.json) console.log(JSON.stringify({ set: folder, figures, missed, unrelated: found }, null, 2));
else {
  for (const [name, figure] of Object.entries(figures)) console.log(`${name.padEnd(30)} ${figure}`);
  if (options.show) {
    for (const { id, cause, got, strong } of missed)
      console.log(`${id}  ${cause} > ${got ?? 'nothing'}${strong ? ', strong' : ''}`);
    for (const { id } of found) console.log(`${id}  unrelated, matched`);
  }
}
