import { generateKeyPairSync } from 'node:crypto';
import { Miniflare } from 'miniflare';
import { thumbprintOf } from '../../src/adapters/edge/web-signer.ts';
import type { EdgeEnv } from '../../src/edge/config.ts';
import { bundleEdge } from './bundle.ts';

/** The Worker in the real workerd on this machine, with its journal on disk. */

export interface LocalEdge {
  readonly url: string;
  /** Process id of workerd. */
  readonly pid: number;
  stop(): Promise<void>;
}

export interface LocalEdgeOptions {
  readonly port: number;
  readonly variables: Readonly<Record<Exclude<keyof EdgeEnv, 'JOURNAL'>, string | undefined>>;
  /** Folder of the journal. */
  readonly dataDir: string;
  readonly host?: string;
}

/** Pinned: what the platform changes by date, it does not change under us. */
export const COMPATIBILITY_DATE = '2026-07-01';

let bundled: Promise<string> | undefined;

export async function startEdge({ port, variables, dataDir, host = '127.0.0.1' }: LocalEdgeOptions): Promise<LocalEdge> {
  bundled ??= bundleEdge().then(({ code }) => code);
  const miniflare = new Miniflare({
    name: 'assay-edge',
    modules: [{ type: 'ESModule', path: 'worker.mjs', contents: await bundled }],
    compatibilityDate: COMPATIBILITY_DATE,
    host,
    port,
    cf: false,
    durableObjects: { JOURNAL: { className: 'EdgeJournal', useSQLite: true } },
    durableObjectsPersist: dataDir,
    bindings: Object.fromEntries(
      Object.entries(variables).filter((each): each is [string, string] => each[1] !== undefined),
    ),
  });
  const url = await miniflare.ready;
  return {
    url: url.origin,
    pid: workerdPid(miniflare),
    stop: () => miniflare.dispose(),
  };
}
