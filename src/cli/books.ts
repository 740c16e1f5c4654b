import { Command, InvalidArgumentError } from 'commander';
import { commerceAccounting, standing } from '../accounting/commerce.ts';
import { fold, merge, type Tally } from '../accounting/fold.ts';
import type { Entry } from '../accounting/states.ts';
import { catalogue } from '../catalogue.ts';
import { type Comparison, reconcileBooks } from '../origin/reconcile-books.ts';
import type { Books } from '../ports.ts';
import { atomicToDollars } from '../values/money.ts';
import { DAY_MS, type EpochMs, isoTime } from '../values/time.ts';
import { type OpenedBooks, openBooks } from './open-books.ts';
import { bars, table } from './tables.ts';

/** Exit codes of `assay books` and `assay journal`. */
const DIFFERS = 1;
const PAGE = 5_000;

export const booksCommand = (): Command =>
  new Command('books')
    .description('what was sold, what is owed, and whether journal and chain agree; reads, moves nothing')
    .option('--since <when>', 'payments settled since then: 24h, 7d or an ISO date (default: all)', sinceOf)
    .option('--json', 'one JSON object: figures, open rows, comparison')
    .option('--csv', 'one line a settled payment, for a spreadsheet')
    .option(
      '--rpc <url>',
      'JSON-RPC of Base to compare with (default: EVM_RPC_URL; in sandbox, that of the running service)',
    )
    .option('--no-chain', 'journal only')
    .option('--publish', 'keep the result of the comparison: the public cash register then shows it')
    .addHelpText('after', HELP)
    .action(async (options: Options) => {
      const opened = await openBooks(options);
      if (!opened) return;
      try {
        if (options.csv) await printCsv(opened.books, options.since);
        else await printBooks(opened, options);
      } finally {
        await opened.close();
      }
    });

export interface Options {
  readonly since?: EpochMs;
  readonly json?: boolean;
  readonly csv?: boolean;
  readonly rpc?: string;
  readonly chain?: boolean;
  readonly publish?: boolean;
}

const HELP = `
What the words mean:
  paid completion      money settled on the chain and answer delivered: the only thing that is revenue here
  owed                 money settled, answer not fetched by the buyer yet; not revenue until it is
  unfinished           claimed (nothing sent) or settling (the chain decides); older than 2 minutes deserves a look:
                       assay journal reconcile
  row without transfer the journal says settled, the chain does not: stop selling and find out
  transfer without row money arrived that no sale explains: somebody sent money without buying, or a sale is open

Reads DATABASE_URL, or the SQLite journal in DATA_DIR, beside a running service. Exit 0 agrees,
1 differs or not compared in full, 66 no journal.

Examples:
  $ assay books                       figures, open rows, comparison with the chain, revenue by day
  $ assay books --since 7d --csv > sales.csv
  $ assay books --json | jq .commerceAccounting.evidenceClasses
  $ assay books --no-chain            when no node can be asked`;

/** `24h`, `7d`, or a date. */
function sinceOf(text: string): EpochMs {
  const [, count, unit] = /^(\d{1,5})([hd])$/.exec(text) ?? [];
  if (count !== undefined) return Date.now() - Number(count) * (unit === 'd' ? DAY_MS : 3_600_000);
  const at = Date.parse(text);
  if (Number.isNaN(at)) throw new InvalidArgumentError('give 24h, 7d or a date such as 2026-11-01.');
  return at;
}

/** Rows whose money moved, oldest first. */
async function* settledRows(books: Books, since: EpochMs = 0): AsyncGenerator<Entry> {
  for (let last: Entry | undefined; ; ) {
    const page = await books.settledSince(since, last, PAGE);
    yield* page;
    last = page.at(-1);
    if (page.length < PAGE) return;
  }
}

/** Every row counted again, page by page. */
async function fullFold(books: Books): Promise<Tally[]> {
  let tallies: Tally[] = [];
  for (let after = ''; ; ) {
    const page = await books.page(after, PAGE);
    tallies = merge([...tallies, ...fold(page)]);
    if (page.length < PAGE) return tallies;
    after = page.at(-1)!.key;
  }
}

/** Whether the figures are the fold of all rows. Sales go on meanwhile, so a difference is looked at again. */
async function checkpointHolds(books: Books): Promise<boolean> {
  for (let attempt = 0; attempt < 3; attempt++) {
    const before = JSON.stringify(await books.read());
    const counted = JSON.stringify(await fullFold(books));
    if (before === counted || JSON.stringify(await books.read()) === counted) return true;
  }
  return false;
}

