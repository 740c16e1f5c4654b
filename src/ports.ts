import type { CounterName } from './accounting/counters.ts';
import type { Tally } from './accounting/fold.ts';
import type { JournalledPayment, Reconciled, Transfer } from './accounting/reconcile.ts';
import type { Entry } from './accounting/states.ts';
import type { Sending, Settled, Settler, Verified } from './ports-settler.ts';
import type { Network } from './values/payment.ts';
import type { EpochMs } from './values/time.ts';

/** The doors to the outside: what origin and edge swap, and nothing else. */

export type { Sending, Settled, Settler, Verified };

/** Time, as a port: pure rooms have no clock of their own. `now` is a time of day. */
export interface Clock {
  now(): EpochMs;
  sleep(ms: number): Promise<void>;
  /** Milliseconds since some moment, for what waits or refills: they never step. Absent: nor does `now`. */
  ticks?(): number;
}

/** A clock for waits alone: what it calls now is no time of day. */
export const waitsBy = (clock: Clock): Clock => ({
  now: () => clock.ticks?.() ?? clock.now(),
  sleep: (ms) => clock.sleep(ms),
});

/** Chance, as a port: pure rooms have none of their own. */
export interface Entropy {
  /** Lower-case hex of `bytes` random bytes. */
  hex(bytes: number): string;
}

/** Signs offers, receipts, editions and what free checks say. Never a payment key. */
export interface Signer {
  /** Key id as a DID URL (`did:web:host#thumbprint`), the same in the JWS header, jwks.json and did.json. */
  readonly kid: string;
  /** Compact JWS (EdDSA, Ed25519) over the RFC 8785 form of the payload. Deterministic. */
  sign(payload: object): Promise<string>;
  /** Whether we signed this compact JWS with any key that we publish; its payload if so. */
  verify(jws: string): Promise<object | undefined>;
}

/**
 * Signs what a free check says. Callers choose much of that, and the members of an offer, a receipt or an edition stand
 * at the top of what is signed: so all of it stands one level below, where none of them is read.
 */
export type Attest = (record: string, says: object) => Promise<string>;
/** Attests with our key: a JWS over the record and what we say of it. */
export const attestsWith =
  (signer: Pick<Signer, 'sign'>): Attest =>
  (record, says) =>
    signer.sign({ record, says });

/**
 * A digest of a secret of somebody else's that only this service can make: it recognises the secret and does not keep
 * it. The same text gives the same digest for as long as a payment may be delivered again.
 */
export type Seal = (text: string) => string;

/** First write for a payment key. */
export type Claim = Omit<
  Entry,
  'state' | 'bodyDigest' | 'transaction' | 'reason' | 'rawTransaction' | 'settledAt' | 'deliveredAt'
> & {
  /** Digest that binds a buyer's payment-identifier, kept for a day; absent without one. */
  readonly identifierKey?: string;
  /** Digest of the payment-identifier alone, for the free status check. Present with `identifierKey`. */
  readonly identifierLookup?: string;
  /** Digests that at most one payment may ever hold, besides its own key. They are given back when no money moved. */
  readonly once?: readonly string[];
  /** The ticket that admits this payment. It is written and leased with the claim, in the same unit. */
  readonly ticket?: TicketUse;
};

/** What became of a claim. */
export type Claimed =
  /** The row is ours: exactly one caller, on any node, gets this. */
  | { readonly kind: 'fresh'; readonly entry: Entry }
  /** Somebody claimed this payment before. */
  | { readonly kind: 'taken'; readonly entry: Entry }
  /** Another payment holds the payment-identifier. */
  | { readonly kind: 'identifier_taken'; readonly entry: Entry }
  /** Another payment holds one of `once`. Nothing was claimed. */
  | { readonly kind: 'spent' }
  /** The ticket expired, was consumed, or is leased by another payment. Nothing was claimed. */
  | { readonly kind: 'ticket_taken' };

/**
 * Our payment rows. Every operation is durable before it answers and is one statement or one atomic unit; every move
 * is a compare-and-set that answers `undefined` when the row was not where the caller believed. Throws only when the
 * outcome of the write is not known or nothing was written: the caller must then treat the row as unchanged or unknown.
 */
