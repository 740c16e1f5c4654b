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
export interface Receipt {
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
export type Difference = keyof typeof DIFFERENCES;

export interface Compared<R extends Receipt> {
  readonly matched: number;
  readonly rowsWithoutTransfer: readonly R[];
  readonly otherAmount: readonly { readonly row: R; readonly transfer: Transfer }[];
  readonly transfersWithoutRow: readonly Transfer[];
}

/**
 * Matches each settled payment with one transfer of the same transaction, asset and amount. One transaction may carry
 * several transfers, and each explains one payment only.
 */
export function compare<R extends Receipt>(rows: Iterable<R>, transfers: Iterable<Transfer>): Compared<R> {
  const free = new Map<string, Transfer[]>();
  for (const transfer of transfers) {
    const known = free.get(placeOf(transfer));
    if (known) known.push(transfer);
    else free.set(placeOf(transfer), [transfer]);
  }
  let matched = 0;
  const left: R[] = [];
  for (const row of rows) {
    const there = free.get(placeOf(row)) ?? [];
    const at = there.findIndex(({ amount }) => amount === row.amount);
    if (at < 0) left.push(row);
    else {
      there.splice(at, 1);
      matched++;
    }
  }
  // Only after every exact match was made: what is left of the same transaction has another amount.
  const otherAmount: { row: R; transfer: Transfer }[] = [];
  const rowsWithoutTransfer: R[] = [];
  for (const row of left) {
    const transfer = free.get(placeOf(row))?.shift();
    if (transfer) otherAmount.push({ row, transfer });
    else rowsWithoutTransfer.push(row);
  }
  return { matched, rowsWithoutTransfer, otherAmount, transfersWithoutRow: [...free.values()].flat() };
}

const placeOf = ({ network, asset, transaction }: Transfer | Receipt): string =>
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
  /** Networks of settled payments that nobody compared. */
  readonly notCompared: readonly Network[];
  readonly differences: Readonly<Record<Difference, number>>;
}
