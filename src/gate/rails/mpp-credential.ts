import { z } from 'zod';
import { digestJson } from '../../values/digest.ts';
import { PAYMENT_IDENTIFIER } from '../../values/limits.ts';
import {
  type Offer,
  type Payment,
  paymentKey,
  type TempoHash,
  type TempoTransaction,
} from '../../values/payment.ts';
import { type EpochMs, unixSeconds } from '../../values/time.ts';
import { decodedPart, echoSchema, type IssuedChallenge, type MppIssuer, opened } from './mpp-challenge.ts';
import { beginBy, type CredentialRead, declinedRead, type HeaderOf, type Timing } from './rail.ts';

/** `Authorization: Payment`: the challenge that the buyer accepted, and what it did about it. */

/** A credential above this is refused unread: four times what a stock client sends. */
const CREDENTIAL_MAX_BYTES = 12_000;
/** Less than this left, and a transaction would be mined too late. */
export const MIN_SECONDS_LEFT = 5;
/**
 * A challenge that expired this long ago is honoured only on today's terms. No transaction for it may stay valid
 * longer: its outcome would be open for as long, and a "no" needs every block of its window.
 */
const LATE_SECONDS = 60;

/** A transaction that a buyer signed, or why it cannot be one. Implemented over a library that knows the encoding. */
export type ReadTransaction = (raw: string) => Promise<
  | {
      /** The one encoding that nodes give it, and the hash of that. Lower-case hex. */
      readonly raw: string;
      readonly hash: string;
      /** Lower-case address, recovered from the signature. */
      readonly from: string;
      /** Epoch seconds from which it can no longer be mined. */
      readonly validBefore: number;
    }
  | 'malformed'
  | 'unsupported_signature'
  | 'no_window'
>;

/** What a credential is compared with. */
export interface MppReading {
  readonly issuer: MppIssuer;
  /** What the route is sold for today. */
  readonly offer: Offer;
  readonly path: string;
  readonly readTransaction: ReadTransaction;
}

const credentialSchema = z.object({
  challenge: echoSchema,
  payload: z.discriminatedUnion('type', [
    z.object({ type: z.literal('hash'), hash: z.string().regex(/^0x[0-9a-fA-F]{64}$/) }),
    z.object({
      type: z.literal('transaction'),
      signature: z.string().regex(/^0x([0-9a-fA-F]{2}){1,5000}$/),
    }),
  ]),
  source: z.string().max(200).optional(),
});
type Credential = z.infer<typeof credentialSchema>;

const SOURCE = /^did:pkh:(eip155:[1-9][0-9]*):(0x[0-9a-fA-F]{40})$/;

/** Values of the `Payment` scheme in an `Authorization` header; other schemes are no payment. */
export function paymentSchemes(authorization: string | undefined): string[] {
  const schemes = (authorization ?? '').split(',').map((each) => each.trim());
  return schemes.filter((each) => /^payment(?:\s|$)/i.test(each)).map((each) => each.slice(7).trim());
}

/** Decodes a credential and compares it with what we signed, before anything that costs. */
export async function readMppCredential(
  header: HeaderOf,
  now: EpochMs,
  { issuer, offer: current, path, readTransaction }: MppReading,
): Promise<CredentialRead> {
  const [value, second] = paymentSchemes(header('authorization'));
  if (second !== undefined) return { kind: 'refused', code: 'multiple_credentials' };
  if (value === undefined || value.length > CREDENTIAL_MAX_BYTES) return declinedRead('payment_too_large');
  const parsed = credentialSchema.safeParse(decodedPart(value));
  if (!parsed.success) return declinedRead('malformed_payment');
  const credential = parsed.data;

  const challenge = opened(credential.challenge, issuer, current);
  if (!challenge) return declinedRead('challenge_not_ours');
  if (challenge.path !== path) return { kind: 'refused', code: 'payment_reused' };
  const source = sourceOf(credential, challenge);
  if (source === 'malformed') return declinedRead('malformed_payment');
  const identifier = identifierIn(header('idempotency-key'));
  if (identifier === false) return { kind: 'refused', code: 'invalid_payment_identifier' };
  const proof = await proofOf(credential, challenge, readTransaction);
  if (typeof proof === 'string') return declinedRead(proof);
  if (source !== undefined && proof.payer !== undefined && proof.payer !== source)
    return declinedRead('invalid_signature');
  const read = paymentFrom(challenge, proof, proof.payer ?? source ?? '', identifier);
  const same = challenge.offer.amount === current.amount && challenge.offer.payTo === current.payTo;
  const late = now > challenge.expiresAt + LATE_SECONDS * 1_000;
  return same || !late ? read : declinedRead('offer_expired', read.payment);
}

