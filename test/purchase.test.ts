import { ExactEvmScheme } from '@x402/evm/exact/client';
import {
  type DecodedOffer,
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  extractReceiptFromResponse,
  findAcceptsObjectFromSignedOffer,
  type JWSSignedOffer,
  type JWSSignedReceipt,
  verifyOfferSignatureJWS,
  verifyReceiptMatchesOffer,
  verifyReceiptSignatureJWS,
} from '@x402/extensions/offer-receipt';
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier';
import { decodePaymentResponseHeader, wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWK } from 'jose';
import type { Hex, PrivateKeyAccount } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { type EvmSandbox, startEvmSandbox } from '../src/sandbox/chain.ts';
import { digestBytes, digestJson } from '../src/values/digest.ts';
import { type ChainTools, chainTools } from './support/chain.ts';
import { challengeOf, getCall, pay, paymentFor, postCall } from './support/payments.ts';
import { disposeServices, type Hosted, startHosted, startService } from './support/service.ts';

const PRICE = BigInt(opportunityCheck.price.amount);

let chain: EvmSandbox;
let tools: ChainTools;
let service: Hosted;
let jwks: JSONWebKeySet;

beforeAll(async () => {
  chain = await startEvmSandbox();
  tools = chainTools(chain.rpcUrl);
  service = await startHosted({ rpcUrl: chain.rpcUrl });
  jwks = (await (await fetch(`${service.url}/.well-known/jwks.json`)).json()) as JSONWebKeySet;
});
afterAll(async () => {
  await disposeServices();
  await chain.stop();
});

/** Every way to call everything that is sold without a precondition: one step of a stock client's is all it takes. */
const FORMS = catalogue.products
  .filter((product) => product.admission === undefined)
  .flatMap((product) =>
    product.forms.map((form) => ({ name: `${form.method} ${product.path}`, product, form })),
  );
const callOf = ({ product, form }: (typeof FORMS)[number]) =>
  form.method === 'GET'
    ? getCall(service.url + product.path)
    : postCall(service.url + product.path, form.example);

const stockClient = (account: PrivateKeyAccount) =>
  new x402Client().register('eip155:8453', new ExactEvmScheme(account));
const publicKeyOf = (kid: string) => jwks.keys.find((key) => key.kid === kid) as JWK & { kty: string };
const kidIn = (jws: string): string =>
  JSON.parse(Buffer.from(jws.split('.')[0]!, 'base64url').toString()).kid;

/** The offer of a challenge, verified by the official library with our published key. */
async function verifiedOffer(url: string): Promise<DecodedOffer> {
  const required = await challengeOf(url);
  const [offer] = decodeSignedOffers(extractOffersFromPaymentRequired(required));
  const signed = offer!.signedOffer as JWSSignedOffer;
  const payload = await verifyOfferSignatureJWS(signed, publicKeyOf(kidIn(signed.signature)));
  expect(payload.resourceUrl).toBe(url);
  expect(findAcceptsObjectFromSignedOffer(offer!, required.accepts)).toEqual(required.accepts[0]);
  return offer!;
}

