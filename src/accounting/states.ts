import type { Network, RailName } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';
import type { SourceTag } from './sources.ts';

/**
 * The life of a payment. A row is written before any money can move (`claimed`), again before anything is
 * broadcast (`settling`), and every move is a compare-and-set along one of these arrows.
 */
export const MOVES = {
  /** Verified and reserved; nothing was sent to a chain. */
  claimed: ['settling', 'settled', 'released'],
  /** Something may have been sent. Only the chain can say what became of it. Again: other bytes at another nonce. */
  settling: ['settling', 'settled', 'failed'],
  /** The money is ours, the answer is owed. */
  settled: ['delivered'],
  /** A paid completion. Final. */
  delivered: [],
  /** Given back before anything was sent (our fault or a refusal). The buyer was not charged. Final unless claimed again. */
  released: ['claimed'],
  /** A chain fact says that this payment did not move money to us. Final unless claimed again. */
  failed: ['claimed'],
} as const satisfies Record<string, readonly string[]>;

/** Where a payment is (docs/architecture.md, "States"). */
export type State = keyof typeof MOVES;

/** Whether a row may move so. Every write of the journal asks it, and is a compare-and-set besides. */
export const mayMove = (from: State, to: State): boolean => (MOVES[from] as readonly State[]).includes(to);

/** The states from which `to` may be reached: what a compare-and-set checks. */
export const sourcesOf = (to: State): readonly State[] =>
  (Object.keys(MOVES) as State[]).filter((from) => mayMove(from, to));

/** Rows that a reconciler has to drive to an end. `settled` is owed to the buyer but is the buyer's to fetch. */
export const UNFINISHED: readonly State[] = ['claimed', 'settling'];

/** Evidence classes (service spec §2.12), mutually exclusive. */
export const EVIDENCE_CLASSES = [
  'owner_funded_qa',
  'operator_or_monitor',
  'externally_attributed',
  'external_candidate_unattributed',
  'unknown',
] as const;
/** A class of {@link EVIDENCE_CLASSES}. */
export type EvidenceClass = (typeof EVIDENCE_CLASSES)[number];

/**
 * One row of the journal. There is no place in it for an address, a goal, a subject, a body, a signature or a raw
 * source tag; `authorization` and `rawTransaction` exist only until the row is final.
 */
export interface Entry {
  readonly key: string;
  readonly rail: RailName;
  readonly product: string;
  /** Who settled it, or was to: this service itself, or an edge in front of it. */
  readonly via: 'origin' | 'edge';
  /** Which of the product's forms was bought. Null in rows that were written before this was kept. */
  readonly method: 'GET' | 'POST' | null;
  readonly network: Network;
  readonly asset: string;
  readonly payTo: string;
  readonly amount: string;
  readonly state: State;
  /** Digest of method, path, canonical query and parsed body. */
  readonly fingerprint: string;
  /** The instant the answer's facts were read at, and the release and revision that computed it. */
  readonly asOf: EpochMs;
  readonly release: string;
  readonly revision: string;
  /** Digest of the ledger edition that answers; null for products that are sold without one. */
  readonly edition: string | null;
  readonly offerDigest: string | null;
  /**
   * Keyed digest of what only the buyer holds (`buyersMark`); null where the rail needs none, and in rows that were
   * written before this was kept.
   */
  readonly buyerDigest: string | null;
  readonly termsDigest: string | null;
  readonly bodyDigest: string | null;
  readonly transaction: string | null;
  readonly evidence: EvidenceClass;
  /** Allow-listed source tag, `other`, or `none`. */
  readonly source: SourceTag;
  readonly reason: string | null;
  /** What the buyer signed (`Proof`) as JSON; null once the row is final. */
  readonly authorization: string | null;
  /** Signed transaction bytes as hex; null once the row is final. */
  readonly rawTransaction: string | null;
  readonly validBefore: number;
  /** Random token of whoever works on the row, and until when nobody else may. */
  readonly owner: string;
  readonly leaseUntil: EpochMs;
  readonly createdAt: EpochMs;
  readonly settledAt: EpochMs | null;
  readonly deliveredAt: EpochMs | null;
}
