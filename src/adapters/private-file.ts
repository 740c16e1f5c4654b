import { closeSync, existsSync, mkdirSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { Failure } from '../values/failure.ts';

/** What is wrong with a file that only its owner may read. */
export const MAY_BE_READ = 'can be read by others: chmod 600';

export const isReadByOthers = (path: string): boolean => (statSync(path).mode & 0o077) !== 0;

/** Makes the file where it is absent. Throws where others can read it, or one of those that stand beside it. */
export function ownFile(path: string, beside: readonly string[] = []): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  if (!existsSync(path)) closeSync(openSync(path, 'a', 0o600));
  for (const each of [path, ...beside.map((suffix) => path + suffix)])
    if (existsSync(each) && isReadByOthers(each)) throw new Failure(`${each} ${MAY_BE_READ}`, 'NOT_PRIVATE');
}