export interface Journal {
  get(key: string): Promise<Entry | undefined>;
  /** The row that holds a payment-identifier, by the digest of the identifier alone; undefined when none or several do. */
  byIdentifier(lookup: string, now: EpochMs): Promise<Entry | undefined>;
  /** The row that a claim under this identifier would be answered with; undefined when it may be bound anew. */
  heldBy(identifierKey: string, now: EpochMs): Promise<Entry | undefined>;
  /** Inserts, or claims again a row that is `released` or `failed`. */
  claim(claim: Claim): Promise<Claimed>;
  /** `claimed` → `settling`, by its owner. `transaction` is known before broadcast when we sign it ourselves. */
  settling(
    key: string,
    owner: string,
    sent: { rawTransaction?: string; transaction?: string; bodyDigest: string; leaseUntil: EpochMs },
  ): Promise<Entry | undefined>;
  /** `settling` (or `claimed`, when a third party had broadcast it) → `settled`. */
  settled(
    key: string,
    done: { transaction: string; bodyDigest: string | null; at: EpochMs },
  ): Promise<Entry | undefined>;
  /** `settled` → `delivered`: the paid completion. Consumes the ticket that this payment leased, in the same unit. */
  delivered(key: string, done: { at: EpochMs; bodyDigest: string }): Promise<Entry | undefined>;
  /** `claimed` → `released`, by its owner: nothing was sent. */
  released(key: string, owner: string, reason: string): Promise<Entry | undefined>;
  /** `settling` → `failed`: only from a chain fact. */
  failed(key: string, reason: string): Promise<Entry | undefined>;
  /** Take over a row whose lease ran out. */
  lease(
    key: string,
    seen: { owner: string; leaseUntil: EpochMs },
    next: { owner: string; leaseUntil: EpochMs },
  ): Promise<Entry | undefined>;
  /** Rows that are `claimed` or `settling`, oldest lease first. */
  unfinished(limit: number): Promise<readonly Entry[]>;
}

/** Where a row stands in the order in which money moved. */
export type JournalPlace = Pick<Entry, 'settledAt' | 'key'>;

/** A stretch of that order: its rows, and the sum of their times since its begin, so that one row is not taken for another. */
export interface Extent {
  readonly rows: number;
  readonly times: number;
}

/** The journal as figures. Nothing in here moves a payment. */
export interface Books {
  /** The fold of all rows at one instant: exact at any time, and cheap however long the journal is. */
  read(): Promise<readonly Tally[]>;
  /**
   * Adds up to `limit` delivered rows to the checkpoint that `read` starts from, each once, and answers how many. It
   * changes what `read` costs and never what it says. Any node may do it at any time.
   */
  checkpoint(limit: number, now: EpochMs): Promise<number>;
  /** All rows in the order of their keys, from the one after `after` on. */
  page(after: string, limit: number): Promise<readonly Entry[]>;
  /** Rows whose money moved at `since` or later, oldest first, from the one after `after` on. */
  settledSince(since: EpochMs, after: JournalPlace | undefined, limit: number): Promise<readonly Entry[]>;
  /** How many of those there are up to a row, itself included. */
  settledExtent(since: EpochMs, through: JournalPlace): Promise<Extent>;
  /** What the last comparison of journal and chain found. */
  reconciled(): Promise<Reconciled | undefined>;
  record(found: Reconciled): Promise<void>;
  /** Takes a turn at comparing for a reader: true for one of all who ask at `now`, if nobody took one after `before`. */
  takeTurn(now: EpochMs, before: EpochMs): Promise<boolean>;
}

/** What one chain shows arriving at the seller, for the comparison with the journal. No sender is read. */
export interface Arrivals {
  readonly network: Network;
  /**
   * Until when this chain, as the node that is asked has it, is final. A payment that was settled later and is not found
   * is not missing: its block may be on its way to this node, or be taken back.
   */
  finalThrough(): Promise<EpochMs>;
  /**
   * What arrived in blocks made at `since` (0: the first) or later, oldest page first, to the newest block. `after`: the
   * `throughBlock` of a final page of an earlier reading, up to which nothing is read again. Throws if the node does not
   * know so many blocks.
   */
  since(since: EpochMs, after?: string): AsyncIterable<ArrivalPage>;
  /**
   * Whether one payment's transaction moved its amount to the seller: for a transfer outside the pages that were read.
   * `payTo`: where the seller was paid when this was sold, which may have changed since.
   */
  paid(receipt: JournalledPayment & { readonly payTo?: string }): Promise<boolean>;
  /** When a block was made. */
  timeOf(block: string): Promise<EpochMs>;
}

/** Everything that arrived since the page before, up to a block and its time. There is always one page. */
export interface ArrivalPage {
  readonly transfers: readonly Transfer[];
  readonly throughBlock: string;
  readonly through: EpochMs;
  /** No block up to there can be taken back, and every node that may be asked has had the time to hear of it. */
  readonly isFinal: boolean;
}

/** An audit authorization ticket (service spec §3.2) that was used. Only its digest is at rest. */
export interface Ticket extends TicketUse {
  /** Payment that leased it last, if any; the lease counts while that payment's row is not released or failed. */
  readonly paymentKey: string | null;
  readonly consumedAt: EpochMs | null;
}

