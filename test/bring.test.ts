import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  globSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest';
import { bring, bringAll, FOLDERS } from '../scripts/bring.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
interface Lock {
  readonly packages: Readonly<
    Record<
      string,
      { integrity?: string; os?: readonly string[]; cpu?: readonly string[]; libc?: readonly string[] }
    >
  >;
}
const lockIn = (folder: string): Lock['packages'] =>
  (JSON.parse(readFileSync(join(ROOT, folder, 'package-lock.json'), 'utf8')) as Lock).packages;

afterAll(disposeServices);

describe('npm ci at the root', () => {
  it('brings at most 700 MB in 600 packages', () => {
    const here = Object.keys(lockIn('')).filter((path) => path !== '' && existsSync(join(ROOT, path)));
    expect(here.length).toBeGreaterThan(300);
    expect(here.length).toBeLessThanOrEqual(600);
    // A folder below another one is counted with it.
    const top = here.filter((path) => path.lastIndexOf('node_modules/') === 0);
    const bytes = top
      .flatMap((path) => globSync('**', { cwd: join(ROOT, path) }).map((file) => join(ROOT, path, file)))
      .reduce((sum, file) => sum + lstatSync(file).size, 0);
    expect(bytes / 1_000_000).toBeLessThanOrEqual(700);
  });
});

it.each(FOLDERS)('%s pins every package by its digest', (folder) => {
  const { '': own, ...packages } = lockIn(folder);
  expect(own).toBeDefined();
  expect(Object.keys(packages)).not.toEqual([]);
  for (const [path, { integrity }] of Object.entries(packages)) expect(integrity, path).toMatch(/^sha512-/);
});

describe('what a command needs beyond that', () => {
  const path = process.env.PATH;
  let root = '';
  let count = '';
  /** Stands in for npm: writes down that it ran, and does what `does` says. */
  const npm = (does: string) => {
    const file = join(root, 'bin/npm');
    writeFileSync(file, `#!/bin/sh\necho "$@" >> ${count}\n${does}\n`);
    chmodSync(file, 0o755);
  };
  const runs = () => (existsSync(count) ? readFileSync(count, 'utf8').trim().split('\n') : []);
  const brought = () => join(root, 'config/node_modules/a');

  beforeEach(() => {
    root = temporaryFolder();
    count = join(root, 'runs');
    for (const each of ['bin', 'config']) mkdirSync(join(root, each));
    writeFileSync(join(root, 'config/package.json'), '{}');
    writeFileSync(join(root, 'config/package-lock.json'), '{}');
    process.env.PATH = `${join(root, 'bin')}${delimiter}${path}`;
  });
  afterEach(() => {
    process.env.PATH = path;
  });

  it('is installed once by its lock file, without scripts of packages, and again when that changes', async () => {
    npm('mkdir node_modules && echo 1 > node_modules/a');
    await bring('config', root);
    await bring('config', root);
    expect(runs()).toEqual([expect.stringMatching(/^ci --ignore-scripts /)]);
    expect(existsSync(brought())).toBe(true);
    writeFileSync(join(root, 'config/package-lock.json'), '{"changed":true}');
    npm('mkdir node_modules && echo 2 > node_modules/a');
    await bring('config', root);
    expect(runs()).toHaveLength(2);
    expect(readFileSync(brought(), 'utf8').trim()).toBe('2');
    expect(globSync('.cache/*', { cwd: root })).toEqual([]);
  });

  it('is not there after half an installation, and the error says what npm said', async () => {
    npm('mkdir node_modules && echo 1 > node_modules/a; echo "no such archive" >&2; exit 1');
    await expect(bring('config', root)).rejects.toThrow(/config\/package\.json: no such archive/);
    expect(existsSync(join(root, 'config/node_modules'))).toBe(false);
    npm('mkdir node_modules && echo 1 > node_modules/a');
    await bring('config', root);
    expect(existsSync(brought())).toBe(true);
  });

  it('is one installation when two ask at once', async () => {
    npm('mkdir node_modules && echo 1 > node_modules/a');
    await Promise.all([bring('config', root), bring('config', root), bring('config', root)]);
    expect(existsSync(brought())).toBe(true);
    expect(globSync('.cache/*', { cwd: root })).toEqual([]);
  });

  it('waits for every folder when one fails, and says each failure', async () => {
    for (const each of ['scripts/edge', 'test/browser']) {
      mkdirSync(join(root, each), { recursive: true });
      for (const file of ['package.json', 'package-lock.json']) writeFileSync(join(root, each, file), '{}');
    }
    writeFileSync(join(root, 'config/package.json'), '{"name":"slow"}');
    // What is slow ends long after what fails.
    npm(
      'grep -q slow package.json || { echo offline >&2; exit 1; }; sleep 1; mkdir node_modules; echo 1 > node_modules/a',
    );
    await expect(bringAll(['scripts/edge', 'config', 'test/browser'], root)).rejects.toThrow(
      /scripts\/edge\/package\.json: offline\n.*test\/browser\/package\.json: offline/,
    );
    expect(existsSync(brought())).toBe(true);
    expect(globSync('.cache/*', { cwd: root })).toEqual([]);
  });

  it('removes drafts that nobody is filling any more, and leaves those of an installation beside it', async () => {
    npm('mkdir node_modules && echo 1 > node_modules/a');
    for (const name of ['bring-left', 'bring-new', 'other'])
      mkdirSync(join(root, '.cache', name), { recursive: true });
    const before = Date.now() / 1_000 - 7_200;
    for (const name of ['bring-left', 'other']) utimesSync(join(root, '.cache', name), before, before);
    await bring('config', root);
    expect(globSync('.cache/*', { cwd: root }).sort()).toEqual(['.cache/bring-new', '.cache/other']);
  });

  it('ends with the command that asked', async () => {
    npm('echo $$ > ../../npm.pid; exec sleep 60');
    const script = `import { bring } from ${JSON.stringify(join(ROOT, 'scripts/bring.ts'))};
      import { existsSync } from 'node:fs';
      void bring('config', ${JSON.stringify(root)});
      const look = () => (existsSync(${JSON.stringify(join(root, 'npm.pid'))}) ? process.exit(3) : setTimeout(look, 20));
      look();`;
    expect(spawnSync(process.execPath, ['--input-type=module', '-e', script]).status).toBe(3);
    const pid = Number(readFileSync(join(root, 'npm.pid'), 'utf8'));
    // Gone, or waiting to be buried by whoever buries orphans here.
    const isAlive = () =>
      existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
    await expect.poll(isAlive).toBe(false);
  });
});
