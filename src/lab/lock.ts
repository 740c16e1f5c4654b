import { readFileSync } from 'node:fs';
import { type Digest, digestJson } from '../values/digest.ts';
import type { Build } from './builds.ts';

interface LockEntry {
  readonly version?: string;
  readonly integrity?: string;
  readonly name?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
  readonly peerDependencies?: Readonly<Record<string, string>>;
}
export type Lock = Readonly<Record<string, LockEntry>>;

export const readLock = (): Lock =>
  (
    JSON.parse(readFileSync(new URL('../../package-lock.json', import.meta.url), 'utf8')) as {
      packages: Lock;
    }
  ).packages;

/** Digest of every lock entry that a build can load: name, version and integrity of the published archive. */
export function lockDigest(lock: Lock, build: Build): Digest {
  const roots = [build.package, build.scheme, ...(build.family.startsWith('axios') ? ['axios'] : [])];
  const seen = new Set<string>();
  const todo = roots.flatMap((name) => (name ? [`node_modules/${name}`] : []));
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
      const from = build.coreOf && name === '@x402/core' ? `node_modules/${build.coreOf}` : key;
      const found = resolveIn(lock, from, name);
      if (found) todo.push(found);
    }
  }
  return digestJson(
    [...seen].sort().map((key) => ({
      package: key.slice(key.lastIndexOf('node_modules/') + 'node_modules/'.length),
      version: lock[key]?.version ?? null,
      integrity: lock[key]?.integrity ?? null,
    })),
  );
}

/** Where Node finds `name` from the package at `from`: its own folder first, then each one above. */
function resolveIn(lock: Lock, from: string, name: string): string | undefined {
  for (let folder = from; ; folder = folder.slice(0, Math.max(0, folder.lastIndexOf('/node_modules/')))) {
    const key = `${folder}${folder ? '/' : ''}node_modules/${name}`;
    if (lock[key]) return key;
    if (folder === '') return undefined;
  }
}