describe.each(FORMS)('an unmodified @x402/fetch buys $name', (each) => {
  const buyer = () => tools.buyer(0);

  it('at its default settings, for exactly the price', async () => {
    const { url, init } = callOf(each);
    const before = await tools.sellerBalance();
    const response = await wrapFetchWithPayment(fetch, stockClient(buyer()))(url, init);
    expect(response.status).toBe(200);
    expect(each.product.response.safeParse(await response.json()).error).toBeUndefined();
    expect((await tools.sellerBalance()) - before).toBe(BigInt(each.product.price.amount));

    const settlement = decodePaymentResponseHeader(response.headers.get('payment-response')!);
    expect(settlement).toMatchObject({
      success: true,
      network: 'eip155:8453',
      payer: buyer().address.toLowerCase(),
    });
    const mined = await tools.client.getTransactionReceipt({ hash: settlement.transaction as Hex });
    expect(mined.status).toBe('success');
    expect((await tools.transfersToSeller()).at(-1)).toMatchObject({
      transactionHash: settlement.transaction,
      args: { from: buyer().address, value: BigInt(each.product.price.amount) },
    });
  });

  it('and the official library verifies offer and receipt', async () => {
    const { url, init } = callOf(each);
    const offer = await verifiedOffer(url);
    const response = await wrapFetchWithPayment(fetch, stockClient(buyer()))(url, init);
    const receipt = extractReceiptFromResponse(response) as JWSSignedReceipt;
    const payload = await verifyReceiptSignatureJWS(receipt, publicKeyOf(kidIn(receipt.signature)));
    const settlement = decodePaymentResponseHeader(response.headers.get('payment-response')!);
    expect(payload).toMatchObject({ resourceUrl: url, transaction: settlement.transaction });
    expect(verifyReceiptMatchesOffer(receipt, offer, [buyer().address])).toBe(true);
    expect(verifyReceiptMatchesOffer(receipt, offer, [tools.buyer(1).address])).toBe(false);
  });

  it('and the delivery receipt says what was asked, paid and delivered', async () => {
    const { url, init } = callOf(each);
    const required = await challengeOf(url);
    const response = await wrapFetchWithPayment(fetch, stockClient(buyer()))(url, init);
    const body = new Uint8Array(await response.arrayBuffer());
    const { payload, protectedHeader } = await compactVerify(
      response.headers.get('x-svc-delivery-receipt')!,
      createLocalJWKSet(jwks),
    );
    expect(protectedHeader.alg).toBe('EdDSA');
    const asked = each.form.method === 'GET' ? { query: {} } : { body: each.form.example };
    const { scheme, network, asset, payTo, amount } = required.accepts[0]!;
    const terms = required.extensions?.['svc-terms'] as { info: { url: string; sha256: string } };
    expect(JSON.parse(new TextDecoder().decode(payload))).toEqual({
      version: 1,
      product: each.product.id,
      paymentKey: expect.stringMatching(/^[0-9a-f]{64}$/),
      resourceUrl: url,
      ...{ scheme, network, asset, payTo, amount },
      payer: buyer().address.toLowerCase(),
      transaction: decodePaymentResponseHeader(response.headers.get('payment-response')!).transaction,
      offerDigest: expect.stringMatching(/^sha256:[0-9a-f]{64}$/),
      termsDigest: terms.info.sha256,
      requestFingerprint: digestJson({ method: each.form.method, path: each.product.path, ...asked }),
      bodyDigest: digestBytes(body),
      issuedAt: expect.any(Number),
      release: (await (await fetch(`${service.url}/status`)).json()).release,
    });
    const termsBytes = new Uint8Array(await (await fetch(terms.info.url)).arrayBuffer());
    expect(digestBytes(termsBytes)).toBe(terms.info.sha256);
  });

  it('with the official payment-identifier hook too', async () => {
    const { url, init } = callOf(each);
    const client = stockClient(buyer()).onBeforePaymentCreation(async ({ paymentRequired }) => {
      if (paymentRequired.extensions) appendPaymentIdentifierToExtensions(paymentRequired.extensions);
    });
    const before = await tools.sellerBalance();
    const response = await wrapFetchWithPayment(fetch, client)(url, init);
    expect(response.status).toBe(200);
    expect((await tools.sellerBalance()) - before).toBe(BigInt(each.product.price.amount));
  });
});

describe('a payment that is valid for an hour, as the official Go client signs it', () => {
  it('is sold once, and its answer is delivered again', async () => {
    const call = getCall(`${service.url}/api/opportunity-check`);
    const validBefore = String(Math.floor(Date.now() / 1_000) + 3_600);
    const payment = await paymentFor(call.url, tools.buyer(6), { authorization: { validBefore } });
    const before = await tools.sellerBalance();
    const first = await pay(call, payment);
    const again = await pay(call, payment);
    expect([first.status, again.status]).toEqual([200, 200]);
    expect(again.text).toBe(first.text);
    expect((await tools.sellerBalance()) - before).toBe(PRICE);
  });
});

describe('the service as a process', () => {
  it('stops on SIGTERM with exit code 0 and can be started again on the same data', async () => {
    const first = await startService({ rpcUrl: chain.rpcUrl });
    expect(await first.stop()).toBe(0);
    const second = await first.restart();
    expect(second.url).toBe(first.url);
    await expect.poll(async () => (await fetch(`${second.url}/readyz`)).text()).toContain('"ready"');
    expect(await second.stop()).toBe(0);
  });

  it('finishes a purchase that is under way when it is told to stop', async () => {
    const own = await startService({ rpcUrl: chain.rpcUrl });
    await tools.hold();
    const before = await tools.sellerBalance();
    const path = catalogue.products[0]!.path;
    const buying = wrapFetchWithPayment(fetch, stockClient(tools.buyer(2)))(own.url + path);
    await expect.poll(() => tools.waiting(), { interval: 10, timeout: 60_000 }).toBe(1);
    const stopped = own.stop();
    await tools.mine();
    const response = await buying;
    expect(response.status).toBe(200);
    await response.arrayBuffer();
    // Otherwise the connection goes back to sleep and the process waits for it.
    expect(response.headers.get('connection')).toBe('close');
    expect(await stopped).toBe(0);
    expect((await tools.sellerBalance()) - before).toBe(PRICE);
  });
});
