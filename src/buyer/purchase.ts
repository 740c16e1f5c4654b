import { x402Client } from '@x402/core/client';
import {
  decodePaymentRequiredHeader,
  decodePaymentResponseHeader,
  encodePaymentSignatureHeader,
} from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier';
import type { JSONWebKeySet } from 'jose';
import { digestBytes, digestJson } from '../values/digest.ts';
import { atomicToDollars } from '../values/money.ts';
import {
  type Bought,
  checkDelivery,
  checkOffer,
  checkReceipt,
  type Keys,
  keysOf,
  termsOf,
} from './evidence.ts';
import { PurchaseStopped } from './stops.ts';
import { NETWORKS, type NetworkName, spelledOn, type Wallet } from './wallets.ts';

/**
 * The reference buyer. It discovers, inspects the price, checks what the seller signed, asks for approval, pays once,
 * verifies the delivery, and stops. It never signs twice: after a lost answer it sends the same payment again.
 */

const REQUEST_TIMEOUT_MS = 60_000;
/** How often the same payment is sent again while its outcome is unknown. */
const RESENDS = 5;

export interface PurchaseRequest {
  readonly baseUrl: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** JSON body of a POST. */
  readonly body?: object;
  /** Atomic units that may be spent at the most. */
  readonly maxAmountAtomic: bigint;
  /** The recipient that the buyer expects, if it knows one from before. */
  readonly payTo?: string;
  /** Where to pay; on Base without it. */
  readonly network?: NetworkName;
}

/** What a person or a policy is asked to approve. */
export interface Quote {
  readonly method: string;
  readonly resource: string;
  readonly description: string;
  readonly price: string;
  readonly amountAtomic: string;
  readonly maxAmountAtomic: string;
  readonly network: string;
  readonly asset: string;
  readonly payTo: string;
  readonly termsDigest: string | undefined;
  /** Whether the buyer has checked a signature of the seller's over these terms. */
  readonly offerVerified: boolean;
}

export interface Purchased {
  readonly answer: unknown;
  readonly body: Uint8Array;
  readonly settlement: SettleResponse;
  readonly deliveryReceipt: string;
  readonly pending: Pending;
}

/** A signed payment and what its delivery must say: enough to send it again after a crash, and to check the answer. */
export interface Pending {
  readonly version: 1;
  readonly request: Omit<PurchaseRequest, 'maxAmountAtomic'> & {
    readonly headers?: Readonly<Record<string, string>>;
  };
  /** Value of PAYMENT-SIGNATURE. Whoever has it can fetch the answer; nobody can be paid twice with it. */
  readonly payment: string;
  readonly accepted: PaymentRequirements;
  readonly resourceUrl: string;
  readonly payer: string;
  readonly offerDigest?: string;
  readonly termsDigest?: string;
}

export interface Buyer {
  /** Asked for after the approval. It signs once. */
  readonly wallet: () => Promise<Wallet>;
  readonly approve: (quote: Quote) => Promise<boolean>;
  readonly now?: () => number;
  /** Told about the signed payment before it is sent, so that it can be sent again whatever happens. */
  readonly keep?: (pending: Pending) => Promise<void>;
}

/** Buys once. Throws `PurchaseStopped` for every way it can end before a verified delivery. */
export async function purchase(request: PurchaseRequest, buyer: Buyer): Promise<Purchased> {
  const now = buyer.now ?? Date.now;
  const { required, preconditions } = await challengeOf(request);
  const accepted = acceptable(required, request);
  const keys = await sellerKeys(request.baseUrl);
  const offer = await checkOffer(required, accepted, keys, Math.floor(now() / 1000));
  if (offer.finding) throw new PurchaseStopped('offer_not_verified', offer.finding);
  const termsDigest = await checkTerms(required, request.baseUrl);
  const quote = quoteOf(required, accepted, request, termsDigest);
  if (!(await buyer.approve(quote)))
    throw new PurchaseStopped('not_approved', 'the purchase was not approved');

  const headers = await meet(preconditions, request);
  const wallet = await buyer.wallet();
  const { maxAmountAtomic, ...asked } = request;
  const pending: Pending = {
    version: 1,
    request: { ...asked, headers },
    payment: encodePaymentSignatureHeader(await signOnce(required, accepted, wallet, maxAmountAtomic)),
    accepted,
    resourceUrl: required.resource.url,
    payer: wallet.address,
    ...(offer.offerDigest !== undefined && { offerDigest: offer.offerDigest }),
    ...(termsDigest !== undefined && { termsDigest }),
  };
  await buyer.keep?.(pending);
  return complete(pending, keys);
}

/** Sends a kept payment again. Signs nothing: at the most the first and only charge goes through. */
export async function resume(pending: Pending): Promise<Purchased> {
  return complete(pending, await sellerKeys(pending.request.baseUrl));
}

