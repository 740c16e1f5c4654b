import { openChain } from '../adapters/evm/chain.ts';
import { evmTransfers, type Finality } from '../adapters/evm/transfers.ts';
import { openSolanaChain } from '../adapters/svm/chain.ts';
import { solanaTransfers } from '../adapters/svm/transfers.ts';
import { USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS } from '../gate/assets.ts';
import type { Arrivals } from '../ports.ts';
import type { Config } from './config.ts';

/** One chain that is sold on: where to look, and who is paid there. */
export interface Paid {
  readonly rpcUrl: string;
  readonly payTo: string;
}

/** Every chain that is sold on. */
export interface PaidOnChains {
  readonly base?: Paid | undefined;
  readonly solana?: Paid | undefined;
  readonly tempo?: Paid | undefined;
}

/** Blocks for one eth_getLogs: providers cap it, our own chain does not. */
export const logPageOf = (mode: Config['mode']): bigint => (mode === 'sandbox' ? 100_000n : 2_000n);

const SANDBOX_FINALITY: Finality = { block: 'latest', doubtMs: 5_000, doubtBlocks: 64n };
/**
 * Base is final when its data is on Ethereum, a quarter of an hour later. On Tempo every block is; the doubt is about the
 * nodes behind one address, of which one may lag, and `doubtBlocks` are as many as that time holds. Few blocks of a sandbox are taken back.
 */
const FINALITY = {
  production: {
    onBase: { block: 'finalized', doubtMs: 60_000, doubtBlocks: 30n },
    onTempo: { block: 'latest', doubtMs: 300_000, doubtBlocks: 600n },
  },
  sandbox: { onBase: SANDBOX_FINALITY, onTempo: SANDBOX_FINALITY },
} as const;

/** How journal and chain are compared on each chain that is sold on. */
export function arrivalsOf({ base, solana, tempo }: PaidOnChains, mode: Config['mode']): readonly Arrivals[] {
  const evm = (
    terms: typeof USDC_BASE_TERMS | typeof USDC_TEMPO_TERMS,
    { rpcUrl, payTo }: Paid,
    finality: Finality,
  ) => evmTransfers(openChain({ rpcUrl }), { ...terms, payTo }, logPageOf(mode), finality);
  const { onBase, onTempo } = FINALITY[mode];
  return [
    ...(base ? [evm(USDC_BASE_TERMS, base, onBase)] : []),
    ...(solana ? [solanaTransfers(openSolanaChain(solana), { ...USDC_SOLANA, payTo: solana.payTo })] : []),
    ...(tempo ? [evm(USDC_TEMPO_TERMS, tempo, onTempo)] : []),
  ];
}
