import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { decodePaymentSignatureHeader } from '@x402/core/http';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { Credential, Receipt } from 'mppx';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { keysOf, payloadOf } from '../src/buyer/evidence.ts';
import { USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS } from '../src/gate/assets.ts';
import { decodeTransaction } from '../src/gate/rails/solana-message.ts';
import { reliabilityLedger } from '../src/products/agent-commerce-reliability-ledger/product.ts';
import { SANDBOX_BUYERS } from '../src/sandbox/chain.ts';
import { SOLANA_BUYERS } from '../src/sandbox/solana-accounts.ts';
import { digestBytes, sha256Hex, utf8 } from '../src/values/digest.ts';
import { fingerprint } from '../src/values/fingerprint.ts';
import { paymentKey } from '../src/values/payment.ts';
import { buyer, send, tempoTools } from './mpp/support.ts';
import { challengeOf, encode, payloadFor, withIdentifier } from './support/payments.ts';
import { type Balances, LEDGER, LEDGER_ON_SOLANA, openRails, type Rails } from './support/rails.ts';
import { temporaryFolder } from './support/service.ts';
import { stockSolanaClient } from './support/solana.ts';

/** The ledger itself, bought on every rail by the clients that others publish, and one way of telling what was bought. */

const PRICE = BigInt(reliabilityLedger.price.amount);
const CLI = join(dirname(createRequire(import.meta.url).resolve('mppx')), 'bin.js');
const REROUTE = pathToFileURL(join(import.meta.dirname, 'mpp', 'reroute.mjs')).href;

let rails: Rails;
let url: string;
let before: Balances;

beforeAll(async () => {
  rails = await openRails();
  url = rails.service.url;
});
afterAll(() => rails.close());
beforeEach(async () => {
  before = await rails.balances();
});

/** Purchases that the seller was paid for since the test began, by chain. */
async function charges() {
  const now = await rails.balances();
  const since = (chain: keyof Balances) => Number((now[chain] - before[chain]) / PRICE);
  return { base: since('base'), solana: since('solana'), tempo: since('tempo') };
}

/** A purchase as a stock client made it, and what else the buyer knows of it. */
interface Bought {
  readonly response: Response;
  /** As PAYMENT-RESPONSE or Payment-Receipt says. */
  readonly transaction: string;
  readonly payer: string;
  /** What settlement-status is asked by. */
  readonly key: string;
}

/** What an unmodified client sent at last. */
function listening() {
  let sent: Headers | undefined;
  const fetcher = async (...given: Parameters<typeof fetch>) => {
    sent = new Request(...given).headers;
    return fetch(...given);
  };
  return { fetcher, sent: (name: string) => sent?.get(name) ?? '' };
}

const settlementOf = (response: Response) =>
  decodePaymentResponseHeader(response.headers.get('payment-response') ?? '');

async function onBase(): Promise<Bought> {
  const { fetcher, sent } = listening();
  const payer = buyer(0);
  const client = new x402Client().register('eip155:8453', new ExactEvmScheme(payer));
  const response = await wrapFetchWithPayment(fetcher, client)(url + LEDGER);
  const { authorization } = decodePaymentSignatureHeader(sent('payment-signature')).payload as {
    authorization: { nonce: string };
  };
  const { network, asset } = USDC_BASE_TERMS;
  return {
    ...{ response, payer: payer.address.toLowerCase(), transaction: settlementOf(response).transaction },
    key: paymentKey(network, asset, payer.address, authorization.nonce),
  };
}

/** The rows that a buyer on Solana and one over MPP choose. */
const CHOSEN = { severity: 'double_charge' } as const;
const PART = `${LEDGER}?${new URLSearchParams(CHOSEN)}`;
const PART_ON_SOLANA = `${LEDGER_ON_SOLANA}&${new URLSearchParams(CHOSEN)}`;

async function onSolana(): Promise<Bought> {
  const { fetcher, sent } = listening();
  const { address: payer, ...key } = SOLANA_BUYERS[0]!;
  const client = stockSolanaClient({ address: payer, ...key }, rails.solana.rpcUrl);
  const response = await wrapFetchWithPayment(fetcher, client)(url + PART_ON_SOLANA);
  const { payload } = decodePaymentSignatureHeader(sent('payment-signature'));
  const { message } = decodeTransaction(
    Buffer.from((payload as { transaction: string }).transaction, 'base64'),
  )!;
  const { network, asset } = USDC_SOLANA;
  return {
    ...{ response, payer, transaction: settlementOf(response).transaction },
    key: paymentKey(network, asset, payer, sha256Hex(message)),
  };
}

