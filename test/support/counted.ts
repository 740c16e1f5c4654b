import { join } from 'node:path';
import { privateKeyToAccount } from 'viem/accounts';
import { addressKeys } from '../../src/adapters/address-key.ts';
import { settlersByNetwork } from '../../src/adapters/by-network.ts';
import { editionShelf } from '../../src/adapters/editions.ts';
import { openChain } from '../../src/adapters/evm/chain.ts';
import { openRecoverPool } from '../../src/adapters/evm/recover-pool.ts';
import { evmSettler } from '../../src/adapters/evm/settler.ts';
import { openSigningKeys } from '../../src/adapters/signing-keys.ts';
import { sqlEditionRows } from '../../src/adapters/sql/editions.ts';
import { sqlJournal } from '../../src/adapters/sql/journal.ts';
import { migrate } from '../../src/adapters/sql/migrations.ts';
import { openSqlite } from '../../src/adapters/sql/sqlite-store.ts';
import { sqlTickets } from '../../src/adapters/sql/tickets.ts';
import { systemEntropy } from '../../src/adapters/system.ts';
import { readTransaction } from '../../src/adapters/tempo/transaction.ts';
import { sealedTickets, type UsedTickets } from '../../src/adapters/tickets.ts';
import { catalogue as everything } from '../../src/catalogue.ts';
import type { Form, Product } from '../../src/declare.ts';
import { catalogueOf } from '../../src/declare-catalogue.ts';
import { USDC_BASE_TERMS, USDC_TEMPO_TERMS } from '../../src/gate/assets.ts';
import { catalogueOn, gateOf } from '../../src/gate/by-network.ts';
import type { Terms } from '../../src/gate/offer.ts';
import { mppRail } from '../../src/gate/rails/mpp.ts';
import { x402Rail } from '../../src/gate/rails/x402.ts';
import { createApp } from '../../src/http/app.ts';
import { type Limiter, rateLimiter } from '../../src/http/limits.ts';
import { editionIn } from '../../src/ledger/freshness.ts';
import { sampleEdition } from '../../src/ledger/testing.ts';
import { signEdition } from '../../src/ledger/verify.ts';
import { bootingReply, createOriginServer, HTTP_LIMITS, type Served } from '../../src/origin/server.ts';
import type { Clock, Journal, Settler, Tickets } from '../../src/ports.ts';
import { RELEASE } from '../../src/release.ts';
import { SANDBOX_ACCOUNTS } from '../../src/sandbox/chain.ts';
import { type People, personIn } from '../shared/people.ts';
import { memoryReach } from './reach.ts';
import { temporaryFolder } from './service.ts';

/** What ran since the last reset. The point of a refusal is which of these stay at zero. */
export interface Counts {
  /** A product's answer was computed. */
  runs: number;
  /** The settler was asked to look at a payment. */
  verifies: number;
  /** The settler was asked to move money. */
  settles: number;
}

/** Where a test may step in. */
export interface Hooks {
  /** Just before money moves: the payment was verified, the answer is computed, the row is claimed. */
  beforeSettle?: (() => Promise<void>) | undefined;
  /** Makes products throw, or answer something else than before. */
  run?: ((answer: object) => object) | undefined;
  /** Added to the clock, in milliseconds. */
  ahead: number;
  /** Makes the journal fail. */
  journalDown: boolean;
  /** Sets a rate that every request is over. */
  limited: boolean;
}

/**
 * The service in this process, so that what must not run can be counted: real catalogue, gate, SQLite journal,
 * EVM settler and HTTP server; only the products' `run`, the settler and the journal are wrapped. It offers MPP where
 * that is sold, without a Tempo chain behind it: what is refused before a chain is asked can be tried.
 */
export interface Counted {
  readonly url: string;
  /** The same, for who never sends the rest of a request: it does not wait for it long. */
  readonly impatientUrl: string;
  /** The tickets of its free checks and its gate alike. */
  readonly tickets: Tickets;
  /** What is stored of them. */
  readonly usedTickets: UsedTickets;
  readonly counts: Counts;
  readonly hooks: Hooks;
  /** What was reported as something that should not have thrown. */
  readonly reports: unknown[];
  /** Publishes the next sample edition, observed just now. Answers its digest. */
  publishEdition(): Promise<string>;
  reset(): void;
  stop(): Promise<void>;
}

/** How long it waits for the rest of a request where nobody means to send it. */
const SOON = { headersTimeout: 300, requestTimeout: 600, connectionsCheckingInterval: 100 };

