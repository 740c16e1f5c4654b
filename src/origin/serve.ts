import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { nativeSha256, systemEntropy } from '../adapters/system.ts';
import type { App } from '../http/app.ts';
import { hashWith } from '../values/digest.ts';
import { type Chainside, ConfigFaults, compose } from './compose.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { bootingResponse, createOriginServer } from './server.ts';
import { telemetry } from './telemetry.ts';

const DRAIN_MS = 25_000;
/** Exit codes of a service that must not go on: its supervisor restarts it and recovery asks the chain. */
const EXIT_JOURNAL = 70;
const EXIT_CHAIN = 71;

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the service and says so on standard output. Throws `ConfigFaults` with everything that is wrong. */
export async function serve(env: Environment, say: (line: string) => void = console.log): Promise<Running> {
  hashWith(nativeSha256);
  const { config, faults } = readConfig(env);
  if (faults.length > 0) throw new ConfigFaults(faults);
  const { event, report, log, flush, serveMetrics } = telemetry(config.logLevel);

  let app: Pick<App, 'fetch' | 'standing'> = { fetch: bootingResponse, standing: () => undefined };
  const server = createOriginServer({
    fetch: (request, connection) => app.fetch(request, connection),
    standing: (glance) => app.standing(glance),
  });
  const port = await server.listen(config.port, config.host);
  const url = `http://${config.host}:${port}`;
  const { chainside, stopChain } = await openChainside(config, say);
  const service = await compose(
    { ...config, nodeId: config.nodeId ?? `${keptId(config.dataDir)}:${port}` },
    config.publicUrl ?? url,
    chainside,
    {
      event,
      report,
      onJournalDeath: (error) => {
        report('journal', error);
        flush();
        process.exit(EXIT_JOURNAL);
      },
    },
  );
  const metrics =
    config.metricsPort === undefined
      ? undefined
      : await serveMetrics(config.metricsPort, service.journal, Date.now);
  app = service;
  const swept = await service.recover();
  if (swept.seen > 0) {
    log.warn({ where: 'recovery', ...swept });
    flush();
  }
  say(`assay listening on ${url}`);
  if (chainside.sandbox) for (const line of firstPurchase(url)) say(line);

  return {
    url,
    async stop() {
      service.drain();
      await server.drain(DRAIN_MS);
      await service.close();
      metrics?.close();
      flush();
      await stopChain();
    },
  };
}

async function openChainside(
  config: Config,
  say: (line: string) => void,
): Promise<{ chainside: Chainside; stopChain: () => Promise<void> }> {
  if (config.mode === 'production')
    return {
      chainside: { rpcUrl: config.evmRpcUrl!, payTo: config.payToEvm!, settlerKey: config.settlerKey },
      stopChain: async () => {},
    };
  const sandbox = await import('../sandbox/chain.ts');
  const { sandboxDocument } = await import('../sandbox/buyers.ts');
  const given = config.evmRpcUrl;
  const own =
    given === undefined
      ? await sandbox.startEvmSandbox(config.anvilPath === undefined ? {} : { anvilPath: config.anvilPath })
      : undefined;
  if (given !== undefined) await sandbox.prepareEvmSandbox(given);
  else if (config.databaseUrl === undefined) setAsideJournal(config.dataDir, say);
  void own?.exited.then(({ how }) => how !== 'stopped' && process.exit(EXIT_CHAIN));
  const rpcUrl = own?.rpcUrl ?? given!;
  const payTo = config.payToEvm ?? sandbox.sandboxAccount('seller').address;
  const settlerKey = config.settlerKey ?? sandbox.sandboxAccount('settler').privateKey;
  return {
    chainside: { rpcUrl, payTo, settlerKey, sandbox: () => sandboxDocument({ rpcUrl, seller: payTo }) },
    stopChain: async () => own?.stop(),
  };
}

/** Made once and kept with the data, so that a node that was killed comes back under its own name, whatever its host is called. */
function keptId(dataDir: string): string {
  const file = join(dataDir, 'node-id');
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true });
    writeFileSync(file, `${systemEntropy.hex(8)}\n`);
  }
  return readFileSync(file, 'utf8').trim();
}

/** A new sandbox chain knows nothing of the last one's payments, so their journal is put aside rather than believed. */
function setAsideJournal(dataDir: string, say: (line: string) => void): void {
  const journal = join(dataDir, 'journal.sqlite');
  if (!existsSync(journal)) return;
  for (const suffix of ['', '-wal', '-shm'])
    if (existsSync(journal + suffix)) renameSync(journal + suffix, `${journal}.previous${suffix}`);
  say('the journal of the last sandbox chain is kept as journal.sqlite.previous');
}

const firstPurchase = (url: string): string[] => [
  '',
  'Sandbox: a local chain on Base terms (eip155:8453), dev buyers with 1,000 USDC each. No real money.',
  'First purchase, in another terminal:',
  '',
  '  npm run -s assay -- buy opportunity-check --subject api.example.com/v1 --goal "Worth one call?" --max 0.01',
  '',
  `Or look first:  curl -i ${url}/api/opportunity-check`,
];