const overMpp = (mode: 'push' | 'pull', path: string) => async (): Promise<Bought> => {
  const client = tempoTools(rails.tempo.rpcUrl).stock(buyer(1), mode);
  const credential = await client.createCredential(await fetch(url + path));
  const response = await fetch(url + path, { headers: { authorization: credential } });
  const { reference } = Receipt.fromResponse(response);
  const { network, asset } = USDC_TEMPO_TERMS;
  const { id } = Credential.deserialize(credential).challenge;
  return {
    ...{ response, payer: buyer(1).address.toLowerCase(), transaction: reference },
    key: paymentKey(network, asset, id, reference),
  };
};

const status = async (body: object): Promise<unknown> => {
  const response = await fetch(`${url}/api/settlement-status/check`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  return ((await response.json()) as { status: unknown }).status;
};

interface Sums {
  readonly paidCompletions: number;
}
type Account = { readonly byRail: Record<string, Sums>; readonly byNetwork: Record<string, Sums> };
/** Completions of the ledger by what the cash register calls them. */
async function register() {
  const { commerceAccounting } = (await (await fetch(`${url}/api/cash-register`)).json()) as {
    commerceAccounting: { products: Record<string, Account & Sums> };
  };
  const { paidCompletions, byRail, byNetwork } = commerceAccounting.products[reliabilityLedger.id]!;
  const counts = (sums: Record<string, Sums>) => (name: string) => sums[name]?.paidCompletions ?? 0;
  return { all: paidCompletions, rail: counts(byRail), network: counts(byNetwork) };
}

const WAYS = [
  ['@x402/fetch on Base', onBase, 'base', 'x402', 'exact', USDC_BASE_TERMS, LEDGER],
  ['@x402/fetch on Solana, rows', onSolana, 'solana', 'x402', 'exact', USDC_SOLANA, PART_ON_SOLANA],
  ['mppx, push', overMpp('push', LEDGER), 'tempo', 'mpp', 'charge', USDC_TEMPO_TERMS, LEDGER],
  ['mppx, pull, rows', overMpp('pull', PART), 'tempo', 'mpp', 'charge', USDC_TEMPO_TERMS, PART],
] as const;

describe.each(WAYS)('%s', (_name, buy, chain, rail, scheme, { network, asset }, path) => {
  const query = path.includes('severity') ? CHOSEN : {};
  it('buys the ledger once, and receipt, status and books tell it in the same words', async () => {
    const [earlier, jwks] = await Promise.all([
      register(),
      fetch(`${url}/.well-known/jwks.json`).then((response) => response.json()),
    ]);
    const { response, transaction, payer, key } = await buy();
    expect(response.status).toBe(200);
    const text = await response.text();
    expect(JSON.parse(text)).toMatchObject({
      product: reliabilityLedger.id,
      ...('severity' in query && { selection: { filter: CHOSEN } }),
    });
    expect(await charges()).toEqual({ base: 0, solana: 0, tempo: 0, [chain]: 1 });

    const receipt = await payloadOf(response.headers.get('x-svc-delivery-receipt') ?? '', keysOf(jwks));
    expect(receipt).toMatchObject({
      product: reliabilityLedger.id,
      ...{ scheme, network, asset, transaction, payer },
      paymentKey: key,
      amount: PRICE.toString(),
      bodyDigest: digestBytes(utf8(text)),
      // The network is how it was paid, not what was asked: one request on every rail.
      requestFingerprint: fingerprint({ method: 'GET', path: LEDGER, query }),
      resourceUrl: url + path,
    });
    expect(await status({ paymentKey: key })).toBe('delivered');

    const later = await register();
    expect([
      later.all - earlier.all,
      later.rail(rail) - earlier.rail(rail),
      later.network(network) - earlier.network(network),
    ]).toEqual([1, 1, 1]);
  });
});

it('mppx on the command line buys it', async () => {
  const home = temporaryFolder();
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    XDG_CONFIG_HOME: home,
    MPPX_PRIVATE_KEY: SANDBOX_BUYERS[4]!.privateKey,
    MPPX_RPC_URL: rails.tempo.rpcUrl,
    TEMPO_AT: rails.tempo.rpcUrl,
    NODE_OPTIONS: `--import=${REROUTE}`,
    NO_COLOR: '1',
  };
  const options = { env, cwd: home, timeout: 100_000, maxBuffer: 10_000_000 };
  const { stdout } = await promisify(execFile)(process.execPath, [CLI, url + LEDGER, '-i'], options);
  expect(stdout).toMatch(/payment-receipt/i);
  expect(stdout).toContain(reliabilityLedger.id);
  expect(await charges()).toEqual({ base: 0, solana: 0, tempo: 1 });
});

