import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto';
import { base58, fromBase58 } from '../../values/base58.ts';

/** An Ed25519 key of Solana. `sign` is deterministic: the same message has the same signature for ever (RFC 8032). */
export interface SolanaKey {
  readonly address: string;
  readonly sign: (message: Uint8Array) => Uint8Array;
}

/** DER of an Ed25519 private and public key, up to the 32 bytes themselves (RFC 8410). */
const PRIVATE_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex');
const PUBLIC_PREFIX = Buffer.from('302a300506032b6570032100', 'hex');

/** From the 32 bytes that a key is made of. */
export function solanaKeyFromSeed(seed: Uint8Array): SolanaKey {
  const key = createPrivateKey({
    key: Buffer.concat([PRIVATE_PREFIX, seed]),
    format: 'der',
    type: 'pkcs8',
  });
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32);
  return { address: base58(publicKey), sign: (message) => new Uint8Array(sign(null, message, key)) };
}

/**
 * A key as wallets keep it: 64 bytes, secret then public, as the JSON array that `solana-keygen` writes or as base58.
 * Undefined when it is neither, or when the two halves are not of one key.
 */
export function readSolanaKey(text: string): SolanaKey | undefined {
  const bytes = text.startsWith('[') ? fromJson(text) : fromBase58(text, 64);
  if (bytes?.length !== 64) return undefined;
  const key = solanaKeyFromSeed(bytes.subarray(0, 32));
  return key.address === base58(bytes.subarray(32)) ? key : undefined;
}

function fromJson(text: string): Uint8Array | undefined {
  try {
    const numbers = JSON.parse(text) as unknown[];
    const areBytes = numbers.every(
      (each) => Number.isInteger(each) && Number(each) >= 0 && Number(each) < 256,
    );
    return areBytes ? Uint8Array.from(numbers as number[]) : undefined;
  } catch {
    return undefined;
  }
}

/** Whether the account at `address` signed. */
export function isSignedBy(address: string, message: Uint8Array, signature: Uint8Array): boolean {
  const bytes = fromBase58(address, 32);
  if (!bytes) return false;
  const key = createPublicKey({ key: Buffer.concat([PUBLIC_PREFIX, bytes]), format: 'der', type: 'spki' });
  return verify(null, message, key, signature);
}
