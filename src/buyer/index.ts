/**
 * `assay/buyer`: the reference buyer as a library. One call inspects, verifies, asks, keeps the signed payment, pays
 * once, sends the same payment again while its outcome is not known, and verifies what was delivered.
 */

import { NETWORK_PARAMETER } from '../declare.ts';
import { parseBudget } from '../values/money.ts';
import type { MppPurchased } from './mpp.ts';
import { type AnyBuyer, buyOnce } from './once.ts';
import type { Purchased } from './purchase.ts';
import type { PurchaseRequest } from './request.ts';
import { PurchaseStopped } from './stops.ts';

export type { Quote } from './challenge.ts';
export type { MppPurchased } from './mpp.ts';
export type { AnyPending as PendingPayment } from './pending.ts';
export type { Purchased } from './purchase.ts';
export { MAX_LIVE_SECONDS } from './request.ts';
export { type PaidState as Paid, PurchaseStopped, STOPS, type Stop } from './stops.ts';
export { fileStore, type PaymentStore } from './store.ts';
export { evmWallet, type PayableNetwork as NetworkName, solanaWallet, type Wallet } from './wallets.ts';

/** One purchase of the library: the route, the most that it may cost, and what the buyer insists on. */
export interface BuyRequest extends Pick<PurchaseRequest, 'body' | 'payTo' | 'network' | 'maxLiveSeconds'> {
  /** The route, with its query if it has one. A body makes it a POST. */
  readonly url: string;
  /** Dollars that may be spent at the most: `0.01`. */
  readonly max: string;
}

/**
 * Buys once per store: while the store holds a payment, that one is sent again and nothing is signed. Rejects with
 * `PurchaseStopped`, whose `paid` says what is known of the money. Call `store.forget()` when the answer is safe.
 */
export const buy = async (request: BuyRequest, buyer: AnyBuyer): Promise<Purchased | MppPurchased> =>
  buyOnce(requestOf(request), buyer);

function requestOf({ url: address, max, body, ...limits }: BuyRequest): PurchaseRequest {
  const url = URL.parse(address);
  const maxAmountAtomic = parseBudget(max);
  if (!url || !/^https?:$/.test(url.protocol))
    throw new PurchaseStopped('usage', 'url is not an http or https address');
  if (url.searchParams.has(NETWORK_PARAMETER))
    throw new PurchaseStopped('usage', `say the network as "network", not as ${NETWORK_PARAMETER} in url`);
  if (maxAmountAtomic === undefined)
    throw new PurchaseStopped('usage', 'max is not plain dollars such as 0.01');
  return {
    ...limits,
    baseUrl: url.origin,
    path: url.pathname,
    maxAmountAtomic,
    ...(body ? { method: 'POST', body } : { method: 'GET' }),
    ...(url.search && { query: Object.fromEntries(url.searchParams) }),
  };
}
