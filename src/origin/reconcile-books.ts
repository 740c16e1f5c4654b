import { compare, type Reconciled, type Transfer } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import type { EvmTransfers } from '../adapters/evm/transfers.ts';
import type { Books, Clock } from '../ports.ts';
import type { Network } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';

/** How far the chain is read beyond the span of rows, and how young a transfer may be without its row. */
const MARGIN_MS = 10 * 60_000;
const PAGE = 2_000;

export interface Comparison {
  readonly result: Reconciled;
  /** For the operator alone: transactions can be looked up. */
  readonly rowsWithoutTransfer: readonly Entry[];
  readonly otherAmount: readonly { readonly row: Entry; readonly transfer: Transfer }[];
  readonly transfersWithoutRow: readonly Transfer[];
}

/**
 * Compares every payment that was settled at `since` or later with the chain, one by one. A payment whose transfer lies
 * outside the blocks that were read is asked for by its transaction; money without a row counts only when it is older
 * than the time that a row may take to follow it (`graceMs`).
 */
export async function reconcileBooks({
  books,
  chains,
  since,
  now,
  graceMs = MARGIN_MS,
}: {
  readonly books: Books;
  readonly chains: readonly EvmTransfers[];
  readonly since: EpochMs | null;
  readonly now: EpochMs;
  readonly graceMs?: number;
}): Promise<Comparison> {
  // The chain first: a payment that is settled while we read has its row by the time the rows are read.
  const arrivals = await Promise.all(
    chains.map((chain) => chain.arrived(since === null ? 0 : since - MARGIN_MS)),
  );
  const rows = await settledRows(books, since ?? 0);
  const compared = new Set<Network>(chains.map(({ network }) => network));
  const networks: Reconciled['networks'][number][] = [];
  const found = {
    rowsWithoutTransfer: [] as Entry[],
    otherAmount: [] as { row: Entry; transfer: Transfer }[],
    transfersWithoutRow: [] as Transfer[],
  };

  for (const [i, chain] of chains.entries()) {
    const { transfers, throughBlock } = arrivals[i]!;
    const own = rows.filter(({ network }) => network === chain.network);
    const { rowsWithoutTransfer, otherAmount, transfersWithoutRow } = compare(own, transfers);
    const missing: Entry[] = [];
    for (const row of rowsWithoutTransfer) if (!(await chain.paid(row))) missing.push(row);
    const unexplained = await inSpan(chain, transfersWithoutRow, since ?? 0, now - graceMs);
    const without = new Set([...missing, ...otherAmount.map(({ row }) => row)]);
    const moved = [
      ...own.filter((row) => !without.has(row)),
      ...otherAmount.map(({ transfer }) => transfer),
      ...unexplained,
    ];
    networks.push({
      network: chain.network,
      throughBlock: throughBlock.toString(),
      settledPayments: own.length,
      settledAtomic: total(own),
      transfers: moved.length,
      transfersAtomic: total(moved),
    });
    found.rowsWithoutTransfer.push(...missing);
    found.otherAmount.push(...otherAmount);
    found.transfersWithoutRow.push(...unexplained);
  }
  return {
    ...found,
    result: {
      at: now,
      since,
      networks,
      notCompared: [...new Set(rows.map(({ network }) => network))].filter(
        (network) => !compared.has(network),
      ),
      differences: {
        row_without_transfer: found.rowsWithoutTransfer.length,
        other_amount: found.otherAmount.length,
        transfer_without_row: found.transfersWithoutRow.length,
      },
    },
  };
}

const total = (amounts: readonly { readonly amount: string }[]): string =>
  amounts.reduce((sum, { amount }) => sum + BigInt(amount), 0n).toString();

async function settledRows(books: Books, since: EpochMs): Promise<Entry[]> {
  const rows: Entry[] = [];
  for (;;) {
    const page = await books.settledSince(since, rows.at(-1), PAGE);
    rows.push(...page);
    if (page.length < PAGE) return rows;
  }
}

/** Transfers that arrived in the span itself, not in its margins. A block is asked for its time once. */
async function inSpan(
  chain: EvmTransfers,
  transfers: readonly Transfer[],
  from: EpochMs,
  to: EpochMs,
): Promise<Transfer[]> {
  const times = new Map<string, EpochMs>();
  const kept: Transfer[] = [];
  for (const transfer of transfers) {
    const time = times.get(transfer.block) ?? (await chain.timeOf(transfer.block));
    times.set(transfer.block, time);
    if (time >= from && time <= to) kept.push(transfer);
  }
  return kept;
}

/**
 * Compares now and then, once for all nodes of a database: whoever finds the last result old enough does it and keeps
 * what it found. `spanMs` null: everything.
 */
export function compareRegularly({
  books,
  chains,
  clock,
  report,
  everyMs,
  spanMs,
  graceMs,
}: {
  readonly books: Books;
  readonly chains: readonly EvmTransfers[];
  readonly clock: Clock;
  readonly report: (where: string, error: unknown) => void;
  readonly everyMs: number;
  readonly spanMs: number | null;
  readonly graceMs: number;
}): { now(): Promise<void>; stop(): void } {
  let busy = false;
  const turn = async (due: boolean) => {
    const now = clock.now();
    const last = due ? undefined : await books.reconciled();
    if (last && last.at > now - everyMs) return;
    const since = spanMs === null ? null : now - spanMs;
    const { result } = await reconcileBooks({ books, chains, since, now, graceMs });
    await books.record(result);
  };
  const look = async (due: boolean): Promise<void> => {
    if (busy) return;
    busy = true;
    await turn(due).catch((error) => report('reconciliation', error));
    busy = false;
  };
  const timer = setInterval(() => void look(false), LOOK_MS);
  timer.unref();
  return { now: () => look(true), stop: () => clearInterval(timer) };
}

/** How often a node looks whether a comparison is due. */
const LOOK_MS = 60_000;
