import { existsSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { type Chainside, ConfigFaults, compose } from './compose.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { createOriginServer, listen } from './server.ts';

const DRAIN_MS = 25_000;

export interface Running {
  readonly url: string;
  stop(): Promise<void>;
}

/** Starts the service and says so on standard output. Throws `ConfigFaults` with everything that is wrong. */
export async function serve(env: Environment, say: (line: string) => void = console.log): Promise<Running> {
  const { config, faults } = readConfig(env);
  if (faults.length > 0) throw new ConfigFaults(faults);

  const booting = createOriginServer((request) => current(request));
  let current: (request: Request) => Response | Promise<Response> = () => new Response(null, { status: 503 });
  const port = await listen(booting, config.port, config.host);
  const publicUrl = config.publicUrl ?? `http://${config.host}:${port}`;
  const { chainside, stopChain } = await openChainside(config, say);
  const service = await compose(config, publicUrl, chainside, {
    // Without a journal nothing may be sold, and only a restart can say what the last batch became.
    onJournalDeath: () => process.exit(70),
    report: (where, error) => console.error(where, error),
  });
  current = service.fetch;
  const swept = await service.recover();
  if (swept.seen > 0)
    say(
      `recovered ${swept.seen} unfinished payment(s): ${swept.settled} settled, ${swept.failed} failed, ${swept.released} released, ${swept.pending} pending`,
    );
  say(`assay listening on http://${config.host}:${port}`);
  if (chainside.sandbox) for (const line of firstPurchase(publicUrl)) say(line);

  return {
    url: `http://${config.host}:${port}`,
    async stop() {
      service.drain();
      await closeGracefully(booting);
      await service.close();
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
      chainside: { rpcUrl: config.evmRpcUrl!, payTo: config.payToEvm!, settlerKey: config.settlerKey! },
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
  else setAsideJournal(config.dataDir, say);
  void own?.exited.then(({ how }) => how !== 'stopped' && process.exit(71));
  const rpcUrl = own?.rpcUrl ?? given!;
  const payTo = config.payToEvm ?? sandbox.sandboxAccount('seller').address;
  const settlerKey = config.settlerKey ?? sandbox.sandboxAccount('settler').privateKey;
  return {
    chainside: { rpcUrl, payTo, settlerKey, sandbox: () => sandboxDocument({ rpcUrl, seller: payTo }) },
    stopChain: async () => own?.stop(),
  };
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
  `  npx assay buy opportunity-check --subject api.example.com/v1 --goal "Is one $0.01 call worth it?" --max 0.01`,
  '',
  `Or look first:  curl -i ${url}/api/opportunity-check`,
];

/** Stops accepting, lets what is under way finish, then closes what is idle. */
function closeGracefully(server: ReturnType<typeof createOriginServer>): Promise<void> {
  return new Promise((resolve) => {
    const force = setTimeout(() => server.closeAllConnections(), DRAIN_MS);
    server.close(() => {
      clearTimeout(force);
      resolve();
    });
    server.closeIdleConnections();
  });
}
