import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  decodePaymentSignatureHeader,
  encodePaymentRequiredHeader,
  encodePaymentResponseHeader,
} from '@x402/core/http';
import type { PaymentRequired } from '@x402/core/types';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import type { Product } from '../declare.ts';
import { USDC_BASE_TERMS } from '../gate/assets.ts';
import { offerBook, termsFor } from '../gate/offer.ts';
import { challengeBase } from '../gate/rails/x402-challenge.ts';
import { SELLER } from '../gate/testing.ts';
import { digestBytes, digestJson } from '../values/digest.ts';
import { fingerprint } from '../values/fingerprint.ts';

/**
 * A seller that says and does what a test wants, over HTTP on loopback. It has no chain: a payment is charged when the
 * script says so, once however often it comes, and the test asks `charges`.
 */

/** What a paid call meets. `charges`: whether the money is taken then, whatever is answered. */
export type Step =
  /** Charged and delivered, in full and signed. */
  | { readonly do: 'deliver'; readonly change?: (delivery: Delivery) => Delivery }
  /** Charged; then so many bytes of the answer, head included when there are any, and the connection is gone. */
  | { readonly do: 'cut'; readonly bytes: number | 'head' }
  /** No answer at all. */
  | { readonly do: 'drop'; readonly charges: boolean }
  | {
      readonly do: 'answer';
      readonly status: number;
      readonly body: string;
      readonly charges?: boolean;
      /** Where it sends the caller to. */
      readonly location?: string;
    };

export interface Delivery {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface Script {
  readonly product: Product;
  readonly answer?: object;
  /** In turn; the last one for every call after it. */
  readonly paid: readonly Step[];
  readonly challenge?: (required: PaymentRequired) => unknown;
  /** Members of the 402's body. */
  readonly body?: object;
  /** Answers of other paths: the free checks, say. */
  readonly others?: Readonly<Record<string, string>>;
  /** Told of each thing that happens, before the next one does. */
  readonly seen?: (event: SellerEvent) => void | Promise<void>;
}
export type SellerEvent = 'unpaid' | 'keys' | 'terms' | 'other' | 'paid' | 'charged' | 'head' | 'answered';

export interface ScriptedSeller {
  readonly url: string;
  /** Every PAYMENT-SIGNATURE that came, in order. */
  readonly payments: string[];
  /** Distinct payments that were charged. */
  readonly charged: Set<string>;
  readonly paths: string[];
  script: Script;
  close(): Promise<void>;
}

export async function scriptedSeller(script: Script): Promise<ScriptedSeller> {
  const folder = mkdtempSync(join(tmpdir(), 'assay-seller-'));
  const keys = openSigningKeys(join(folder, 'k.json'), 'https://seller.example', { create: true, now: 0 });
  rmSync(folder, { recursive: true });
  const server = createServer((request, response) => void handle(request, response));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clock = { now: Date.now, sleep: async () => {} };
  const seller: ScriptedSeller = {
    ...{ url, script, payments: [], charged: new Set<string>(), paths: [] },
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  const tell = async (event: SellerEvent) => seller.script.seen?.(event);
  const termsOf = (resource: string) => {
    const selected = new URL(resource).searchParams.get('paymentNetwork') ?? undefined;
    const payIn = { ...USDC_BASE_TERMS, payTo: SELLER };
    return termsFor(seller.script.product, [payIn], url, 'v0.0.0-test', selected);
  };
  return seller;

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, href } = new URL(request.url!, url);
    seller.paths.push(pathname);
    const terms = termsOf(href);
    const send = (status: number, body: string, headers: Record<string, string> = {}) =>
      response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const asked = Buffer.concat(chunks).toString();
    if (pathname === '/.well-known/jwks.json') {
      await tell('keys');
      return void send(200, JSON.stringify(keys.jwks));
    }
    if (pathname === new URL(terms.document.url).pathname) {
      await tell('terms');
      return void send(200, terms.document.text);
    }
    const other = seller.script.others?.[pathname];
    if (other !== undefined || pathname !== terms.product.path) {
      await tell('other');
      return void send(other === undefined ? 404 : 200, other ?? '{}');
    }
    const payment = request.headers['payment-signature'];
    if (typeof payment !== 'string') {
      await tell('unpaid');
      const { offers } = await offerBook(terms, keys.signer, clock).current();
      const base = JSON.parse(JSON.stringify(challengeBase(terms, offers))) as PaymentRequired;
      const required = (seller.script.challenge?.(base) ?? base) as PaymentRequired;
      const body = { error: 'payment_required', ...required, ...seller.script.body };
      return void send(402, JSON.stringify(body), {
        'payment-required': encodePaymentRequiredHeader(required),
      });
    }
    await perform(payment, request, response, asked);
  }

