import { spawn } from 'node:child_process';
import {
  copyFileSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir } from 'node:os';
import { basename, join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Digest, digestJson } from '../values/digest.ts';
import { type Build, type ClientLanguage, cameWithUs } from './builds.ts';
import { lockDigest } from './lock.ts';

/** Builds that `npm ci` does not bring lie in a folder of their own, each under the digest of what it was made from. */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Where `assay lab install` puts builds, for all checkouts of a user. */
export const STORE = join(homedir(), '.cache', 'assay', 'lab');
const DIGEST_SHOWN = 12;

/** Where a build is, or would be, installed. */
export const placeOf = (build: Build, store = STORE): string =>
  cameWithUs(build)
    ? ROOT
    : join(store, `${build.language}-${madeFrom(build).slice('sha256:'.length).slice(0, DIGEST_SHOWN)}`);

/** A program that is compiled from the build's own source changes with every file of it. */
const madeFrom = (build: Build): Digest =>
  TOOLCHAINS[build.language].compiles ? sourceDigest(build) : lockDigest(build);

/** Files that every build of a language is made with: they lie beside the builds' folders. */
const shared = ({ folder, language }: Build): readonly string[] =>
  (TOOLCHAINS[language].shared ?? []).map((name) => join(folder, '..', name));

function sourceDigest(build: Build): Digest {
  const files = readdirSync(build.folder, { recursive: true, encoding: 'utf8' })
    // What a compiler leaves beside the source.
    .filter((path) => path.split(sep)[0] !== 'target' && statSync(join(build.folder, path)).isFile())
    .sort()
    .map((path) => [path, join(build.folder, path)] as const);
  const all = [...files, ...shared(build).map((path) => [basename(path), path] as const)];
  return digestJson(all.map(([name, path]) => [name, readFileSync(path, 'utf8')]));
}

/** Why a build cannot run on this machine; undefined when it can. */
export function whyAbsent(build: Build, store = STORE): string | undefined {
  if (cameWithUs(build))
    return build.packages.every((name) => existsSync(join(ROOT, 'node_modules', name)))
      ? undefined
      : 'it comes with "npm ci" without --omit=dev';
  return existsSync(placeOf(build, store))
    ? undefined
    : `it is not installed here; "assay lab install ${build.language}" installs it`;
}

type Step = readonly [program: string, ...args: string[]];

interface Toolchain {
  /** Programs that must be there, and how each says so. */
  readonly needs: readonly Step[];
  /** What installs a build in a folder that holds a copy of its own. Every archive is compared with the lock file. */
  readonly steps: readonly Step[];
  /** Whether a build holds source of ours that the steps compile. Else the workers are read where they are. */
  readonly compiles?: true;
  /** Files beside the builds' folders that each of them is compiled with. */
  readonly shared?: readonly string[];
}

const TOOLCHAINS: Readonly<Record<ClientLanguage, Toolchain>> = {
  node: {
    needs: [['npm', '--version']],
    steps: [
      ['npm', 'ci', '--ignore-scripts', '--omit=optional', '--no-audit', '--no-fund', '--prefer-offline'],
    ],
  },
  python: {
    needs: [['python3', '-m', 'venv', '--help']],
    steps: [
      ['python3', '-m', 'venv', 'venv'],
      [
        'venv/bin/python',
        '-m',
        'pip',
        'install',
        '--quiet',
        '--require-hashes',
        // The lock file has them all. pip would look for a dependency with an extra in the registry, and refuse its newest
        // version because the lock file has another one.
        '--no-deps',
        '--only-binary=:all:',
        '-r',
        'lock',
      ],
    ],
  },
  go: {
    needs: [['go', 'version']],
    compiles: true,
    shared: ['worker.go', 'build.sh'],
    steps: [['sh', 'build.sh']],
  },
  rust: {
    needs: [['cargo', '--version']],
    compiles: true,
    shared: ['worker.rs'],
    // Unoptimised: what is observed is the same, and half the time of a compiler is saved.
    steps: [['cargo', 'install', '--debug', '--locked', '--path', '.', '--root', 'out', '--jobs', '1']],
  },
};

/** Why nothing of a language can be installed here; undefined when it can. */
export async function whyNoToolchain(language: ClientLanguage): Promise<string | undefined> {
  for (const step of TOOLCHAINS[language].needs)
    if ((await execute(step, ROOT)).code !== 0) return `this machine has no ${step[0]}`;
  return undefined;
}

/** Installs one build from its language's own registry. Throws with what the installer said. */
export async function installBuild(build: Build, store = STORE): Promise<void> {
  const place = placeOf(build, store);
  const draft = `${place}.draft-${process.pid}`;
  mkdirSync(store, { recursive: true });
  rmSync(draft, { recursive: true, force: true });
  cpSync(build.folder, draft, { recursive: true });
  for (const path of shared(build)) copyFileSync(path, join(draft, basename(path)));
  // A lock file that several builds share lies beside their folders.
  if (basename(build.lock) !== build.lock) copyFileSync(join(build.folder, build.lock), join(draft, 'lock'));
  try {
    for (const step of TOOLCHAINS[build.language].steps) {
      const { code, said } = await execute(step, draft);
      if (code !== 0) throw new Error(`${build.id}: ${step.slice(0, 2).join(' ')} failed: ${said}`);
    }
    rmSync(join(draft, 'target'), { recursive: true, force: true });
    // Half an installation is none: the name appears when all is there.
    renameSync(draft, place);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

const SAID_KEPT = 2_000;

function execute(
  [program, ...args]: Step,
  cwd: string,
): Promise<{ readonly code: number; readonly said: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    const hear = (text: Buffer) => {
      said = (said + text.toString('utf8')).slice(-SAID_KEPT);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('error', (error) => resolve({ code: 127, said: error.message }));
    child.once('exit', (code) => resolve({ code: code ?? 1, said: said.trim() }));
  });
}
