import { timingSafeEqual } from 'node:crypto';
import { join } from 'node:path';
import { closedNames } from '../accounting/counters.ts';
import type { Entry } from '../accounting/states.ts';
import { addressKeys } from '../adapters/address-key.ts';
import { ASSERTION_HEADER } from '../adapters/edge/assertion.ts';
import { withEdgeKeys } from '../adapters/edge/keys.ts';
import { editionShelf } from '../adapters/editions.ts';
import { frozenRevisions } from '../adapters/revisions.ts';
import { openSigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { sqlBooks } from '../adapters/sql/books.ts';
import { sqlCounters } from '../adapters/sql/counters.ts';
import { sqlEditionRows } from '../adapters/sql/editions.ts';
import { forgetNetworks } from '../adapters/sql/forget.ts';
import { sqlJournal } from '../adapters/sql/journal.ts';
import { migrate } from '../adapters/sql/migrations.ts';
import { openStore } from '../adapters/sql/open.ts';
import { owedRevisions } from '../adapters/sql/owed.ts';
import { sqlReported } from '../adapters/sql/reported.ts';
import { sqlTickets } from '../adapters/sql/tickets.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { sealedTickets } from '../adapters/tickets.ts';
import { catalogue as everything } from '../catalogue.ts';
import type { Catalogue, Context, Published } from '../declare.ts';
import { catalogueOn, type GatesOptions, gateOf } from '../gate/by-network.ts';
import type { Terms } from '../gate/offer.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import type { Sweep } from '../gate/reconcile.ts';
import type { IsOperator } from '../http/answer.ts';
import { type App, createApp, type Event } from '../http/app.ts';
import { rateLimiter } from '../http/limits.ts';
import { modeHeaders } from '../http/respond.ts';
import { sheddingBy } from '../http/shedding.ts';
import { attestsWith, type Books, type Journal, type Ports, type Reach, waitsBy } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { sha256Hex } from '../values/digest.ts';
import { OPERATOR_HEADER } from '../values/headers.ts';
import { DEFAULT_NETWORK, NETWORKS } from '../values/networks.ts';
import type { Network } from '../values/payment.ts';
import { arrivalsOf } from './arrivals.ts';
import { compareRegularly } from './compare-books.ts';
import { askerOf, keepAsking } from './conditions.ts';
import type { Config, Fault } from './config.ts';
import { openEdgeDoor } from './edge-door.ts';
import { type EditionSource, publishKept, type Refresh, refreshEdition } from './editions.ts';
import type { Watched } from './gauges.ts';
import { guidesOfRelease } from './guides.ts';
import { COMPARE, keepHouse } from './housekeeping.ts';
import { SHEDDING, watchLateness } from './lateness.ts';
import { readiness } from './readiness.ts';
import { revisionFaults } from './revisions.ts';
import { type Chains, type NamedConfig, paidOn, prepareSettlers, type Settlers } from './settlers.ts';
import { shopOf } from './shop.ts';
import { takeTurns } from './turns.ts';
import { READERS_WAIT_MS, withinMs } from './within.ts';

/** Where a running service gets its chains from: the sandbox gives these, production configures them. */
export interface Chainside extends Chains {
  /** The body of GET /sandbox; absent in production. */
  readonly sandbox?: () => Promise<object>;
  /** Chains that began with this process: what a journal says of payments on them was on others. */
  readonly newChains?: readonly Network[];
}

export interface Service {
  readonly answer: App['answer'];
  readonly standing: App['standing'];
  readonly journal: Journal;
  readonly books: Books;
  /** What each account that pays fees has left, in the chain's smallest unit. */
  readonly feeBalances: Watched['feeBalances'];
  readonly canPay: Watched['canPay'];
  readonly conditions: Watched['conditions'];
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
  /** A state changed for the better, in closed words. */
  readonly notice: (where: string, state: string) => void;
  /** A payment was settled or delivered by this node. */
  readonly moved: (entry: Entry) => void;
  /** Without a journal nothing may be sold, and only a restart can say what its last batch became. */
  readonly onJournalDeath: (error: Error) => void;
}

/** Requests a second from one address. The sandbox's limit is one that honest local load does not reach. */
const RATES = {
  production: { costly: 100, payment: 100, message: 200, other: 1_000 },
  sandbox: { costly: 100_000, payment: 100_000, message: 100_000, other: 100_000 },
} as const;

export class ConfigFaults extends Error {
  readonly faults: readonly Fault[];
  constructor(faults: readonly Fault[]) {
    super('the configuration has faults');
    this.faults = faults;
  }
}

/** Wires ports to the catalogue. Throws `ConfigFaults` when a chain is not the one that was configured. */
export async function compose(
  config: NamedConfig,
  publicUrl: string,
  chainside: Chainside,
  hooks: Hooks,
  catalogue: Catalogue = everything,
): Promise<Service> {
  const { event, report } = hooks;
  const { store, keys, settlers, shelf, ports } = await openOutside(config, publicUrl, chainside, hooks);
  const { clock } = ports;
  const { sale, gates, published } = putOnSale(catalogue, config, publicUrl, settlers, ports);
  const books = sqlBooks(store);
  const names = closedNames(catalogue);
  const counters = sqlCounters(store, config.nodeId, names);
  const state = { recovered: false, draining: false };
  const { sandbox } = chainside;
  const isOperator: IsOperator = ({ headers }) => isToken(headers.get(OPERATOR_HEADER), config.operatorToken);
  const conditions = keepAsking(
    askerOf({
      config,
      store,
      signer: keys.signer,
      editions: shelf,
      chain: chainside.isDefaultOff ? undefined : settlers.chain,
      clock,
      canPay: settlers.canPay,
      balance: settlers.feeBalances[NETWORKS[DEFAULT_NETWORK].network],
      others: settlers.others,
    }),
    { clock, mode: config.mode, changed: hooks.notice },
  );
  const comparing = compareRegularly({
    books,
    chains: arrivalsOf(paidOn(chainside), config.mode),
    clock,
    report,
    ...COMPARE[config.mode],
  });
  const reach: Reach = {
    payments: ports.journal,
    tickets: ports.tickets,
    editions: shelf,
    counters,
    books,
    signed: keys.signer,
    attest: attestsWith(keys.signer),
    reported: sqlReported(store),
    entropy: ports.entropy,
    soon: (answer) => withinMs(answer, READERS_WAIT_MS),
    compared: comparing.opened,
  };
  const lateness = watchLateness(waitsBy(clock).now);
  const app = createApp({
    catalogue,
    published,
    // A sandbox trusts an edge whether or not there is one.
    shop: shopOf(published, conditions.glance, config.mode === 'production' && config.edge !== undefined),
    gates,
    clock,
    reach,
    fixed: { '/.well-known/jwks.json': keys.jwks, '/.well-known/did.json': keys.did },
    live: {
      '/healthz': async () => ({ ok: true, body: { status: 'alive', release: RELEASE } }),
      '/readyz': async () => readiness(state, await conditions.words()),
      ...(sandbox && { '/sandbox': async () => ({ ok: true, body: await sandbox() }) }),
    },
    guides: guidesOfRelease(),
    limit: rateLimiter(RATES[config.mode], addressKeys(clock), clock),
    shed: sheddingBy(lateness.ms, SHEDDING[config.mode]),
    turn: takeTurns(waitsBy(clock).now, SHEDDING[config.mode].costly),
    isOperator,
    observe: event,
    report,
  });
  const door =
    config.edge &&
    openEdgeDoor(config.edge, {
      catalogue,
      sale,
      gates,
      store,
      names,
      isOperator,
      common: modeHeaders(config.mode === 'sandbox'),
      observe: event,
      report,
    });

  const house = keepHouse({
    ports,
    store,
    books,
    counters,
    comparing,
    report,
    remember: () =>
      readDocuments(catalogue, { release: RELEASE, published, reach, asOf: clock.now(), selfProbe: true }),
  });
  const source: EditionSource = {
    shelf,
    signer: keys.signer,
    verifyOwn: verifierOf(keys.jwks),
    products: published.catalogue.products,
    dataDir: config.dataDir,
    clock,
    report,
  };
  const tellOfRevisions = async () => {
    const owed = await owedRevisions(store, clock.now());
    const faults = await revisionFaults(catalogue.products, owed, frozenRevisions(), config.mode);
    for (const fault of faults) report('revision', fault);
  };
  let refreshing: Refresh | undefined;

  return {
    answer: (request, connection) =>
      door?.isFor(request) ? door.answer(request) : app.answer(request, connection),
    // What an edge sends is never answered by the door for strangers.
    standing: (glance) => (glance.header(ASSERTION_HEADER) === undefined ? app.standing(glance) : undefined),
    journal: ports.journal,
    books,
    feeBalances: settlers.feeBalances,
    canPay: settlers.canPay,
    conditions: conditions.words,
    recover: async () => {
      // What is for sale is known before anybody can ask.
      const [done] = await Promise.all([house.recover(), conditions.words()]);
      state.recovered = true;
      void tellOfRevisions().catch((error) => report('revision', error));
      void settlers.mpp?.warmUp().catch((error) => report('tempo', error));
      return done;
    },
    publishEditions: () => publishKept(source),
    refreshEditions: () => {
      // The lab watches clients on chains of its own, and anvil makes them.
      if (!chainside.isDefaultOff) refreshing = refreshEdition(source);
    },
    drain: () => {
      state.draining = true;
      refreshing?.stop();
    },
    close: async () => {
      await refreshing?.done;
      conditions.stop();
      lateness.stop();
      await house.stop();
      await settlers.close();
      await store.close();
    },
  };
}

/** Chains, database and keys, in this order: nothing is written before the chains are the ones that were configured. */
async function openOutside(
  config: NamedConfig,
  publicUrl: string,
  chainside: Chainside,
  { report, notice, moved, onJournalDeath }: Hooks,
) {
  const clock = systemClock;
  const prepared = await prepareSettlers(chainside, config, publicUrl, { clock, report, notice });
  if (prepared.faults.length > 0) throw new ConfigFaults(prepared.faults);
  const store = await openStore(
    { databaseUrl: config.databaseUrl, path: join(config.dataDir, 'journal.sqlite') },
    onJournalDeath,
  );
  await migrate(store, clock.now());
  await forgetNetworks(store, chainside.newChains ?? []);
  const ownKeys = openSigningKeys(config.signingKeysFile, publicUrl, {
    create: config.mode === 'sandbox',
    now: clock.now(),
  });
  const keys = config.edge ? await withEdgeKeys(ownKeys, config.edge.jwks, publicUrl) : ownKeys;
  const settlers = await prepared.open(store);
  if ('faults' in settlers) throw new ConfigFaults(settlers.faults);
  const shelf = editionShelf(sqlEditionRows(store, clock.now), keys.signer.verify, clock);
  const ports: Ports = {
    journal: watched(sqlJournal(store), moved),
    editions: shelf,
    tickets: sealedTickets(sqlTickets(store), keys.seal, systemEntropy),
    settler: settlers.settler,
    signer: keys.signer,
    seal: keys.seal,
    clock,
    entropy: systemEntropy,
    revisions: frozenRevisions(report),
    node: sha256Hex(config.nodeId).slice(0, 12),
  };
  return { store, keys, settlers, shelf, ports };
}

/** A gate for each product, and what is published of it: both know only the ways to pay that this node settles. */
function putOnSale(
  catalogue: Catalogue,
  { mode, owners, operator }: Config,
  publicUrl: string,
  { payIns, mpp }: Settlers,
  ports: Ports,
) {
  const railsFor = (terms: Terms) => [
    x402Rail(terms, ports),
    ...(mpp && terms.payIns.some(({ rail }) => rail === 'mpp') ? [mpp.railFor(terms)] : []),
  ];
  const sale: GatesOptions = { payIns, railsFor, publicUrl, ports, release: RELEASE, owners };
  const published: Published = {
    catalogue: catalogueOn(catalogue, payIns),
    publicUrl,
    release: RELEASE,
    mode,
    ...(Object.keys(operator).length > 0 && { operator }),
    configured: payIns.map(({ rail, network, asset }) => ({ rail, network, asset })),
  };
  return { sale, published, gates: catalogue.products.map((product) => gateOf(product, sale)) };
}

/** Reads every live document, so that each has figures to answer with should the database go away. */
const readDocuments = ({ documents }: Catalogue, context: Context): Promise<unknown> =>
  Promise.all(documents.map((each) => each.freshness === 'live' && (each.remember ?? each.render)(context)));

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

/** Compared as digests, so that the time taken says nothing about the token. */
const isToken = (given: string | null, expected: string | undefined): boolean =>
  given !== null &&
  expected !== undefined &&
  timingSafeEqual(Buffer.from(sha256Hex(given)), Buffer.from(sha256Hex(expected)));
