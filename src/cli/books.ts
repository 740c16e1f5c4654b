import { Command, InvalidArgumentError } from 'commander';
import { commerceAccounting, standing } from '../accounting/commerce.ts';
import { foldJournal, merge, type Tally } from '../accounting/fold.ts';
import type { Entry } from '../accounting/states.ts';
import { catalogue } from '../catalogue.ts';
import { reconcileBooks } from '../origin/reconcile-books.ts';
import type { Books } from '../ports.ts';
import { atomicToDollars } from '../values/money.ts';
import { DAY_MS, type EpochMs, isoTime } from '../values/time.ts';
import { type BooksReport, openRow, reportJson, reportText } from './books-report.ts';
import { type OpenedBooks, openBooks } from './open-books.ts';

/** Exit codes of `assay books` and `assay journal`. */
const DIFFERS = 1;
const PAGE = 5_000;

export const booksCommand = (): Command =>
  new Command('books')
    .description('what was sold, what is owed, and whether journal and chain agree; reads, moves nothing')
    .option('--since <when>', 'payments settled since then: 24h, 7d or an ISO date (default: all)', sinceOf)
    .option('--json', 'one JSON object: figures, open rows, comparison')
    .option('--csv', 'one line per settled payment, for a spreadsheet')
    .option(
      '--rpc <url>',
      'JSON-RPC of Base to compare with (default: EVM_RPC_URL; in sandbox, that of the running service)',
    )
    .option('--no-chain', 'journal only')
    .option('--publish', 'save the result of the comparison, so that the public cash register shows it')
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
  paid completion      money settled on the chain and answer delivered: only this counts as revenue
  owed                 money settled, but the buyer has not fetched the answer yet; not revenue until then
  unfinished           claimed (nothing sent) or settling (the chain decides); if older than 2 minutes, run
                       assay journal reconcile
  row without transfer the journal says settled, the chain does not: stop selling and investigate
  transfer without row money arrived that no sale explains: somebody sent money without buying, or a sale is open

Reads DATABASE_URL, or the SQLite journal in DATA_DIR; the service may be running. Exit codes: 0 journal and chain
agree, 1 they differ or were not compared completely, 66 there is no journal.

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
    tallies = merge([...tallies, ...foldJournal(page)]);
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

async function printBooks(opened: OpenedBooks, options: Options): Promise<void> {
  const report = await gather(opened, options);
  const { comparison, checkpointEqualsFullFold } = report;
  if (checkpointEqualsFullFold === false || (comparison && standing(comparison.result) !== 'agrees'))
    process.exitCode = DIFFERS;
  console.log(options.json ? reportJson(report) : reportText(report));
}

async function gather(
  { books, journal, arrivals, where }: OpenedBooks,
  { since, publish }: Options,
): Promise<BooksReport> {
  const now = Date.now();
  const comparison =
    arrivals &&
    (await reconcileBooks({ books, chains: arrivals, since: since ?? null, now, report: couldNotAsk }));
  if (comparison && publish) await books.record(comparison.result);
  const { days, tallies } = await settledSums(books, since);
  const ids = catalogue.products.map(({ id }) => id);
  return {
    where,
    since,
    comparison,
    days,
    account: commerceAccounting(
      since === undefined ? await books.read() : tallies,
      ids,
      comparison?.result ?? (await books.reconciled()),
      now,
    ),
    unfinished: (await journal.unfinished(1_000)).map((row) => openRow(row, now)),
    checkpointEqualsFullFold: since === undefined ? await checkpointHolds(books) : undefined,
  };
}

/** What was settled since then, counted row by row. */
async function settledSums(
  books: Books,
  since: EpochMs | undefined,
): Promise<{ days: Map<string, bigint>; tallies: Tally[] }> {
  const days = new Map<string, bigint>();
  const rows: Tally[][] = [];
  for await (const row of settledRows(books, since)) {
    const day = isoTime(row.settledAt!).slice(0, 10);
    days.set(day, (days.get(day) ?? 0n) + BigInt(row.amount));
    rows.push(foldJournal([row]));
    if (rows.length > PAGE) rows.push(merge(rows.splice(0).flat()));
  }
  return { days, tallies: merge(rows.flat()) };
}

/** Which chain it was, the comparison says: it lists what was not compared. */
const couldNotAsk = (_where: string, error: unknown): void =>
  console.error(`assay: a chain could not be asked (${error instanceof Error ? error.name : 'unknown'})`);

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