describe('one identifier', () => {
  const payer = buyer(2);
  const overX402 = async (identifier: string) => {
    const payload = await payloadFor(await challengeOf(url + LEDGER), payer, {
      tamper: withIdentifier(identifier),
    });
    return send(url + LEDGER, '', { headers: { 'payment-signature': encode(payload) } });
  };
  const overMppPull = async (identifier: string) => {
    const client = tempoTools(rails.tempo.rpcUrl).stock(payer, 'pull');
    const credential = await client.createCredential(await fetch(url + LEDGER));
    return send(url + LEDGER, credential, { headers: { 'idempotency-key': identifier } });
  };

  it.each([
    ['x402 first', overX402, overMppPull, { base: 1, solana: 0, tempo: 0 }],
    ['MPP first', overMppPull, overX402, { base: 0, solana: 0, tempo: 1 }],
  ] as const)('of one payer on two rails, %s: one sale, one charge', async (_, first, second, charged) => {
    const identifier = `order-${randomBytes(12).toString('hex')}`;
    const bought = await first(identifier);
    const again = await second(identifier);
    expect([bought.status, again.status]).toEqual([200, 200]);
    expect([again.text === bought.text, again.headers.get('x-svc-redelivery')]).toEqual([true, '1']);
    expect(await charges()).toEqual(charged);
    expect(await status({ paymentIdentifier: identifier })).toBe('delivered');
  });

  it('of one payer, twice at once on two rails, is sold and charged once', async () => {
    const identifier = `order-${randomBytes(12).toString('hex')}`;
    const answers = await Promise.all([overX402(identifier), overMppPull(identifier)]);
    const delivered = answers.filter(({ headers }) => headers.has('x-svc-delivery-receipt'));
    expect(delivered.filter(({ headers }) => !headers.has('x-svc-redelivery'))).toHaveLength(1);
    for (const { status: code } of answers) expect([200, 503]).toContain(code);
    const { base, solana, tempo } = await charges();
    expect([base + tempo, solana]).toEqual([1, 0]);
  });
});

it('an MPP challenge for some rows pays for no other ones, and not for the whole', async () => {
  const client = tempoTools(rails.tempo.rpcUrl).stock(buyer(3), 'pull');
  const credential = await client.createCredential(await fetch(url + PART));
  for (const other of [LEDGER, `${LEDGER}?severity=stuck`]) {
    const answer = await send(url + other, credential);
    expect([answer.status, JSON.parse(answer.text)]).toMatchObject([409, { error: 'payment_reused' }]);
  }
  expect(await charges()).toEqual({ base: 0, solana: 0, tempo: 0 });
});

it('a credential of each protocol at once buys nothing', async () => {
  const payload = await payloadFor(await challengeOf(url + LEDGER), buyer(3));
  const client = tempoTools(rails.tempo.rpcUrl).stock(buyer(3), 'pull');
  const credential = await client.createCredential(await fetch(url + LEDGER));
  const answer = await send(url + LEDGER, credential, { headers: { 'payment-signature': encode(payload) } });
  expect([answer.status, JSON.parse(answer.text)]).toMatchObject([400, { error: 'multiple_credentials' }]);
  expect(await charges()).toEqual({ base: 0, solana: 0, tempo: 0 });
});

describe('an MPP payment that comes with the name of a network that MPP has nothing to do with', () => {
  it.each([
    ['solana', `${LEDGER_ON_SOLANA}&${new URLSearchParams(CHOSEN)}`],
    ['nowhere', `${PART}&paymentNetwork=nowhere`],
  ])('is answered once more from the journal, and sold to nobody: %s', async (_name, named) => {
    const client = tempoTools(rails.tempo.rpcUrl).stock(buyer(1), 'pull');
    const paidWith = async () => client.createCredential(await fetch(url + PART));
    const credential = await paidWith();
    const unsold = await send(url + named, credential);
    expect(unsold.status, unsold.text).not.toBe(200);
    expect(await charges()).toEqual({ base: 0, solana: 0, tempo: 0 });
    const first = await send(url + PART, credential);
    expect(first.status, first.text).toBe(200);
    const again = await send(url + named, credential);
    expect([again.status, again.text]).toEqual([200, first.text]);
    expect(again.headers.get('payment-receipt')).toBe(first.headers.get('payment-receipt'));
    expect(await charges()).toEqual({ base: 0, solana: 0, tempo: 1 });
  });
});