export async function startCounted(
  rpcUrl: string,
  receiptTimeoutMs = 20_000,
  people: People = SANDBOX_ACCOUNTS,
): Promise<Counted> {
  const counts: Counts = { runs: 0, verifies: 0, settles: 0 };
  const hooks: Hooks = { ahead: 0, journalDown: false, limited: false };
  const reports: unknown[] = [];
  const clock: Clock = {
    now: () => Date.now() + hooks.ahead,
    sleep: (ms) => new Promise((resolve) => setTimeout(resolve, ms)),
  };

  let app: Served = {
    answer: async (request) => bootingReply(request),
    standing: () => undefined,
  };
  const served: Served = {
    answer: (request, connection) => app.answer(request, connection),
    standing: (glance) => app.standing(glance),
  };
  const server = createOriginServer(served);
  const impatient = createOriginServer(served, {}, { ...HTTP_LIMITS, ...SOON });
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  const impatientUrl = `http://127.0.0.1:${await impatient.listen(0, '127.0.0.1')}`;
  const folder = temporaryFolder();
  const store = await openSqlite(join(folder, 'journal.sqlite'));
  await migrate(store, clock.now());
  const keys = openSigningKeys(join(folder, 'keys.json'), url, { create: true, now: clock.now() });
  const chain = openChain({ rpcUrl, logPage: 100_000n });
  const account = privateKeyToAccount(personIn(people, 'settler').privateKey);
  const pool = openRecoverPool();
  const report = (where: string, error: unknown) => void reports.push([where, error]);
  const settler = evmSettler({
    chain,
    chainId: 8453,
    account,
    clock,
    pollMs: 5,
    receiptTimeoutMs,
    recover: pool.recover,
    report,
  });
  const shelf = editionShelf(sqlEditionRows(store, clock.now), keys.signer.verify, clock);
  const publishEdition = async (): Promise<string> => {
    const latest = await shelf.latest();
    const previous = latest && latest.fault === undefined ? editionIn(latest) : undefined;
    const edition = await signEdition(sampleEdition(clock.now(), previous), keys.signer);
    const outcome = await shelf.publish(JSON.stringify(edition));
    if (outcome.kind === 'refused') throw new Error(outcome.detail);
    return edition.contentDigest;
  };
  await publishEdition();
  const ports = {
    tickets: sealedTickets(sqlTickets(store), keys.seal, systemEntropy),
    editions: shelf,
    journal: breakable(sqlJournal(store), hooks),
    settler: settlersByNetwork({ [USDC_BASE_TERMS.network]: counting(settler, counts, hooks) }),
    signer: keys.signer,
    seal: keys.seal,
    clock,
    entropy: systemEntropy,
  };
  const catalogue = catalogueOf([
    ...everything.products.map((product) => countedProduct(product, counts, hooks)),
    ...everything.checks,
    ...everything.documents,
  ]);
  const payTo = personIn(people, 'seller').address;
  const payIns = [
    { ...USDC_BASE_TERMS, payTo },
    { ...USDC_TEMPO_TERMS, payTo },
  ];
  const issuer = { realm: '127.0.0.1', secrets: ['a-secret-of-these-tests-32-bytes!'] } as const;
  const railsFor = (terms: Terms) => [
    x402Rail(terms, ports),
    ...(terms.payIns.some(({ rail }) => rail === 'mpp')
      ? [mppRail(terms, { issuer, readTransaction, clock, entropy: systemEntropy })]
      : []),
  ];
  const sale = { payIns, railsFor, publicUrl: url, ports, release: RELEASE, owners: new Set<string>() };
  const gates = catalogue.products.map((product) => gateOf(product, sale));
  const published = {
    catalogue: catalogueOn(catalogue, payIns),
    publicUrl: url,
    release: RELEASE,
    mode: 'sandbox',
  } as const;
  const reach = { ...memoryReach(ports.journal), tickets: ports.tickets, editions: shelf };
  const fixed = { '/.well-known/jwks.json': keys.jwks };
  const none = rateLimiter(
    { costly: 0.5, payment: 0.5, message: 0.5, other: 0.5 },
    addressKeys(clock),
    clock,
  );
  const limit: Limiter = (address, kind) => (hooks.limited ? none(address, kind) : undefined);
  app = createApp({ reach, catalogue, published, gates, clock, limit, report, fixed });

  return {
    url,
    impatientUrl,
    tickets: ports.tickets,
    usedTickets: sqlTickets(store),
    counts,
    hooks,
    reports,
    publishEdition,
    reset() {
      Object.assign(counts, { runs: 0, verifies: 0, settles: 0 });
      Object.assign(hooks, {
        beforeSettle: undefined,
        run: undefined,
        ahead: 0,
        journalDown: false,
        limited: false,
      });
      reports.length = 0;
    },
    async stop() {
      await Promise.all([server.drain(100), impatient.drain(100)]);
      await pool.close();
      await store.close();
    },
  };
}

function countedProduct(product: Product, counts: Counts, hooks: Hooks): Product {
  const counted = (form: Form): Form => ({
    ...form,
    run: (input, facts) => {
      counts.runs++;
      const answer = form.run(input, facts);
      return hooks.run ? hooks.run(answer) : answer;
    },
  });
  return { ...product, forms: product.forms.map(counted) };
}

const counting = (settler: Settler, counts: Counts, hooks: Hooks): Settler => ({
  ...settler,
  verify: (payment) => {
    counts.verifies++;
    return settler.verify(payment);
  },
  settle: async (payment, record) => {
    counts.settles++;
    await hooks.beforeSettle?.();
    return settler.settle(payment, record);
  },
});

/** A journal whose disk can be pulled out. */
function breakable(journal: Journal, hooks: Hooks): Journal {
  return new Proxy(journal, {
    get(target, name: keyof Journal) {
      const work = target[name] as (...args: unknown[]) => Promise<unknown>;
      return (...args: unknown[]) =>
        hooks.journalDown ? Promise.reject(new Error('disk gone')) : work(...args);
    },
  });
}
