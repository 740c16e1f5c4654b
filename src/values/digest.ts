import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import canonicalizeJson from 'canonicalize';

/** `sha256:` and 64 lower-case hex characters (service spec §2.10). */
export type Digest = `sha256:${string}`;

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

type HexOf = (data: Uint8Array | string) => string;

let hexOf: HexOf = (data) => bytesToHex(sha256(typeof data === 'string' ? utf8(data) : data));

/** Lets a platform's own SHA-256 do the work, where it has one that answers at once: it is many times as fast. */
export function hashWith(native: HexOf): void {
  hexOf = native;
}

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8 form. */
export const sha256Hex = (data: Uint8Array | string): string => hexOf(data);

/** Lower-case hex HMAC-SHA-256: only who has the key can make it. */
export const hmacHex = (key: string, text: string): string => bytesToHex(hmac(sha256, utf8(key), utf8(text)));

/** Digest of exact bytes: what a buyer recomputes from what it received. */
export const digestBytes = (data: Uint8Array | string): Digest => `sha256:${sha256Hex(data)}`;

/** RFC 8785 (JCS) form. Members that are `undefined` vanish; NaN, infinities and lone surrogates throw. */
export function canonicalJson(value: unknown): string {
  const text = canonicalizeJson(value);
  if (text === undefined) throw new TypeError('canonicalJson(): not a JSON value');
  return text;
}

/** Digest of a JSON value's canonical form: key order and white space do not change it. */
export const digestJson = (value: unknown): Digest => digestBytes(canonicalJson(value));
