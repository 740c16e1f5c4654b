import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Quote } from '../buyer/challenge.ts';
import type { MppPending, MppPurchased } from '../buyer/mpp.ts';
import { matchWith } from '../buyer/preflight.ts';
import { type Pending, type Purchased, purchase, resume } from '../buyer/purchase.ts';
import { PurchaseStopped, STOPS } from '../buyer/stops.ts';
import { NETWORKS, type NetworkName } from '../buyer/wallets.ts';
import type { PurchaseRequest } from '../buyer/wire.ts';
import { catalogue } from '../catalogue.ts';
import type { Product } from '../declare.ts';
import { PROTOCOLS } from '../ledger/evidence.ts';
import { atomicToDollars, parseBudget } from '../values/money.ts';
import { evmKey, sandboxAt, stop, walletFor } from './buyer-keys.ts';
import { DEFAULT_URL } from './default-url.ts';

interface Options {
  readonly subject?: string;
  readonly goal?: string;
  readonly body?: string;
  readonly max?: bigint;
  readonly resume?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly url: string;
  readonly keyFile?: string;
  readonly payTo?: string;
  readonly save?: string;
  readonly rail: 'x402' | 'mpp';
  readonly rpcUrl?: string;
  readonly network: NetworkName;
  readonly solanaRpc?: string;
  readonly client?: string;
  readonly clientVersion?: string;
  readonly protocol?: string;
}

const EXAMPLES = `
Examples, each against a sandbox on this machine:
  $ assay buy opportunity-check --subject api.example.com/v1 --goal "Worth one call?" --max 0.01
  $ assay buy agent-commerce-reliability-ledger --max 0.10                    USDC on Base
  $ assay buy agent-commerce-reliability-ledger --max 0.10 --network solana   USDC on Solana
  $ assay buy agent-commerce-reliability-ledger --max 0.10 --rail mpp         USDC.e on Tempo, over MPP
  $ assay buy x402-compatibility-witness --client @x402/fetch --client-version 2.27.0 --protocol x402v2 --max 0.25

A witness is for one client build. Its free preflight runs first and says which build was run: with no match nothing is
asked for and nothing is paid. --body may hold the whole preflight (client, clientVersion, protocol, features ...).
--save and --resume work on every rail: what was signed is kept before it is sent, and resuming signs nothing.
`;

export const buyCommand = (): Command =>
  new Command('buy')
    .description('buy one answer: inspect, verify the offer, approve, pay once, verify the receipts')
    .argument('[product]', `one of: ${catalogue.products.map((each) => each.id).join(', ')}`, productOf)
    .option('--subject <text>', 'what to evaluate (makes it a POST)')
    .option('--goal <text>', 'the decision that the answer supports')
    .option('--body <file>', 'JSON file with the whole request body, instead of the options that make one')
    .option('--client <package>', 'client that a witness is for, such as @x402/fetch')
    .option('--client-version <version>', 'its version, such as 2.27.0')
    .addOption(new Option('--protocol <name>', 'protocol that it speaks').choices(PROTOCOLS))
    .option('--max <dollars>', 'most to spend, such as 0.01', dollars)
    .option('--yes', 'approve without asking, if every check holds')
    .option('--url <address>', 'service to buy from', DEFAULT_URL)
    .option('--key-file <file>', 'file with the private key that pays (sandbox: a dev buyer is used)')
    .addOption(
      new Option('--network <name>', 'network to pay on').choices(Object.keys(NETWORKS)).default('base'),
    )
    .option('--solana-rpc <address>', 'your node, with --network solana (sandbox: its own)')
    .option('--pay-to <address>', 'recipient you expect; any other one stops the purchase')
    .option('--save <file>', 'keep the signed payment and the receipts in this file (mode 600)')
    .option('--resume <file>', 'send a kept payment again, after an unknown outcome; signs nothing')
    .addOption(new Option('--rail <protocol>', 'how to pay').choices(['x402', 'mpp']).default('x402'))
    .option('--rpc-url <address>', 'your Tempo node, with --rail mpp (sandbox: its own)')
    .option('--json', 'print one JSON object with answer, settlement and receipts')
    .addHelpText(
      'after',
      `${EXAMPLES}\nExit codes:\n${Object.entries(STOPS)
        .map(
          ([stop, { exit, paid, meaning }]) =>
            `  ${String(exit).padStart(2)}  ${stop.padEnd(21)} paid: ${paid.padEnd(8)} ${meaning}`,
        )
        .join('\n')}`,
    )
    .action(async (product: Product | undefined, options: Options) => {
      try {
        show(
          options.resume === undefined ? await buy(product, options) : await again(pendingIn(options.resume)),
          options,
        );
      } catch (error) {
        if (!(error instanceof PurchaseStopped)) throw error;
        const { exit, paid, meaning } = STOPS[error.stop];
        if (options.json) console.log(JSON.stringify({ stop: error.stop, paid, detail: error.message }));
        console.error(`stopped: ${error.stop} (paid: ${paid}). ${meaning}\n  ${error.message}`);
        if (kept && paid === 'unknown')
          console.error(`  To send the same payment again: assay buy --resume ${kept}`);
        else if (kept && paid === 'no' && !options.save) rmSync(kept, { force: true });
        process.exitCode = exit;
      }
    });

