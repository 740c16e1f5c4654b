/** The extracted codes and messages as they are kept: which of them each installed package says. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ownLock } from '../../src/lab/lock.ts';
import { byVersion, type InstalledSdk, installedSdks, saidBy } from './extract.ts';

export const SAID_FILE = 'src/checks/failure-signature/dictionary/said.artefact.json';

/** What decides the result: the archives that are installed and the way in which they are read. */
function originOf(root: string, sdks: readonly InstalledSdk[]): string {
  const lock = ownLock();
  const hash = createHash('sha256');
  for (const { folder } of sdks) hash.update(`${folder} ${lock[folder]?.integrity}\n`);
  hash.update(readFileSync(join(root, 'scripts/failures/extract.ts')));
  return hash.digest('hex').slice(0, 16);
}

/** Reading all packages takes seconds: what was read from the same archives by the same code is not read again. */
export function saidText(root: string, kept: string): string {
  const sdks = installedSdks(ownLock());
  const origin = originOf(root, sdks);
  if (kept.includes(`"origin": "${origin}"`)) return kept;
  return saidNow(root, kept, saidBy, sdks, origin);
}

interface Kept {
  readonly packages: readonly string[];
  readonly code: readonly (readonly [string, readonly number[]])[];
  readonly message: readonly (readonly [string, readonly number[]])[];
}

/**
 * What the installed packages say, and what others said when they were installed: a published archive never changes, so
 * what was read in it stays true after the lab has moved it out of the lock file.
 */
export function saidNow(
  root: string,
  kept: string,
  read = saidBy,
  sdks = installedSdks(ownLock()),
  origin = originOf(root, sdks),
): string {
  const before = JSON.parse(kept) as Kept;
  const installed = new Map(sdks.map((sdk) => [`${sdk.name}@${sdk.version}`, sdk]));
  const packages = [...new Set([...before.packages, ...installed.keys()])].sort(bySpec);
  const found = { code: new Map<string, Set<number>>(), message: new Map<string, Set<number>>() };
  const add = (kind: 'code' | 'message', text: string, spec: string) => {
    const where = found[kind].get(text) ?? new Set();
    found[kind].set(text, where.add(packages.indexOf(spec)));
  };
  for (const [spec, sdk] of installed) for (const { kind, text } of read(root, sdk)) add(kind, text, spec);
  for (const kind of ['code', 'message'] as const)
    for (const [text, where] of before[kind])
      for (const at of where) if (!installed.has(before.packages[at]!)) add(kind, text, before.packages[at]!);
  const lines = (of: Map<string, Set<number>>) =>
    [...of]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([text, where]) => `    ${JSON.stringify([text, [...where].sort((a, b) => a - b)])}`)
      .join(',\n');
  return `{
  "origin": "${origin}",
  "packages": ${JSON.stringify(packages)},
  "code": [
${lines(found.code)}
  ],
  "message": [
${lines(found.message)}
  ]
}
`;
}

/** By name, then by version. */
function bySpec(a: string, b: string): number {
  const [x, y] = [a.lastIndexOf('@'), b.lastIndexOf('@')];
  return a.slice(0, x).localeCompare(b.slice(0, y)) || byVersion(a.slice(x + 1), b.slice(y + 1));
}
