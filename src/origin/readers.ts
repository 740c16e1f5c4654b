import { readFileSync } from 'node:fs';
import type { JSONWebKeySet } from 'jose';
import { isAddress } from 'viem';
import { privateKeyToAddress } from 'viem/accounts';
import { isReadByOthers } from '../adapters/private-file.ts';
import { readSolanaKey, type SolanaKey } from '../adapters/svm/key.ts';
import { isSolanaAddress } from '../gate/rails/solana-address.ts';
import { SANDBOX_EDGE_KEY } from '../values/known-keys.ts';

/**
 * What the text of a setting means. A reader tells `wrong` what is wrong with it and never quotes it; which variable it
 * stands in is known to who asks (config.ts).
 */
export type SettingReader<T> = (text: string, wrong: (message: string) => void) => T;

export const LAST_PORT = 65_535;

export const tcpPort: SettingReader<number | undefined> = (text, wrong) => {
  if (/^\d{1,5}$/.test(text) && Number(text) <= LAST_PORT) return Number(text);
  wrong('is not a TCP port');
};

/** A whole number from 1 to `most`. */
export const countUpTo =
  (most: number): SettingReader<number | undefined> =>
  (text, wrong) => {
    const count = Number(text);
    if (Number.isInteger(count) && count >= 1 && count <= most) return count;
    wrong(`is not a whole number from 1 to ${most}`);
  };

export const onOrOff: SettingReader<boolean> = (text, wrong) => {
  if (text !== 'on' && text !== 'off') wrong('is neither on nor off');
  return text !== 'off';
};

export const oneOfWords =
  (words: readonly string[]): SettingReader<string> =>
  (text, wrong) => {
    if (!words.includes(text)) wrong(`is not one of ${words.join(', ')}`);
    return text;
  };

export const httpUrl: SettingReader<string | undefined> = (text, wrong) => {
  if (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)) return text;
  wrong('is not an http(s) URL');
};

/** The origin that buyers see; `secure`: over https only. */
export const publicOrigin =
  ({ secure }: { readonly secure: boolean }): SettingReader<string | undefined> =>
  (text, wrong) => {
    const url = httpUrl(text, wrong);
    if (url === undefined) return undefined;
    const { protocol, origin, pathname, search, hash } = new URL(url);
    if (pathname !== '/' || search || hash) wrong('has a path, query or fragment: give the origin only');
    if (secure && protocol !== 'https:') wrong('is not https');
    return origin;
  };

/** A page that anybody can open. */
export const webPage: SettingReader<string | undefined> = (text, wrong) => {
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  wrong('is not an https:// address');
};

export const contactAddress: SettingReader<string | undefined> = (text, wrong) => {
  if (/^mailto:[^\s@<>"]+@[^\s@<>"]+$/.test(text)) return text;
  if (URL.canParse(text) && new URL(text).protocol === 'https:') return text;
  wrong('is neither a mailto: nor an https:// address');
};

export const postgresUrl: SettingReader<string> = (text, wrong) => {
  if (!/^postgres(ql)?:\/\//.test(text)) wrong('is not a postgres:// URL');
  return text;
};

export const sha256Digest: SettingReader<string> = (text, wrong) => {
  if (!/^sha256:[0-9a-f]{64}$/.test(text)) wrong('is not a sha256: digest');
  return text;
};

export const evmAddress: SettingReader<`0x${string}` | undefined> = (text, wrong) => {
  if (isAddress(text)) return text;
  wrong('is not an EVM address (or its checksum is wrong)');
};

export const solanaAddress: SettingReader<string> = (text, wrong) => {
  if (!isSolanaAddress(text)) wrong('is not an address');
  return text;
};

/** Payers between commas. EVM payers are known in lower case; a Solana address has one spelling. */
export const payerAddresses: SettingReader<readonly string[]> = (text, wrong) =>
  text
    .split(',')
    .map((each) => each.trim())
    .filter(Boolean)
    .map((each) => (isSolanaAddress(each) ? each : (evmAddress(each, wrong)?.toLowerCase() ?? '')));

/** Keys in a file stand on lines, in a variable between commas. Undefined: no key. */
export const evmKeys: SettingReader<readonly (`0x${string}` | undefined)[]> = (text, wrong) =>
  text
    .split(/[\s,]+/)
    .filter(Boolean)
    .map((each) => evmKey(each, wrong));

export const evmKey: SettingReader<`0x${string}` | undefined> = (text, wrong) => {
  const key = (text.startsWith('0x') ? text : `0x${text}`).toLowerCase();
  if (/^0x[0-9a-f]{64}$/.test(key) && isOnCurve(key as `0x${string}`)) return key as `0x${string}`;
  wrong('is not a private key: 32 bytes of hex, below the order of secp256k1');
};

/** The library's own message would quote the key. */
function isOnCurve(key: `0x${string}`): boolean {
  try {
    privateKeyToAddress(key);
    return true;
  } catch {
    return false;
  }
}

export const solanaKey: SettingReader<SolanaKey | undefined> = (text, wrong) => {
  const key = readSolanaKey(text);
  if (!key) wrong('is neither 64 bytes of a JSON array nor of base58, secret then public key');
  return key;
};

/** Keys that can verify and nothing else: a private half has no business at the origin. As JSON, or the path of a file. */
export const edgeKeys =
  ({ production }: { readonly production: boolean }): SettingReader<JSONWebKeySet> =>
  (text, wrong) => {
    let keys: unknown;
    try {
      const json = text.startsWith('{') ? text : readFileSync(text, 'utf8');
      keys = (JSON.parse(json) as { keys?: unknown }).keys;
    } catch {
      wrong('is neither a JWK set nor a file that holds one');
      return { keys: [] };
    }
    const isPublic = (key: Partial<Record<string, unknown>>) =>
      key.kty === 'OKP' && key.crv === 'Ed25519' && typeof key.x === 'string' && typeof key.kid === 'string';
    if (!Array.isArray(keys) || keys.length === 0 || !keys.every(isPublic))
      wrong('holds something else than Ed25519 keys with a kid');
    else if (keys.some((key: object) => 'd' in key)) wrong('holds a private key: give its public half only');
    else if (production && keys.some(({ x }: { x?: unknown }) => x === SANDBOX_EDGE_KEY.x))
      wrong('holds the key of the sandbox, which anybody has');
    else return { keys };
    return { keys: [] };
  };

/** Secrets come from files that only their owner can read. */
export const secretFile: SettingReader<string | undefined> = (path, wrong) => {
  try {
    if (isReadByOthers(path)) wrong('names a file that others can read: chmod 600');
    return readFileSync(path, 'utf8').trim();
  } catch {
    wrong('names a file that cannot be read');
  }
};
