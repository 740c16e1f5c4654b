import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { promisify } from 'node:util';
import type { Size } from './table.ts';

/** What a campaign has done, one part a line, so that one that was ended goes on. */

export interface Run {
  readonly size: Exclude<Size, 'smoke'>;
  readonly seed: number;
  /** Of the code: what passed with other code says nothing. */
  readonly version: string;
}

export interface Done extends Run {
  readonly campaign: string;
  readonly step: string;
  readonly passed: boolean;
  readonly seconds: number;
  readonly at: string;
  /** Everything it printed, and the end of that. */
  readonly file: string;
  readonly tail: string;
}

/** A line that was torn apart by a power cut counts as not there. */
export function readRecords(file: string): Done[] {
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .flatMap((line) => {
      try {
        return [JSON.parse(line) as Done];
      } catch {
        return [];
      }
    });
}

export const appendRecord = (file: string, done: Done): void =>
  // A line of its own, whatever the last one was torn at.
  appendFileSync(file, `\n${JSON.stringify(done)}\n`);

export const passedBefore = (
  records: readonly Done[],
  { size, seed, version }: Run,
  campaign: string,
  step: string,
): Done | undefined =>
  records.find(
    (each) =>
      each.passed &&
      each.campaign === campaign &&
      each.step === step &&
      each.size === size &&
      each.seed === seed &&
      each.version === version,
  );

/** The commit, and a digest of what was changed since: two states of the code never have the same name. */
export async function versionOfTree(): Promise<string> {
  const git = async (...args: string[]) =>
    (await promisify(execFile)('git', args, { maxBuffer: 1 << 28 })).stdout;
  try {
    const commit = (await git('rev-parse', '--short=12', 'HEAD')).trim();
    const changed = await git('diff', 'HEAD', '--binary');
    const added = (await git('ls-files', '--others', '--exclude-standard', '-z')).split('\0').filter(Boolean);
    if (changed === '' && added.length === 0) return commit;
    const digest = createHash('sha256').update(changed);
    for (const path of added) digest.update(`\0${path}\0`).update(readFileSync(path));
    return `${commit}-${digest.digest('hex').slice(0, 8)}`;
  } catch {
    // Without git nobody knows what the code is: nothing is taken up.
    return `unknown-${Date.now()}`;
  }
}
