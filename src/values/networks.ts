import { BASE, BASE_SEPOLIA, type Network, type RailName, SOLANA, TEMPO } from './payment.ts';

/**
 * Every network that can be sold on, a row each. Settings, settlers, start checks, books, offers, documents and the
 * buyer loop over these rows; a row is off until an operator sets its variables. A further EVM network whose USDC takes
 * EIP-3009 authorizations is one more row (AGENTS.md, "A second EVM network").
 */
export interface NetworkRow {
  /** CAIP-2 id. */
  readonly network: Network;
  /** As people call it. */
  readonly label: string;
  readonly rail: RailName;
  /** How a payment is made and settled: by a relayed EIP-3009 authorization, or by a transaction that the buyer signs. */
  readonly settles: 'eip3009' | 'solana' | 'tempo';
  /** Its money is worth nothing: production does not sell for it. */
  readonly isTest?: true;
  /** The token of dollars that is paid in, with the EIP-712 domain that its authorizations are signed in. */
  readonly token: NetworkToken;
  /** The settings that turn it on. */
  readonly variables: { readonly rpcUrl: string; readonly payTo: string };
  /** From a block's own time until a node calls it final, in seconds, rounded up; and who says so. */
  readonly final: { readonly seconds: number; readonly source: string };
  /** How long a node's newest block may still be replaced, in seconds, where that is known to be less than `final`. */
  readonly reorgSeconds?: number;
  /** The call with which a contract reads the number of its own block, where that is not `block.number`. */
  readonly blockNumber?: { readonly target: string; readonly data: string };
  /** How journal and chain are compared. Absent where the comparison has a way of its own (Solana). */
  readonly compared?: Finality;
  /** What our transactions cost there. Only where we send them with the key of SETTLER_KEY. */
  readonly gas?: ChainGas;
}

/** A token that may be paid with; all of them have `ASSET_DECIMALS`. */
export interface NetworkToken {
  readonly network: Network;
  readonly asset: string;
  /** The EIP-712 domain in which its authorizations are signed; null where nobody signs EIP-3009. */
  readonly domain: { readonly name: string; readonly version: string } | null;
}

/** Which blocks the comparison of journal and chain believes, and how far nodes behind one address may be apart. */
export interface Finality {
  readonly block: 'finalized' | 'latest';
  readonly doubtMs: number;
  readonly doubtBlocks: bigint;
}

/** What our own transactions may cost on a chain. */
export interface ChainGas {
  /** Wei per gas that a transaction of ours tips at most: a node that asks for more would spend our account. */
  readonly maxTip: bigint;
  /** Gas that a transfer needs besides its execution, where the chain charges its data on Ethereum as gas. */
  readonly data: bigint;
}

/** A sale of 70,000 gas tips at most 0.000007 ETH. The usual tip is a tenth of it. */
export const ROLLUP_GAS: ChainGas = { maxTip: 100_000_000n, data: 0n };
/** A rollup is final when its data is on Ethereum, a quarter of an hour later. */
const ROLLUP_COMPARED: Finality = { block: 'finalized', doubtMs: 60_000, doubtBlocks: 30n };
const BASE_FINAL = {
  seconds: 1_800,
  source: 'docs.base.org, "Transaction finality": L1 batch finality about 20 minutes',
};
/** Fifteen blocks: more than a sequencer that failed over has ever taken back. */
const BASE_REORG_SECONDS = 30;

/**
 * By the name that version 1 of x402 has for it, which is also the value of `paymentNetwork` and of `--network`. The
 * first one is what a call that names none is offered. Addresses and domains of USDC: developers.circle.com, "USDC
 * contract addresses"; a start compares each with its chain.
 */
