import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { createTestClient, http, publicActions, walletActions } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { openChain } from '../../src/adapters/evm/chain.ts';
import { TOKEN_ABI } from '../../src/adapters/evm/eip3009.ts';
import { facilitatorSettler } from '../../src/adapters/facilitator/settler.ts';
import { openSigningKeys } from '../../src/adapters/signing-keys.ts';
import { sqlJournal } from '../../src/adapters/sql/journal.ts';
import { sqlTickets } from '../../src/adapters/sql/tickets.ts';
import { systemEntropy } from '../../src/adapters/system.ts';
import { TEMPORARY } from '../../src/adapters/temporary.testing.ts';
import { sealedTickets } from '../../src/adapters/tickets.ts';
import { catalogue } from '../../src/catalogue.ts';
import { USDC_BASE_TERMS } from '../../src/gate/assets.ts';
import { gateFor } from '../../src/gate/gate.ts';
import { termsFor } from '../../src/gate/offer.ts';
import { x402Rail } from '../../src/gate/rails/x402.ts';
import { LEASE_MS, type Sweep, sweep } from '../../src/gate/reconcile.ts';
import { createApp } from '../../src/http/app.ts';
import { createOriginServer, type Served } from '../../src/origin/server.ts';
import type { Ports, Settler } from '../../src/ports.ts';
import { RELEASE } from '../../src/release.ts';
import {
  readBalances,
  SANDBOX_BUYERS,
  SANDBOX_CHAIN,
  type SandboxAccount,
  USDC_ABI,
  USDC_BASE,
} from '../../src/sandbox/chain.ts';
import type { SignedAuthorization } from '../../src/values/payment.ts';
import { pooledStore } from '../support/pooled-store.ts';
import { memoryReach, NO_EDITIONS } from '../support/reach.ts';
import { type Hostile, openHostile } from './hostile.ts';

/** A service that sells through a facilitator, with a real gate, SQLite journal and HTTP server, and its customers. */

const PRICE_ATOMIC = 10_000n;
const product = catalogue.products.find((each) => each.price.amount === String(PRICE_ATOMIC))!;
const QUERY = '?subject=api.example.com%2Fv1&goal=Is%20one%20call%20worth%20it';
const SETTLE_TIMEOUT_MS = 1_000;
/** Whoever sleeps moves the service's clock this much faster. */
const HURRY = 20;

export interface MarketOptions {
  readonly rpcUrl: string;
  readonly elsewhere?: string;
  /** Many requests at once would each hurry the one clock. */
  readonly realTime?: boolean;
}

export interface Market {
  readonly url: string;
  readonly hostile: Hostile;
  readonly payTo: `0x${string}`;
  readonly ports: Ports;
  /** What the settler told the operator. */
  readonly reports: string[];
  /** Moves the service's clock. */
  ahead(ms: number): void;
  /** Every lease has run out, as it has a minute later. */
  lettingLeasesRunOut<T>(work: () => Promise<T>): Promise<T>;
  /** The next settlement dies before it has recorded anything, as a process does. */
  crashBeforeSettle(): void;
  /** The next record is not written. */
  failNextRecord(): void;
  sweep(): Promise<Sweep>;
  /** How often the seller was paid the price. */
  charges(): Promise<number>;
  /** Every row's state, oldest first. */
  states(): Promise<string[]>;
  /** Forgets everything it knew, as after a restore from an old backup. */
  loseJournal(): Promise<void>;
  close(): Promise<void>;
}

export async function openMarket(options: MarketOptions): Promise<Market> {
  const { rpcUrl } = options;
  const hostile = await openHostile(rpcUrl, options.elsewhere);
  const dir = mkdtempSync(join(TEMPORARY, 'assay-facilitator-'));
  const { store, giveBack } = await pooledStore();
  const payTo = privateKeyToAddress(generatePrivateKey());
  const reports: string[] = [];
  let shift = 0;
  const clock = {
    now: () => Date.now() + shift,
    sleep: async (ms: number) => {
      const really = options.realTime ? ms : ms / HURRY;
      await new Promise((resolve) => setTimeout(resolve, really));
      shift += ms - really;
    },
  };
  const inUse: Settler = facilitatorSettler({
    url: hostile.url,
    chain: openChain({ rpcUrl, logPage: 100_000n }),
    clock,
    settleTimeoutMs: SETTLE_TIMEOUT_MS,
    pollMs: 100,
    receiptTimeoutMs: 5_000,
    report: (where, error) =>
      void reports.push(`${where}: ${error instanceof Error ? error.message : error}`),
  });
  let trouble: 'crash' | 'record' | undefined;
  const settler: Settler<SignedAuthorization> = {
    authenticate: (payment) => inUse.authenticate(payment),
    verify: (payment) => inUse.verify(payment),
    settle: (payment, record) => {
      const how = trouble;
      trouble = undefined;
      if (how === 'crash') throw new Error('the process died');
      return inUse.settle(payment, how === 'record' ? () => Promise.reject(new Error('disk full')) : record);
    },
    resolve: (sent) => inUse.resolve(sent),
  };
  let app: Served = {
    answer: async () => ({ status: 503, headers: {}, body: null }),
    standing: () => undefined,
  };
  const server = createOriginServer({
    answer: (request) => app.answer(request),
    standing: (glance) => app.standing(glance),
  });
  const url = `http://127.0.0.1:${await server.listen(0, '127.0.0.1')}`;
  const keys = openSigningKeys(join(dir, 'keys.json'), url, { create: true, now: clock.now() });
  const ports: Ports = {
    journal: sqlJournal(store),
    tickets: sealedTickets(sqlTickets(store), keys.seal, systemEntropy),
    editions: NO_EDITIONS,
    settler,
    signer: keys.signer,
    seal: keys.seal,
    clock,
    entropy: systemEntropy,
  };
  const terms = termsFor(product, [{ ...USDC_BASE_TERMS, payTo }], url, RELEASE);
  const gate = gateFor({
    terms,
    rails: [x402Rail(terms, ports)],
    ports,
    release: RELEASE,
    owners: new Set(),
  });
  app = createApp({
    reach: memoryReach(),
    catalogue,
    published: { catalogue, publicUrl: url, release: RELEASE, mode: 'sandbox' },
    gates: [gate],
    clock,
  });

  const rows = store.db.selectFrom('payments').select(['state']).orderBy('createdAt');
  const market: Market = {
    url: url + product.path,
    hostile,
    payTo,
    ports,
    reports,
    ahead: (ms) => {
      shift += ms;
    },
    lettingLeasesRunOut: async (work) => {
      shift += LEASE_MS + 1;
      try {
        return await work();
      } finally {
        shift -= LEASE_MS + 1;
      }
    },
    crashBeforeSettle: () => {
      trouble = 'crash';
    },
    failNextRecord: () => {
      trouble = 'record';
    },
    sweep: () => sweep(ports, { all: true }),
    charges: async () => Number((await readBalances(rpcUrl, [payTo]))[0]! / PRICE_ATOMIC),
    states: async () => (await store.read(rows.compile())).map((row) => String(row.state)),
    loseJournal: async () => {
      await store.run(store.db.deleteFrom('payments').compile());
    },
    close: async () => {
      await server.drain(0);
      await hostile.stop();
      await giveBack();
      rmSync(dir, { recursive: true, force: true });
    },
  };
  return market;
}

