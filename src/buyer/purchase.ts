import { x402Client } from '@x402/core/client';
import { decodePaymentResponseHeader, encodePaymentSignatureHeader } from '@x402/core/http';
import type { PaymentPayload, PaymentRequired, PaymentRequirements, SettleResponse } from '@x402/core/types';
import { appendPaymentIdentifierToExtensions } from '@x402/extensions/payment-identifier';
import { DELIVERY_RECEIPT_HEADER } from '../values/headers.ts';
import { atomicToDollars } from '../values/money.ts';
import { acceptable, challengeOf, checkTerms, meet, type Quote, quoteOf } from './challenge.ts';
import { type Bought, checkDelivery, checkOffer, checkReceipt, type Keys } from './evidence.ts';
import { PurchaseStopped } from './stops.ts';
import type { Wallet } from './wallets.ts';
import { type Asked, fingerprintOf, type PurchaseRequest, sellerKeys, sendUntilKnown } from './wire.ts';

/**
 * The reference buyer. It discovers, inspects the price, checks what the seller signed, asks for approval, pays once,
 * verifies the delivery, and stops. It never signs twice: after a lost answer it sends the same payment again.
 */

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
  readonly request: Asked;
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
  const response = await sendUntilKnown(pending.request, { 'payment-signature': pending.payment });
  const body = new Uint8Array(await response.arrayBuffer());
  const settlement = settlementOf(response, pending.accepted.network);
  const { accepted, resourceUrl, payer, offerDigest, termsDigest, request } = pending;
  const bought: Bought = {
    ...{ accepted, resourceUrl, payer, offerDigest, termsDigest, body },
    transaction: settlement.transaction,
    fingerprint: fingerprintOf(request),
  };
  const deliveryReceipt = response.headers.get(DELIVERY_RECEIPT_HEADER);
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
