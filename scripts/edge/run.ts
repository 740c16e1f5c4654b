import { readFileSync } from 'node:fs';
import type { Miniflare, MiniflareOptions } from 'miniflare';
import type { EdgeEnv } from '../../src/edge/config.ts';
import { bring } from '../bring.ts';

/** The Worker in the real workerd on this machine, with its journal on disk. */

export interface LocalEdge {
  readonly url: string;
  stop(): Promise<void>;
}

export type EdgeVariables = Readonly<Partial<Record<Exclude<keyof EdgeEnv, 'JOURNAL'>, string>>>;

export interface LocalEdgeOptions {
  readonly port: number;
  readonly variables: EdgeVariables;
  /** Folder of the journal. */
  readonly dataDir: string;
  readonly host?: string;
  /** Source that is evaluated before the Worker's: tests move its clock and watch whom it calls. */
  readonly before?: string;
}

/** Pinned: what the platform changes by date, it does not change under us. The same as in wrangler.jsonc. */
export const COMPATIBILITY_DATE = '2026-07-01';

const MAIN = "import './before.mjs'; export * from './worker.mjs'; export { default } from './worker.mjs';";

/** Tests start many edges, and name a file that holds the Worker as it was bundled once for all of them. */
async function workerCode(): Promise<string> {
  const { EDGE_CODE } = process.env;
  return EDGE_CODE === undefined
    ? (await (await import('./bundle.ts')).bundleEdge()).code
    : readFileSync(EDGE_CODE, 'utf8');
}

export async function startEdge({
  port,
  variables,
  dataDir,
  host = '127.0.0.1',
  before = '',
}: LocalEdgeOptions): Promise<LocalEdge> {
  const code = await workerCode();
  const miniflare = await startWorkerd({
    name: 'assay-edge',
    modules: [
      { type: 'ESModule', path: 'main.mjs', contents: MAIN },
      { type: 'ESModule', path: 'before.mjs', contents: before },
      { type: 'ESModule', path: 'worker.mjs', contents: code },
    ],
    compatibilityDate: COMPATIBILITY_DATE,
    host,
    port,
    cf: false,
    durableObjects: { JOURNAL: { className: 'EdgeJournal', useSQLite: true } },
    durableObjectsPersist: dataDir,
    bindings: { ...variables },
  });
  return { url: (await miniflare.ready).origin, stop: () => miniflare.dispose() };
}

/** workerd is not among what `npm ci` brings. */
export async function startWorkerd(options: MiniflareOptions): Promise<Miniflare> {
  await bring('scripts/edge');
  return new (await import('miniflare')).Miniflare(options);
}
