import { createHash } from 'node:crypto';
import { type SolanaKey, solanaKeyFromSeed } from '../adapters/svm/key.ts';
import { fromBase58 } from '../values/base58.ts';
import type { SandboxRole } from './accounts.ts';

export interface SolanaSandboxAccount extends SolanaKey {
  readonly role: SandboxRole;
  /** 64 bytes, secret then public, in base64. */
  readonly secretKey: string;
}

/**
 * The same roles as on the EVM chain. The keys are PUBLIC test keys, hashes of the words below: worth nothing, and
 * refused in production by address.
 */
export const SOLANA_ACCOUNTS: readonly SolanaSandboxAccount[] = [
  account('settler', 0),
  account('seller', 0),
  ...[1, 2, 3, 4, 5, 6, 7].map((index) => account('buyer', index)),
  account('empty', 0),
];

function account(role: SandboxRole, index: number): SolanaSandboxAccount {
  const seed = createHash('sha256').update(`assay sandbox, solana, ${role} ${index}`).digest();
  const key = solanaKeyFromSeed(seed);
  return { ...key, role, secretKey: Buffer.concat([seed, fromBase58(key.address, 32)!]).toString('base64') };
}

export const solanaAccount = (role: Exclude<SandboxRole, 'buyer'>): SolanaSandboxAccount =>
  SOLANA_ACCOUNTS.find((each) => each.role === role)!;

export const SOLANA_BUYERS: readonly SolanaSandboxAccount[] = SOLANA_ACCOUNTS.filter(
  ({ role }) => role === 'buyer',
);
