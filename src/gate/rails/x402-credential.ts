import {
  PAYMENT_ID_MAX_LENGTH,
  PAYMENT_ID_MIN_LENGTH,
  PAYMENT_ID_PATTERN,
  PAYMENT_IDENTIFIER,
} from '@x402/extensions/payment-identifier';
import { z } from 'zod';
import { canonicalJson } from '../../values/digest.ts';
import { parseStrictJson } from '../../values/json.ts';
import { rowOf } from '../../values/networks.ts';
import { once } from '../../values/once.ts';
import { ORDER_FORM } from '../../values/order.ts';
import type { Offer, Payment } from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import type { EpochMs } from '../../values/time.ts';
import { offerOf, type Terms } from '../offer.ts';
import { beginBy, type CredentialRead, declinedRead, type Timing } from './rail.ts';
import { OFFER_RECEIPT, SVC_TERMS } from './x402-challenge.ts';
import { eip3009 } from './x402-evm.ts';
import type { PayloadKind } from './x402-payload.ts';
import { solanaExact } from './x402-svm.ts';

/** `PAYMENT-SIGNATURE`: the envelope that every network's payload comes in. */

/** A credential above this is refused unread: four times what a stock client sends with every extension echoed. */
const CREDENTIAL_MAX_BYTES = 12_000;

const PAYLOAD_KINDS: readonly PayloadKind[] = [eip3009, solanaExact];

/** Closed where money is decided; open where the protocol says that clients echo what they were sent. */
const envelopeSchema = z.strictObject({
  x402Version: z.literal(2),
  payload: z.record(z.string(), z.unknown()),
  accepted: z.record(z.string(), z.unknown()),
  resource: z.looseObject({ url: z.string() }).optional(),
  extensions: z.record(z.string(), z.unknown()).optional(),
});
const uint = z.string().regex(/^(0|[1-9][0-9]{0,77})$/);

type ReadCredential =
  | Exclude<CredentialRead, { kind: 'payment' }>
  | {
      readonly kind: 'payment';
      readonly payment: Omit<Payment, 'offerDigest'>;
      /** The signed offer that the buyer echoes; nobody has looked at its signature. */
      readonly offerJws?: string;
      /** By what the payer signed and, when it echoed one of ours, by the second that our offer runs out. */
      readonly timing: (now: EpochMs, offerValidUntil: number | undefined) => Timing;
    };