/** What a buyer sees of one answer. */
export interface Seen {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

const see = async (response: Response): Promise<Seen> => ({
  status: response.status,
  body: (await response.json()) as Record<string, unknown>,
  headers: response.headers,
});

/** The stock client: signs once for every 402 to an unpaid call. It remembers the payments that it signed. */
export function stockClient(market: Market, buyer = SANDBOX_BUYERS[0]!) {
  const payments: string[] = [];
  const recording: typeof fetch = async (input, init) => {
    const request = new Request(input, init);
    const payment = request.headers.get('payment-signature');
    if (payment !== null) payments.push(payment);
    return fetch(request);
  };
  const client = new x402Client().register(
    'eip155:8453',
    new ExactEvmScheme(privateKeyToAccount(buyer.privateKey)),
  );
  const paying = wrapFetchWithPayment(recording, client);
  return {
    payments,
    /** One purchase as the stock client makes it. */
    buy: async (): Promise<Seen> => see(await paying(market.url + QUERY)),
    /** The same payment again, as a 503 asks for. */
    again: async (payment = payments.at(-1)!, query = QUERY): Promise<Seen> =>
      see(await fetch(market.url + query, { headers: { 'payment-signature': payment } })),
    /**
     * A patient agent: buys, signs anew for every 402 up to `tries` times, and sends the same payment again
     * for every 503.
     */
    async insist(tries = 3): Promise<Seen> {
      for (let signed = 1; ; signed++) {
        let seen = await this.buy();
        for (let sent = 0; seen.status === 503 && sent < 2; sent++)
          seen = await market.lettingLeasesRunOut(() => this.again());
        if (seen.status !== 402 || signed === tries) return seen;
      }
    },
  };
}

export interface SignedPayment {
  readonly signature: `0x${string}`;
  readonly authorization: {
    readonly from: `0x${string}`;
    readonly to: `0x${string}`;
    readonly value: string;
    readonly validAfter: string;
    readonly validBefore: string;
    readonly nonce: `0x${string}`;
  };
}

export const decodePayment = (payment: string): SignedPayment =>
  (JSON.parse(Buffer.from(payment, 'base64').toString()) as { payload: SignedPayment }).payload;

/** The sandbox chain as somebody who is neither the service nor its facilitator. */
export function strangerOn(rpcUrl: string) {
  const account = privateKeyToAccount(SANDBOX_BUYERS[6]!.privateKey);
  const client = createTestClient({
    mode: 'anvil',
    chain: SANDBOX_CHAIN,
    transport: http(rpcUrl),
    pollingInterval: 10,
  })
    .extend(publicActions)
    .extend(walletActions);
  const mined = async (hash: `0x${string}`) => {
    await client.waitForTransactionReceipt({ hash });
    return hash;
  };
  const give = async (from: SandboxAccount, to: `0x${string}`, value: bigint) =>
    mined(
      await client.writeContract({
        account: privateKeyToAccount(from.privateKey),
        address: USDC_BASE,
        abi: USDC_ABI,
        functionName: 'transfer',
        args: [to, value],
      }),
    );
  return {
    client,
    /** Transfers USDC that has nothing to do with any sale. */
    give,
    /** Takes everything that an account holds. */
    empty: async (from: SandboxAccount) => {
      const [held] = await readBalances(rpcUrl, [from.address]);
      await give(from, account.address, held!);
    },
    /** Broadcasts somebody's authorization, and waits for it. */
    broadcast: async ({ authorization: a, signature }: SignedPayment) =>
      mined(
        await client.writeContract({
          account,
          address: USDC_BASE,
          abi: TOKEN_ABI,
          functionName: 'transferWithAuthorization',
          args: [
            a.from,
            a.to,
            BigInt(a.value),
            BigInt(a.validAfter),
            BigInt(a.validBefore),
            a.nonce,
            signature,
          ],
        }),
      ),
  };
}
