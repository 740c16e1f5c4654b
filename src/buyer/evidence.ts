import type { PaymentRequired, PaymentRequirements } from '@x402/core/types';
import {
  decodeSignedOffers,
  extractOffersFromPaymentRequired,
  findAcceptsObjectFromSignedOffer,
  OFFER_RECEIPT,
} from '@x402/extensions/offer-receipt';
import { compactVerify, createLocalJWKSet, type JSONWebKeySet, type JWTVerifyGetKey } from 'jose';
import { digestBytes, digestJson } from '../values/digest.ts';
import { spelledOn } from './wallets.ts';

/** Checks of what a seller signed. Offline: they need the seller's published keys (jwks.json) and nothing else. */

export type Keys = JWTVerifyGetKey;
/** The seller's keys from its JSON Web Key Set, to check signatures with; nothing is fetched. */
export const keysOf = (jwks: JSONWebKeySet): Keys => createLocalJWKSet(jwks);

/** A check that failed, in words; undefined when it held. */
export type EvidenceFinding = string | undefined;

/** The payload of a compact JWS if one of `keys` signed it with Ed25519. */
export async function payloadOf(jws: string, keys: Keys): Promise<Record<string, unknown> | undefined> {
  try {
    const { payload } = await compactVerify(jws, keys as Parameters<typeof compactVerify>[1], {
      algorithms: ['EdDSA'],
    });
    const said: unknown = JSON.parse(new TextDecoder().decode(payload));
    return typeof said === 'object' && said !== null ? (said as Record<string, unknown>) : undefined;
  } catch {
    return undefined;
  }
}

function signedOfferFor(required: PaymentRequired, accepted: PaymentRequirements) {
  try {
    return decodeSignedOffers(extractOffersFromPaymentRequired(required)).find(
      (offer) => findAcceptsObjectFromSignedOffer(offer, required.accepts) === accepted,
    );
  } catch {
    return undefined;
  }
}

/** Official `offer-receipt` offer: signature, binding to the accepted entry and to the resource, and expiry. */
export async function checkOffer(
  required: PaymentRequired,
  accepted: PaymentRequirements,
  keys: Keys,
  nowSeconds: number,
): Promise<{ finding: EvidenceFinding; offerDigest?: string }> {
  const mine = signedOfferFor(required, accepted);
  if (mine?.signedOffer.format !== 'jws')
    return { finding: 'the challenge carries no signed offer for the accepted entry' };
  const payload = await payloadOf(mine.signedOffer.signature, keys);
  if (!payload) return { finding: 'the offer is not signed with a published key of the seller' };
  if (payload.resourceUrl !== required.resource.url)
    return { finding: 'the signed offer is for another address' };
  for (const field of ['scheme', 'network', 'asset', 'payTo', 'amount'] as const)
    if (payload[field] !== accepted[field])
      return { finding: `the signed offer has another ${field} than the challenge` };
  if (typeof payload.validUntil !== 'number' || payload.validUntil < nowSeconds)
    return { finding: 'the signed offer has expired' };
  return { finding: undefined, offerDigest: digestJson(payload) };
}

/** The terms of sale that a challenge names, and the SHA-256 of their bytes in hex. */
export interface TermsReference {
  readonly url: string;
  readonly sha256: string;
}

/** Where the challenge says its terms are, and their digest. */
export function termsOf(required: PaymentRequired): TermsReference | undefined {
  const extension = required.extensions?.['svc-terms'] as { info?: Partial<TermsReference> } | undefined;
  const { url, sha256 } = extension?.info ?? {};
  return typeof url === 'string' && typeof sha256 === 'string' ? { url, sha256 } : undefined;
}

/** What was bought, for comparing with what the seller signed about it. */
export interface Bought {
  /** The addresses that a receipt may be for: one, unless the rail names none before. */
  readonly resourceUrls: readonly string[];
  readonly accepted: Pick<PaymentRequirements, 'scheme' | 'network' | 'asset' | 'payTo' | 'amount'>;
  readonly payer: string;
  readonly transaction: string;
  readonly fingerprint: string;
  readonly offerDigest: string | undefined;
  readonly termsDigest: string | undefined;
  readonly body: Uint8Array;
}

/** The official receipt inside PAYMENT-RESPONSE. */
export async function checkReceipt(
  settlement: { extensions?: Record<string, unknown> },
  bought: Bought,
  keys: Keys,
): Promise<EvidenceFinding> {
  const extension = settlement.extensions?.[OFFER_RECEIPT] as
    | { info?: { receipt?: { signature?: unknown } } }
    | undefined;
  const jws = extension?.info?.receipt?.signature;
  if (typeof jws !== 'string') return 'there is no signed receipt';
  const payload = await payloadOf(jws, keys);
  if (!payload) return 'the receipt is not signed with a published key of the seller';
  return differs('receipt', payload, {
    resourceUrl: bought.resourceUrls,
    network: bought.accepted.network,
    payer: spelledOn(bought.accepted.network, bought.payer),
    transaction: bought.transaction,
  });
}

/** Our delivery receipt: what was asked, what was paid, and the very bytes that were delivered. */
export async function checkDelivery(
  jws: string | null,
  bought: Bought,
  keys: Keys,
): Promise<EvidenceFinding> {
  if (jws === null) return 'there is no delivery receipt';
  const payload = await payloadOf(jws, keys);
  if (!payload) return 'the delivery receipt is not signed with a published key of the seller';
  const { scheme, network, asset, payTo, amount } = bought.accepted;
  return differs('delivery receipt', payload, {
    resourceUrl: bought.resourceUrls,
    ...{ scheme, network, asset, payTo, amount },
    payer: spelledOn(bought.accepted.network, bought.payer),
    transaction: bought.transaction,
    requestFingerprint: bought.fingerprint,
    bodyDigest: digestBytes(bought.body),
    ...(bought.offerDigest !== undefined && { offerDigest: bought.offerDigest }),
    ...(bought.termsDigest !== undefined && { termsDigest: bought.termsDigest }),
  });
}

function differs(
  what: string,
  signed: Record<string, unknown>,
  expected: Readonly<Record<string, string | readonly string[]>>,
): EvidenceFinding {
  const field = Object.keys(expected).find(
    (name) => ![expected[name]].flat().includes(signed[name] as string),
  );
  return field && `the ${what} has another ${field} than what was bought`;
}
