import { digestJson } from '../values/digest.ts';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import type { MppBuyer, MppPurchased } from './mpp.ts';
import type { AnyPending } from './pending.ts';
import { type Buyer, type Purchased, purchase, resume } from './purchase.ts';
import { type PurchaseRequest, type SentRequest, sentRequestOf } from './request.ts';
import type { SendingOptions } from './sending.ts';
import { PurchaseStopped } from './stops.ts';
import type { PaymentStore } from './store.ts';

/** One purchase, on whichever rail: a store that holds a payment is a purchase that was begun, and is gone on with. */

type Stored<B> = Omit<B, 'keep'> & { readonly store: PaymentStore };
/** A buyer over either rail, with a store for what was signed and is not answered yet. */
export type AnyBuyer =
  | (Stored<Buyer> & { readonly rail?: 'x402' })
  | (Stored<MppBuyer> & { readonly rail: 'mpp' });

/**
 * Buys, and pays at most once: what a crash left in `store` is sent again before anything is signed. Throws
 * `PurchaseStopped`.
 */
export async function buyOnce(request: PurchaseRequest, buyer: AnyBuyer): Promise<Purchased | MppPurchased> {
  const { store } = buyer;
  const kept = await store.load();
  if (kept) return again(kept, request, buyer);
  const keep = (pending: AnyPending) => store.keep(pending);
  if (buyer.rail !== 'mpp') return purchase(request, { ...buyer, keep });
  // Its libraries are large: they are loaded by who pays over it.
  const { purchaseOverMpp } = await import('./mpp.ts');
  return purchaseOverMpp(request, { ...buyer, keep });
}

function again(kept: AnyPending, request: PurchaseRequest, sending: SendingOptions) {
  if (questionOf(kept.request) !== questionOf(sentRequestOf(request)))
    throw new PurchaseStopped('usage', 'the store holds a payment for another request', kept);
  return sendAgain(kept, sending);
}

/** Sends a kept payment again, and signs nothing. */
export async function sendAgain(
  pending: AnyPending,
  sending: SendingOptions = {},
): Promise<Purchased | MppPurchased> {
  if (!('rail' in pending)) return resume(pending, sending);
  const { resumeOverMpp } = await import('./mpp.ts');
  return resumeOverMpp(pending, sending);
}

const questionOf = ({
  baseUrl,
  path,
  method,
  query = {},
  body,
  network = DEFAULT_NETWORK,
}: SentRequest): string => digestJson({ baseUrl, path, method, query, body: body ?? null, network });
