import { fileURLToPath } from 'node:url';
import type { People } from './people.ts';

/** What a test file asks the door of its run for. */

export const DOOR_VARIABLE = 'ASSAY_TEST_DOOR';

async function ask<T>(what: string): Promise<T> {
  const answer = await fetch(`${process.env[DOOR_VARIABLE]}${what}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as T;
}

/** The chain of the run, with people whom nobody else knows: what they have and get is this file's alone. */
export const sharedChain = () => ask<{ readonly rpcUrl: string; readonly people: People }>('/chain');

/** An empty schema on the PostgreSQL of the run. */
export const sharedSchema = async (): Promise<string> => (await ask<{ url: string }>('/schema')).url;

const ASSAY = fileURLToPath(new URL('../../bin/assay.mjs', import.meta.url));
const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));

/** Whether this is `npm test`. */
export const BUNDLED = process.env[DOOR_VARIABLE] !== undefined && process.env.CAMPAIGN_SIZE === undefined;

/**
 * What Node is given to run a script: in `npm test` the script and all that it imports as one file, since most of a start
 * is looking for six hundred modules; in campaigns and outside of vitest the script itself.
 */
export async function runnable(entry: string): Promise<string> {
  if (!BUNDLED) return entry;
  return (await ask<{ file: string }>(`/bundle?entry=${encodeURIComponent(entry)}`)).file;
}

/** Settings that give an edge the Worker as it was bundled once for the run; none in campaigns. */
export const bundledEdge = async (): Promise<Readonly<Record<string, string>>> =>
  BUNDLED ? { EDGE_CODE: (await ask<{ file: string }>('/edge')).file } : {};

/** The command line, for Node. */
export async function assayCommand(): Promise<string> {
  const file = await runnable(MAIN);
  return file === MAIN ? ASSAY : file;
}
