import { x402Client } from '@x402/core/client';
import { decodePaymentResponseHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier';
import { DELIVERY_RECEIPT_HEADER } from '../values/headers.ts';
import { atomicToDollars } from '../values/money.ts';
import { isoTime } from '../values/time.ts';
import { acceptable, askForChallenge, checkTerms, liveSeconds, type Quote, quoteOf } from './challenge.ts';
import { type Bought, checkDelivery, checkOffer, checkReceipt, type Keys } from './evidence.ts';
import type { AnyPending, Pending } from './pending.ts';
import { meet } from './preconditions.ts';
import { type PurchaseRequest, sentRequestOf } from './request.ts';
import { type SendingOptions, sendUntilKnown } from './sending.ts';
import { PurchaseStopped } from './stops.ts';
import type { Wallet } from './wallets.ts';
import { fingerprintOf, reasonOf, sellerKeys } from './wire.ts';

/**
 * The reference buyer. It discovers, inspects the price, checks what the seller signed, asks for approval, pays once,
 * verifies the delivery, and stops. It never signs twice: after a lost answer it sends the same payment again.
 */

export interface Purchased {
  readonly answer: unknown;
  /** The bytes that the delivery receipt is over. */
  readonly body: Uint8Array;
  readonly transaction: string;
  readonly settlement: SettleResponse;
  readonly deliveryReceipt: string;
  readonly pending: Pending;
}

/** What every rail needs of whoever buys. */
export interface Approving extends SendingOptions {
  readonly approve: (quote: Quote) => Promise<boolean>;
  /** Told about the signed payment before it is sent; nothing is sent unless it resolves. */
  readonly keep: (pending: AnyPending) => Promise<void>;
  readonly now?: () => number;
}

/** Whoever pays with x402: approves a quote, keeps what was signed, and has a wallet. */
export interface Buyer extends Approving {
  /** Asked for after the approval. It signs once. */
  readonly wallet: () => Promise<Wallet>;
}

/** Buys once. Throws `PurchaseStopped` for every way it can end before a verified delivery. */
export async function purchase(request: PurchaseRequest, buyer: Buyer): Promise<Purchased> {
  const now = buyer.now ?? Date.now;
  const { required, preconditions } = await askForChallenge(request);
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
  const payment = await signOnce(required, accepted, wallet, request.maxAmountAtomic);
  const pending: Pending = {
    version: 1,
    request: sentRequestOf(request, headers),
    payment: encodePaymentSignatureHeader(payment),
    accepted,
    resourceUrl: required.resource.url,
    payer: wallet.address,
    liveUntil: isoTime(endOf(payment, accepted, now())),
    ...(offer.offerDigest !== undefined && { offerDigest: offer.offerDigest }),
    ...(termsDigest !== undefined && { termsDigest }),
  };
  await keptBy(buyer, pending);
  return afterSending(pending, () => complete(pending, keys, { ...buyer, sentBefore: false }));
}

/** Sends a kept payment again. Signs nothing: at the most the first and only charge goes through. */
export const resume = (pending: Pending, sending: SendingOptions = {}): Promise<Purchased> =>
  afterSending(pending, async () => {
    const keys = await sellerKeys(pending.request.baseUrl);
    return complete(pending, keys, { ...sending, sentBefore: true });
  });

/** Nothing is sent that is not kept: without it a lost answer would be lost money. */
export async function keptBy({ keep }: Approving, pending: AnyPending): Promise<void> {
  try {
    await keep(pending);
  } catch (error) {
    throw new PurchaseStopped('not_kept', `the signed payment could not be kept (${reasonOf(error)})`);
  }
}

/** From the first sending on nothing ends the purchase that does not say so: a fault of ours is an unknown outcome. */
export async function afterSending<T>(pending: AnyPending, work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTrue = error instanceof PurchaseStopped && error.paid !== 'no';
    throw new PurchaseStopped(isTrue ? error.stop : 'outcome_unknown', reasonOf(error), pending);
  }
}

async function complete(
  pending: Pending,
  keys: Keys,
  { sentBefore, ...sending }: SendingOptions & { readonly sentBefore: boolean },
): Promise<Purchased> {
  const { accepted, resourceUrl, payer, offerDigest, termsDigest, request } = pending;
  const header = { 'payment-signature': pending.payment };
  const { headers, body, text } = await sendUntilKnown({ asked: request, header, sentBefore }, sending);
  const settlement = settlementOf(headers, accepted.network);
  const bought: Bought = {
    ...{ accepted, payer, offerDigest, termsDigest, body },
    resourceUrls: [resourceUrl],
    transaction: settlement.transaction,
    fingerprint: fingerprintOf(request),
  };
  const deliveryReceipt = headers.get(DELIVERY_RECEIPT_HEADER);
  const finding =
    (await checkReceipt(settlement, bought, keys)) ?? (await checkDelivery(deliveryReceipt, bought, keys));
  if (finding) throw new PurchaseStopped('receipt_not_verified', finding);
  return {
    answer: answerIn(text),
    ...{ body, settlement, transaction: settlement.transaction, pending },
    deliveryReceipt: deliveryReceipt!,
  };
}

/** The answer as JSON. Throws `PurchaseStopped`, `receipt_not_verified`, where it is none. */
export function answerIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new PurchaseStopped('receipt_not_verified', 'what was delivered is no JSON');
  }
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
  try {
    // The one entry that was checked; its copy, since the hook above writes into it.
    return await client.createPaymentPayload(structuredClone({ ...required, accepts: [accepted] }));
  } catch (error) {
    throw new PurchaseStopped('no_wallet', `nothing could be signed (${reasonOf(error)})`);
  }
}

/** When what was signed can no longer be charged, as it says itself where it does. */
function endOf({ payload }: PaymentPayload, accepted: PaymentRequirements, now: number): number {
  const { validBefore } = (payload as { authorization?: { validBefore?: string } }).authorization ?? {};
  return validBefore === undefined ? now + liveSeconds(accepted) * 1_000 : Number(validBefore) * 1_000;
}

const TRANSACTION = { eip155: /^0x[0-9a-fA-F]{64}$/, solana: /^[1-9A-HJ-NP-Za-km-z]{64,90}$/ } as const;

/** Whether a text can be the name of a transaction: it is shown, and kept. */
export const isTransactionOn = (network: string, text: unknown): text is string =>
  typeof text === 'string' && TRANSACTION[network.startsWith('eip155:') ? 'eip155' : 'solana'].test(text);

function settlementOf(headers: Headers, network: string): SettleResponse {
  try {
    const settlement = decodePaymentResponseHeader(headers.get('payment-response') ?? '');
    if (
      settlement.success === true &&
      settlement.network === network &&
      isTransactionOn(network, settlement.transaction)
    )
      return settlement;
  } catch {
    // Falls through: an answer without a settlement that can be read is not a verified purchase.
  }
  throw new PurchaseStopped(
    'receipt_not_verified',
    'the answer carries no successful settlement (PAYMENT-RESPONSE)',
  );
}
