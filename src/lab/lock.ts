import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Digest, digestJson } from '../values/digest.ts';
import { type Build, cameWithUs } from './builds.ts';

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type NpmLock = Readonly<Record<string, LockEntry>>;

const readNpmLock = (path: string | URL): NpmLock =>
  (JSON.parse(readFileSync(path, 'utf8')) as { packages: NpmLock }).packages;

/** The lock file of this repository. */
export const ownLock = (): NpmLock => readNpmLock(new URL('../../package-lock.json', import.meta.url));

/** The lock file of a build for Node: this repository's, or its own. */
export const lockOf = (build: Build): NpmLock => readNpmLock(join(build.folder, build.lock));

const digests = new Map<string, Digest>();

/** Digest of every lock entry that a build can load: name, version and integrity of the published archive. Of other languages: of the lock file. */
export function lockDigest(build: Build): Digest {
  const digest =
    digests.get(build.id) ??
    (build.language === 'node'
      ? digestOfLock(lockOf(build), rootsOf(build))
      : digestJson(readFileSync(join(build.folder, build.lock), 'utf8')));
  digests.set(build.id, digest);
  return digest;
}

/** A build's own lock file holds nothing but the build; of ours, only a part is loaded. */
export const rootsOf = (build: Build): readonly string[] =>
  cameWithUs(build) ? build.packages.map((name) => `node_modules/${name}`) : [''];

export function digestOfLock(lock: NpmLock, roots: readonly string[]): Digest {
  const seen = new Set<string>();
  const todo = [...roots];
  while (todo.length > 0) {
    const key = todo.pop()!;
    const entry = lock[key];
    if (seen.has(key) || !entry) continue;
    seen.add(key);
    for (const name of Object.keys({
      ...entry.dependencies,
      ...entry.optionalDependencies,
      ...entry.peerDependencies,
    })) {
      const found = resolveIn(lock, key, name);
      if (found) todo.push(found);
    }
  }
  return digestJson(
    [...seen]
      .filter((key) => key !== '')
      .sort()
      .map((key) => ({
        package: key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
        version: lock[key]?.version ?? null,
        integrity: lock[key]?.integrity ?? null,
      })),
  );
}

/** Where Node finds `name` from the package at `from`: its own folder first, then each one above. */
function resolveIn(lock: NpmLock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const key = `${folder}${folder ? '/' : ''}node_modules/${name}`;
    if (lock[key]) return key;
    if (folder === '') return undefined;
  }
}
