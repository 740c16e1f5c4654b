import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { closedNames } from '../accounting/counters.ts';
import type { Entry } from '../accounting/states.ts';
import { addressKeys } from '../adapters/address-key.ts';
import { settlersByNetwork } from '../adapters/by-network.ts';
import { ASSERTION_HEADER, assertionVerifier } from '../adapters/edge/assertion.ts';
import { withEdgeKeys } from '../adapters/edge/keys.ts';
import { editionShelf } from '../adapters/editions.ts';
import { type Chain, openChain } from '../adapters/evm/chain.ts';
import { nodeHttp } from '../adapters/evm/node-http.ts';
import { openRecoverPool, type RecoverPool } from '../adapters/evm/recover-pool.ts';
import { settlerAccount } from '../adapters/evm/secp256k1.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { facilitatorFaults } from '../adapters/facilitator/faults.ts';
import { facilitatorSettler } from '../adapters/facilitator/settler.ts';
import { openSigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { forgetAssertions, useOnce } from '../adapters/sql/assertions.ts';
import { bookAll, CHECKPOINT_MS, sqlBooks } from '../adapters/sql/books.ts';
import { FLUSH_MS, sqlCounters, takeTotals } from '../adapters/sql/counters.ts';
import { sqlEditionRows } from '../adapters/sql/editions.ts';
import { forgetIdentifiers, sqlJournal } from '../adapters/sql/journal.ts';
import { leaseLane } from '../adapters/sql/lanes.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { openStore } from '../adapters/sql/open.ts';
import type { Store } from '../adapters/sql/store.ts';
import { forgetTickets, sqlTickets } from '../adapters/sql/tickets.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import type { SolanaKey } from '../adapters/svm/key.ts';
import { solanaSettler } from '../adapters/svm/settler.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { catalogue as everything } from '../catalogue.ts';
import type { Catalogue, Published } from '../declare.ts';
import { catalogueDigest, soldProducts } from '../discovery/sold.ts';
import { USDC_BASE_TERMS, USDC_SOLANA } from '../gate/assets.ts';
import { behindEdge } from '../gate/behind-edge.ts';
import type { PayIn, Terms } from '../gate/offer.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import { type Sweep, sweep } from '../gate/reconcile.ts';
import { catalogueOn, saleOf } from '../gate/selection.ts';
import { type App, createApp, type Event } from '../http/app.ts';
import { rateLimiter } from '../http/limits.ts';
import { modeHeaders } from '../http/respond.ts';
import type { Books, Clock, Journal, Ports, Settler } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { type Digest, sha256Hex } from '../values/digest.ts';
import { OPERATOR_HEADER } from '../values/headers.ts';
import { chainIdOf } from '../values/payment.ts';
import { DAY_SECONDS, SECOND_MS } from '../values/time.ts';
import { arrivalsOf, logPageOf } from './arrivals.ts';
import { chainFaults, solanaFaults } from './chain-checks.ts';
import type { Config, EdgeTrust, Fault } from './config.ts';
import { edgeDoor } from './edge-door.ts';
import { type EditionSource, publishKept, type Refresh, refreshEdition } from './editions.ts';
import { compareRegularly } from './reconcile-books.ts';
import type { Watched } from './telemetry.ts';
import type { TempoSide } from './tempo.ts';

/** Where a running service gets its chain from: the sandbox gives these, production configures them. */
export interface Chainside {
  readonly rpcUrl: string;
  readonly payTo: `0x${string}`;
  /** Absent when a facilitator settles. */
  readonly settlerKey: `0x${string}` | undefined;
  /** Absent when nothing is sold over MPP. */
  readonly tempo?: TempoSide;
  /** Absent where nothing is sold on Solana. */
  readonly solana?: SolanaSide | undefined;
  /** The body of GET /sandbox; absent in production. */
  readonly sandbox?: () => Promise<object>;
}

export interface SolanaSide {
  readonly rpcUrl: string;
  readonly payTo: string;
  readonly feePayer: SolanaKey;
}

export interface Service {
  readonly fetch: App['fetch'];
  readonly standing: App['standing'];
  readonly journal: Journal;
  readonly books: Books;
  /** What each account that pays fees has left, in the chain's smallest unit. */
  readonly feeBalances: Watched['feeBalances'];
  /** First pass over unfinished payments: readiness waits for it. */
  recover(): Promise<Sweep>;
  /** Sandbox: publishes the editions at hand. Call it before anything is sold. */
  publishEditions(): Promise<void>;
  /** Sandbox: makes a fresh edition in the background when none is current. */
  refreshEditions(): void;
  /** Says not ready from now on. */
  drain(): void;
  close(): Promise<void>;
}

export interface Hooks {
  readonly event: (event: Event) => void;
  readonly report: (where: string, error: unknown) => void;
  /** A payment was settled or delivered by this node. */
  readonly moved: (entry: Entry) => void;
  /** Without a journal nothing may be sold, and only a restart can say what its last batch became. */
  readonly onJournalDeath: (error: Error) => void;
}

/** Requests a second from one address. The sandbox's limit is one that honest local load does not reach. */
const RATES = {
  production: { costly: 100, payment: 100, other: 1_000 },
  sandbox: { costly: 100_000, payment: 100_000, other: 100_000 },
} as const;

/** How often unfinished payments are looked at, and how long between looks at a receipt. */
const SWEEP_MS = 5_000;
/** How often what has run out is removed. Nothing depends on it but the size of the tables. */
const TIDY_MS = 60_000;
/** How often journal and chain are compared by themselves, over how long a span, and how young money without a row may be. */
const COMPARE = {
  production: { everyMs: 600_000, spanMs: DAY_SECONDS * SECOND_MS, graceMs: 600_000 },
  sandbox: { everyMs: 3_600_000, spanMs: DAY_SECONDS * SECOND_MS, graceMs: 60_000 },
} as const;
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
  { event, report, moved, onJournalDeath }: Hooks,
  catalogue: Catalogue = everything,
): Promise<Service> {
  const chain = openChain({
    rpcUrl: chainside.rpcUrl,
    transport: nodeHttp(chainside.rpcUrl),
    logPage: logPageOf(config.mode),
  });
  const clock = systemClock;
  const pollMs = POLL_MS[config.mode];
  const solana = chainside.solana && openSolana(chainside.solana, clock, pollMs, report);
  const mpp =
    chainside.tempo &&
    (await prepareMpp(chainside.tempo, config, publicUrl, { clock, entropy: systemEntropy, pollMs, report }));
  const faults = [
    ...(await chainFaults(chain)),
    ...(solana ? await solana.faults() : []),
    ...(mpp?.faults ?? []),
  ];
  if (faults.length > 0) throw new ConfigFaults(faults);

  const store = await openStore(
    { databaseUrl: config.databaseUrl, path: join(config.dataDir, 'journal.sqlite') },
    onJournalDeath,
  );
  await migrate(store, clock.now());
  const ownKeys = openSigningKeys(config.signingKeysFile, publicUrl, {
    create: config.mode === 'sandbox',
    now: clock.now(),
  });
  const keys = config.edge ? await withEdgeKeys(ownKeys, config.edge.jwks, publicUrl) : ownKeys;
  const pool = openRecoverPool();
  const settling = await openSettler(config, chainside, {
    chain,
    store,
    clock,
    report,
    recover: pool.recover,
  });
  const shelf = editionShelf(sqlEditionRows(store, clock.now), keys.signer.verify, clock);
  const tempo = mpp?.open();
  const ports: Ports = {
    journal: watched(sqlJournal(store), moved),
    editions: shelf,
    tickets: sqlTickets(store),
    settler: settlersByNetwork({
      [USDC_BASE_TERMS.network]: settling.settler,
      ...(tempo && { [tempo.payIn.network]: tempo.settler }),
      ...(solana && { [USDC_SOLANA.network]: solana.settler }),
    }),
    signer: keys.signer,
    clock,
    entropy: systemEntropy,
    node: sha256Hex(config.nodeId).slice(0, 12),
  };

  const payIns: readonly PayIn[] = [
    { ...USDC_BASE_TERMS, payTo: chainside.payTo },
    ...(solana ? [solana.payIn] : []),
    ...(tempo ? [tempo.payIn] : []),
  ];
  const railsFor = (terms: Terms) => [
    x402Rail(terms, ports),
    ...(tempo && terms.payIns.some(({ rail }) => rail === 'mpp') ? [tempo.railFor(terms)] : []),
  ];
  const sale = { payIns, railsFor, publicUrl, ports, release: RELEASE, owners: config.owners };
  const gates = catalogue.products.map((product) => saleOf(product, sale));
  const published: Published = {
    catalogue: catalogueOn(catalogue, payIns),
    publicUrl,
    release: RELEASE,
    mode: config.mode,
    configured: payIns.map(({ rail, network, asset }) => ({ rail, network, asset })),
  };

  const state = { recovered: false, draining: false };
  const books = sqlBooks(store);
  const names = closedNames(catalogue);
  const counters = sqlCounters(store, config.nodeId, names);
  const flushing = setInterval(
    () => void counters.flush().catch((error) => report('counters', error)),
    FLUSH_MS,
  );
  const tidying = setInterval(() => {
    void Promise.all([
      forgetIdentifiers(store, clock.now()),
      forgetTickets(store, clock.now()),
      forgetAssertions(store, clock.now()),
    ]).catch((error) => report('tidy', error));
  }, TIDY_MS);
  const booking = setInterval(
    () => void bookAll(books, clock.now).catch((error) => report('books', error)),
    CHECKPOINT_MS,
  );
  const { rpcUrl, payTo, solana: paidOnSolana, tempo: paidOnTempo } = chainside;
  const chains = arrivalsOf(
    { base: { rpcUrl, payTo }, solana: paidOnSolana, tempo: paidOnTempo },
    config.mode,
  );
  const comparing = compareRegularly({ books, chains, clock, report, ...COMPARE[config.mode] });
  const timer = setInterval(() => void sweep(ports).catch((error) => report('sweep', error)), SWEEP_MS);
  const source: EditionSource = {
    shelf,
    signer: keys.signer,
    verifyOwn: verifierOf(keys.jwks),
    products: published.catalogue.products,
    dataDir: config.dataDir,
    clock,
    report,
  };
  let refreshing: Refresh | undefined;
  const sandbox = chainside.sandbox;
  const isOperator = (request: Request) =>
    isToken(request.headers.get(OPERATOR_HEADER), config.operatorToken);
  const app = createApp({
    catalogue,
    published,
    gates,
    clock,
    reach: {
      payments: ports.journal,
      tickets: ports.tickets,
      editions: shelf,
      counters,
      books,
      entropy: ports.entropy,
    },
    fixed: { '/.well-known/jwks.json': keys.jwks, '/.well-known/did.json': keys.did },
    live: {
      '/healthz': async () => ({ ok: true, body: { status: 'alive', release: RELEASE } }),
      '/readyz': async () => readiness(state),
      ...(sandbox && { '/sandbox': async () => ({ ok: true, body: await sandbox() }) }),
    },
    limit: rateLimiter(RATES[config.mode], addressKeys(clock), clock),
    observe: event,
    report,
    isOperator,
  });
  const door = config.edge && openDoor(config.edge);

  return {
    fetch: (request, connection) =>
      door?.isFor(request) ? door.fetch(request) : app.fetch(request, connection),
    // What an edge sends is never answered by the door for strangers.
    standing: (glance) => (glance.header(ASSERTION_HEADER) === undefined ? app.standing(glance) : undefined),
    journal: ports.journal,
    books,
    feeBalances: {
      ...balanceOfSettler(chain, chainside.settlerKey),
      ...(solana && { [USDC_SOLANA.network]: solana.feeBalance }),
    },
    // Every earlier worker of an embedded journal is gone, so all its unfinished rows are ours.
    recover: async () => {
      const done = await sweep(ports, { all: store.dialect === 'sqlite', mine: true, limit: 10_000 });
      // Nobody waits for figures that are far behind: a reading costs as much as what is not booked.
      await bookAll(books, clock.now);
      state.recovered = true;
      void comparing.now();
      void tempo?.warmUp().catch((error) => report('tempo', error));
      return done;
    },
    publishEditions: () => publishKept(source),
    refreshEditions: () => {
      refreshing = refreshEdition(source);
    },
    drain: () => {
      state.draining = true;
      refreshing?.stop();
    },
    close: async () => {
      await refreshing?.done;
      clearInterval(timer);
      clearInterval(flushing);
      clearInterval(booking);
      comparing.stop();
      clearInterval(tidying);
      // A database that is gone must not keep the rest from closing.
      await counters.flush().catch((error) => report('counters', error));
      await settling.close().catch((error) => report('lane', error));
      await pool.close();
      await store.close();
    },
  };

  function openDoor({ jwks, audience = publicUrl, issuer, previousCatalogue }: EdgeTrust) {
    const own = catalogueDigest(soldProducts(catalogue));
    const catalogues = previousCatalogue ? [own, previousCatalogue as Digest] : [own];
    return edgeDoor({
      verifier: assertionVerifier({ jwks, audience, issuer, catalogues, now: clock.now }),
      useOnce: (jti, expiresAt) => useOnce(store, jti, expiresAt),
      counters: gates.map((gate) => {
        const [terms] = gate.terms;
        return {
          gate,
          behind: behindEdge({ ...sale, terms: terms!, rails: [x402Rail(terms!, ports)] }, gate),
        };
      }),
      journal: ports.journal,
      takeTotals: (node, totals) => takeTotals(store, node, totals, names),
      clock,
      isOperator,
      common: modeHeaders(config.mode === 'sandbox'),
      observe: event,
      report,
    });
  }
}

