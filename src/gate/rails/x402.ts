import { encodePaymentRequiredHeader, encodePaymentResponseHeader } from '@x402/core/http';
import type { PaymentRequired, SettleResponse } from '@x402/core/types';
import {
  declarePaymentIdentifierExtension,
  PAYMENT_ID_MAX_LENGTH,
  PAYMENT_ID_MIN_LENGTH,
  PAYMENT_ID_PATTERN,
  PAYMENT_IDENTIFIER,
} from '@x402/extensions/payment-identifier';
import { z } from 'zod';
import { canonicalJson } from '../../values/digest.ts';
import { parseStrictJson } from '../../values/json.ts';
import type { Price } from '../../values/money.ts';
import {
  type Authorization,
  type Offer,
  type Payment,
  paymentKey,
  type Settlement,
} from '../../values/payment.ts';
import { DECLINES, type DeclineReason } from '../../values/problem.ts';
import { type EpochMs, unixSeconds } from '../../values/time.ts';
import type { SignedOffer, Terms } from '../offer.ts';

/** x402 v2, scheme `exact`, over HTTP. The only room that knows these header names. */

export const CREDENTIAL_HEADER = 'payment-signature';
const V1_CREDENTIAL_HEADER = 'x-payment';
export const CHALLENGE_HEADER = 'PAYMENT-REQUIRED';
export const SETTLEMENT_HEADER = 'PAYMENT-RESPONSE';
const OFFER_RECEIPT = 'offer-receipt';
const SVC_TERMS = 'svc-terms';

/** A credential above this is refused unread: four times what a stock client sends with every extension echoed. */
const CREDENTIAL_MAX_BYTES = 12_000;
/** Less than this left, and settlement could come too late. */
export const MIN_SECONDS_LEFT = 20;
/** How far beyond `maxTimeoutSeconds` a buyer's clock may run ahead of ours. */
export const CLOCK_SLACK_SECONDS = 60;

/* ---- the challenge ------------------------------------------------------------------------------------------- */

export interface Challenge {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
}

/** Everything of a challenge that does not depend on the request: make it once per offer window. */
export function challengeBase(terms: Terms, offers: readonly SignedOffer[]): PaymentRequired {
  return {
    x402Version: 2,
    error: 'payment_required',
    resource: {
      url: terms.resourceUrl,
      description: terms.product.description,
      mimeType: 'application/json',
    },
    accepts: terms.offers.map((offer) => ({ ...offer })),
    extensions: {
      [OFFER_RECEIPT]: { info: { offers }, schema: OFFERS_SCHEMA },
      [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false),
      [SVC_TERMS]: {
        info: { url: terms.document.url, sha256: terms.document.digest, mediaType: 'application/json' },
        schema: { type: 'object', required: ['url', 'sha256'] },
      },
    },
  };
}

const OFFERS_SCHEMA = {
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  type: 'object',
  properties: { offers: { type: 'array', items: { type: 'object', required: ['format', 'signature'] } } },
  required: ['offers'],
} as const;

/**
 * Official clients since 2.23 refuse to sign more than $1 by default. The one line that allows this price, and no
 * more, stands where such a buyer looks.
 */
export const clientRemedy = (price: Price): { why: string; spendControls: object } | undefined =>
  BigInt(price.amount) > CLIENT_DEFAULT_CAP_ATOMIC
    ? {
        why: '@x402 clients from 2.23 on refuse payments over $1 by default',
        spendControls: { maxAmountPerPayment: price.label.replace(/\.00$/, '') },
      }
    : undefined;
const CLIENT_DEFAULT_CAP_ATOMIC = 1_000_000n;

/** The 402: standard object in the header, the same terms with prices in the body. */
export function encodeChallenge(base: PaymentRequired, terms: Terms, declined?: DeclineReason): Challenge {
  const { product } = terms;
  const remedy = clientRemedy(product.price);
  const required = declined ? { ...base, error: declined } : base;
  return {
    headers: { [CHALLENGE_HEADER]: encodePaymentRequiredHeader(required) },
    body: {
      error: 'payment_required',
      x402Version: 2,
      resource: base.resource,
      accepts: terms.offers.map((offer) => ({ ...offer, price: terms.product.price.label })),
      ...(product.admission?.kind === 'ticket' && {
        preconditions: [{ header: product.admission.header, issuer: product.admission.issuer }],
      }),
      ...(remedy && { clientRemedy: remedy }),
      ...(declined && {
        reason: declined,
        failureBucket: DECLINES[declined].bucket,
        retry: DECLINES[declined].retry,
      }),
      extensions: base.extensions,
    },
  };
}

/* ---- the credential ------------------------------------------------------------------------------------------ */

export type Presented =
  | { readonly kind: 'none' }
  | { readonly kind: 'credential'; readonly header: string }
  | { readonly kind: 'declined'; readonly reason: DeclineReason };

