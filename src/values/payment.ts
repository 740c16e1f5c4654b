import { sha256Hex } from './digest.ts';

/** A payment protocol as we speak it. */
export type RailName = 'x402' | 'mpp';

/** CAIP-2 chain id, for example `eip155:8453`. */
export type Network = `${string}:${string}`;

/** The networks that anything here is sold on. */
export const BASE: Network = 'eip155:8453';
/** Mainnet, by the beginning of its genesis hash (CAIP-30). */
export const SOLANA: Network = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp';
/** Tempo, by its CAIP-2 id. */
export const TEMPO: Network = 'eip155:4217';
/** Nothing is sold here; it is named where offers of others are read. */
export const BASE_SEPOLIA: Network = 'eip155:84532';

/** The number that an EVM chain answers `eth_chainId` with and that its signatures name. Other networks: NaN. */
export const chainIdOf = (network: string): number => Number(/^eip155:([0-9]+)$/.exec(network)?.[1]);

/**
 * One way to pay: an entry of the challenge's `accepts` (x402 v2, scheme `exact`). Nothing non-standard may stand
 * here beside `amount`: clients echo the entry and compare it deeply.
 */
export interface Offer {
  readonly scheme: 'exact';
  readonly network: Network;
  readonly asset: string;
  readonly amount: string;
  readonly payTo: string;
  readonly maxTimeoutSeconds: number;
  readonly extra: Readonly<Record<string, string>>;
}

/** EIP-3009 `TransferWithAuthorization` as the x402 exact scheme carries it. Integers are decimal strings, hex is lower-case. */
export interface Authorization {
  readonly from: string;
  readonly to: string;
  readonly value: string;
  readonly validAfter: string;
  readonly validBefore: string;
  readonly nonce: string;
}

/** EIP-3009 with the payer's signature. */
export interface SignedAuthorization {
  readonly kind: 'eip3009';
  readonly authorization: Authorization;
  readonly signature: string;
}

/** A whole Solana transaction as the buyer sent it, in base64: signed by the payer, the fee payer's slot still empty. */
export interface SolanaTransaction {
  readonly kind: 'solana_transaction';
  readonly transaction: string;
}

/** The MPP challenge that a Tempo payment is made for: its memo on chain names both. */
export interface ChallengeBinding {
  readonly challengeId: string;
  readonly realm: string;
}

/** MPP `transaction` (pull): a Tempo transaction that the buyer signed and we send. Hex is lower-case. */
export interface TempoTransaction extends ChallengeBinding {
  readonly kind: 'tempo_transaction';
  readonly raw: string;
  readonly transaction: string;
}

/** MPP `hash` (push): a Tempo transaction that the buyer has sent. */
export interface TempoHash extends ChallengeBinding {
  readonly kind: 'tempo_hash';
  readonly transaction: string;
}

/** Whether the transfer itself names the challenge that it pays, so that it can be for no other sale. */
export const isForOneChallenge = (proof: Proof): boolean => 'challengeId' in proof;

/** Whether the buyer sends the money by itself: it may have moved before we hear of it. */
export const isSentByBuyer = ({ kind }: Proof): boolean => kind === 'tempo_hash';

/** What the buyer signed: kept, and only while a row is not final, so that the chain can be asked about it. */
export type Proof = SignedAuthorization | SolanaTransaction | TempoTransaction | TempoHash;

/** A proof as the journal keeps it. */
export const proofToText = (proof: Proof): string => JSON.stringify(proof);

/** A proof that `proofToText` wrote; rows of releases that knew one kind only do not name it. */
export const proofFromText = (text: string): Proof =>
  ({ kind: 'eip3009', ...(JSON.parse(text) as object) }) as Proof;

/** A credential that was decoded and compared, field by field, with our own offer. Nothing about it is verified yet. */
export interface Payment<P extends Proof = Proof> {
  readonly rail: RailName;
  /** One identity everywhere: see {@link paymentKey}. */
  readonly key: string;
  readonly offer: Offer;
  /** Empty when the credential names nobody: then the chain says who paid, and a settler tells. */
  readonly payer: string;
  /** Digests of what may be sold once only besides the payment itself, such as an MPP challenge and its transaction. */
  readonly once?: readonly string[];
  /** Epoch seconds after which the proof can no longer move money. */
  readonly validBefore: number;
  /** The buyer's payment-identifier, if it sent one. */
  readonly identifier?: string;
  /** Order id of the challenge that the buyer answers, if it echoed one. Secret: it stands in no log and no row. */
  readonly order?: string;
  /** Digest of the signed offer that the buyer accepted, if it echoed one that we signed for these terms. */
  readonly offerDigest?: string;
  readonly proof: P;
}

/** What the chain did. */
export interface Settlement {
  readonly network: Network;
  readonly transaction: string;
  readonly payer: string;
  readonly amount: string;
}

/** Identity of a payment: SHA-256 of `network|asset|payer|nonce`, all lower-case, so that no spelling makes a second one. */
export const paymentKey = (network: string, asset: string, payer: string, nonce: string): string =>
  sha256Hex([network, asset, payer, nonce].join('|').toLowerCase());

/**
 * Where in the base64 of a Solana transaction the buyer's signature begins, to the byte after: before it there are only
 * the number of signatures and the slot of ours, which holds whatever the buyer left there, and ours on the chain.
 */
const SIGNED_FROM = 88;

/**
 * What tells a payment's buyer from whoever copies it off the chain: the order id of its challenge, else its
 * payment-identifier, each with the signature. `secret` is false for a payment that came with neither. Undefined where
 * the proof itself answers a challenge of ours.
 */
export function buyersMark({
  order,
  identifier,
  proof,
}: Pick<Payment, 'order' | 'identifier' | 'proof'>):
  | { readonly text: string; readonly secret: boolean }
  | undefined {
  if ('challengeId' in proof) return undefined;
  const signature = proof.kind === 'eip3009' ? proof.signature : proof.transaction.slice(SIGNED_FROM);
  const [kind, echoed] =
    order !== undefined ? ['order', order] : identifier !== undefined ? ['identifier', identifier] : ['', ''];
  return { text: [kind, echoed, signature].join('|'), secret: kind !== '' };
}