async function complete(pending: Pending, keys: Keys): Promise<Purchased> {
  const response = await sendUntilKnown(pending);
  const body = new Uint8Array(await response.arrayBuffer());
  const settlement = settlementOf(response, pending.accepted.network);
  const { accepted, resourceUrl, payer, offerDigest, termsDigest, request } = pending;
  const bought: Bought = {
    ...{ accepted, resourceUrl, payer, offerDigest, termsDigest, body },
    transaction: settlement.transaction,
    fingerprint: fingerprintOf(request),
  };
  const deliveryReceipt = response.headers.get('x-svc-delivery-receipt');
  const finding =
    (await checkReceipt(settlement, bought, keys)) ?? (await checkDelivery(deliveryReceipt, bought, keys));
  if (finding) throw new PurchaseStopped('receipt_not_verified', finding);
  return {
    answer: JSON.parse(new TextDecoder().decode(body)),
    body,
    settlement,
    deliveryReceipt: deliveryReceipt!,
    pending,
  };
}

async function challengeOf(
  request: PurchaseRequest,
): Promise<{ required: PaymentRequired; preconditions: readonly Precondition[] }> {
  const response = await call(request).catch((error: unknown) => {
    throw new PurchaseStopped('unreachable', `${request.baseUrl} could not be reached (${reasonOf(error)})`);
  });
  const text = await response.text();
  const header = response.headers.get('payment-required');
  if (response.status !== 402)
    throw new PurchaseStopped(
      response.status >= 400 && response.status < 500 ? 'refused_request' : 'no_challenge',
      `HTTP ${response.status} ${problemText(text)}`,
    );
  if (!header) throw new PurchaseStopped('no_challenge', 'the 402 carries no PAYMENT-REQUIRED header');
  try {
    return { required: decodePaymentRequiredHeader(header), preconditions: preconditionsIn(text) };
  } catch {
    throw new PurchaseStopped('no_challenge', 'the PAYMENT-REQUIRED header cannot be decoded');
  }
}

/** A header that the paid call needs, and the free check that gives its value. */
interface Precondition {
  readonly header: string;
  readonly issuer: string;
}

function preconditionsIn(challengeBody: string): readonly Precondition[] {
  try {
    const { preconditions } = JSON.parse(challengeBody) as { preconditions?: Precondition[] };
    return preconditions ?? [];
  } catch {
    return [];
  }
}

/** Gets what the paid call needs from the seller's free checks, after the approval that they ask about was given. */
async function meet(
  preconditions: readonly Precondition[],
  request: PurchaseRequest,
): Promise<Record<string, string>> {
  const headers: Record<string, string> = {};
  for (const { header, issuer } of preconditions) {
    const response = await fetch(request.baseUrl + issuer, {
      method: 'POST',
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        route: request.path,
        method: request.method,
        network: NETWORKS[request.network ?? 'base'].network,
        maxAmountAtomicUnits: request.maxAmountAtomic.toString(),
        buyerApproval: true,
        payload: request.body,
      }),
    });
    const answer = (await response.json()) as {
      ticket?: string;
      checks?: { id: string; status: string; detail: string }[];
    };
    if (!answer.ticket) {
      const failed = answer.checks?.find((each) => each.status !== 'passed');
      throw new PurchaseStopped(
        'refused_request',
        failed
          ? `the free scope check denies it: ${failed.detail}`
          : `the free scope check answered ${response.status}`,
      );
    }
    headers[header] = answer.ticket;
  }
  return headers;
}

/** The one entry that matches what was asked for, or a stop that says which term does not. */
function acceptable(required: PaymentRequired, request: PurchaseRequest): PaymentRequirements {
  const refuse = (detail: string): never => {
    throw new PurchaseStopped('terms_not_acceptable', detail);
  };
  if (required.x402Version !== 2) refuse('the challenge is not x402 version 2');
  const { network, asset } = NETWORKS[request.network ?? 'base'];
  if (required.resource.url !== addressOf(request))
    refuse(`the challenge is for ${required.resource.url}, not for what was asked`);
  const offered = required.accepts.filter((each) => each.scheme === 'exact' && each.network === network);
  const [accepted] = offered;
  if (!accepted) return refuse(`nothing is offered on ${network}`);
  if (offered.length > 1) refuse(`the challenge offers more than one price on ${network}`);
  if (accepted.asset.toLowerCase() !== asset.toLowerCase()) refuse('the asset is not USDC');
  if (!/^[1-9][0-9]{0,15}$/.test(accepted.amount))
    refuse('the amount is not a positive whole number of atomic units');
  if (BigInt(accepted.amount) > request.maxAmountAtomic)
    refuse(
      `the price $${atomicToDollars(BigInt(accepted.amount))} is above the limit $${atomicToDollars(request.maxAmountAtomic)}`,
    );
  if (request.payTo && spelledOn(network, request.payTo) !== spelledOn(network, accepted.payTo))
    refuse('the recipient is not the expected one');
  return accepted;
}

export async function sellerKeys(baseUrl: string): Promise<Keys> {
  try {
    const response = await fetch(`${baseUrl}/.well-known/jwks.json`, {
      redirect: 'error',
      signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    });
    return keysOf((await response.json()) as JSONWebKeySet);
  } catch (error) {
    throw new PurchaseStopped(
      'offer_not_verified',
      `the seller's keys could not be read (${reasonOf(error)})`,
    );
  }
}

