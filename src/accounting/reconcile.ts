import { Latest } from '../values/latest.ts';
import type { Network } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';

/** Money that a chain shows arriving at the seller. There is no sender in it. */
export interface Transfer {
  readonly network: Network;
  readonly asset: string;
  readonly amount: string;
  readonly transaction: string;
  readonly block: string;
}

/** What the journal says about money that arrived. */
export interface JournalledPayment {
  readonly network: Network;
  readonly asset: string;
  readonly amount: string;
  readonly transaction: string | null;
}

/** How journal and chain may differ, worst first. */
export const DIFFERENCES = {
  row_without_transfer: 'The journal says that a payment was settled and the chain shows no such transfer.',
  other_amount: 'The transaction of a settled payment moved another amount to the seller.',
  transfer_without_row:
    'Money arrived that no settled payment explains: a payment whose outcome was still open when this was read, or somebody sent money without buying.',
} as const;
/** A way in which journal and chain may differ: a row of `DIFFERENCES`. */
export type Difference = keyof typeof DIFFERENCES;

/**
 * What a payment is to the transfers that are known so far. `same`: one of them is its own. `disputed`: its transaction
 * moved other amounts. `unmatched`: none of them is of its transaction. `taken`: its transaction is there, and all that
 * it moved explains other payments, so that it is no evidence for this one.
 */
export type TransferMatch = 'same' | 'disputed' | 'unmatched' | 'taken';

const MAX_EXPLAINED = 16_384;

/**
 * Matches each settled payment with one transfer of the same transaction, asset and amount. One transaction may carry
 * several transfers, and each explains one payment only. Holds only what nothing explains yet, however long both are.
 */
export class TransferMatcher {
  readonly #free: Map<string, Transfer[]>;
  /** Transactions of which nothing is left to explain. Rows that share one were settled within seconds of each other. */
  readonly #explained: Latest<true>;

  /** `from`: what it knows is known here too, and neither changes the other. */
  constructor(from?: TransferMatcher) {
    this.#free = new Map([...(from ? from.#free : [])].map(([place, transfers]) => [place, [...transfers]]));
    this.#explained = new Latest(MAX_EXPLAINED, from && from.#explained);
  }

  arrived(transfers: Iterable<Transfer>): void {
    for (const transfer of transfers) {
      const known = this.#free.get(placeOf(transfer));
      if (known) known.push(transfer);
      else this.#free.set(placeOf(transfer), [transfer]);
    }
  }

  /** In the order of `rows`. All of them are matched before it is said of any that its transaction moved other amounts. */
  match<R extends JournalledPayment>(
    rows: readonly R[],
  ): { readonly row: R; readonly kind: TransferMatch }[] {
    const same = rows.map((row) => this.#take(row, ({ amount }) => amount === row.amount) !== undefined);
    return rows.map((row, i) => ({ row, kind: same[i] ? 'same' : this.#kindOf(row) }));
  }

  /** For a disputed payment, when every row was matched: what is left of its transaction has another amount. */
  takeAny(row: JournalledPayment): Transfer | undefined {
    return this.#take(row, () => true);
  }

  /** Transfers that no payment explains. */
  get left(): Transfer[] {
    return [...this.#free.values()].flat();
  }

  #kindOf(row: JournalledPayment): TransferMatch {
    if (this.#free.has(placeOf(row))) return 'disputed';
    return this.#explained.get(placeOf(row)) ? 'taken' : 'unmatched';
  }

  #take(row: JournalledPayment, fits: (transfer: Transfer) => boolean): Transfer | undefined {
    const place = placeOf(row);
    const there = this.#free.get(place) ?? [];
    const at = there.findIndex(fits);
    if (at < 0) return undefined;
    const [taken] = there.splice(at, 1);
    if (there.length === 0) {
      this.#free.delete(place);
      this.#explained.set(place, true);
    }
    return taken;
  }
}

const placeOf = ({ network, asset, transaction }: Transfer | JournalledPayment): string =>
  // Hex has two spellings; base58 has one.
  [network, asset, transaction].map((part) => (part?.startsWith('0x') ? part.toLowerCase() : part)).join(' ');

/** What one comparison found, as it is kept and published: counts, and nobody's transaction. */
export interface Reconciled {
  readonly at: EpochMs;
  /** Payments settled from this instant on were compared; null means all of them. */
  readonly since: EpochMs | null;
  readonly networks: readonly {
    readonly network: Network;
    /** Newest block that was looked at. */
    readonly throughBlock: string;
    readonly settledPayments: number;
    readonly settledAtomic: string;
    readonly transfers: number;
    readonly transfersAtomic: string;
  }[];
  /** Networks whose chain could not be asked, and those of settled payments that no chain is configured for. */
  readonly notCompared: readonly Network[];
  readonly differences: Readonly<Record<Difference, number>>;
}