/** Decodes a credential and compares every field with our own offer, before anything that costs. */
export function readX402Credential(
  header: string,
  terms: Terms,
  now: EpochMs,
  resourceUrl = terms.resourceUrl,
): ReadCredential {
  const decoded = decode(header);
  if (typeof decoded === 'string') return declinedRead(decoded);
  if (decoded.x402Version !== 2) return declinedRead('unsupported_x402_version');
  const parsed = envelopeSchema.safeParse(decoded);
  if (!parsed.success) return declinedRead('malformed_payment');
  const { payload, accepted, resource, extensions } = parsed.data;

  const identifier = readIdentifier(extensions?.[PAYMENT_IDENTIFIER]);
  const order = readOrder(extensions?.[SVC_TERMS]);
  const echoed = { ...(identifier && { identifier }), ...(order !== undefined && { order }) };
  const earlier = () => onEarlierTerms(payload, accepted, terms, now, echoed);
  const offer = matchOffer(accepted, terms);
  if (typeof offer === 'string') return declinedRead(offer, earlier());
  if (resource && resource.url !== resourceUrl) return declinedRead('resource_mismatch', earlier());

  const read = kindFor(offer).read(payload, offer, now);
  if (typeof read === 'string') return declinedRead(read);
  if (identifier === false) return { kind: 'refused', code: 'invalid_payment_identifier' };
  const offerJws = readOfferJws(extensions?.[OFFER_RECEIPT], terms.offers.indexOf(offer));
  const { timing, ...paid } = read;
  return {
    kind: 'payment',
    payment: { rail: 'x402', offer, ...paid, ...echoed },
    ...(offerJws !== undefined && { offerJws }),
    timing: (now, offerValidUntil) => {
      const window = timing(now);
      return window === 'in_time' && offerValidUntil !== undefined
        ? beginBy(offerValidUntil, now, 'offer_expired')
        : window;
    },
  };
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

function decode(header: string): Record<string, unknown> | DeclineReason {
  if (header.length > CREDENTIAL_MAX_BYTES) return 'payment_too_large';
  // Canonical base64 only: two spellings of one payment must not look like two payments, or two headers like one.
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(header)) return 'malformed_payment';
  try {
    const binary = atob(header);
    if (btoa(binary) !== header) return 'malformed_payment';
    const bytes = new Uint8Array(binary.length);
    for (let i = 0; i < binary.length; i++) bytes[i] = binary.charCodeAt(i);
    const parsed = parseStrictJson(utf8.decode(bytes));
    return parsed.ok && isRecord(parsed.value) ? parsed.value : 'malformed_payment';
  } catch {
    return 'malformed_payment';
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The one of our offers that the buyer says it accepted, or why none is. */
function matchOffer(accepted: Record<string, unknown>, terms: Terms): Offer | DeclineReason {
  if (accepted.scheme !== 'exact') return 'unsupported_scheme';
  const offer = terms.offers.find((each) => each.network === accepted.network);
  if (!offer) return 'wrong_network';
  const { sameAddress } = kindFor(offer);
  const same = (given: unknown, ours: string) => typeof given === 'string' && sameAddress(given, ours);
  if (!same(accepted.asset, offer.asset)) return 'wrong_asset';
  if (!same(accepted.payTo, offer.payTo)) return 'wrong_recipient';
  const amount = uint.safeParse(accepted.amount);
  if (!amount.success) return 'malformed_payment';
  if (amount.data !== offer.amount)
    return BigInt(amount.data) < BigInt(offer.amount) ? 'amount_too_low' : 'amount_too_high';
  const spelled = { ...accepted, asset: offer.asset, payTo: offer.payTo };
  try {
    return canonicalJson(spelled) === canonicalForm(offer) ? offer : 'terms_mismatch';
  } catch {
    // A number beyond JSON's range has no canonical form.
    return 'malformed_payment';
  }
}

/** Today's offer on its network, to the recipient and for the amount that the buyer's own copy names. */
function onEarlierTerms(
  payload: Record<string, unknown>,
  accepted: Record<string, unknown>,
  terms: Terms,
  now: EpochMs,
  echoed: Pick<Payment, 'identifier' | 'order'>,
): Payment | undefined {
  const { network, payTo, amount } = accepted;
  const today = terms.offers.find((each) => each.network === network) ?? notOffered(accepted, terms);
  const paid = uint.safeParse(amount);
  if (!today || typeof payTo !== 'string' || !paid.success) return undefined;
  const kind = kindFor(today);
  if (!kind.isAddress(payTo)) return undefined;
  const offer = { ...today, payTo, amount: paid.data };
  const read = kind.read(payload, offer, now);
  if (typeof read === 'string') return undefined;
  const { key, payer, validBefore, proof } = read;
  return { rail: 'x402', offer, key, payer, validBefore, proof, ...echoed };
}

/**
 * Terms on a network that is not offered to this call: the call does not name the network that was paid on, or the
 * network was switched off since.
 */
function notOffered({ network, extra }: Record<string, unknown>, { product }: Terms): Offer | undefined {
  const row = typeof network === 'string' ? rowOf(network) : undefined;
  if (row?.rail !== 'x402') return undefined;
  const { asset, domain } = row.token;
  // Where no domain is signed in, it names our account that paid the fee, and decides nothing.
  const copied = domain ?? z.record(z.string(), z.string()).safeParse(extra).data ?? {};
  return offerOf(product, { rail: row.rail, network: row.network, asset, payTo: '', extra: copied });
}

/** Offers are made once per configuration. */
const canonicalForm = once((offer: Offer): string => canonicalJson(offer));

/** An offer on a network that no code here can read is our own fault. */
function kindFor({ network }: Offer): PayloadKind {
  const kind = PAYLOAD_KINDS.find((each) => network.startsWith(each.family));
  if (!kind) throw new RangeError('an offer on a network that x402 payments are not read for');
  return kind;
}

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

/** The order id of the challenge that the buyer echoes. An id in another form was made up and is ignored. */
function readOrder(extension: unknown): string | undefined {
  const info = isRecord(extension) ? extension.info : undefined;
  const order = isRecord(info) ? info.order : undefined;
  return typeof order === 'string' && ORDER_FORM.test(order) ? order : undefined;
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
