import { ed25519 } from '@noble/curves/ed25519';
import { z } from 'zod';
import { sameAddress } from './assets.ts';
import { bytesOf, decodeObject, type Json, record } from './challenge.ts';

/** A signed offer of a challenge, in the form of the official extension `offer-receipt`. */
export interface SignedOffer {
  /** Which entry of `accepts` it is for. */
  readonly index: number;
  readonly jws: string | undefined;
  readonly kid: string | undefined;
  /** What it says; undefined when it cannot be decoded. */
  readonly payload: Json | undefined;
}

/** The public key of a seller, as a JSON Web Key. */
export const sellerJwk = z
  .strictObject({
    kty: z.literal('OKP'),
    crv: z.literal('Ed25519'),
    x: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
    kid: z.string().regex(/\S/).max(300).meta({ description: 'Key id.' }).optional(),
    alg: z.enum(['EdDSA', 'Ed25519']).optional(),
    use: z.literal('sig').optional(),
  })
  .meta({ description: 'Public key of the seller, which you fetched: signed offers are then verified.' });

/** A key of a seller as it publishes it: Ed25519 (RFC 8037). */
export type SellerJwk = z.output<typeof sellerJwk>;

/** The signed offers of a challenge; empty where there is none. */
export function offersIn(challenge: Json): SignedOffer[] {
  const { offers } = record(record(record(challenge.extensions)['offer-receipt']).info);
  return (Array.isArray(offers) ? offers : []).map(record).map((offer, at) => {
    const index = typeof offer.acceptIndex === 'number' ? offer.acceptIndex : at;
    if (offer.format !== 'jws')
      return {
        ...{ index, jws: undefined, kid: undefined },
        payload: offer.payload === undefined ? undefined : record(offer.payload),
      };
    const jws = typeof offer.signature === 'string' ? offer.signature : '';
    const { kid } = record(headOf(jws));
    return { index, jws, kid: typeof kid === 'string' ? kid : undefined, payload: saidIn(jws) };
  });
}

/** Does a signed offer say the terms of the entry that it is for, and the address that the challenge names? */
export function saysTerms(payload: Json, entry: Json, challenge: Json | undefined): boolean {
  const same = (name: 'asset' | 'payTo') =>
    typeof payload[name] === 'string' &&
    typeof entry[name] === 'string' &&
    sameAddress(String(entry.network), payload[name], entry[name]);
  const { url } = record(challenge?.resource);
  return (
    (['scheme', 'network', 'amount'] as const).every((name) => payload[name] === entry[name]) &&
    same('asset') &&
    same('payTo') &&
    (typeof url !== 'string' || payload.resourceUrl === url)
  );
}

const headOf = (jws: string): Json | undefined => decodeObject(jws.split('.')[0] ?? '');
/** What a compact JWS says, whoever signed it. */
export const saidIn = (jws: string): Json | undefined => decodeObject(jws.split('.')[1] ?? '');

const PART = /^[A-Za-z0-9_-]+$/;

/** Is this compact JWS signed with this key (RFC 8037)? The official library says the same, and needs to wait. */
export function isJwsOf(jws: string, { x }: Pick<SellerJwk, 'x'>): boolean {
  const parts = jws.split('.');
  const [head = '', body = '', signature = ''] = parts;
  const { alg, crit } = record(headOf(jws));
  if (parts.length !== 3 || !parts.every((part) => PART.test(part)) || crit !== undefined) return false;
  if (alg !== 'EdDSA' && alg !== 'Ed25519') return false;
  try {
    const said = new TextEncoder().encode(`${head}.${body}`);
    return ed25519.verify(bytesOf(signature), said, bytesOf(x), { zip215: false });
  } catch {
    return false;
  }
}
