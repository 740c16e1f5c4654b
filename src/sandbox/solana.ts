import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import manifest from '../../package.json' with { type: 'json' };
import { USDC_SOLANA } from '../gate/assets.ts';
import { associatedTokenAccount } from '../gate/rails/solana-address.ts';
import { type ChainExit, startGuarded } from './guarded.ts';
import { listeningPort } from './listening.ts';
import { SOLANA_BUYERS, solanaAccount } from './solana-accounts.ts';

export interface SolanaSandbox {
  readonly rpcUrl: string;
  readonly pid: number;
  /** Settles when the chain is gone, whatever the reason. Never rejects. */
  readonly exited: Promise<ChainExit>;
  stop(): Promise<void>;
}

/** A chain on Solana's terms (genesis hash, USDC mint), funded and offline, on 127.0.0.1. It dies with this process. */
export async function startSolanaSandbox({ port = 0 } = {}): Promise<SolanaSandbox> {
  try {
    createRequire(import.meta.url).resolve('litesvm');
  } catch {
    throw new Error(
      `litesvm is not installed: run \`npm install --no-save litesvm@${manifest.dependencies.litesvm}\``,
    );
  }
  const node = fileURLToPath(new URL('./solana-node.ts', import.meta.url));
  const chain = startGuarded(process.execPath, [node, String(port)]);
  try {
    const listening = await listeningPort(chain, 'the solana chain', process.execPath);
    const pid = await chain.started;
    if (pid === undefined) throw new Error('the solana chain ended while starting');
    return { rpcUrl: `http://127.0.0.1:${listening}`, pid, exited: chain.exited, stop: chain.stop };
  } catch (error) {
    await chain.stop();
    throw error;
  }
}

/** The Solana part of `GET /sandbox`. Public test keys only. */
export interface SolanaSandboxDocument {
  readonly rpc: { readonly solana: string };
  readonly asset: { readonly solana: string };
  readonly seller: { readonly solana: string };
  readonly settler: { readonly solana: string };
  readonly solana: {
    readonly buyers: readonly {
      readonly address: string;
      readonly secretKey: string;
      readonly balanceAtomic: string;
    }[];
    readonly emptyBuyer: { readonly address: string; readonly secretKey: string };
  };
}

/** `seller`: where money goes, when it is configured to another address. */
export async function solanaSandboxDocument(chain: {
  readonly rpcUrl: string;
  readonly seller?: string;
  readonly settler?: string;
}): Promise<SolanaSandboxDocument> {
  const { address, secretKey } = solanaAccount('empty');
  const buyers = SOLANA_BUYERS.map(async (buyer) => ({
    address: buyer.address,
    secretKey: buyer.secretKey,
    balanceAtomic: await readSolanaBalance(chain.rpcUrl, buyer.address),
  }));
  return {
    rpc: { solana: chain.rpcUrl },
    asset: { solana: USDC_SOLANA.asset },
    seller: { solana: chain.seller ?? solanaAccount('seller').address },
    settler: { solana: chain.settler ?? solanaAccount('settler').address },
    solana: { buyers: await Promise.all(buyers), emptyBuyer: { address, secretKey } },
  };
}

/** Atomic units of USDC that an owner's token account holds. */
export async function readSolanaBalance(rpcUrl: string, owner: string): Promise<string> {
  const account = associatedTokenAccount(owner, USDC_SOLANA.asset);
  const { value } = await callSolana<{ value: { amount: string } }>(rpcUrl, 'getTokenAccountBalance', [
    account,
  ]);
  return value.amount;
}

/** One JSON-RPC call to a sandbox chain. */
export async function callSolana<T>(
  rpcUrl: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> {
  const response = await fetch(rpcUrl, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
  });
  const { result, error } = (await response.json()) as { result?: T; error?: { message: string } };
  if (error) throw new Error(`${method}: ${error.message}`);
  return result as T;
}