/** Loaded only where it is sold over: its libraries are large. Its secret is made only once nothing is at fault. */
async function prepareMpp(
  side: TempoSide,
  config: Config,
  publicUrl: string,
  outside: Parameters<typeof import('./tempo.ts')['openTempo']>[3],
) {
  const { mppSecrets, openTempo, tempoFaults } = await import('./tempo.ts');
  return {
    faults: await tempoFaults(side.rpcUrl),
    open: () => openTempo(side, mppSecrets(config), publicUrl, outside),
  };
}

/** What is needed to be paid on Solana, and what is wrong with it. */
function openSolana(
  { rpcUrl, payTo, feePayer }: SolanaSide,
  clock: Clock,
  pollMs: number,
  report: Hooks['report'],
) {
  const chain = openSolanaChain({ rpcUrl });
  const payIn: PayIn = { ...USDC_SOLANA, payTo, extra: { feePayer: feePayer.address } };
  return {
    payIn,
    settler: solanaSettler({ chain, feePayer, clock, pollMs, report }),
    faults: () => solanaFaults(chain, payTo, feePayer.address),
    feeBalance: () => chain.balance(feePayer.address),
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
  const account = settlerAccount(chainside.settlerKey!);
  const lane = await leaseLane(store, account.address.toLowerCase(), config.nodeId, clock, report);
  if (!lane)
    throw new ConfigFaults([
      { variable: 'SETTLER_KEY', message: 'is in use by another node: give each node a key of its own' },
    ]);
  const { held: mayUseKey, isOurs } = lane;
  const settler = evmSettler({
    chain,
    chainId: chainIdOf(USDC_BASE_TERMS.network),
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

/** Tells of each payment that is settled or delivered here, once it is durable. */
const watched = (journal: Journal, moved: (entry: Entry) => void): Journal => {
  const told = async (move: Promise<Entry | undefined>) => {
    const entry = await move;
    if (entry) moved(entry);
    return entry;
  };
  return {
    ...journal,
    settled: (key, done) => told(journal.settled(key, done)),
    delivered: (key, done) => told(journal.delivered(key, done)),
  };
};

function balanceOfSettler(chain: Chain, key: `0x${string}` | undefined): Watched['feeBalances'] {
  if (key === undefined) return {};
  const { address } = privateKeyToAccount(key);
  return { [USDC_BASE_TERMS.network]: () => chain.client.getBalance({ address }) };
}

/** Compared as digests, so that the time taken says nothing about the token. */
const isToken = (given: string | null, expected: string | undefined): boolean =>
  given !== null &&
  expected !== undefined &&
  timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(expected)));
