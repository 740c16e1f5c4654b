import { hmac } from '@noble/hashes/hmac';
import { sha256 } from '@noble/hashes/sha2';
import { bytesToHex } from '@noble/hashes/utils';
import canonicalizeJson from 'canonicalize';

/** `sha256:` and 64 lower-case hex characters (service spec §2.10). */
export type Digest = `sha256:${string}`;

const encoder = new TextEncoder();

/** The bytes of a text. */
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
  const plain = inOrder(value);
  // The library walks character by character; whatever the platform can write by itself is handed to it in order.
  const text = plain === ODD ? canonicalizeJson(value) : JSON.stringify(plain);
  if (text === undefined) throw new TypeError('canonicalJson(): not a JSON value');
  return text;
}

/** Stands for a value that `JSON.stringify` would not write as RFC 8785 wants it, or that is to be refused. */
const ODD = Symbol('odd');
/** Objects keep such keys in an order of their own, or do not keep them. */
const ODD_KEY = /^[0-9]|^__proto__$/;

/** A copy whose keys stand in the order of their code units. */
function inOrder(value: unknown): unknown {
  if (typeof value === 'string') return value.isWellFormed() ? value : ODD;
  if (typeof value === 'number') return Number.isFinite(value) ? value : ODD;
  if (typeof value === 'boolean' || value === null || value === undefined) return value;
  if (typeof value !== 'object' || 'toJSON' in value) return ODD;
  if (Array.isArray(value)) {
    const copy: unknown[] = [];
    for (const each of value) {
      const ordered = inOrder(each);
      if (ordered === ODD) return ODD;
      copy.push(ordered);
    }
    return copy;
  }
  const copy: Record<string, unknown> = {};
  for (const key of Object.keys(value).sort()) {
    const ordered = inOrder((value as Record<string, unknown>)[key]);
    if (ordered === ODD || ODD_KEY.test(key) || !key.isWellFormed()) return ODD;
    copy[key] = ordered;
  }
  return copy;
}

/** Digest of a JSON value's canonical form: key order and white space do not change it. */
export const digestJson = (value: unknown): Digest => digestBytes(canonicalJson(value));
