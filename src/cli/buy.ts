import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import { readSolanaKey } from '../adapters/svm/key.ts';
import {
  type Pending,
  type Purchased,
  type PurchaseRequest,
  purchase,
  type Quote,
  resume,
} from '../buyer/purchase.ts';
import { PurchaseStopped, STOPS, type Stop } from '../buyer/stops.ts';
import { evmWallet, NETWORKS, type NetworkName, solanaWallet, type Wallet } from '../buyer/wallets.ts';
import { catalogue } from '../catalogue.ts';
import type { Product } from '../declare.ts';
import { base58 } from '../values/base58.ts';
import { atomicToDollars, parseBudget } from '../values/money.ts';

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
}

const DEFAULT_URL = 'http://127.0.0.1:4021';

export const buyCommand = (): Command =>
  new Command('buy')
    .description('buy one answer: inspect, verify the offer, approve, pay once, verify the receipts')
    .argument('[product]', `one of: ${catalogue.products.map((each) => each.id).join(', ')}`, productOf)
    .option('--subject <text>', 'what to evaluate (makes it a POST)')
    .option('--goal <text>', 'the decision that the answer supports')
    .option('--body <file>', 'JSON file with the whole request body, instead of --subject and --goal')
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
    .option('--rpc-url <address>', 'JSON-RPC of Tempo, for --rail mpp (sandbox: its own)')
    .option('--json', 'print one JSON object with answer, settlement and receipts')
    .addHelpText(
      'after',
      `\nExit codes:\n${Object.entries(STOPS)
        .map(
          ([stop, { exit, paid, meaning }]) =>
            `  ${String(exit).padStart(2)}  ${stop.padEnd(21)} paid: ${paid.padEnd(8)} ${meaning}`,
        )
        .join('\n')}`,
    )
    .action(async (product: Product | undefined, options: Options) => {
      try {
        if (options.rail === 'mpp') await buyOverMpp(product, options);
        else
          show(
            options.resume === undefined
              ? await buy(product, options)
              : await resume(pendingIn(options.resume)),
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

/** What is asked for, at the most for --max. */
function requestFor(product: Product | undefined, options: Options): PurchaseRequest {
  if (!product || options.max === undefined)
    return stop('usage', 'give a product and --max, or --resume with a kept payment');
  const body = bodyOf(options);
  const method = body ? 'POST' : 'GET';
  if (!product.forms.some((form) => form.method === method))
    stop(
      'usage',
      body
        ? `${product.id} takes no body`
        : `${product.id} needs a body: give --body, or --subject and --goal`,
    );
  return {
    baseUrl: new URL(options.url).origin,
    path: product.path,
    method,
    maxAmountAtomic: options.max,
    ...(body && { body }),
    ...(options.payTo && { payTo: options.payTo }),
    ...(options.network !== 'base' && { network: options.network }),
  };
}

async function buy(product: Product | undefined, options: Options): Promise<Purchased> {
  const request = requestFor(product, options);
  return purchase(request, {
    wallet: () => walletFor(options, request.baseUrl),
    approve: (quote) => approve(quote, options),
    keep: async (pending) => {
      kept = options.save ?? `assay-payment-${Date.now()}.json`;
      writeFileSync(kept, `${JSON.stringify({ pending }, null, 2)}\n`, { mode: 0o600 });
    },
  });
}

async function buyOverMpp(product: Product | undefined, options: Options): Promise<void> {
  if (options.resume !== undefined) stop('usage', '--resume sends payments of x402 again');
  const request = requestFor(product, { ...options, network: 'base' });
  const { purchaseOverMpp } = await import('../buyer/mpp.ts');
  const sandbox = options.keyFile && options.rpcUrl ? undefined : await sandboxAt(request.baseUrl);
  const bought = await purchaseOverMpp(request, {
    key: async () => evmKey(options.keyFile, sandbox),
    rpcUrl: options.rpcUrl ?? sandbox?.rpc.tempo ?? stop('usage', 'give --rpc-url'),
    approve: (quote) => approve(quote, options),
  });
  if (options.save) writeFileSync(options.save, `${JSON.stringify(bought, null, 2)}\n`, { mode: 0o600 });
  console.error(`  Paid       once over MPP, transaction ${bought.transaction}`);
  console.error("  Receipts   delivery receipt verified against the seller's published keys");
  console.log(JSON.stringify(options.json ? bought : bought.answer, null, 2));
}

/** The file that holds the signed payment while its outcome is not known. */
let kept: string | undefined;

function pendingIn(file: string): Pending {
  try {
    const { pending } = JSON.parse(readFileSync(file, 'utf8')) as { pending?: Pending };
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

/** A key file, or a dev buyer of a sandbox on this machine. */
async function walletFor(options: Options, baseUrl: string): Promise<Wallet> {
  const { keyFile, network, solanaRpc } = options;
  const sandbox = keyFile === undefined ? await sandboxAt(baseUrl) : undefined;
  const kept = keyFile === undefined ? undefined : readFileSync(keyFile, 'utf8').trim();
  if (network === 'base') {
    return evmWallet(evmKey(keyFile, sandbox));
  }
  const secret = sandbox?.solana?.buyers[0]?.secretKey;
  const key = readSolanaKey(kept ?? (secret ? base58(Buffer.from(secret, 'base64')) : noWallet()));
  if (!key) return stop('no_wallet', 'the key file holds no Solana key (64 bytes, JSON array or base58)');
  const rpcUrl = solanaRpc ?? sandbox?.rpc.solana;
  if (!rpcUrl) return stop('no_wallet', 'give --solana-rpc: a payment on Solana needs a recent block hash');
  return solanaWallet(key, rpcUrl);
}

function evmKey(keyFile: string | undefined, sandbox: Sandbox | undefined): `0x${string}` {
  const key =
    keyFile === undefined
      ? (sandbox?.buyers[0]?.privateKey ?? noWallet())
      : readFileSync(keyFile, 'utf8').trim();
  return (key.startsWith('0x') ? key : `0x${key}`) as `0x${string}`;
}

const noWallet = (): never =>
  stop('no_wallet', 'give --key-file: only a sandbox on this machine lends a dev buyer');

interface Sandbox {
  readonly rpc: { readonly solana?: string; readonly tempo?: string };
  readonly buyers: readonly { readonly privateKey: string }[];
  readonly solana?: { readonly buyers: readonly { readonly secretKey: string }[] };
}

async function sandboxAt(baseUrl: string): Promise<Sandbox | undefined> {
  const local = ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(baseUrl).hostname);
  const response = local
    ? await fetch(`${baseUrl}/sandbox`, { redirect: 'error' }).catch(() => undefined)
    : undefined;
  return response?.ok ? ((await response.json()) as Sandbox) : undefined;
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

function show(purchased: Purchased, options: Options): void {
  const { answer, settlement, deliveryReceipt, pending } = purchased;
  const record = { answer, settlement, deliveryReceipt, pending };
  if (options.save) writeFileSync(options.save, `${JSON.stringify(record, null, 2)}\n`, { mode: 0o600 });
  else if (kept) rmSync(kept, { force: true });
  console.error(
    `  Paid       $${atomicToDollars(BigInt(pending.accepted.amount))} once, transaction ${settlement.transaction}`,
  );
  console.error(
    "  Receipts   settlement, receipt and delivery receipt verified against the seller's published keys",
  );
  console.log(JSON.stringify(options.json ? record : answer, null, 2));
}

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

function stop(reason: Stop, detail: string): never {
  throw new PurchaseStopped(reason, detail);
}