  async function perform(
    payment: string,
    request: IncomingMessage,
    response: ServerResponse,
    asked: string,
  ): Promise<void> {
    const { paid } = seller.script;
    const step = paid[Math.min(seller.payments.length, paid.length - 1)]!;
    seller.payments.push(payment);
    await tell('paid');
    const isCharged = step.do === 'deliver' || step.do === 'cut' || step.charges === true;
    if (isCharged) {
      seller.charged.add(payment);
      await tell('charged');
    }
    if (step.do === 'drop') return void request.socket.destroy();
    if (step.do === 'answer') {
      const { status, body, location } = step;
      response
        .writeHead(status, { 'content-type': 'application/json', ...(location && { location }) })
        .end(body);
      return tell('answered');
    }
    const made = await deliveryOf(payment, request, asked);
    const { headers, body } = (step.do === 'deliver' && step.change?.(made)) || made;
    const bytes = Buffer.from(body);
    response.writeHead(200, { ...headers, 'content-length': String(bytes.length) });
    if (step.do === 'cut') {
      const some = step.bytes === 'head' ? 0 : step.bytes;
      response.flushHeaders();
      response.write(bytes.subarray(0, some), () => request.socket.destroy());
      return;
    }
    response.flushHeaders();
    await tell('head');
    response.end(bytes);
    await tell('answered');
  }

  /** As an honest seller signs it. */
  async function deliveryOf(payment: string, request: IncomingMessage, asked: string): Promise<Delivery> {
    const { pathname, href, searchParams } = new URL(request.url!, url);
    const { product, answer = { said: 'yes' } } = seller.script;
    const terms = termsOf(href);
    const paid = decodePaymentSignatureHeader(payment);
    const { from } = (paid.payload as { authorization: { from: string } }).authorization;
    const transaction = `0x${digestBytes(payment).slice('sha256:'.length)}`;
    const offer = terms.offers[0]!;
    const body = JSON.stringify({ product: product.id, ...answer });
    const signed = paid.extensions?.['offer-receipt'] as { info: { offers: { signature: string }[] } };
    const offerDigest = digestJson(
      JSON.parse(Buffer.from(signed.info.offers[0]!.signature.split('.')[1]!, 'base64url').toString()),
    );
    const shared = {
      version: 1,
      network: offer.network,
      resourceUrl: terms.resourceUrl,
      payer: from.toLowerCase(),
      issuedAt: 1,
      transaction,
    };
    const { scheme, asset, payTo, amount } = offer;
    const [receipt, delivery] = await Promise.all([
      keys.signer.sign(shared),
      keys.signer.sign({
        ...shared,
        ...{ product: product.id, paymentKey: 'k', scheme, asset, payTo, amount, offerDigest },
        termsDigest: terms.document.digest,
        requestFingerprint: fingerprint(
          request.method === 'GET'
            ? { method: 'GET', path: pathname, query: Object.fromEntries(searchParams) }
            : { method: 'POST', path: pathname, body: JSON.parse(asked) as unknown },
        ),
        bodyDigest: digestBytes(body),
        release: 'v0.0.0-test',
      }),
    ]);
    const settlement = {
      ...{ success: true, transaction, network: offer.network, payer: from },
      extensions: { 'offer-receipt': { info: { receipt: { format: 'jws', signature: receipt } } } },
    };
    return {
      body,
      headers: {
        'content-type': 'application/json',
        'payment-response': encodePaymentResponseHeader(settlement as never),
        'x-svc-delivery-receipt': delivery,
      },
    };
  }
}
