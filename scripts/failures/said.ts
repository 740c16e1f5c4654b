/** The extracted codes and messages as they are kept: which of them each installed package says. */

import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { readLock } from '../../src/lab/lock.ts';
import { type InstalledSdk, installedSdks, saidBy } from './extract.ts';

export const SAID_FILE = 'src/checks/failure-signature/dictionary/said.artefact.json';

/** What decides the result: the archives that are installed and the way in which they are read. */
function originOf(root: string, sdks: readonly InstalledSdk[]): string {
  const lock = readLock();
  const hash = createHash('sha256');
  for (const { folder } of sdks) hash.update(`${folder} ${lock[folder]?.integrity}\n`);
  hash.update(readFileSync(join(root, 'scripts/failures/extract.ts')));
  return hash.digest('hex').slice(0, 16);
}

/** Reading all packages takes seconds: what was read from the same archives by the same code is not read again. */
export function saidText(root: string, kept: string): string {
  const sdks = installedSdks(readLock());
  const origin = originOf(root, sdks);
  if (kept.includes(`"origin": "${origin}"`)) return kept;
  return saidNow(root, sdks, origin);
}

export function saidNow(
  root: string,
  sdks = installedSdks(readLock()),
  origin = originOf(root, sdks),
): string {
  const packages = [...new Set(sdks.map(({ name, version }) => `${name}@${version}`))];
  const found = { code: new Map<string, Set<number>>(), message: new Map<string, Set<number>>() };
  const seen = new Set<string>();
  for (const sdk of sdks) {
    const spec = `${sdk.name}@${sdk.version}`;
    if (seen.has(spec)) continue;
    seen.add(spec);
    for (const { kind, text } of saidBy(root, sdk)) {
      const where = found[kind].get(text) ?? new Set();
      found[kind].set(text, where.add(packages.indexOf(spec)));
    }
  }
  const lines = (of: Map<string, Set<number>>) =>
    [...of]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([text, where]) => `    ${JSON.stringify([text, [...where]])}`)
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
