import { Command, InvalidArgumentError } from 'commander';
import { pendingIn } from '../buyer/store.ts';
import { printableJson, singleLine } from '../buyer/words.ts';
import { planRecovery } from '../checks/payment-recovery/plan.ts';
import { type RecoveryPlan, requestSchema } from '../checks/payment-recovery/schema.ts';
import { againWith, say } from './buy-money.ts';
import { read, Unreadable } from './reading.ts';
import { RECOVERIES } from './recover-exits.ts';
import { type Kept, keptFacts } from './recover-facts.ts';
import { askNode, NodeFailed } from './recover-read.ts';

interface Options {
  readonly status?: number;
  readonly notSent?: boolean;
  readonly rpcUrl?: string;
  readonly json?: boolean;
}

const HELP = `
Says what to do with a payment whose outcome is not known: send the same one again, wait, ask the chain, ask the seller,
or sign a new one because the old one can no longer settle. It reads the file that "assay buy" kept; the seller can be
any seller. It signs nothing and sends the payment nowhere. It asks only the node of --rpc-url. The node learns the
payer, the asset and the nonce (or the transaction), never the signature.

Examples:
  $ assay recover payment.json                              after a lost answer
  $ assay recover payment.json --status 402                 the seller refused it, but can still charge it
  $ assay recover payment.json --status 402 --rpc-url http://127.0.0.1:8545
  $ assay recover payment.json --json | jq -r .plan.message the message to the seller

Exit codes:
${Object.entries(RECOVERIES)
  .map(([end, { exit, meaning }]) => `  ${String(exit).padStart(2)}  ${end.padEnd(18)} ${meaning}`)
  .join('\n')}
`;

export const recoverCommand = (): Command =>
  new Command('recover')
    .description('what to do with a kept payment whose outcome is not known, without paying twice')
    .argument('<file>', 'the payment file that "assay buy" kept')
    .option(
      '--status <code>',
      'HTTP status of the last answer to it; leave it out if no answer came',
      statusCode,
    )
    .option('--not-sent', 'the payment certainly never left this machine')
    .option('--rpc-url <address>', 'a node of yours on its network, to ask what became of the payment')
    .option('--json', 'print the whole plan as JSON')
    .addHelpText('after', HELP)
    .action(run);

async function run(file: string, options: Options): Promise<void> {
  try {
    const { plan: made, asked } = await planFor(file, options);
    if (options.json) console.log(printableJson({ plan: made, exit: RECOVERIES[made.decision].exit }, 2));
    else show(made, file, asked);
    process.exitCode = RECOVERIES[made.decision].exit;
  } catch (error) {
    const end = error instanceof Unreadable ? 'usage' : error instanceof NodeFailed ? 'node_failed' : 'fault';
    console.error(end === 'fault' ? singleLine(String(error)) : (error as Error).message);
    process.exitCode = RECOVERIES[end].exit;
  }
}

async function planFor(file: string, options: Options): Promise<{ plan: RecoveryPlan; asked: boolean }> {
  const { solanaMessage, ...facts } = await factsIn(file);
  const request = requestSchema.parse({
    ...facts,
    phase: options.notSent ? 'not_sent' : options.status === undefined ? 'sent' : 'answered',
    lastStatus: options.status,
  });
  if (options.rpcUrl === undefined) return { plan: planRecovery(request, Date.now()), asked: false };
  const answer = await askNode(request, options.rpcUrl, solanaMessage);
  return { plan: planRecovery({ ...request, answer }, Date.now()), asked: true };
}

async function factsIn(file: string): Promise<Kept> {
  const pending = pendingIn(read(file));
  if (!pending) throw new Unreadable(`${file} holds no payment that "assay buy" kept`);
  return keptFacts(pending);
}

function show(
  { decision, does, reason, until, endsAt, answer, read: reads, message }: RecoveryPlan,
  file: string,
  asked: boolean,
): void {
  console.log(until === null ? decision : `${decision} ${until}`);
  say(
    ['Do', does],
    ['Why', reason],
    ['Ends', endsAt ?? 'not by itself'],
    ...(answer && !answer.counts ? ([['Chain', `asked; ${answer.why}`]] as const) : []),
    ...(decision === 'resend_same' ? ([['Again', againWith(file)]] as const) : []),
  );
  if (decision === 'ask_seller') console.error(`\n${message}`);
  if (!asked && decision !== 'sign_anew_is_safe')
    console.error(
      `\nTo ask the chain: --rpc-url, or run yourself\n  ${reads.calls[0]!.curl}\n${reads.calls[0]!.howToRead}`,
    );
}

function statusCode(text: string): number {
  if (!/^[1-5][0-9]{2}$/.test(text)) throw new InvalidArgumentError('Give an HTTP status, such as 402.');
  return Number(text);
}
