/**
 * What must hold of the code itself. All at once, the longest first; what fails is printed whole. `--in-turn`: one after
 * the other, since others work beside it.
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { bringAll, FOLDERS } from './bring.ts';

/**
 * The compiler in Go: a third of the time. TypeScript 6 stays for those who use it as a library. With more than one
 * checker each works out the types of the libraries anew: twice the work on the same cores.
 */
const TSC = ['node', 'node_modules/typescript7/bin/tsc', '--checkers', '1'];

/** Where AGENTS.md says what to do about a check that fails. */
const RECIPES: Readonly<Record<string, string>> = {
  floors: 'Floors: imports only go down',
  'derived files': 'Recipes: run `npm run derive` after every change',
  'unused exports and dependencies': 'House rules: delete before adding',
  'sizes and names': 'House rules: sizes, and one file for a name',
};
const BY_DEFAULT = 'Recipes: the one for what you changed';

const CHECKS: Readonly<Record<string, readonly string[]>> = {
  types: [...TSC, '-p', 'tsconfig.json'],
  'unused exports and dependencies': ['knip'],
  'types of the pure floors': [...TSC, '-p', 'tsconfig.pure.json'],
  'lint and format': ['config/node_modules/.bin/biome', 'check'],
  floors: ['depcruise', '--config', 'config/floors.cjs', 'src'],
  'derived files': ['node', 'scripts/derive.ts', '--check'],
  'sizes and names': ['node', 'scripts/ratchet.ts'],
};

const root = fileURLToPath(new URL('../', import.meta.url));
// The compiler reads the types of them all.
// A load generator judges no code.
await bringAll(FOLDERS.filter((each) => each !== 'bench/generators'));

const startedAt = performance.now();
const seconds = () => `${((performance.now() - startedAt) / 1_000).toFixed(1)} s`;

async function perform(name: string, [command, ...args]: readonly string[]): Promise<boolean> {
  const child = spawn(command!, args, {
    cwd: root,
    env: {
      ...process.env,
      PATH: `${root}node_modules/.bin:${process.env.PATH}`,
      FORCE_COLOR: '1',
      NODE_COMPILE_CACHE: `${root}.cache/compile`,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text));
  const [code] = (await once(child, 'close')) as [number | null];
  console.error(code === 0 ? `✓ ${name} (${seconds()})` : `✗ ${name} (${seconds()})\n${output}`);
  return code === 0;
}

const inTurn = process.argv.includes('--in-turn');
const outcomes: Promise<boolean>[] = [];
for (const [name, args] of Object.entries(CHECKS)) {
  if (inTurn) await outcomes.at(-1);
  outcomes.push(perform(name, args));
}
const names = Object.keys(CHECKS);
const held = await Promise.all(outcomes);
for (const name of names.filter((_, i) => !held[i]))
  console.error(`→ ${name}: AGENTS.md, "${RECIPES[name] ?? BY_DEFAULT}"`);
if (held.includes(false)) process.exitCode = 1;
