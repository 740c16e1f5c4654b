import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { openChain } from '../adapters/evm/chain.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { openSqlite } from '../adapters/sql/sqlite-store.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { catalogue } from '../catalogue.ts';
import type { Published } from '../declare.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { gateFor, type Passage, type Ports } from '../gate/gate.ts';
import { type PayIn, termsFor } from '../gate/offer.ts';
import { type Sweep, sweep } from '../gate/reconcile.ts';
import { createApp } from '../http/app.ts';
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
  readonly fetch: (request: Request) => Response | Promise<Response>;
  /** First pass over unfinished payments: readiness waits for it. */
  recover(): Promise<Sweep>;
  /** Says not ready from now on. */
  drain(): void;
  close(): Promise<void>;
}

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
  hooks: {
    observe?: (product: string, method: string, passage: Passage) => void;
    onJournalDeath?: (error: Error) => void;
    report?: (where: string, error: unknown) => void;
  } = {},
): Promise<Service> {
  const chain = openChain({
    rpcUrl: chainside.rpcUrl,
    logPage: config.mode === 'sandbox' ? 100_000n : 2_000n,
  });
  const faults = await chainFaults(chain);
  if (faults.length > 0) throw new ConfigFaults(faults);

  const clock = systemClock;
  const store = await openSqlite(join(config.dataDir, 'journal.sqlite'), hooks.onJournalDeath);
  await migrate(store, clock.now());
  const keys = openSigningKeys(config.signingKeysFile, publicUrl, {
    create: config.mode === 'sandbox',
    now: clock.now(),
  });
  const account = privateKeyToAccount(chainside.settlerKey);
  const ports: Ports = {
    journal: sqlJournal(store),
    settler: evmSettler({
      chain,
      chainId: 8453,
      account,
      clock,
      pollMs: POLL_MS[config.mode],
      report: hooks.report ?? (() => {}),
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
  const timer = setInterval(() => void sweep(ports).catch(() => {}), SWEEP_MS);
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
    ...(hooks.report && { report: hooks.report }),
    ...(hooks.observe && { observe: hooks.observe }),
    isOperator: (request) => isToken(request.headers.get('x-svc-operator-token'), config.operatorToken),
  });

  return {
    fetch: app.fetch,
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
