import { decodePaymentRequiredHeader } from '@x402/core/http';
import { memoryJournal } from '../adapters/memory-journal.ts';
import { sealWith } from '../adapters/seal.ts';
import { systemEntropy } from '../adapters/system.ts';
import { sealedTickets } from '../adapters/tickets.ts';
import { catalogue } from '../catalogue.ts';
import type { Published } from '../declare.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { catalogueOn, gateOf } from '../gate/by-network.ts';
import type { PayIn } from '../gate/offer.ts';
import { x402Rail } from '../gate/rails/x402.ts';
import { encodeHeader, PAYER, SELLER } from '../gate/testing.ts';
import { publishedSample, SAMPLE_NOW } from '../ledger/testing.ts';
import type { Ports, PublishedEdition, Settler, Verified } from '../ports.ts';
import { attestsWith } from '../ports.ts';
import { createApp } from './app.ts';

const PUBLIC = 'https://assay.example';
const RELEASE = 'v0.0.0-test';

interface Moment {
  ahead: number;
  verified: Verified;
}

interface ShopOptions {
  /** Ways to pay besides x402 on Base: documents show them, and nothing here settles them. */
  readonly ways?: readonly PayIn[];
  readonly shopFor?: (published: Published) => () => Published;
}

/** All four products with a current edition, before a chain that says yes to every payment. Nothing is signed. */
export function openShop(
  edition: PublishedEdition = publishedSample(),
  { ways = [], shopFor }: ShopOptions = {},
) {
  const chain = { verified: 0, settled: 0 };
  /** What a test makes of it: a later moment, and what the chain says of the next payment. */
  const moment: Moment = { ahead: 0, verified: { kind: 'valid' } };
  const clock = { now: () => SAMPLE_NOW + moment.ahead, sleep: async () => {} };
  const settler: Settler = {
    authenticate: async () => ({ kind: 'valid' }),
    verify: async () => {
      chain.verified++;
      return moment.verified;
    },
    settle: async (_payment, record) => {
      if (!(await record({}))) return { kind: 'not_sent' };
      chain.settled++;
      return { kind: 'settled', transaction: `0x${chain.settled.toString(16).padStart(64, '0')}` };
    },
    resolve: async () => ({ kind: 'unknown' }),
  };
  const journal = memoryJournal();
  const seal = sealWith('test');
  const ports: Ports = {
    journal,
    tickets: sealedTickets(journal.tickets, seal, systemEntropy),
    editions: {
      latest: async () => edition,
      get: async (digest) => (digest === edition.digest ? edition : undefined),
    },
    settler,
    signer: {
      kid: 'did:web:assay.example#1',
      sign: async (payload) => `e30.${btoa(JSON.stringify(payload)).replace(/=+$/, '')}.e30`,
      verify: async () => undefined,
    },
    seal,
    clock,
    entropy: systemEntropy,
  };
  const payIns = [{ ...USDC_BASE_TERMS, payTo: SELLER }, ...ways];
  const sold = catalogueOn(catalogue, payIns);
  const gates = sold.products.map((product) =>
    gateOf(product, {
      ports,
      release: RELEASE,
      owners: new Set<string>(),
      publicUrl: PUBLIC,
      payIns,
      railsFor: (terms) => [x402Rail(terms, ports)],
    }),
  );
  const published: Published = {
    catalogue: sold,
    publicUrl: PUBLIC,
    release: RELEASE,
    mode: 'sandbox',
    configured: payIns,
  };
  const app = createApp({
    catalogue: sold,
    published,
    ...(shopFor && { shop: shopFor(published) }),
    gates,
    clock,
    reach: {
      payments: journal,
      tickets: ports.tickets,
      counters: { add: () => {}, read: async () => ({}) },
      entropy: ports.entropy,
      editions: ports.editions,
      books: journal.books,
      signed: ports.signer,
      attest: attestsWith(ports.signer),
      reported: journal.reported,
    },
    report: (where, error) => {
      throw new Error(where, { cause: error });
    },
  });
  const fetch = (path: string, init?: RequestInit) => app.fetch(new Request(PUBLIC + path, init));
  return { fetch, chain, moment, catalogue: sold };
}
export type Shop = ReturnType<typeof openShop>;

let nonces = 0;

/** The payload that a wallet would make of a challenge, with a signature that nobody checks here. */
export function paymentFor(challengeHeader: string): object {
  const { resource, accepts, extensions } = decodePaymentRequiredHeader(challengeHeader);
  const [accepted] = accepts;
  const now = Math.floor(SAMPLE_NOW / 1_000);
  return {
    x402Version: 2,
    resource,
    accepted,
    payload: {
      signature: `0x${'ab'.repeat(65)}`,
      authorization: {
        from: PAYER,
        to: accepted!.payTo,
        value: accepted!.amount,
        validAfter: String(now - 600),
        validBefore: String(now + accepted!.maxTimeoutSeconds),
        nonce: `0x${(++nonces).toString(16).padStart(64, '0')}`,
      },
    },
    extensions,
  };
}

/** The same as the header that carries it. */
export const paymentHeaderFor = (challengeHeader: string): string =>
  encodeHeader(paymentFor(challengeHeader));