/** Is a payment attached? Looks at header names only. */
export function presented(header: (name: string) => string | undefined): Presented {
  const credential = header(CREDENTIAL_HEADER);
  if (credential !== undefined) return { kind: 'credential', header: credential };
  return header(V1_CREDENTIAL_HEADER) === undefined
    ? { kind: 'none' }
    : { kind: 'declined', reason: 'unsupported_x402_version' };
}

/** Whether an answer to this request may cost us more than a challenge. */
export const isPaymentAttached = (header: (name: string) => string | undefined): boolean =>
  presented(header).kind !== 'none';

const hex = (bytes: number) => z.string().regex(new RegExp(`^0x[0-9a-fA-F]{${bytes * 2}}$`));
const uint = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);
const authorizationSchema = z.strictObject({
  from: hex(20),
  to: hex(20),
  value: uint,
  validAfter: uint,
  validBefore: uint,
  nonce: hex(32),
});
/** Closed where money is decided; open where the protocol says that clients echo what they were sent. */
const envelopeSchema = z.strictObject({
  x402Version: z.literal(2),
  payload: z.strictObject({
    signature: z.string().regex(/^0x([0-9a-fA-F]{2}){65,4096}$/),
    authorization: authorizationSchema,
  }),
  accepted: z.record(z.string(), z.unknown()),
  resource: z.looseObject({ url: z.string() }).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});

/** Suffix of ERC-6492 signatures: they would have the settler call a contract of the buyer's choosing. */
const ERC_6492_MAGIC = '6492'.repeat(16);

export type Read =
  | { readonly kind: 'payment'; readonly payment: Omit<Payment, 'offerDigest'>; readonly offerJws?: string }
  | { readonly kind: 'declined'; readonly reason: DeclineReason }
  | { readonly kind: 'invalid_identifier' };

const declined = (reason: DeclineReason): Read => ({ kind: 'declined', reason });

/** Decodes a credential and compares every field with our own offer, before anything that costs. */
export function readCredential(header: string, terms: Terms): Read {
  const decoded = decode(header);
  if (typeof decoded === 'string') return declined(decoded);
  const early = declineFromEnvelope(decoded);
  if (early) return declined(early);
  const parsed = envelopeSchema.safeParse(decoded);
  if (!parsed.success) return declined('malformed_payment');
  const { payload, accepted, resource, extensions } = parsed.data;

  const offer = matchOffer(accepted, terms);
  if (typeof offer === 'string') return declined(offer);
  if (resource && resource.url !== terms.resourceUrl) return declined('resource_mismatch');

  const authorization = lowerCase(payload.authorization);
  const signature = payload.signature.toLowerCase();
  const fault = declineFromAuthorization(authorization, offer);
  if (fault) return declined(fault);
  if (signature.endsWith(ERC_6492_MAGIC)) return declined('unsupported_signature');

  const identifier = readIdentifier(extensions?.[PAYMENT_IDENTIFIER]);
  if (identifier === false) return { kind: 'invalid_identifier' };
  const offerJws = readOfferJws(extensions?.[OFFER_RECEIPT], terms.offers.indexOf(offer));
  return {
    kind: 'payment',
    payment: {
      rail: 'x402',
      key: paymentKey(offer.network, offer.asset, authorization.from, authorization.nonce),
      offer,
      payer: authorization.from,
      validBefore: Number(authorization.validBefore),
      authorization,
      signature,
      ...(identifier !== undefined && { identifier }),
    },
    ...(offerJws !== undefined && { offerJws }),
  };
}

