import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import canonicalizeJson from 'canonicalize';

/** `sha256:` and 64 lower-case hex characters (service spec §2.10). */
export type Digest = `sha256:${string}`;

const encoder = new TextEncoder();

export const utf8 = (text: string): Uint8Array<ArrayBuffer> => encoder.encode(text);

/** Lower-case hex SHA-256 of bytes, or of a text's UTF-8 form. */
export function sha256Hex(data: Uint8Array | string): string {
  return bytesToHex(sha256(typeof data === 'string' ? utf8(data) : data));
}

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
