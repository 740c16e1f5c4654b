import { chosenIn, NETWORK_PARAMETER, type Product } from '../declare.ts';
import { bazaarOf } from '../discovery/bazaar.ts';
import type { Clock, Signer } from '../ports.ts';
import { canonicalJson, type Digest, digestBytes } from '../values/digest.ts';
import { Latest } from '../values/latest.ts';
import { REDELIVERY_SECONDS, SESSION_CAP_USD } from '../values/limits.ts';
import { usd } from '../values/money.ts';
import type { PaidOn } from '../values/networks.ts';
import type { Network, Offer, RailName } from '../values/payment.ts';
import { type EpochMs, unixSeconds } from '../values/time.ts';

/** How we are paid on one network. The recipient appears nowhere but in runtime challenges. */
export interface PayIn {
  readonly rail: RailName;
  readonly network: Network;
  readonly asset: string;
  readonly payTo: string;
  /** EIP-712 domain of the asset, as the x402 exact scheme carries it. */
  readonly extra: Readonly<Record<string, string>>;
}

/** Seconds that a buyer's authorization may live from when it is signed. */
export const MAX_TIMEOUT_SECONDS = 120;
/** A signed offer is made once per window and route, so that a challenge costs no signature. */
export const OFFER_WINDOW_SECONDS = 60;
/** Every offer is good for at least this long when a buyer receives it: time to ask a person for approval. */
export const OFFER_VALID_SECONDS = 300;

/** What a product is sold on: fixed per configuration, computed once. */
export interface Terms {
  readonly product: Product;
  readonly resourceUrl: string;
  /** Every configured way to pay for this product, cheapest first. */
  readonly payIns: readonly PayIn[];
  /** The x402 ones as `accepts` entries: clients take the first that they support. */
  readonly offers: readonly Offer[];
  /** How to call, for the Bazaar: the first form, since a listing is one address. */
  readonly bazaar: object;
  readonly document: TermsDocument;
}

/** The terms of sale: where they are, and the digest of their bytes. */
export interface TermsDocument {
  readonly url: string;
  readonly digest: Digest;
  /** The exact bytes behind `digest`. */
  readonly text: string;
}

/**
 * `configured`: all that this instance can be paid with; a product takes those that it declares for `selected`, the
 * value of the `paymentNetwork` parameter.
 */
export function termsFor(
  product: Product,
  configured: readonly PayIn[],
  publicUrl: string,
  release: string,
  selected?: string,
  bazaar: object = bazaarOf(product, product.forms[0]!),
): Terms {
  const payIns = product.paidOn
    .filter(({ selectedBy }) => selectedBy === selected)
    .flatMap((way) => configured.filter(pays(way)));
  const resourceUrl = publicUrl + product.path + naming(selected);
  const text = canonicalJson({
    ...TERMS_TEXT,
    release,
    product: product.id,
    resource: resourceUrl,
    price: product.price.label,
    methods: product.forms.map((each) => each.method),
    networks: payIns.map((each) => each.network),
  });
  const digest = digestBytes(text);
  return {
    product,
    resourceUrl,
    payIns,
    offers: payIns.filter(({ rail }) => rail === 'x402').map((payIn) => offerOf(product, payIn)),
    bazaar,
    document: { url: `${publicUrl}/terms/${digest.slice('sha256:'.length)}.json`, digest, text },
  };
}

const naming = (selected: string | undefined): string =>
  selected === undefined ? '' : `?${NETWORK_PARAMETER}=${selected}`;

interface Paid {
  readonly rail: RailName;
  readonly network: string;
}
type Sold = Pick<Terms, 'product' | 'resourceUrl'>;

/** The address that a payment bought, whichever network the call that shows it names. */
export function soldOn({ product, resourceUrl }: Sold, paid: Paid, query?: URLSearchParams): string {
  const [route] = resourceUrl.split('?');
  const address = route + naming(product.paidOn.find((way) => pays(way)(paid))?.selectedBy);
  return query ? resourceOf({ product, resourceUrl: address }, query) : address;
}

/**
 * The address that an offer and a receipt are for: that of the route, and what is chosen of it. Parameters stand in the
 * order of their names, so one choice has one address.
 */
export function resourceOf({ product, resourceUrl }: Sold, query: URLSearchParams): string {
  const chosen = Object.entries(chosenIn(product, query));
  if (chosen.length === 0) return resourceUrl;
  const [base, own = ''] = resourceUrl.split('?');
  const all = [...new URLSearchParams(own), ...chosen].sort(([a], [b]) => (a < b ? -1 : 1));
  return `${base}?${new URLSearchParams(all)}`;
}