/** What is asked for, at the most for --max. Runs the free preflight of a product that needs a match. */
async function requestFor(product: Product | undefined, options: Options): Promise<PurchaseRequest> {
  if (!product || options.max === undefined)
    return stop('usage', 'give a product and --max, or --resume with a kept payment');
  if (options.rail === 'mpp' && options.network !== 'base')
    stop('usage', `--network ${options.network} is paid over x402: leave --rail mpp out`);
  const baseUrl = new URL(options.url).origin;
  const asked =
    product.admission?.kind === 'match' ? await matched(product, baseUrl, options) : asIs(product, options);
  return {
    ...{ baseUrl, path: product.path, maxAmountAtomic: options.max, ...asked },
    ...(options.payTo && { payTo: options.payTo }),
    ...(options.network !== 'base' && { network: options.network }),
  };
}

type Question = Pick<PurchaseRequest, 'method' | 'body' | 'query'>;

function asIs(product: Product, options: Options): Question {
  const body = bodyOf(options);
  const method = body ? 'POST' : 'GET';
  if (!product.forms.some((form) => form.method === method))
    stop(
      'usage',
      body
        ? `${product.id} takes no body`
        : `${product.id} needs a body: give --body, or --subject and --goal`,
    );
  return { method, ...(body && { body }) };
}

/** The match comes first: without one there is no challenge to look at. */
async function matched({ admission }: Product, baseUrl: string, options: Options): Promise<Question> {
  if (admission?.kind !== 'match') throw new Error('this product needs no match');
  const { client, clientVersion, protocol } = options;
  const asked = options.body === undefined ? { client, clientVersion, protocol } : bodyOf(options)!;
  if (Object.values(asked).includes(undefined))
    stop('usage', 'give --client, --client-version and --protocol, or --body with the whole preflight');
  const { id, says } = await matchWith(baseUrl + admission.issuer, asked);
  console.error(`  ${'Match'.padEnd(10)} ${says}`);
  return { method: 'GET', query: { [admission.parameter]: id } };
}

async function buy(product: Product | undefined, options: Options): Promise<Purchased | MppPurchased> {
  const request = await requestFor(product, options);
  const buyer = { approve: (quote: Quote) => approve(quote, options), keep: keeping(options) };
  if (options.rail === 'x402')
    return purchase(request, { ...buyer, wallet: () => walletFor(options, request.baseUrl) });
  const { purchaseOverMpp } = await import('../buyer/mpp.ts');
  const sandbox = options.keyFile && options.rpcUrl ? undefined : await sandboxAt(request.baseUrl);
  return purchaseOverMpp(request, {
    ...buyer,
    key: async () => evmKey(options.keyFile, sandbox),
    rpcUrl: options.rpcUrl ?? sandbox?.rpc.tempo ?? stop('no_wallet', 'give --rpc-url: a node of Tempo'),
  });
}

