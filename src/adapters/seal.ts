import type { Seal } from '../ports.ts';
import { hmacHex, sha256Hex } from '../values/digest.ts';

/** Seals under a key that is drawn from `secret` for this alone, each beginning with its name. `hmac`: a platform's own. */
export function sealWith(secret: string, hmac = hmacHex): Seal {
  const key = hmac(secret, 'assay seal');
  const name = sha256Hex(key).slice(0, 8);
  return (text) => `${name}:${hmac(key, text)}`;
}
