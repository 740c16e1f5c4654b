import { readFileSync } from 'node:fs';
import { readSolanaKey } from '../adapters/svm/key.ts';
import { PurchaseStopped, type Stop } from '../buyer/stops.ts';
import { evmWallet, type NetworkName, solanaWallet, type Wallet } from '../buyer/wallets.ts';
import { base58 } from '../values/base58.ts';

/** Who pays for `assay buy`: a key file, or a dev buyer that a sandbox on this machine lends. */

interface KeyOptions {
  readonly keyFile?: string;
  readonly network: NetworkName;
  readonly solanaRpc?: string;
}

/** A key file, or a dev buyer of a sandbox on this machine. */
export async function walletFor(options: KeyOptions, baseUrl: string): Promise<Wallet> {
  const { keyFile, network, solanaRpc } = options;
  const sandbox = keyFile === undefined ? await sandboxAt(baseUrl) : undefined;
  const kept = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8').trim();
  if (network === 'base') return evmWallet(evmKey(keyFile, sandbox));
  const secret = sandbox?.solana?.buyers[0]?.secretKey;
  const key = readSolanaKey(kept ?? (secret ? base58(Buffer.from(secret, 'base64')) : noWallet()));
  if (!key) return stop('no_wallet', 'the key file holds no Solana key (64 bytes, JSON array or base58)');
  const rpcUrl = solanaRpc ?? sandbox?.rpc.solana;
  if (!rpcUrl) return stop('no_wallet', 'give --solana-rpc: a payment on Solana needs a recent block hash');
  return solanaWallet(key, rpcUrl);
}

export function evmKey(keyFile: string | undefined, sandbox: Sandbox | undefined): `0x${string}` {
  const key =
    keyFile === undefined
      ? (sandbox?.buyers[0]?.privateKey ?? noWallet())
      : readFileSync(keyFile, 'utf8').trim();
  return (key.startsWith('0x') ? key : `0x${key}`) as `0x${string}`;
}

const noWallet = (): never =>
  stop('no_wallet', 'give --key-file: only a sandbox on this machine lends a dev buyer');

interface Sandbox {
  readonly rpc: { readonly solana?: string; readonly tempo?: string };
  readonly buyers: readonly { readonly privateKey: string }[];
  readonly solana?: { readonly buyers: readonly { readonly secretKey: string }[] };
}

export async function sandboxAt(baseUrl: string): Promise<Sandbox | undefined> {
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
  const response = local
    ? await fetch(`${baseUrl}/sandbox`, { redirect: 'error' }).catch(() => undefined)
    : undefined;
  return response?.ok ? ((await response.json()) as Sandbox) : undefined;
}

export function stop(reason: Stop, detail: string): never {
  throw new PurchaseStopped(reason, detail);
}
