import type { Signer } from '../../ports.ts';
import { canonicalJson, utf8 } from '../../values/digest.ts';

/** Ed25519 over Web Crypto: the same bytes as `signing-keys.ts` makes, where there is no file to read a key from. */

export interface Ed25519Jwk {
  readonly kty: 'OKP';
  readonly crv: 'Ed25519';
  readonly x: string;
  readonly d?: string;
  readonly kid?: string;
}

export const importEd25519 = (jwk: Ed25519Jwk, use: 'sign' | 'verify'): Promise<CryptoKey> => {
  const { kty, crv, x, d } = jwk;
  const material = use === 'sign' ? { kty, crv, x, d: d! } : { kty, crv, x };
  return crypto.subtle.importKey('jwk', material, { name: 'Ed25519' }, false, [use]);
};

/** RFC 7638 thumbprint: the name of a key wherever it is known. */
export async function thumbprintOf({ crv, kty, x }: Ed25519Jwk): Promise<string> {
  const digest = await crypto.subtle.digest('SHA-256', utf8(canonicalJson({ crv, kty, x })));
  return base64url(new Uint8Array(digest));
}

export interface WebSignerOptions {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  /** Keys whose signatures are ours, by `kid`; the private key's own half among them. */
  readonly publicKeys: ReadonlyMap<string, CryptoKey>;
}

export function webSigner({ kid, privateKey, publicKeys }: WebSignerOptions): Signer {
  const header = base64url(utf8(JSON.stringify({ alg: 'EdDSA', kid })));
  return {
    kid,
    async sign(payload) {
      const input = `${header}.${base64url(utf8(canonicalJson(payload)))}`;
      const signature = await crypto.subtle.sign('Ed25519', privateKey, utf8(input));
      return `${input}.${base64url(new Uint8Array(signature))}`;
    },
    verify: (jws) => verifiedBy(jws, publicKeys),
  };
}

/** The payload of a compact JWS that one of these keys made; undefined otherwise. */
export async function verifiedBy(
  jws: string,
  publicKeys: ReadonlyMap<string, CryptoKey>,
): Promise<object | undefined> {
  const [head, payload, signature, ...rest] = jws.split('.');
  if (!head || !payload || !signature || rest.length > 0) return undefined;
  try {
    const { alg, kid, typ } = JSON.parse(textOf(head)) as Record<string, unknown>;
    const key =
      alg === 'EdDSA' && typ === undefined && typeof kid === 'string' ? publicKeys.get(kid) : undefined;
    const isOurs =
      key && (await crypto.subtle.verify('Ed25519', key, bytesOf(signature), utf8(`${head}.${payload}`)));
    return isOurs ? (JSON.parse(textOf(payload)) as object) : undefined;
  } catch {
    return undefined;
  }
}

const base64url = (bytes: Uint8Array): string =>
  btoa(String.fromCharCode(...bytes))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '');

const bytesOf = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (char) => char.charCodeAt(0));

const textOf = (text: string): string => new TextDecoder('utf-8', { fatal: true }).decode(bytesOf(text));
