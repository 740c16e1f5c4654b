import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { optionsOf } from './options.ts';

const HELP = `go-modules.ts --git <git directory> --out <folder>

Makes a file GOPROXY of the client modules that clients/go asks for, from a git repository that has their commits: for
machines whose module proxy lacks them (docs/lab.md).`;

const values = optionsOf(HELP, { git: { type: 'string' }, out: { type: 'string' } }, ({ git, out }) =>
  git && out ? undefined : '--git and --out are needed',
);
const repository = values.git!;
const out = resolve(values.out!);

const git = (...args: readonly string[]): Buffer =>
  execFileSync('git', [`--git-dir=${repository}`, ...args], { maxBuffer: 2 ** 28 });

const CLIENTS = join(import.meta.dirname, '../clients/go');
const REQUIRED = /^require (\S+\/go) (v0\.0\.0-\d{14}-([0-9a-f]{12}))$/m;

for (const folder of readdirSync(CLIENTS, { withFileTypes: true }).filter((each) => each.isDirectory())) {
  const [, path, version, commit] =
    REQUIRED.exec(readFileSync(join(CLIENTS, folder.name, 'go.mod'), 'utf8')) ?? [];
  if (!path || !version || !commit) throw new Error(`${folder.name} names no commit`);
  const versions = join(out, path, '@v');
  mkdirSync(versions, { recursive: true });
  const file = (ending: string) => join(versions, `${version}.${ending}`);
  const Time = git('show', '-s', '--format=%cI', commit).toString().trim();
  writeFileSync(file('info'), JSON.stringify({ Version: version, Time }));
  writeFileSync(file('mod'), git('show', `${commit}:go/go.mod`));
  // As the go command itself archives a module in a folder: with the repository's licence, without modules inside it.
  writeFileSync(join(versions, 'LICENSE'), git('show', `${commit}:LICENSE`));
  git(
    'archive',
    '--format=zip',
    `--prefix=${path}@${version}/`,
    `--add-file=${join(versions, 'LICENSE')}`,
    `--output=${file('zip')}`,
    `${commit}:go`,
    '--',
    '.',
    ':(exclude)legacy',
  );
  console.log(`${path} ${version}`);
}
console.log(`GOPROXY=file://${out},https://proxy.golang.org`);
