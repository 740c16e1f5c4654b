import type { PaymentRequired } from '@x402/core/types';
import { declarePaymentIdentifierExtension, PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier';
import { utf8 } from '../../values/digest.ts';
import { type DrawOrder, ORDER_PLACE } from '../../values/order.ts';
import type { DeclineReason } from '../../values/problem.ts';
import type { OfferJws, Terms } from '../offer.ts';
import type { ChallengePart } from './rail.ts';

/** The x402 part of a 402. */

export const CHALLENGE_HEADER = 'PAYMENT-REQUIRED';
/** Key of the official extension that carries signed offers. */
export const OFFER_RECEIPT = 'offer-receipt';
/** Key of our extension that names the terms of sale. */
export const SVC_TERMS = 'svc-terms';
const BAZAAR = 'bazaar';

/** Everything of a challenge that does not depend on the request: make it once per offer window. */
export function challengeBase(
  terms: Terms,
  offers: readonly OfferJws[],
  resourceUrl = terms.resourceUrl,
): PaymentRequired {
  return {
    x402Version: 2,
    error: 'payment_required',
    resource: {
      url: resourceUrl,
      description: terms.product.description,
      mimeType: 'application/json',
    },
    accepts: terms.offers.map((offer) => ({ ...offer })),
    extensions: {
      [OFFER_RECEIPT]: { info: { offers }, schema: OFFERS_SCHEMA },
      [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false),
      [SVC_TERMS]: {
        info: {
          url: terms.document.url,
          sha256: terms.document.digest,
          mediaType: 'application/json',
          order: ORDER_PLACE,
        },
        schema: { type: 'object', required: ['url', 'sha256', 'order'] },
      },
      [BAZAAR]: terms.bazaar,
    },
  };
}

/** The official schema, without what only repeats the protocol: headers are cut at 4 kB by some proxies. */
const OFFERS_SCHEMA = { type: 'object', required: ['offers'] } as const;

/** The standard object in the header, the same terms with prices in the body. Each copy gets an order id of its own. */
export function encodeChallenge(
  base: PaymentRequired,
  terms: Terms,
  order: DrawOrder,
  declined?: DeclineReason,
): ChallengePart {
  return {
    order,
    headers: {
      [CHALLENGE_HEADER]: encoded(declined ? { ...base, error: declined } : base),
    },
    body: {
      x402Version: 2,
      resource: base.resource,
      accepts: terms.offers.map((offer) => ({ ...offer, price: terms.product.price.label })),
      extensions: base.extensions,
    },
  };
}

/**
 * The output of `encodePaymentRequiredHeader`, with up to two extra spaces before the order id. JSON ignores them, and
 * they make the order id begin where a base64 group begins.
 */
function encoded(required: PaymentRequired): string {
  const text = JSON.stringify(required);
  const place = `"${ORDER_PLACE}"`;
  const before = utf8(text.slice(0, text.indexOf(place) + 1)).length;
  const aligned = text.replace(place, `${' '.repeat((3 - (before % 3)) % 3)}${place}`);
  return btoa(Array.from(utf8(aligned), (byte) => String.fromCharCode(byte)).join(''));
}