async function printBooks({ books, journal, arrivals, where }: OpenedBooks, options: Options): Promise<void> {
  const now = Date.now();
  const since = options.since ?? null;
  const comparison =
    arrivals && (await reconcileBooks({ books, chains: arrivals, since, now, report: couldNotAsk }));
  if (comparison && options.publish) await books.record(comparison.result);
  const days = new Map<string, bigint>();
  const rows: Tally[][] = [];
  for await (const row of settledRows(books, options.since)) {
    const day = isoTime(row.settledAt!).slice(0, 10);
    days.set(day, (days.get(day) ?? 0n) + BigInt(row.amount));
    rows.push(fold([row]));
    if (rows.length > PAGE) rows.push(merge(rows.splice(0).flat()));
  }
  const tallies = options.since === undefined ? await books.read() : merge(rows.flat());
  const ids = catalogue.products.map(({ id }) => id);
  const account = commerceAccounting(tallies, ids, comparison?.result ?? (await books.reconciled()), now);
  const open = (await journal.unfinished(1_000)).map((row) => openRow(row, now));
  const holds = options.since === undefined ? await checkpointHolds(books) : undefined;
  if (holds === false || (comparison && standing(comparison.result) !== 'agrees')) process.exitCode = DIFFERS;
  if (options.json) {
    console.log(
      JSON.stringify(
        {
          where,
          checkpointEqualsFullFold: holds ?? null,
          commerceAccounting: account,
          unfinished: open,
          comparison,
        },
        null,
        2,
      ),
    );
    return;
  }
  const money = (figures: Readonly<Record<string, { paidCompletions: number; grossRevenueUsd: string }>>) =>
    Object.entries(figures).map(([name, { paidCompletions, grossRevenueUsd }]) => [
      name,
      String(paidCompletions),
      `$${grossRevenueUsd}`,
    ]);
  const head = ['', 'paid', 'gross'];
  const lines = [
    `Books of ${where}${options.since === undefined ? '' : `, settled since ${isoTime(options.since)}`}`,
    '',
    ...table(head, [
      ...money(account.products as Parameters<typeof money>[0]),
      ['all', String(account.combinedPaidCompletions), `$${account.grossRevenueUsd}`],
    ]),
    '',
    ...table(head, money(account.evidenceClasses)),
    '',
    `owed: ${account.settledNotDelivered.payments} settled and not fetched ($${account.settledNotDelivered.amountUsd})`,
    `unfinished: ${open.length}`,
    ...(open.length > 0
      ? table(
          ['key', 'state', 'age', 'product', 'network', 'amount'],
          open.map((row) => [
            row.key.slice(0, 12),
            row.state,
            row.age,
            row.product,
            row.network,
            row.amountUsd,
          ]),
        )
      : []),
    ...(holds === undefined
      ? []
      : [
          holds
            ? 'checkpoint: equals a full fold of the journal'
            : 'CHECKPOINT DIFFERS from a full fold of the journal',
        ]),
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
  console.log(lines.join('\n'));
}

const openRow = (row: Entry, now: EpochMs) => ({
  key: row.key,
  state: row.state,
  age: ageOf(now - row.createdAt),
  product: row.product,
  network: row.network,
  amountUsd: `$${atomicToDollars(BigInt(row.amount))}`,
});

export function ageOf(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1_000));
  if (seconds < 120) return `${seconds} s`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} min` : `${Math.round(seconds / 3_600)} h`;
}

/** Which chain it was, the comparison says: it lists what was not compared. */
const couldNotAsk = (_where: string, error: unknown): void =>
  console.error(`assay: a chain could not be asked (${error instanceof Error ? error.name : 'unknown'})`);

const STANDINGS = { agrees: 'agrees', incomplete: 'NOT COMPARED in full', differs: 'DIFFERS' } as const;
const MOST_LISTED = 20;

function comparisonLines(comparison: Comparison | undefined): string[] {
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

const CSV_COLUMNS = [
  'settledAt',
  'deliveredAt',
  'state',
  'product',
  'method',
  'rail',
  'network',
  'asset',
  'amount',
  'usd',
  'evidence',
  'source',
  'transaction',
] as const;

/** Closed words, digits and hex only: nothing needs quoting, and nothing can be a formula. */
async function printCsv(books: Books, since: EpochMs | undefined): Promise<void> {
  console.log(CSV_COLUMNS.join(','));
  for await (const row of settledRows(books, since)) {
    const values: Record<(typeof CSV_COLUMNS)[number], string | null> = {
      ...row,
      settledAt: isoTime(row.settledAt!),
      deliveredAt: row.deliveredAt === null ? null : isoTime(row.deliveredAt),
      usd: atomicToDollars(BigInt(row.amount)),
    };
    console.log(CSV_COLUMNS.map((column) => values[column] ?? '').join(','));
  }
}
