import { BASE, BASE_SEPOLIA } from '../../values/payment.ts';

/** When a block of a network can no longer be replaced. */
interface Finality {
  /** From a block's own time until a node calls it `finalized`, as its documentation says, rounded up. */
  readonly seconds: number;
  readonly source: string;
}

const ROLLUP = {
  seconds: 1_800,
  source: 'docs.base.org, "Transaction finality": L1 batch finality about 20 minutes',
};

const EVM: Readonly<Record<string, Finality>> = {
  [BASE]: ROLLUP,
  [BASE_SEPOLIA]: ROLLUP,
  'eip155:1': { seconds: 1_200, source: 'ethereum.org, "Proof of stake": two epochs, about 13 minutes' },
};

/** Where no row says more. */
const UNKNOWN_EVM_SECONDS = 1_800;

export const finalAfter = (network: string): number => EVM[network]?.seconds ?? UNKNOWN_EVM_SECONDS;

/** 150 blocks of about 0.4 s, and more where blocks are slow. Source: solana.com/docs, "Transaction confirmation". */
export const BLOCKHASH_LIFE_SECONDS = 150;
/** 32 slots, rounded up. */
export const SOLANA_FINAL_SECONDS = 30;
/** Tempo's blocks are final when they are made. Source: docs.tempo.xyz, "Consensus and finality". */
export const TEMPO_FINAL_SECONDS = 5;