export const NETWORKS = {
  base: {
    network: BASE,
    label: 'Base',
    rail: 'x402',
    settles: 'eip3009',
    token: {
      network: BASE,
      asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
      domain: { name: 'USD Coin', version: '2' },
    },
    variables: { rpcUrl: 'EVM_RPC_URL', payTo: 'PAY_TO_EVM' },
    final: BASE_FINAL,
    reorgSeconds: BASE_REORG_SECONDS,
    compared: ROLLUP_COMPARED,
    gas: ROLLUP_GAS,
  },
  solana: {
    network: SOLANA,
    label: 'Solana',
    rail: 'x402',
    settles: 'solana',
    token: { network: SOLANA, asset: 'EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', domain: null },
    variables: { rpcUrl: 'SOLANA_RPC_URL', payTo: 'PAY_TO_SOLANA' },
    final: { seconds: 30, source: 'solana.com/docs, "Transaction confirmation": 32 slots' },
  },
  tempo: {
    network: TEMPO,
    label: 'Tempo',
    rail: 'mpp',
    settles: 'tempo',
    // USDC.e, Tempo's own form of it, which MPP charges in. Source: mppx 0.11.0, tempo/internal/defaults.
    token: { network: TEMPO, asset: '0x20C000000000000000000000b9537d11c60E8b50', domain: null },
    variables: { rpcUrl: 'TEMPO_RPC_URL', payTo: 'PAY_TO_TEMPO' },
    final: { seconds: 5, source: 'docs.tempo.xyz, "Consensus and finality": blocks are final when made' },
    // Every block is final; the doubt is about a node that lags.
    compared: { block: 'latest', doubtMs: 300_000, doubtBlocks: 600n },
  },
  polygon: {
    network: 'eip155:137',
    label: 'Polygon',
    rail: 'x402',
    settles: 'eip3009',
    token: {
      network: 'eip155:137',
      asset: '0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359',
      domain: { name: 'USD Coin', version: '2' },
    },
    variables: { rpcUrl: 'POLYGON_RPC_URL', payTo: 'PAY_TO_POLYGON' },
    final: { seconds: 60, source: 'docs.polygon.technology, "Finality": a milestone within seconds' },
    compared: { block: 'finalized', doubtMs: 60_000, doubtBlocks: 30n },
    // Validators take no tip under 25 gwei; a sale of 70,000 gas tips at most 0.007 POL.
    gas: { maxTip: 100_000_000_000n, data: 0n },
  },
  arbitrum: {
    network: 'eip155:42161',
    label: 'Arbitrum',
    rail: 'x402',
    settles: 'eip3009',
    token: {
      network: 'eip155:42161',
      asset: '0xaf88d065e77c8cC2239327C5EDb3A432268e5831',
      domain: { name: 'USD Coin', version: '2' },
    },
    variables: { rpcUrl: 'ARBITRUM_RPC_URL', payTo: 'PAY_TO_ARBITRUM' },
    final: {
      seconds: 1_800,
      source: 'docs.arbitrum.io, "Transaction lifecycle": final with its batch on L1',
    },
    // `block.number` is that of Ethereum there. ArbSys, `arbBlockNumber()`: docs.arbitrum.io, "Block numbers and time".
    blockNumber: { target: '0x0000000000000000000000000000000000000064', data: '0xa3b1b31d' },
    // Four blocks a second.
    compared: { block: 'finalized', doubtMs: 60_000, doubtBlocks: 240n },
    // What is not used is not paid.
    gas: { maxTip: 100_000_000n, data: 400_000n },
  },
  'base-sepolia': {
    network: BASE_SEPOLIA,
    label: 'Base Sepolia',
    rail: 'x402',
    settles: 'eip3009',
    isTest: true,
    token: {
      network: BASE_SEPOLIA,
      asset: '0x036CbD53842c5426634e7929541eC2318f3dCF7e',
      domain: { name: 'USDC', version: '2' },
    },
    variables: { rpcUrl: 'BASE_SEPOLIA_RPC_URL', payTo: 'PAY_TO_BASE_SEPOLIA' },
    final: BASE_FINAL,
    reorgSeconds: BASE_REORG_SECONDS,
    compared: ROLLUP_COMPARED,
    gas: ROLLUP_GAS,
  },
} as const satisfies Record<string, NetworkRow>;

/** A row of {@link NETWORKS}, by its name. */
export type NetworkName = keyof typeof NETWORKS;
/** A setting that turns a network on. */
export type NetworkVariable<Name extends NetworkName = NetworkName> = (typeof NETWORKS)[Name]['variables'][
  | 'rpcUrl'
  | 'payTo'];
/** The names, in the order of the rows. */
export const NETWORK_NAMES = Object.keys(NETWORKS) as readonly NetworkName[];

type Settling<How extends NetworkRow['settles']> = {
  [Name in NetworkName]: (typeof NETWORKS)[Name]['settles'] extends How ? Name : never;
}[NetworkName];
/** A network of EIP-3009, by its name. */
export type EvmName = Settling<'eip3009'>;

/** A network that takes relayed EIP-3009 authorizations. */
export interface EvmRow extends NetworkRow {
  readonly name: EvmName;
  readonly settles: 'eip3009';
  readonly variables: { readonly rpcUrl: NetworkVariable; readonly payTo: NetworkVariable };
  readonly token: NetworkToken & { readonly domain: { readonly name: string; readonly version: string } };
  readonly compared: Finality;
  readonly gas: ChainGas;
}

const isEvm = (name: NetworkName): name is EvmName => NETWORKS[name].settles === 'eip3009';

/** What a call is offered that names no network, and what a buyer pays on that names none. */
export const DEFAULT_NETWORK = 'base' satisfies EvmName;
/** One of them that is off until it is configured. */
export type FurtherEvm = Exclude<EvmName, typeof DEFAULT_NETWORK>;

/** Those that take relayed EIP-3009 authorizations; the default one first. */
export const EVM_NETWORKS: readonly EvmRow[] = NETWORK_NAMES.filter(isEvm).map((name) => ({
  name,
  ...NETWORKS[name],
}));

/** Those of them that are off until they are configured. */
export const FURTHER_EVM = EVM_NETWORKS.filter(({ name }) => name !== DEFAULT_NETWORK);

/** The row of a CAIP-2 id; undefined for a network that is not sold on. */
export const rowOf = (network: string): NetworkRow | undefined =>
  Object.values(NETWORKS).find((row) => row.network === network);
/** The row of an EVM network by its CAIP-2 id; undefined where it is none of ours. */
export const evmRowOf = (network: string): EvmRow | undefined =>
  EVM_NETWORKS.find((row) => row.network === network);

/** One way to pay for a product: a rail and a network. What is not configured is absent from every offer and document. */
export interface PaidOn {
  readonly rail: RailName;
  readonly network: Network;
  /** Offered only to calls with this value of the query parameter `paymentNetwork`, and then instead of the others. */
  readonly selectedBy?: string;
}

/** By x402 in USDC: on the default network, and on each other EVM network for calls that name it. */
export const ON_EVM: readonly PaidOn[] = EVM_NETWORKS.map(({ name, rail, network }) =>
  name === DEFAULT_NETWORK ? { rail, network } : { rail, network, selectedBy: name },
);
