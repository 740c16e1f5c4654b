import { DEFAULT_NETWORK } from '../values/networks.ts';
import { PAYABLE, type PayableNetwork } from './wallets.ts';

/** What a buyer wants, and what it is ready to agree to. */
export interface PurchaseRequest {
  /** Origin of the seller. */
  readonly baseUrl: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  /** Declared query parameters of a GET, such as the match of a witness. */
  readonly query?: Readonly<Record<string, string>>;
  /** JSON body of a POST. */
  readonly body?: object;
  /** Atomic units that may be spent at the most. */
  readonly maxAmountAtomic: bigint;
  /** Seconds that what is signed may be charged for at the most; `MAX_LIVE_SECONDS` without it. */
  readonly maxLiveSeconds?: number;
  /** The recipient that the buyer expects, if it knows one from before. */
  readonly payTo?: string;
  /** Where to pay; on the default network without it. */
  readonly network?: PayableNetwork;
}

/** A declined payment can still be charged until it runs out: ten minutes at the most, unless the buyer says otherwise. */
export const MAX_LIVE_SECONDS = 600;

/** A request without the limits of its buyer, and with the headers that it needs: what is sent, and kept. */
export type SentRequest = Omit<PurchaseRequest, 'maxAmountAtomic' | 'maxLiveSeconds'> & {
  readonly headers?: Readonly<Record<string, string>>;
};

/** What is sent of a purchase: without the limits that are the buyer’s own. */
export function sentRequestOf(
  { maxAmountAtomic, maxLiveSeconds, ...asked }: PurchaseRequest,
  headers?: Readonly<Record<string, string>>,
): SentRequest {
  return { ...asked, ...(headers && { headers }) };
}

/** The address of the route on the network that is paid on. */
export const resourceAddress = ({ baseUrl, path, network }: SentRequest): string =>
  baseUrl + path + PAYABLE[network ?? DEFAULT_NETWORK].query;

/** A tag for the seller's own counting: no part of what is bought. */
const SOURCE = 'src';

/** The query parameters that choose what is bought. */
export const chosenParameters = ({ query = {} }: SentRequest): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(query).filter(([name]) => name !== SOURCE));

/** So many parameters make few enough addresses; with more, it is all of them or none. */
const MAX_CHOSEN = 6;

/**
 * The addresses that a challenge and a receipt may be for: with all that is chosen, in the order of the names, or with
 * some of it or none, where a seller names less. What is chosen is in the fingerprint either way.
 */
export function resourcesOf(asked: SentRequest): readonly string[] {
  const route = resourceAddress(asked);
  const chosen = Object.entries(chosenParameters(asked));
  const some =
    chosen.length > MAX_CHOSEN
      ? [chosen, []]
      : chosen.reduce<(typeof chosen)[]>((all, each) => all.flatMap((own) => [[...own, each], own]), [[]]);
  return some.map((named) => {
    if (named.length === 0) return route;
    const url = new URL(route);
    for (const [name, value] of named) url.searchParams.set(name, value);
    url.searchParams.sort();
    return url.href;
  });
}

const LOOPBACK = /^(localhost|127(\.[0-9]{1,3}){3}|\[::1\])$/;

/** Whether somebody on the way could read and change what is sent there: http, to another machine. */
export function isOpenToOthers(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !LOOPBACK.test(hostname);
}
