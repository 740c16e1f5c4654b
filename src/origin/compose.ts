import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { addressKeys } from '../adapters/address-key.ts';
import { settlersByNetwork } from '../adapters/by-network.ts';
import { type Chain, openChain } from '../adapters/evm/chain.ts';
import { openRecoverPool, type RecoverPool } from '../adapters/evm/recover-pool.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { facilitatorFaults } from '../adapters/facilitator/faults.ts';
import { facilitatorSettler } from '../adapters/facilitator/settler.ts';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { FLUSH_MS, sqlCounters } from '../adapters/sql/counters.ts';
import { forgetIdentifiers, sqlJournal } from '../adapters/sql/journal.ts';
import { leaseLane } from '../adapters/sql/lanes.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { openStore } from '../adapters/sql/open.ts';
import type { Store } from '../adapters/sql/store.ts';
import { forgetTickets, sqlTickets } from '../adapters/sql/tickets.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { catalogue } from '../catalogue.ts';
import type { Published } from '../declare.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { gateFor, type Ports } from '../gate/gate.ts';
import { type PayIn, termsFor } from '../gate/offer.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import { type Sweep, sweep } from '../gate/reconcile.ts';
import { type App, createApp, type Event, OPERATOR_HEADER } from '../http/app.ts';
import { rateLimiter } from '../http/limits.ts';
import type { Clock, Journal, Settler } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { sha256Hex } from '../values/digest.ts';
import { chainFaults } from './chain-checks.ts';
import type { Config, Fault } from './config.ts';

/** Where a running service gets its chain from: the sandbox gives these, production configures them. */
export interface Chainside {
  readonly rpcUrl: string;
  readonly payTo: `0x${string}`;
  /** Absent when a facilitator settles. */
  readonly settlerKey: `0x${string}` | undefined;
  /** The body of GET /sandbox; absent in production. */
  readonly sandbox?: () => Promise<object>;
}

export interface Service {
  readonly fetch: App['fetch'];
  readonly standing: App['standing'];
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
/** How often what has run out is removed. Nothing depends on it but the size of the tables. */
const TIDY_MS = 60_000;
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
  config: Config & { readonly nodeId: string },
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
  const store = await openStore(
    { databaseUrl: config.databaseUrl, path: join(config.dataDir, 'journal.sqlite') },
    onJournalDeath,
  );
  await migrate(store, clock.now());
  const keys = openSigningKeys(config.signingKeysFile, publicUrl, {
    create: config.mode === 'sandbox',
    now: clock.now(),
  });
  const pool = openRecoverPool();
  const settling = await openSettler(config, chainside, {
    chain,
    store,
    clock,
    report,
    recover: pool.recover,
  });
  const ports: Ports = {
    journal: sqlJournal(store),
    tickets: sqlTickets(store),
    settler: settlersByNetwork({ [USDC_BASE_TERMS.network]: settling.settler }),
    signer: keys.signer,
    clock,
    entropy: systemEntropy,
    node: sha256Hex(config.nodeId).slice(0, 12),
  };

  const payIns: readonly PayIn[] = [{ ...USDC_BASE_TERMS, payTo: chainside.payTo }];
  const gates = catalogue.products.map((product) => {
    const terms = termsFor(product, payIns, publicUrl, RELEASE);
    const rails = [x402Rail(terms, ports)];
    return gateFor({ terms, rails, ports, release: RELEASE, owners: config.owners });
  });
  const published: Published = { catalogue, publicUrl, release: RELEASE, mode: config.mode };

  const state = { recovered: false, draining: false };
  const counters = sqlCounters(store, config.nodeId);
  const flushing = setInterval(
    () => void counters.flush().catch((error) => report('counters', error)),
    FLUSH_MS,
  );
  const tidying = setInterval(() => {
    void Promise.all([forgetIdentifiers(store, clock.now()), forgetTickets(store, clock.now())]).catch(
      (error) => report('tidy', error),
    );
  }, TIDY_MS);
  const timer = setInterval(() => void sweep(ports).catch((error) => report('sweep', error)), SWEEP_MS);
  const sandbox = chainside.sandbox;
  const app = createApp({
    catalogue,
    published,
    gates,
    clock,
    reach: { payments: ports.journal, tickets: ports.tickets, counters, entropy: ports.entropy },
    fixed: { '/.well-known/jwks.json': keys.jwks, '/.well-known/did.json': keys.did },
    live: {
      '/healthz': async () => ({ ok: true, body: { status: 'alive', release: RELEASE } }),
      '/readyz': async () => readiness(state),
      ...(sandbox && { '/sandbox': async () => ({ ok: true, body: await sandbox() }) }),
    },
    limit: rateLimiter(RATES[config.mode], addressKeys(clock), clock),
    observe: event,
    report,
    isOperator: (request) => isToken(request.headers.get(OPERATOR_HEADER), config.operatorToken),
  });

  return {
    fetch: app.fetch,
    standing: app.standing,
    journal: ports.journal,
    // Every earlier worker of an embedded journal is gone, so all its unfinished rows are ours.
    recover: async () => {
      const done = await sweep(ports, { all: store.dialect === 'sqlite', mine: true, limit: 10_000 });
      state.recovered = true;
      return done;
    },
    drain: () => {
      state.draining = true;
    },
    close: async () => {
      clearInterval(timer);
      clearInterval(flushing);
      clearInterval(tidying);
      // A database that is gone must not keep the rest from closing.
      await counters.flush().catch((error) => report('counters', error));
      await settling.close().catch((error) => report('lane', error));
      await pool.close();
      await store.close();
    },
  };
}

interface Outside {
  readonly chain: Chain;
  readonly store: Store;
  readonly clock: Clock;
  readonly report: (where: string, error: unknown) => void;
  readonly recover: RecoverPool['recover'];
}

/** A facilitator when one is named, otherwise our own key, which one node at a time may send with. */
async function openSettler(
  config: Config & { readonly nodeId: string },
  chainside: Chainside,
  outside: Outside,
): Promise<{ settler: Settler; close(): Promise<void> }> {
  const { chain, store, clock, report, recover } = outside;
  const pollMs = POLL_MS[config.mode];
  if (config.facilitatorUrl !== undefined) {
    const url = config.facilitatorUrl;
    const faults = await facilitatorFaults(url);
    if (faults.length > 0) throw new ConfigFaults(faults);
    return {
      settler: facilitatorSettler({ url, chain, clock, pollMs, recover, report }),
      close: async () => {},
    };
  }
  const account = privateKeyToAccount(chainside.settlerKey!);
  const lane = await leaseLane(store, account.address.toLowerCase(), config.nodeId, clock, report);
  if (!lane)
    throw new ConfigFaults([
      { variable: 'SETTLER_KEY', message: 'is in use by another node: give each node a key of its own' },
    ]);
  const { held: mayUseKey, isOurs } = lane;
  const settler = evmSettler({
    chain,
    chainId: 8453,
    account,
    clock,
    pollMs,
    recover,
    mayUseKey,
    isOurs,
    report,
  });
  return { settler, close: lane.release };
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