/** Lower-case address that the credential names as its payer. Undefined without one: it is optional. */
function sourceOf({ source }: Credential, { offer }: IssuedChallenge): string | undefined {
  if (source === undefined) return undefined;
  const [, network, address] = SOURCE.exec(source) ?? [];
  return network === offer.network ? address!.toLowerCase() : 'malformed';
}

interface Proven {
  readonly proof: TempoHash | TempoTransaction;
  /** Who signed, if that is known without the chain. */
  readonly payer: string | undefined;
  /** Epoch seconds after which it can no longer pay. */
  readonly validBefore: number;
}

async function proofOf(
  { payload }: Credential,
  { id: challengeId, realm, expiresAt }: IssuedChallenge,
  readTransaction: ReadTransaction,
): Promise<Proven | 'malformed_payment' | 'unsupported_signature' | 'authorization_window_too_long'> {
  if (payload.type === 'hash') {
    const proof = {
      kind: 'tempo_hash',
      transaction: payload.hash.toLowerCase(),
      challengeId,
      realm,
    } as const;
    return { proof, payer: undefined, validBefore: unixSeconds(expiresAt) };
  }
  const signed = await readTransaction(payload.signature.toLowerCase());
  if (signed === 'malformed') return 'malformed_payment';
  if (signed === 'no_window') return 'authorization_window_too_long';
  if (signed === 'unsupported_signature') return signed;
  const { raw, hash, from, validBefore } = signed;
  return {
    proof: { kind: 'tempo_transaction', raw, transaction: hash, challengeId, realm },
    payer: from,
    validBefore,
  };
}

function paymentFrom(
  challenge: IssuedChallenge,
  { proof, validBefore }: Proven,
  payer: string,
  identifier: string | undefined,
): Extract<CredentialRead, { kind: 'payment' }> {
  const { offer, id, digest, fingerprint } = challenge;
  const payment: Payment = {
    rail: 'mpp',
    key: paymentKey(offer.network, offer.asset, id, proof.transaction),
    once: [digestJson(['mpp challenge', id]), digestJson(['transaction', offer.network, proof.transaction])],
    offer,
    payer,
    validBefore,
    proof,
    offerDigest: digest,
    ...(identifier !== undefined && { identifier }),
  };
  const timing = (now: EpochMs): Timing =>
    proof.kind === 'tempo_hash'
      ? beginBy(validBefore, now, 'offer_expired')
      : window(challenge, validBefore, now);
  return { kind: 'payment', payment, timing, ...(fingerprint !== undefined && { boundTo: fingerprint }) };
}

/** When a transaction may still be sent: while the challenge and its own window last. */
function window({ expiresAt }: IssuedChallenge, validBefore: number, now: EpochMs): Timing {
  if (validBefore > unixSeconds(expiresAt) + LATE_SECONDS) return 'authorization_window_too_long';
  const own = beginBy(validBefore - MIN_SECONDS_LEFT, now, 'authorization_expired');
  return own === 'in_time' ? beginBy(unixSeconds(expiresAt), now, 'offer_expired') : own;
}

/**
 * MPP's payment-identifier is the `Idempotency-Key` header (draft-httpauth-payment, "Idempotency and side effects"),
 * bare or as the quoted string of its own draft, in the grammar of the x402 extension. False: present and not allowed.
 */
function identifierIn(header: string | undefined): string | undefined | false {
  if (header === undefined) return undefined;
  const value = /^"(.*)"$/.exec(header)?.[1] ?? header;
  return PAYMENT_IDENTIFIER.test(value) && value;
}
