import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { isIPv6 } from 'node:net';
import { join } from 'node:path';
import { nativeSha256, systemEntropy } from '../adapters/system.ts';
import { catalogue } from '../catalogue.ts';
import type { Catalogue } from '../declare.ts';
import { modeHeaders } from '../http/respond.ts';
import { hashWith } from '../values/digest.ts';
import { restWith } from './at-rest.ts';
import { callerOf } from './caller.ts';
import { openChainside } from './chainside.ts';
import { ConfigFaults, compose } from './compose.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { holdDataDir } from './data-dir.ts';
import { localFaults } from './local-faults.ts';
import { bootingReply, createOriginServer, HTTP_LIMITS, type Served } from './server.ts';
import { telemetry } from './telemetry.ts';

const DRAIN_MS = 25_000;
/** Exit code of a service that must not go on: its supervisor restarts it and recovery asks the chain. */
const EXIT_JOURNAL = 70;

export interface Running {
  readonly url: string;
  readonly port: number;
  stop(): Promise<void>;
}

/** Which of several processes on one port this is (workers.ts). */
export interface WorkerPlace {
  /** From 1. */
  readonly worker: number;
  /** Where others serve already: this one joins them when it is ready, and until then nobody is sent to it. */
  readonly joins?: number;
}

/** Starts the service and says so on standard output. Throws `ConfigFaults` with everything that is wrong. */
export async function serve(
  env: Environment,
  say: (line: string) => void = console.log,
  sold: Catalogue = catalogue,
  { worker, joins }: WorkerPlace = { worker: 1 },
): Promise<Running> {
  hashWith(nativeSha256);
  const { config, faults } = readConfig(env, worker);
  if (faults.length > 0) throw new ConfigFaults(faults);
  const local = await localFaults(config, { make: true });
  if (local.length > 0) throw new ConfigFaults(local);
  // Before anything is touched there: the journal of a sandbox is put aside, and a running one is somebody's.
  const held = await holdDataDir(config, `${config.nodeId ?? (config.port || process.pid)}#${worker}`);
  const { event, report, notice, moved, log, flush, serveMetrics } = telemetry(config.logLevel);

  const common = modeHeaders(config.mode === 'sandbox');
  let app: Served = {
    answer: async (request) => bootingReply(request, common),
    standing: () => undefined,
  };
  const server = createOriginServer(
    {
      answer: (request, connection) => app.answer(request, connection),
      standing: (glance) => app.standing(glance),
    },
    common,
    HTTP_LIMITS,
    callerOf(config.trustedProxies),
  );
  const listen = () => server.listen(config.port, config.host);
  const port = joins ?? (await listen());
  const url = `http://${isIPv6(config.host) ? `[${config.host}]` : config.host}:${port}`;
  const { chainside, stopChain, hint } = await openChainside(config, say, sold, worker);
  let answered = 0;
  const service = await compose(
    { ...config, nodeId: nodeIdOf(config, port, worker) },
    config.publicUrl ?? url,
    chainside,
    {
      event: (happened) => {
        answered++;
        event(happened);
      },
      report,
      notice,
      moved,
      onJournalDeath: (error) => {
        report('journal', error);
        flush();
        process.exit(EXIT_JOURNAL);
      },
    },
    sold,
  );
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await serveMetrics(config.metricsPort, config.metricsHost, { ...service, now: Date.now });
  if (config.mode === 'sandbox') await service.publishEditions();
  // Nothing is sold before the first pass: a new sale could take the place of a transaction that was signed before a
  // crash and not sent.
  const swept = await service.recover();
  app = service;
  if (joins !== undefined) await listen();
  if (swept.seen > 0) {
    log.warn({ where: 'recovery', ...swept });
    flush();
  }
  const stopResting = restWith(() => answered);
  say(`assay listening on ${url}`);
  if (config.mode === 'sandbox' && config.ledgerLab) service.refreshEditions();
  for (const line of hint?.(url) ?? []) say(line);

  return {
    url,
    port,
    async stop() {
      stopResting();
      service.drain();
      await server.drain(DRAIN_MS);
      await service.close();
      metrics?.close();
      flush();
      await stopChain();
      held.release();
    },
  };
}

/** A worker's name is that of the whole and its number, so that it finds its own rows and key again. */
function nodeIdOf({ nodeId, dataDir, workers }: Config, port: number, worker: number): string {
  const name = nodeId ?? `${keptId(dataDir)}:${port}`;
  return workers === 1 ? name : `${name}#${worker}`;
}

/** Made once and kept with the data, so that a node that was killed comes back under its own name, whatever its host is called. */
function keptId(dataDir: string): string {
  const file = join(dataDir, 'node-id');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${systemEntropy.hex(8)}\n`);
  }
  return readFileSync(file, 'utf8').trim();
}
