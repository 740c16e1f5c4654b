import { sha256 } from '@noble/hashes/sha2';
import { base58, fromBase58 } from '../../values/base58.ts';

/** Programs of Solana that a payment may name. */
export const TOKEN_PROGRAM = 'TokenkegQfeZyiNwAJbNbGKPFXCWuBvf9Ss623VQ5DA';
/** Programs that a payment may call. Source: docs.solanalabs.com, "Native programs". */
export const SYSTEM_PROGRAM = '11111111111111111111111111111111';
/** Sets the price and limit of a transaction’s work. */
export const COMPUTE_BUDGET_PROGRAM = 'ComputeBudget111111111111111111111111111111';
/** Notes bytes with a transaction. Source: spl.solana.com/memo. */
export const MEMO_PROGRAM = 'MemoSq4gqABAXKb96qnH8TysNcWxMyWCqXgDLGmfcHr';
const ASSOCIATED_TOKEN_PROGRAM = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';

/** Base58 of 32 bytes. */
export const isSolanaAddress = (text: string): boolean => fromBase58(text, 32) !== undefined;

/**
 * The account that holds an owner's tokens of one mint: the first address, counting a byte down from 255, that is no
 * point of the curve and so can have no key. Throws a RangeError for what is no address.
 * Source: solana.com/docs/core/pda; SPL Associated Token Account program.
 */
export function associatedTokenAccount(owner: string, mint: string): string {
  const seeds = [owner, TOKEN_PROGRAM, mint].map(addressBytes);
  const end = [addressBytes(ASSOCIATED_TOKEN_PROGRAM), new TextEncoder().encode('ProgramDerivedAddress')];
  for (let bump = 255; bump >= 0; bump--) {
    const hash = sha256.create();
    for (const part of [...seeds, Uint8Array.of(bump), ...end]) hash.update(part);
    const address = hash.digest();
    if (!isOnCurve(address)) return base58(address);
  }
  throw new RangeError('there is no such account');
}

function addressBytes(address: string): Uint8Array {
  const bytes = fromBase58(address, 32);
  if (!bytes) throw new RangeError('not an address');
  return bytes;
}

/** Ed25519 over the field of 2^255 - 19: -x² + y² = 1 + d·x²·y², so x² = u / v with u = y² - 1, v = d·y² + 1 (RFC 8032). */
const P = 2n ** 255n - 19n;
const D = 37095705934669439343138083508754565189542113879843219016388785533085940283555n;

/** Whether 32 bytes are a point, that is, whether u / v is a square: by Euler, whether (u·v)^((P-1)/2) is 0 or 1. */
function isOnCurve(bytes: Uint8Array): boolean {
  let y = 0n;
  for (let i = 31; i >= 0; i--) y = (y << 8n) | BigInt(i === 31 ? bytes[i]! & 0x7f : bytes[i]!);
  const yy = (y * y) % P;
  return power((yy - 1n + P) * (D * yy + 1n), (P - 1n) / 2n) <= 1n;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  for (let square = base % P; exponent > 0n; exponent >>= 1n, square = (square * square) % P)
    if (exponent & 1n) result = (result * square) % P;
  return result;
}
