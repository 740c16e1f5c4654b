import { readFileSync } from 'node:fs';
import { z } from 'zod';
import { readSolanaKey, type SolanaKey } from '../adapters/svm/key.ts';
import { PurchaseStopped, type Stop } from '../buyer/stops.ts';
import { evmWallet, PAYABLE, type PayableNetwork, solanaWallet, type Wallet } from '../buyer/wallets.ts';
import { sendTo } from '../buyer/wire.ts';
import { evmKey as readEvmKey } from '../origin/readers.ts';
import { base58 } from '../values/base58.ts';

/** Who pays for `assay buy`: a key file, or a dev buyer that a sandbox on this machine lends. */

interface KeyOptions {
  readonly keyFile?: string;
  readonly network: PayableNetwork;
  readonly solanaRpc?: string;
}

/** A key file, or a dev buyer of a sandbox on this machine. */
export async function walletFor(options: KeyOptions, baseUrl: string): Promise<Wallet> {
  const { keyFile, network, solanaRpc } = options;
  const sandbox = keyFile === undefined ? await sandboxAt(baseUrl) : undefined;
  if (PAYABLE[network].settles === 'eip3009') return evmWallet(buyerEvmKey(keyFile, sandbox));
  const key = solanaKey(keyFile, sandbox);
  const rpcUrl = solanaRpc ?? sandbox?.rpc.solana;
  if (!rpcUrl) return stop('no_wallet', 'give --solana-rpc: a payment on Solana needs a recent block hash');
  return solanaWallet(key, rpcUrl);
}

export function buyerEvmKey(keyFile: string | undefined, sandbox: Sandbox | undefined): `0x${string}` {
  const text = kept(keyFile) ?? sandbox?.buyers[0]?.privateKey ?? noWallet();
  return readEvmKey(text, () => {}) ?? stop('no_wallet', 'the key file holds no EVM key (32 bytes of hex)');
}

function solanaKey(keyFile: string | undefined, sandbox: Sandbox | undefined): SolanaKey {
  const lent = sandbox?.solana?.buyers[0]?.secretKey;
  const text = kept(keyFile) ?? (lent ? base58(Buffer.from(lent, 'base64')) : noWallet());
  return (
    readSolanaKey(text) ??
    stop('no_wallet', 'the key file holds no Solana key (64 bytes, JSON array or base58)')
  );
}

/** What is in the key file. It is not named where it cannot be read: somebody may have given the key itself. */
function kept(keyFile: string | undefined): string | undefined {
  if (keyFile === undefined) return undefined;
  try {
    return readFileSync(keyFile, 'utf8').trim();
  } catch {
    return stop('no_wallet', 'the file of --key-file cannot be read');
  }
}

const noWallet = (): never =>
  stop('no_wallet', 'give --key-file: only a sandbox on this machine lends a dev buyer');

const sandboxSchema = z.object({
  rpc: z.object({ solana: z.string().optional(), tempo: z.string().optional() }),
  // Absent where the sandbox has no chain that they hold anything on.
  buyers: z.array(z.object({ privateKey: z.string() })).default([]),
  solana: z.object({ buyers: z.array(z.object({ secretKey: z.string() })) }).optional(),
});
type Sandbox = z.infer<typeof sandboxSchema>;

export async function sandboxAt(baseUrl: string): Promise<Sandbox | undefined> {
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
  if (!local) return undefined;
  try {
    const { status, text } = await sendTo(`${baseUrl}/sandbox`);
    return status === 200 ? sandboxSchema.parse(JSON.parse(text)) : undefined;
  } catch {
    return undefined;
  }
}

export function stop(reason: Stop, detail: string): never {
  throw new PurchaseStopped(reason, detail);
}