/** The exact bytes behind the advertised digest, from the seller's own address. */
async function checkTerms(required: PaymentRequired, baseUrl: string): Promise<string | undefined> {
  const terms = termsOf(required);
  if (!terms) return undefined;
  if (!terms.url.startsWith(`${baseUrl}/`))
    throw new PurchaseStopped('offer_not_verified', 'the terms document is at another address');
  const bytes = await fetch(terms.url, { redirect: 'error', signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS) })
    .then((response) => response.arrayBuffer())
    .catch((error: unknown) => {
      throw new PurchaseStopped(
        'offer_not_verified',
        `the terms document could not be read (${reasonOf(error)})`,
      );
    });
  if (digestBytes(new Uint8Array(bytes)) !== terms.sha256)
    throw new PurchaseStopped(
      'offer_not_verified',
      'the terms document is not the one that the challenge names',
    );
  return terms.sha256;
}

function quoteOf(
  required: PaymentRequired,
  accepted: PaymentRequirements,
  request: PurchaseRequest,
  termsDigest: string | undefined,
): Quote {
  return {
    method: request.method,
    resource: required.resource.url,
    description: required.resource.description ?? '',
    price: `$${atomicToDollars(BigInt(accepted.amount))}`,
    amountAtomic: accepted.amount,
    maxAmountAtomic: request.maxAmountAtomic.toString(),
    network: accepted.network,
    asset: accepted.asset,
    payTo: accepted.payTo,
    termsDigest,
    offerVerified: true,
  };
}

/** One signature, capped by the official client as well as by us, with a payment-identifier for safe repetition. */
async function signOnce(
  required: PaymentRequired,
  accepted: PaymentRequirements,
  { scheme }: Wallet,
  maxAmountAtomic: bigint,
): Promise<PaymentPayload> {
  const client = new x402Client()
    .register(accepted.network, scheme)
    .setSpendControls({ maxAmountPerPayment: `$${atomicToDollars(maxAmountAtomic)}` })
    .onBeforePaymentCreation(async ({ paymentRequired }) => {
      if (paymentRequired.extensions) appendPaymentIdentifierToExtensions(paymentRequired.extensions);
    });
  return client.createPaymentPayload(required);
}

/** The same payment until the outcome is known: a new signature could pay twice. */
async function sendUntilKnown({ request, payment }: Pending): Promise<Response> {
  let last = '';
  for (let attempt = 0; attempt <= RESENDS; attempt++) {
    if (attempt > 0) await new Promise((resolve) => setTimeout(resolve, 1_000 * attempt));
    try {
      const response = await call(request, payment);
      if (response.status === 200) return response;
      const text = await response.text();
      if (response.status === 402) throw new PurchaseStopped('declined', problemText(text));
      if (response.status === 409) throw new PurchaseStopped('payment_conflict', problemText(text));
      if (response.status < 500 && response.status !== 429)
        throw new PurchaseStopped('refused_request', `HTTP ${response.status} ${problemText(text)}`);
      last = `HTTP ${response.status} ${problemText(text)}`;
    } catch (error) {
      if (error instanceof PurchaseStopped) throw error;
      last = reasonOf(error);
    }
  }
  throw new PurchaseStopped('outcome_unknown', last);
}

function settlementOf(response: Response, network: string): SettleResponse {
  const header = response.headers.get('payment-response');
  try {
    const settlement = decodePaymentResponseHeader(header ?? '');
    if (settlement.success && settlement.transaction && settlement.network === network) return settlement;
  } catch {
    // Falls through: an answer without a settlement that can be read is not a verified purchase.
  }
  throw new PurchaseStopped(
    'receipt_not_verified',
    'the answer carries no successful settlement (PAYMENT-RESPONSE)',
  );
}

const addressOf = ({ baseUrl, path, network }: Pending['request']): string =>
  baseUrl + path + NETWORKS[network ?? 'base'].query;

const call = (request: Pending['request'], payment?: string): Promise<Response> =>
  fetch(addressOf(request), {
    method: request.method,
    redirect: 'error',
    signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
    headers: {
      ...request.headers,
      ...(request.body && { 'content-type': 'application/json' }),
      ...(payment && { 'payment-signature': payment }),
    },
    ...(request.body && { body: JSON.stringify(request.body) }),
  });

/** The fingerprint that the delivery receipt must carry: computed from what we asked, not from what we were told. */
const fingerprintOf = ({ method, path, body }: Pending['request']): string =>
  digestJson({ method, path, ...(method === 'GET' ? { query: {} } : { body }) });

export const reasonOf = (error: unknown): string => {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message || cause.name : 'unknown error';
};

function problemText(text: string): string {
  try {
    const { error, reason, detail, failureBucket } = JSON.parse(text) as Record<string, string | undefined>;
    return [reason ?? error, failureBucket && `(${failureBucket})`, detail].filter(Boolean).join(' ');
  } catch {
    return '';
  }
}