/** What a claim needs to know of the ticket that admits it. */
export interface TicketUse extends Bound {
  readonly digest: string;
  readonly expiresAt: EpochMs;
}

/** What a ticket, or a preflight match (§4.1), is good for. */
interface Bound {
  readonly product: string;
  /** Of the request body that it admits, or digest of the edition that it matched. */
  readonly fingerprint: string;
}

/** Issued by a free check, which writes nothing. A ticket is a row from the claim on that uses it. */
export interface Tickets {
  /** `before`: what the text begins with, sealed too. The rest is 64 characters of hex. */
  issue(bound: Bound & { readonly expiresAt: EpochMs }, before?: string): Promise<string>;
  /** What a text says that we issued for this product; undefined for any other. */
  find(text: string, bound: Bound): Promise<ShownTicket | undefined>;
}

/** What is known of a ticket that was shown. */
export interface ShownTicket {
  readonly digest: string;
  readonly expiresAt: EpochMs;
  /** Whether it was issued for this fingerprint. */
  readonly isFor: boolean;
  readonly consumedAt: EpochMs | null;
}

/** One issue of the evidence ledger as it was published. `document` is what `text` parses to, frozen. */
export interface PublishedEdition {
  readonly digest: string;
  readonly text: string;
  readonly document: object;
  readonly fault?: undefined;
}

/** An edition as it was found; `fault`: it is there and does not hold. */
export type EditionStanding =
  | PublishedEdition
  | { readonly digest: string; readonly fault: 'digest_mismatch' | 'signature_invalid' };

/** Editions that were published, by digest. They are only ever added, each naming the one before it. */
export interface Editions {
  /** The newest one, whether it may be sold or not; undefined before the first. */
  latest(): Promise<EditionStanding | undefined>;
  get(digest: string): Promise<EditionStanding | undefined>;
}

/** A request before any schema has seen it: the query as it came, or the body as parsed JSON. */
export interface Given {
  readonly method: 'GET' | 'POST';
  readonly query: URLSearchParams;
  readonly body: unknown;
}

/**
 * One revision of a product as a release froze it (frozen.ts): all that a payment sold at it needs to be answered
 * again. Schema, fingerprint, rules and the writing of the JSON come from the same day; only plain values pass between
 * it and the code of today.
 */
export interface Frozen {
  /** Undefined: this revision does not take that request. */
  read(given: Given):
    | {
        readonly fingerprint: string;
        /** The answer's exact text. Throws where the product throws. */
        answer(facts: {
          readonly asOf: EpochMs;
          readonly release: string;
          readonly edition?: PublishedEdition;
        }): string;
      }
    | undefined;
}

/** Revisions that were released before. Throws when one is not here. */
export interface Revisions {
  find(product: string, revision: string): Promise<Frozen>;
}

/** Aggregate counters: names are a closed list (accounting/counters.ts), so no label can come from a caller. */
export interface Counters {
  /** Counts in memory; a crash may lose what was not flushed yet (5 seconds at the most). */
  add(name: CounterName): void;
  /** Totals of all nodes, as last flushed, and what this node has not flushed yet. */
  read(): Promise<Readonly<Partial<Record<CounterName, number>>>>;
}

/** Receipts of ours whose buyers said what became of the call. Kept for ever, as a receipt verifies for ever. */
export interface Reported {
  /** Durable before it answers: true for exactly one caller, on any node. The digest is all that is kept. */
  once(digest: string): Promise<boolean>;
}

/** What a free check may reach besides its input. It can never spend. */
export interface Reach {
  readonly payments: Pick<Journal, 'get' | 'byIdentifier'>;
  readonly tickets: Tickets;
  readonly editions: Pick<Editions, 'latest'>;
  readonly counters: Counters;
  readonly books: Pick<Books, 'read' | 'reconciled'>;
  /** Whether we signed something that is shown to us. Nothing can be signed through it. */
  readonly signed: Pick<Signer, 'verify'>;
  readonly attest: Attest;
  readonly reported: Reported;
  readonly entropy: Entropy;
  /** The answer, or a rejection when it takes longer than whoever reads a free document waits. Absent: nobody minds. */
  readonly soon?: <T>(answer: Promise<T>) => Promise<T>;
  /** Compares journal and chains anew if that was over a minute ago, and waits a moment for it. Never throws. */
  readonly compared?: () => Promise<void>;
}

/** Everything that a gate reaches the outside through. */
export interface Ports {
  readonly journal: Journal;
  readonly tickets: Tickets;
  readonly editions: Editions;
  readonly settler: Settler;
  readonly signer: Signer;
  readonly seal: Seal;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Absent: there are none. */
  readonly revisions?: Revisions;
  /** Short name of this node: leases carry it, so that a node that comes back knows its own. */
  readonly node?: string;
}