const keeping = (options: Options) => async (pending: Pending | MppPending) => {
  kept = options.save ?? `assay-payment-${Date.now()}.json`;
  writeFileSync(kept, `${JSON.stringify({ pending }, null, 2)}\n`, { mode: 0o600 });
};

async function again(pending: Pending | MppPending): Promise<Purchased | MppPurchased> {
  if (!('rail' in pending)) return resume(pending);
  const { resumeOverMpp } = await import('../buyer/mpp.ts');
  return resumeOverMpp(pending);
}

/** The file that holds the signed payment while its outcome is not known. */
let kept: string | undefined;

function pendingIn(file: string): Pending | MppPending {
  try {
    const { pending } = JSON.parse(readFileSync(file, 'utf8')) as { pending?: Pending | MppPending };
    if (pending?.version === 1) return pending;
  } catch {
    // Falls through to the one message that helps.
  }
  return stop('usage', `${file} holds no payment that "assay buy" kept`);
}

function bodyOf({ body, subject, goal }: Options): object | undefined {
  if (body !== undefined) {
    try {
      return JSON.parse(readFileSync(body, 'utf8')) as object;
    } catch {
      return stop('usage', `${body} cannot be read as JSON`);
    }
  }
  if ((subject === undefined) !== (goal === undefined)) stop('usage', 'give --subject and --goal together');
  return subject === undefined ? undefined : { subject, goal };
}

/** Shows what is about to happen, on standard error so that answers can be piped. */
async function approve(quote: Quote, { yes }: Options): Promise<boolean> {
  const rows: readonly (readonly [string, string])[] = [
    ['Route', `${quote.method} ${quote.resource}`],
    ['What', quote.description],
    ['Price', `${quote.price} (${quote.amountAtomic} atomic units; your limit is ${quote.maxAmountAtomic})`],
    ['Network', `${quote.network}, asset ${quote.asset} (USDC)`],
    ['Recipient', quote.payTo],
    [
      'Offer',
      quote.offerVerified
        ? 'signed by the seller, bound to these terms: verified'
        : 'terms compared; this protocol carries no signature that a buyer can check',
    ],
    ['Terms', quote.termsDigest ?? 'none'],
    ['Limit', 'one payment, no automatic second one'],
  ];
  for (const [label, text] of rows) console.error(`  ${label.padEnd(10)} ${text}`);
  if (yes) return true;
  if (!process.stdin.isTTY) stop('not_approved', 'nobody can be asked here: add --yes to approve');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal.question('Pay this once? [y/N] ');
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

function show(purchased: Purchased | MppPurchased, options: Options): void {
  const { answer, deliveryReceipt } = purchased;
  const { proof, amount, transaction, receipts } = told(purchased);
  const record = { answer, ...proof, deliveryReceipt, pending: purchased.pending };
  if (options.save) writeFileSync(options.save, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  else if (kept) rmSync(kept, { force: true });
  console.error(`  Paid       $${atomicToDollars(BigInt(amount))} once, transaction ${transaction}`);
  console.error(`  Receipts   ${receipts} verified against the seller's published keys`);
  console.log(JSON.stringify(options.json ? record : answer, null, 2));
}

/** What each protocol says of a settlement. */
const told = (purchased: Purchased | MppPurchased) =>
  'settlement' in purchased
    ? {
        proof: { settlement: purchased.settlement },
        amount: purchased.pending.accepted.amount,
        transaction: purchased.settlement.transaction,
        receipts: 'settlement, receipt and delivery receipt',
      }
    : {
        proof: { receipt: purchased.receipt },
        amount: purchased.pending.agreed.amount,
        transaction: purchased.transaction,
        receipts: 'delivery receipt',
      };

function productOf(id: string): Product {
  const found = catalogue.products.find((each) => each.id === id);
  if (!found) throw new InvalidArgumentError(`There is no product ${id}.`);
  return found;
}

function dollars(text: string): bigint {
  const atomic = parseBudget(text);
  if (atomic === undefined) throw new InvalidArgumentError('Give plain dollars, such as 0.01.');
  return atomic;
}
