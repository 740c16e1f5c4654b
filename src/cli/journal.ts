import { Command } from 'commander';
import type { Entry } from '../accounting/states.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { reconcile } from '../gate/reconcile.ts';
import { proofFromText } from '../values/payment.ts';
import { ageOf } from './books-report.ts';
import { onlyAsks } from './only-asks.ts';
import { openBooks } from './open-books.ts';
import { textTable } from './tables.ts';

export const journalCommand = (): Command =>
  new Command('journal')
    .description('rows of the journal')
    .addCommand(
      new Command('reconcile')
        .description('ask the chain what became of unfinished payments; without --apply nothing is written')
        .option('--apply', 'move each row to what the chain says')
        .option(
          '--rpc <url>',
          'JSON-RPC of Base to ask (default: EVM_RPC_URL; in sandbox, that of the running service)',
        )
        .option('--limit <n>', 'highest number of rows', Number, 500)
        .option('--json', 'one JSON object per row')
        .addHelpText('after', HELP)
        .action(run),
    );

const HELP = `
A payment is unfinished while it is claimed (nothing was sent) or settling (something may have been sent). The service
finishes such rows by itself, every few seconds and at start. Use this command when the service is down, or to look.
It only asks: it signs nothing, sends nothing, and never settles again.

  settled    the chain shows the Transfer: the row becomes settled, and the buyer can fetch its answer
  failed     the chain shows that this payment can no longer move money: the row becomes failed
  not_sent   nothing was sent: a claimed row is released; a settling row stays, because bytes may still be on their way
  unknown    the chain cannot say yet: the row stays

The command asks each row's own chain: Base, Solana or Tempo, if the service sells there. If that chain is not
configured, the row stays and the answer is unknown. A row that a worker holds (its lease runs) is shown but not changed.

Examples:
  $ assay journal reconcile             what would happen
  $ assay journal reconcile --apply     do it
  $ assay books                         then look at all figures`;

interface Options {
  readonly apply?: boolean;
  readonly rpc?: string;
  readonly limit: number;
  readonly json?: boolean;
}

/** Rows looked at side by side: each may wait for its chain. */
const AT_ONCE = 16;

async function run(options: Options): Promise<void> {
  const opened = await openBooks(options);
  if (!opened) return;
  const { journal, chains, close } = opened;
  try {
    const settler = await onlyAsks(chains!);
    const ports = { journal, settler, clock: systemClock, entropy: systemEntropy, node: 'operator' };
    const rows = await journal.unfinished(options.limit);
    const lines: Awaited<ReturnType<typeof lookAt>>[] = [];
    for (let i = 0; i < rows.length; i += AT_ONCE)
      lines.push(
        ...(await Promise.all(rows.slice(i, i + AT_ONCE).map((row) => lookAt(row, ports, options)))),
      );
    if (options.json) for (const line of lines) console.log(JSON.stringify(line));
    else if (lines.length === 0) console.log('nothing is unfinished');
    else print(lines, options);
  } finally {
    await close();
  }
}

/** What a row's chain says of it, and what became of it when it was to be moved. */
async function lookAt(row: Entry, ports: Parameters<typeof reconcile>[1], { apply }: Options) {
  const held = row.leaseUntil > Date.now();
  const says = await ports.settler.resolve({
    offer: row,
    proof: proofFromText(row.authorization!),
    rawTransaction: row.rawTransaction,
    since: row.createdAt,
  });
  const moved = apply && !held ? await reconcile(row, ports) : undefined;
  return {
    key: row.key,
    state: row.state,
    age: ageOf(Date.now() - row.createdAt),
    network: row.network,
    chain: says.kind,
    held,
    now: moved === undefined ? '' : moved === 'pending' ? 'stays' : moved.state,
  };
}

function print(lines: readonly Awaited<ReturnType<typeof lookAt>>[], { apply }: Options): void {
  const cells = lines.map(({ key, state, age, network, chain, held, now }) => [
    key.slice(0, 16),
    state,
    age,
    network.slice(0, 20),
    chain,
    held ? 'held' : now,
  ]);
  console.log(
    textTable(['key', 'state', 'age', 'network', 'the chain says', apply ? 'now' : ''], cells).join('\n'),
  );
  if (!apply) console.log('\nNothing was written. To move these rows: assay journal reconcile --apply');
}
