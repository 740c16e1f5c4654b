import type { Seal } from '../ports.ts';
import { hmacHex, sha256Hex } from '../values/digest.ts';

/** Seals under a key that is drawn from `secret` and used for nothing else. Each begins with the name of that key. */
export function sealWith(secret: string): Seal {
  const key = hmacHex(secret, 'assay seal');
  const name = sha256Hex(key).slice(0, 8);
  return (text) => `${name}:${hmacHex(key, text)}`;
}
