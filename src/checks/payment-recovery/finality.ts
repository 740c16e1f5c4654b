import { NETWORKS, rowOf } from '../../values/networks.ts';

/** From a block's own time until a node calls it `finalized`; ethereum.org, "Proof of stake": two epochs, about 13 minutes. */
const ETHEREUM_SECONDS = 1_200;
/** Of an EVM network that is in no table. */
const UNKNOWN_EVM_SECONDS = 1_800;

/** Seconds after which a block of this EVM network can no longer be replaced. */
export const finalAfter = (network: string): number =>
  rowOf(network)?.final.seconds ?? (network === 'eip155:1' ? ETHEREUM_SECONDS : UNKNOWN_EVM_SECONDS);

/** 150 blocks of about 0.4 s, and more where blocks are slow. Source: solana.com/docs, "Transaction confirmation". */
export const BLOCKHASH_LIFE_SECONDS = 150;
export const SOLANA_FINAL_SECONDS = NETWORKS.solana.final.seconds;
export const TEMPO_FINAL_SECONDS = NETWORKS.tempo.final.seconds;
