import { Command } from 'commander';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { openChain } from '../adapters/evm/chain.ts';
import { evmSettler } from '../adapters/evm/settler.ts';
import { systemClock, systemEntropy } from '../adapters/system.ts';
import { reconcile } from '../gate/reconcile.ts';
import type { Settler } from '../ports.ts';
import { proofFromText } from '../values/payment.ts';
import { ageOf } from './books.ts';
import { openBooks } from './open-books.ts';
import { table } from './tables.ts';

export const journalCommand = (): Command =>
  new Command('journal')
    .description('rows of the journal')
    .addCommand(
      new Command('reconcile')
        .description('ask the chain what became of unfinished payments; without --apply nothing is written')
        .option('--apply', 'move each row to what the chain says')
        .option(
          '--rpc <url>',
          'JSON-RPC to ask (default: EVM_RPC_URL; in sandbox, that of the running service)',
        )
        .option('--limit <n>', 'rows at most', Number, 500)
        .option('--json', 'one JSON object a row')
        .addHelpText('after', HELP)
        .action(run),
    );

const HELP = `
A payment is unfinished while it is claimed (nothing was sent) or settling (something may have been sent). The service
drives such rows to an end by itself, every few seconds and at start; this command is for a service that is down, and
for looking. It only asks: it signs nothing, sends nothing, and never settles again.

  settled    the chain shows the Transfer: the row becomes settled, and the buyer can fetch its answer
  failed     the chain shows that this payment can move no money any more: the row becomes failed
  not_sent   nothing was sent: a claimed row is released; a settling row stays, since bytes may still be on their way
  unknown    the chain cannot say yet: the row stays

A row that a worker holds (its lease runs) is shown and left alone.

Examples:
  $ assay journal reconcile             what would happen
  $ assay journal reconcile --apply     do it
  $ assay books                         then look at the whole`;

async function run(options: {
  readonly apply?: boolean;
  readonly rpc?: string;
  readonly limit: number;
  readonly json?: boolean;
}): Promise<void> {
  const opened = await openBooks(options);
  if (!opened) return;
  const { journal, rpcUrl, close } = opened;
  try {
    const settler = onlyAsks(rpcUrl!);
    const ports = { journal, settler, clock: systemClock, entropy: systemEntropy, node: 'operator' };
    const lines: string[][] = [];
    for (const row of await journal.unfinished(options.limit)) {
      const held = row.leaseUntil > Date.now();
      const says = await settler.resolve({
        offer: row,
        proof: proofFromText(row.authorization!),
        rawTransaction: row.rawTransaction,
        since: row.createdAt,
      });
      const moved = options.apply && !held ? await reconcile(row, ports) : undefined;
      const now = moved === undefined ? '' : moved === 'pending' ? 'stays' : moved.state;
      const line = {
        key: row.key,
        state: row.state,
        age: ageOf(Date.now() - row.createdAt),
        chain: says.kind,
        held,
        now,
      };
      if (options.json) console.log(JSON.stringify(line));
      else lines.push([row.key.slice(0, 16), row.state, line.age, says.kind, held ? 'held' : now]);
    }
    if (options.json) return;
    if (lines.length === 0) return console.log('nothing is unfinished');
    console.log(
      table(['key', 'state', 'age', 'the chain says', options.apply ? 'now' : ''], lines).join('\n'),
    );
    if (!options.apply)
      console.log('\nNothing was written. To move these rows: assay journal reconcile --apply');
  } finally {
    await close();
  }
}

/** Reads the chain and can do nothing else: a key that owns nothing, and no bytes to send again. */
function onlyAsks(rpcUrl: string): Settler {
  const settler = evmSettler({
    chain: openChain({ rpcUrl }),
    chainId: 8453,
    account: privateKeyToAccount(generatePrivateKey()),
    clock: systemClock,
    pollMs: 500,
    mayUseKey: () => false,
  });
  return {
    authenticate: async () => ({ kind: 'unreachable' }),
    verify: async () => ({ kind: 'unreachable' }),
    settle: async () => ({ kind: 'not_sent' }),
    // Of another network than this chain's nothing can be said here: the row stays.
    resolve: async ({ proof, ...sent }) =>
      proof.kind === 'eip3009'
        ? settler.resolve({ ...sent, proof, rawTransaction: null })
        : { kind: 'unknown' },
  };
}
