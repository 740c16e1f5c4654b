import { type commerceAccounting, standing } from '../accounting/commerce.ts';
import type { Entry } from '../accounting/states.ts';
import type { BooksComparison } from '../origin/reconcile-books.ts';
import { atomicToDollars } from '../values/money.ts';
import { type EpochMs, isoTime } from '../values/time.ts';
import { bars, textTable } from './tables.ts';

/** Everything that `assay books` tells. */
export interface BooksReport {
  readonly where: string;
  readonly since: EpochMs | undefined;
  readonly account: ReturnType<typeof commerceAccounting>;
  /** Payments that nobody has finished, as they are shown. */
  readonly unfinished: readonly OpenRow[];
  /** Undefined: not compared. */
  readonly comparison: BooksComparison | undefined;
  /** Undefined: only a part was asked for, of which there is no checkpoint. */
  readonly checkpointEqualsFullFold: boolean | undefined;
  /** Atomic units by day of settlement. */
  readonly days: ReadonlyMap<string, bigint>;
}

/** One object: figures, open rows, comparison. */
export const reportJson = ({
  where,
  checkpointEqualsFullFold,
  account,
  unfinished,
  comparison,
}: BooksReport): string =>
  JSON.stringify(
    {
      where,
      checkpointEqualsFullFold: checkpointEqualsFullFold ?? null,
      commerceAccounting: account,
      unfinished,
      comparison,
    },
    null,
    2,
  );

/** The same for a terminal. */
export function reportText({
  where,
  since,
  account,
  unfinished,
  comparison,
  checkpointEqualsFullFold,
  days,
}: BooksReport): string {
  const money = (figures: Readonly<Record<string, { paidCompletions: number; grossRevenueUsd: string }>>) =>
    Object.entries(figures).map(([name, { paidCompletions, grossRevenueUsd }]) => [
      name,
      String(paidCompletions),
      `$${grossRevenueUsd}`,
    ]);
  const head = ['', 'paid', 'gross'];
  const lines = [
    `Books of ${where}${since === undefined ? '' : `, settled since ${isoTime(since)}`}`,
    '',
    ...textTable(head, [
      ...money(account.products as Parameters<typeof money>[0]),
      ['all', String(account.combinedPaidCompletions), `$${account.grossRevenueUsd}`],
    ]),
    '',
    ...textTable(head, money(account.evidenceClasses)),
    '',
    `owed: ${account.settledNotDelivered.payments} settled and not fetched ($${account.settledNotDelivered.amountUsd})`,
    `unfinished: ${unfinished.length}`,
    ...openLines(unfinished),
    ...checkpointLines(checkpointEqualsFullFold),
    '',
    ...comparisonLines(comparison),
    '',
    'settled by day',
    ...bars(
      [...days].map(([day, atomic]) => ({
        label: day,
        value: Number(atomic),
        text: `$${atomicToDollars(atomic)}`,
      })),
    ),
  ];
  return lines.join('\n');
}

const openLines = (rows: BooksReport['unfinished']): string[] =>
  rows.length === 0
    ? []
    : textTable(
        ['key', 'state', 'age', 'product', 'network', 'amount'],
        rows.map((row) => [
          row.key.slice(0, 12),
          row.state,
          row.age,
          row.product,
          row.network,
          row.amountUsd,
        ]),
      );

function checkpointLines(holds: boolean | undefined): string[] {
  if (holds === undefined) return [];
  return [
    holds
      ? 'checkpoint: equals a full fold of the journal'
      : 'CHECKPOINT DIFFERS from a full fold of the journal',
  ];
}

export const openRow = (row: Entry, now: EpochMs) => ({
  key: row.key,
  state: row.state,
  age: ageOf(now - row.createdAt),
  product: row.product,
  network: row.network,
  amountUsd: `$${atomicToDollars(BigInt(row.amount))}`,
});

type OpenRow = ReturnType<typeof openRow>;

export function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

const STANDINGS = { agrees: 'agrees', incomplete: 'NOT COMPARED in full', differs: 'DIFFERS' } as const;
const MOST_LISTED = 20;

function comparisonLines(comparison: BooksComparison | undefined): string[] {
  if (!comparison) return ['journal against chain: not compared'];
  const { result, rowsWithoutTransfer, otherAmount, transfersWithoutRow } = comparison;
  const network = result.networks.map(
    ({ network: name, throughBlock, settledPayments, settledAtomic, transfers, transfersAtomic }) =>
      `  ${name} to block ${throughBlock}: journal ${settledPayments} ($${atomicToDollars(BigInt(settledAtomic))}), chain ${transfers} ($${atomicToDollars(BigInt(transfersAtomic))})`,
  );
  const listed = [
    ...rowsWithoutTransfer.map(
      ({ key, transaction }) => `  row without transfer: ${key} ${transaction ?? '-'}`,
    ),
    ...otherAmount.map(
      ({ row, transfer }) => `  other amount: ${row.key} ${row.amount}, chain ${transfer.amount}`,
    ),
    ...transfersWithoutRow.map(
      ({ transaction, amount }) => `  transfer without row: ${transaction} ${amount}`,
    ),
  ];
  const more = listed.length - MOST_LISTED;
  return [
    `journal against chain: ${STANDINGS[standing(result)]}`,
    ...network,
    ...result.notCompared.map((name) => `  ${name}: not compared`),
    '  sales of an edge are rows of this journal, compared like all others',
    ...listed.slice(0, MOST_LISTED),
    ...(more > 0 ? [`  and ${more} more: --json lists them all`] : []),
  ];
}