function decode(header: string): Record<string, unknown> | DeclineReason {
  if (header.length > CREDENTIAL_MAX_BYTES) return 'payment_too_large';
  // Canonical base64 only: two spellings of one payment must not look like two payments, nor two headers like one.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return 'malformed_payment';
  try {
    const binary = atob(header);
    if (btoa(binary) !== header) return 'malformed_payment';
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    const parsed = parseStrictJson(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes));
    return parsed.ok && isRecord(parsed.value) ? parsed.value : 'malformed_payment';
  } catch {
    return 'malformed_payment';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The refusals that have a name of their own although the schema would refuse them too. */
function declineFromEnvelope(envelope: Record<string, unknown>): DeclineReason | undefined {
  if (envelope.x402Version !== 2) return 'unsupported_x402_version';
  const payload = envelope.payload;
  if (
    isRecord(payload) &&
    isRecord(payload.authorization) &&
    (payload.signature === undefined || payload.signature === '' || payload.signature === '0x')
  )
    return 'missing_signature';
  return undefined;
}

/** The one of our offers that the buyer says it accepted, or why none is. */
function matchOffer(accepted: Record<string, unknown>, terms: Terms): Offer | DeclineReason {
  if (accepted.scheme !== 'exact') return 'unsupported_scheme';
  const offer = terms.offers.find((each) => each.network === accepted.network);
  if (!offer) return 'wrong_network';
  if (!sameHex(accepted.asset, offer.asset)) return 'wrong_asset';
  if (!sameHex(accepted.payTo, offer.payTo)) return 'wrong_recipient';
  const amount = uint.safeParse(accepted.amount);
  if (!amount.success) return 'malformed_payment';
  if (amount.data !== offer.amount)
    return BigInt(amount.data) < BigInt(offer.amount) ? 'amount_too_low' : 'amount_too_high';
  const same = { ...accepted, asset: offer.asset, payTo: offer.payTo };
  try {
    return canonicalJson(same) === canonicalJson(offer) ? offer : 'terms_mismatch';
  } catch {
    // A number beyond JSON's range has no canonical form.
    return 'malformed_payment';
  }
}

const sameHex = (given: unknown, ours: string): boolean =>
  typeof given === 'string' && given.toLowerCase() === ours.toLowerCase();

function declineFromAuthorization(authorization: Authorization, offer: Offer): DeclineReason | undefined {
  if (authorization.to !== offer.payTo.toLowerCase()) return 'wrong_recipient';
  const value = BigInt(authorization.value);
  if (value !== BigInt(offer.amount))
    return value < BigInt(offer.amount) ? 'amount_too_low' : 'amount_too_high';
  return undefined;
}

/**
 * Whether a settlement may begin now, by the authorization's own window. Not part of reading, and asked only for
 * payments that the journal does not know: one that was settled in time is owed its answer, whatever our clock says
 * today. `too_close`: too late to begin, too early to say 402, because a twin of this payment on a node whose clock
 * is a little behind may be beginning right now.
 */
export function timingOf(
  { authorization, offer }: Pick<Payment, 'authorization' | 'offer'>,
  offerValidUntil: number | undefined,
  now: EpochMs,
): Timing {
  const seconds = BigInt(unixSeconds(now));
  if (BigInt(authorization.validAfter) > seconds) return 'authorization_not_yet_valid';
  const validBefore = BigInt(authorization.validBefore);
  if (validBefore > seconds + BigInt(offer.maxTimeoutSeconds + CLOCK_SLACK_SECONDS))
    return 'authorization_window_too_long';
  const window = beginBy(Number(validBefore) - MIN_SECONDS_LEFT, now, 'authorization_expired');
  return window === 'in_time' && offerValidUntil !== undefined
    ? beginBy(offerValidUntil, now, 'offer_expired')
    : window;
}

export type Timing = 'in_time' | 'too_close' | DeclineReason;

/** Clocks of nodes that share a journal must agree within this. */
const CLOCK_DOUBT_SECONDS = 5;

/** `limit` in epoch seconds. */
function beginBy(limit: number, now: EpochMs, otherwise: DeclineReason): Timing {
  const late = unixSeconds(now) - limit;
  if (late <= 0) return 'in_time';
  return late <= CLOCK_DOUBT_SECONDS ? 'too_close' : otherwise;
}

const lowerCase = (authorization: Authorization): Authorization => ({
  ...authorization,
  from: authorization.from.toLowerCase(),
  to: authorization.to.toLowerCase(),
  nonce: authorization.nonce.toLowerCase(),
});

/** The identifier, undefined without one, false when it is there and not allowed (the library declares it but checks nothing). */
function readIdentifier(extension: unknown): string | undefined | false {
  const info = isRecord(extension) ? extension.info : undefined;
  if (extension === undefined || (isRecord(info) && info.id === undefined)) return undefined;
  const id = isRecord(info) ? info.id : undefined;
  const allowed =
    typeof id === 'string' &&
    id.length >= PAYMENT_ID_MIN_LENGTH &&
    id.length <= PAYMENT_ID_MAX_LENGTH &&
    PAYMENT_ID_PATTERN.test(id);
  return allowed && id;
}

function readOfferJws(extension: unknown, acceptIndex: number): string | undefined {
  const info = isRecord(extension) ? extension.info : undefined;
  const offers = isRecord(info) ? info.offers : undefined;
  const mine = Array.isArray(offers)
    ? offers.find((each) => isRecord(each) && each.acceptIndex === acceptIndex)
    : undefined;
  const jws = isRecord(mine) ? mine.signature : undefined;
  return typeof jws === 'string' && jws.length <= 2_000 ? jws : undefined;
}

/* ---- the settlement ------------------------------------------------------------------------------------------ */

/** `PAYMENT-RESPONSE` of a paid 200, with the official receipt. */
export function encodeSettlement(settlement: Settlement, receipt: string): Readonly<Record<string, string>> {
  const response: SettleResponse = {
    success: true,
    transaction: settlement.transaction,
    network: settlement.network,
    payer: settlement.payer,
    extensions: { [OFFER_RECEIPT]: { info: { receipt: { format: 'jws', signature: receipt } } } },
  };
  return { [SETTLEMENT_HEADER]: encodePaymentResponseHeader(response) };
}