/** Whether this configured way to pay is the one that a product declares. */
export const pays =
  ({ rail, network }: PaidOn) =>
  (paid: Paid): boolean =>
    paid.rail === rail && paid.network === network;

/** One way to pay as an `accepts` entry. `amount`: atomic units of the product’s price. */
export const offerOf = (product: Product, payIn: PayIn): Offer => ({
  scheme: 'exact',
  network: payIn.network,
  amount: product.price.amount,
  asset: payIn.asset,
  payTo: payIn.payTo,
  maxTimeoutSeconds: MAX_TIMEOUT_SECONDS,
  extra: payIn.extra,
});

/** What a buyer agrees to by paying. Immutable under its digest. */
const TERMS_TEXT = {
  version: 1,
  currency: 'USDC',
  charge: 'Exactly the price, once, after the answer was computed and before it is delivered.',
  failure: 'If the answer cannot be computed, or the payment is refused, nothing is charged.',
  redelivery: `The same payment with the same request gives the same answer for ${REDELIVERY_SECONDS.secret} seconds, without a second charge. Sent without the order id of its challenge and without a payment identifier it does so for ${REDELIVERY_SECONDS.bare} seconds.`,
  unknownOutcome:
    'A 402 means that no money moved. While an outcome is unknown the answer is 503: send the same payment again.',
  refunds: 'There are none to ask for: no answer, no charge.',
  privacy:
    'Digests, amounts, networks, transactions and times are kept. Addresses, requests and answers are not.',
  notAdvice: 'Answers are not trading, investment, legal, tax, lending or compliance advice.',
  sessionCapRecommended: usd(SESSION_CAP_USD).label,
} as const;

/** The official `offer-receipt` offer: a compact JWS, one per `accepts` entry. */
export interface OfferJws {
  readonly format: 'jws';
  readonly acceptIndex: number;
  readonly signature: string;
}

/** Offers of the current window, signed once and handed to all who ask. */
export interface OfferBook {
  /** The window that `clock` is in, epoch seconds. What was made for another one is no longer said. */
  window(): number;
  /** Signed offers of an address for the window that `clock` is in. */
  current(resourceUrl?: string): Promise<{ readonly window: number; readonly offers: readonly OfferJws[] }>;
  /** An offer that a buyer echoes, when we signed it for this address: its digest, and the second it runs out. */
  accepted(
    jws: string,
    resourceUrl?: string,
  ): Promise<{ readonly digest: string; readonly validUntil: number } | undefined>;
}

/** Addresses of one route whose offers are kept for a window: a choice that is asked for again costs no signature. */
const MAX_ADDRESSES = 256;

/** Signs offers a window at a time, so that an unpaid call costs no signature. */
export function offerBook(terms: Terms, signer: Signer, clock: Clock): OfferBook {
  let made: { window: number; offers: Latest<Promise<readonly OfferJws[]>> } | undefined;
  const windowAt = (now: EpochMs) =>
    Math.floor(unixSeconds(now) / OFFER_WINDOW_SECONDS) * OFFER_WINDOW_SECONDS;

  return {
    window: () => windowAt(clock.now()),
    async current(resourceUrl = terms.resourceUrl) {
      const window = windowAt(clock.now());
      if (made?.window !== window) made = { window, offers: new Latest(MAX_ADDRESSES) };
      const { offers } = made;
      const signed = offers.keep(resourceUrl, () =>
        Promise.all(terms.offers.map((offer, i) => signOffer(offer, i, window, resourceUrl))),
      );
      return { window, offers: await signed };
    },
    async accepted(jws, resourceUrl = terms.resourceUrl) {
      const payload = (await signer.verify(jws)) as
        | { validUntil?: unknown; resourceUrl?: unknown }
        | undefined;
      if (payload?.resourceUrl !== resourceUrl || typeof payload.validUntil !== 'number') return undefined;
      return { digest: digestBytes(canonicalJson(payload)), validUntil: payload.validUntil };
    },
  };

  async function signOffer(
    offer: Offer,
    acceptIndex: number,
    window: number,
    resourceUrl: string,
  ): Promise<OfferJws> {
    const { scheme, network, asset, payTo, amount } = offer;
    const validUntil = window + OFFER_WINDOW_SECONDS + OFFER_VALID_SECONDS;
    const payload = {
      version: 1,
      resourceUrl,
      scheme,
      network,
      asset,
      payTo,
      amount,
      validUntil,
    };
    return { format: 'jws', acceptIndex, signature: await signer.sign(payload) };
  }
}
