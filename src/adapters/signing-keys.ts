import {
  createPrivateKey,
  createPublicKey,
  generateKeyPairSync,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import type { Seal, Signer } from '../ports.ts';
import { didWeb } from '../values/did.ts';
import { canonicalJson, sha256Hex, utf8 } from '../values/digest.ts';
import { Latest } from '../values/latest.ts';
import { type EpochMs, isoTime } from '../values/time.ts';
import { isReadByOthers, MAY_BE_READ } from './private-file.ts';
import { sealWith } from './seal.ts';
import { nativeHmac } from './system.ts';

/**
 * Ed25519 keys that sign offers, receipts and editions, in one file. The newest one signs; all others are kept, so
 * that what they signed can be verified for ever.
 */
interface StoredKey {
  /** RFC 7638 thumbprint of the public key. */
  readonly thumbprint: string;
  readonly createdAt: string;
  readonly privateJwk: {
    readonly kty: 'OKP';
    readonly crv: 'Ed25519';
    readonly x: string;
    readonly d: string;
  };
}

export interface SigningKeys {
  readonly signer: Signer;
  /** By the oldest key, so that a new one changes no seal. */
  readonly seal: Seal;
  /** For /.well-known/jwks.json: public keys only, newest first. */
  readonly jwks: Jwks;
  /** For /.well-known/did.json (did:web). */
  readonly did: object;
}

/** Opens the key file; makes it with a first key when it is absent and `create` allows it. */
export function openSigningKeys(
  path: string,
  publicUrl: string,
  { create, now }: { create: boolean; now: EpochMs },
): SigningKeys {
  if (!existsSync(path)) {
    if (!create) throw new Error(`signing key file ${path} is missing: run "assay keys rotate" to make one`);
    writeKeys(path, [newKey(now)]);
  }
  if (isReadByOthers(path)) throw new Error(`signing key file ${path} ${MAY_BE_READ}`);
  const keys = readKeys(path);
  const did = didWeb(publicUrl);
  const kidOf = (key: StoredKey) => `${did}#${key.thumbprint}`;
  const current = keys[0]!;
  const publicKeys = new Map(
    keys.map((key) => [kidOf(key), createPublicKey({ key: publicJwk(key), format: 'jwk' })]),
  );
  return {
    signer: signerOf(
      createPrivateKey({ key: { ...current.privateJwk }, format: 'jwk' }),
      kidOf(current),
      publicKeys,
    ),
    seal: sealWith(keys.at(-1)!.privateJwk.d, nativeHmac),
    jwks: {
      keys: keys.map((key) => ({
        ...publicJwk(key),
        kid: kidOf(key),
        alg: 'EdDSA',
        use: 'sig',
        iat: Math.floor(Date.parse(key.createdAt) / 1000),
      })),
    },
    did: {
      '@context': ['https://www.w3.org/ns/did/v1', 'https://w3id.org/security/suites/jws-2020/v1'],
      id: did,
      verificationMethod: keys.map((key) => ({
        id: kidOf(key),
        type: 'JsonWebKey2020',
        controller: did,
        publicKeyJwk: publicJwk(key),
      })),
      assertionMethod: keys.map(kidOf),
    },
  };
}

/** Adds a key that signs from now on. Earlier ones keep verifying. */
export function rotateSigningKeys(
  path: string,
  now: EpochMs,
): { readonly thumbprint: string; readonly keys: number } {
  const keys = [newKey(now), ...(existsSync(path) ? readKeys(path) : [])];
  writeKeys(path, keys);
  return { thumbprint: keys[0]!.thumbprint, keys: keys.length };
}

function signerOf(privateKey: KeyObject, kid: string, publicKeys: ReadonlyMap<string, KeyObject>): Signer {
  const header = base64url(JSON.stringify({ alg: 'EdDSA', kid }));
  const signatureOf = remembering((input) => sign(null, utf8(input), privateKey).toString('base64url'));
  return {
    kid,
    async sign(payload) {
      const input = `${header}.${base64url(canonicalJson(payload))}`;
      return `${input}.${signatureOf(input)}`;
    },
    verify: async (jws) => payloadOf(jws, (signedBy) => publicKeys.get(signedBy)),
  };
}

/** Signatures remembered at once; a sale has two. */
const MAX_REMEMBERED = 8_192;

/**
 * Ed25519 gives the same signature for the same bytes, and a redelivery carries the receipts of the first delivery: they
 * are found again by a digest of what was signed, so that nothing of it is kept.
 */
function remembering(signed: (input: string) => string): (input: string) => string {
  const known = new Latest<string>(MAX_REMEMBERED);
  return (input) => known.keep(sha256Hex(input), () => signed(input));
}

/** What a compact JWS says, if the key that it names signed it. */
function payloadOf(jws: string, keyOf: (kid: string) => KeyObject | undefined): object | undefined {
  const [head, payload, signature, ...rest] = jws.split('.');
  if (!head || !payload || !signature || rest.length > 0) return undefined;
  try {
    const { alg, kid } = JSON.parse(fromBase64url(head)) as { alg?: unknown; kid?: unknown };
    const key = alg === 'EdDSA' && typeof kid === 'string' ? keyOf(kid) : undefined;
    if (!key || !verify(null, utf8(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
      return undefined;
    return JSON.parse(fromBase64url(payload)) as object;
  } catch {
    return undefined;
  }
}

/**
 * Verifies with published keys (jwks.json), known by their RFC 7638 thumbprints: the same key holds under whatever
 * host it is named for.
 */
export function verifierOf({ keys }: Jwks): (jws: string) => Promise<object | undefined> {
  const known = new Map(
    keys.flatMap(({ kty, crv, x }) => {
      if (kty !== 'OKP' || crv !== 'Ed25519' || typeof x !== 'string') return [];
      const key = createPublicKey({ key: { kty, crv, x }, format: 'jwk' });
      return [[thumbprintOf({ kty, crv, x }), key] as const];
    }),
  );
  return async (jws) => payloadOf(jws, (kid) => known.get(kid.slice(kid.indexOf('#') + 1)));
}

export interface Jwks {
  readonly keys: readonly { readonly kty?: unknown; readonly crv?: unknown; readonly x?: unknown }[];
}

const base64url = (text: string): string => Buffer.from(text, 'utf8').toString('base64url');
const fromBase64url = (text: string): string => Buffer.from(text, 'base64url').toString('utf8');

const publicJwk = ({ privateJwk: { kty, crv, x } }: StoredKey) => ({ kty, crv, x });

function newKey(now: EpochMs): StoredKey {
  const privateJwk = generateKeyPairSync('ed25519').privateKey.export({
    format: 'jwk',
  }) as StoredKey['privateJwk'];
  const { kty, crv, x, d } = privateJwk;
  return {
    thumbprint: thumbprintOf({ crv, kty, x }),
    createdAt: isoTime(now),
    privateJwk: { kty, crv, x, d },
  };
}

/** RFC 7638. */
const thumbprintOf = (publicJwk: { kty: string; crv: string; x: string }): string =>
  Buffer.from(sha256Hex(canonicalJson(publicJwk)), 'hex').toString('base64url');

function readKeys(path: string): readonly StoredKey[] {
  const keys = parsedKeys(readFileSync(path, 'utf8'));
  if (!keys) throw new Error(`signing key file ${path} is not whole: bring it back from a copy`);
  return keys;
}

/** What the engine says of a text that is no JSON would quote it. */
function parsedKeys(text: string): readonly StoredKey[] | undefined {
  try {
    const { keys } = JSON.parse(text) as { keys: readonly StoredKey[] };
    return keys.length > 0 && keys.every(isPair) ? keys : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the private half is the one that belongs to the public half, and the name is theirs. */
function isPair({ thumbprint, privateJwk }: StoredKey): boolean {
  const derived = createPublicKey(createPrivateKey({ key: { ...privateJwk }, format: 'jwk' }));
  const { kty, crv, x } = privateJwk;
  return derived.export({ format: 'jwk' }).x === x && thumbprintOf({ crv, kty, x }) === thumbprint;
}

/** Whole or not at all, readable by its owner only. */
function writeKeys(path: string, keys: readonly StoredKey[]): void {
  mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  writeFileSync(`${path}.new`, `${JSON.stringify({ keys }, null, 2)}\n`, { mode: 0o600 });
  chmodSync(`${path}.new`, 0o600);
  renameSync(`${path}.new`, path);
}
