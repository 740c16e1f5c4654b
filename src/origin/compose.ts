import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { addressKeys } from '../adapters/address-key.ts';
import { openChain } from '../adapters/evm/chain.ts';
import { openRecoverPool } from '../adapters/evm/recover-pool.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { openSqlite } from '../adapters/sql/sqlite-store.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { catalogue } from '../catalogue.ts';
import type { Published } from '../declare.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { gateFor, type Ports } from '../gate/gate.ts';
import { type PayIn, termsFor } from '../gate/offer.ts';
import { type Sweep, sweep } from '../gate/reconcile.ts';
import { type App, createApp, type Event } from '../http/app.ts';
import { rateLimiter } from '../http/limits.ts';
import type { Journal } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { sha256Hex } from '../values/digest.ts';
import { chainFaults } from './chain-checks.ts';
import type { Config, Fault } from './config.ts';

/** Where a running service gets its chain from: the sandbox gives these, production configures them. */
export interface Chainside {
  readonly rpcUrl: string;
  readonly payTo: `0x${string}`;
  readonly settlerKey: `0x${string}`;
  /** The body of GET /sandbox; absent in production. */
  readonly sandbox?: () => Promise<object>;
}

export interface Service {
  readonly fetch: App['fetch'];
  readonly journal: Journal;
  /** First pass over unfinished payments: readiness waits for it. */
  recover(): Promise<Sweep>;
  /** Says not ready from now on. */
  drain(): void;
  close(): Promise<void>;
}

export interface Hooks {
  readonly event: (event: Event) => void;
  readonly report: (where: string, error: unknown) => void;
  /** Without a journal nothing may be sold, and only a restart can say what its last batch became. */
  readonly onJournalDeath: (error: Error) => void;
}

/** Requests a second from one address. The sandbox's limit is one that honest local load does not reach. */
const RATES = {
  production: { costly: 100, other: 1_000 },
  sandbox: { costly: 100_000, other: 100_000 },
} as const;

/** How often unfinished payments are looked at, and how long between looks at a receipt. */
const SWEEP_MS = 5_000;
const POLL_MS = { sandbox: 5, production: 500 } as const;

export class ConfigFaults extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super('the configuration has faults');
    this.faults = faults;
  }
}

/** Wires ports to the catalogue. Throws `ConfigFaults` when the chain is not the one that was configured. */
export async function compose(
  config: Config,
  publicUrl: string,
  chainside: Chainside,
  { event, report, onJournalDeath }: Hooks,
): Promise<Service> {
  const chain = openChain({
    rpcUrl: chainside.rpcUrl,
    logPage: config.mode === 'sandbox' ? 100_000n : 2_000n,
  });
  const faults = await chainFaults(chain);
  if (faults.length > 0) throw new ConfigFaults(faults);

  const clock = systemClock;
  const store = await openSqlite(join(config.dataDir, 'journal.sqlite'), onJournalDeath);
  await migrate(store, clock.now());
  const keys = openSigningKeys(config.signingKeysFile, publicUrl, {
    create: config.mode === 'sandbox',
    now: clock.now(),
  });
  const pool = openRecoverPool();
  const account = privateKeyToAccount(chainside.settlerKey);
  const ports: Ports = {
    journal: sqlJournal(store),
    settler: evmSettler({
      chain,
      chainId: 8453,
      account,
      clock,
      pollMs: POLL_MS[config.mode],
      recover: pool.recover,
      report,
    }),
    signer: keys.signer,
    clock,
    entropy: systemEntropy,
  };

  const payIns: readonly PayIn[] = [{ ...USDC_BASE_TERMS, payTo: chainside.payTo }];
  const gates = catalogue.products.map((product) =>
    gateFor({
      terms: termsFor(product, payIns, publicUrl, RELEASE),
      ports,
      release: RELEASE,
      owners: config.owners,
    }),
  );
  const published: Published = { catalogue, publicUrl, release: RELEASE, mode: config.mode };

  const state = { recovered: false, draining: false };
  const timer = setInterval(() => void sweep(ports).catch((error) => report('sweep', error)), SWEEP_MS);
  const sandbox = chainside.sandbox;
  const app = createApp({
    catalogue,
    published,
    gates,
    clock,
    fixed: { '/.well-known/jwks.json': keys.jwks, '/.well-known/did.json': keys.did },
    live: {
      '/healthz': async () => ({ ok: true, body: { status: 'alive', release: RELEASE } }),
      '/readyz': async () => readiness(state),
      ...(sandbox && { '/sandbox': async () => ({ ok: true, body: await sandbox() }) }),
    },
    limit: rateLimiter(RATES[config.mode], addressKeys(clock), clock),
    observe: event,
    report,
    isOperator: (request) => isToken(request.headers.get('x-svc-operator-token'), config.operatorToken),
  });

  return {
    fetch: app.fetch,
    journal: ports.journal,
    // Every earlier worker of an embedded journal is gone, so all its unfinished rows are ours.
    recover: async () => {
      const done = await sweep(ports, { all: true, limit: 10_000 });
      state.recovered = true;
      return done;
    },
    drain: () => {
      state.draining = true;
    },
    close: async () => {
      clearInterval(timer);
      await pool.close();
      await store.close();
    },
  };
}

function readiness({ recovered, draining }: { recovered: boolean; draining: boolean }) {
  const ok = recovered && !draining;
  return { ok, body: { status: ok ? 'ready' : draining ? 'draining' : 'recovering', release: RELEASE } };
}

/** Compared as digests, so that the time taken says nothing about the token. */
const isToken = (given: string | null, expected: string | undefined): boolean =>
  given !== null &&
  expected !== undefined &&
  timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(expected)));
