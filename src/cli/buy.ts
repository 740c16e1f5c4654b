import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createInterface } from 'node:readline/promises';
import { Command, InvalidArgumentError, Option } from 'commander';
import type { Quote } from '../buyer/challenge.ts';
import type { MppPurchased } from '../buyer/mpp.ts';
import { buyOnce, sendAgain } from '../buyer/once.ts';
import type { AnyPending } from '../buyer/pending.ts';
import type { Purchased } from '../buyer/purchase.ts';
import { MAX_LIVE_SECONDS } from '../buyer/request.ts';
import { SENDINGS } from '../buyer/sending.ts';
import { PurchaseStopped, STOPS } from '../buyer/stops.ts';
import { pendingIn, writeDurably } from '../buyer/store.ts';
import { PAYABLE } from '../buyer/wallets.ts';
import { reasonOf } from '../buyer/wire.ts';
import { printableJson, singleLine } from '../buyer/words.ts';
import type { SoldProduct } from '../discovery/sold.ts';
import { SOLD } from '../discovery/sold-products.ts';
import { PROTOCOLS } from '../ledger/evidence.ts';
import { MONEY_RISKS } from '../ledger/schema.ts';
import { DEFAULT_NETWORK } from '../values/networks.ts';
import {
  discard,
  ended,
  type InFile,
  moneyRows,
  onSignal,
  print,
  say,
  sayingStore,
  showQuote,
} from './buy-money.ts';
import { type BuyQuestion, requestFor, warned } from './buy-question.ts';
import { buyerEvmKey, sandboxAt, stop, walletFor } from './buyer-keys.ts';
import { DEFAULT_URL } from './default-url.ts';
import { dollarsOption } from './dollars.ts';
import { checkFolder, saveArtefacts } from './save-artefacts.ts';

interface Options extends BuyQuestion {
  readonly tries: number;
  readonly resume?: string;
  readonly yes?: boolean;
  readonly json?: boolean;
  readonly keyFile?: string;
  readonly save?: string;
  readonly saveArtefacts?: string;
  readonly rpcUrl?: string;
  readonly solanaRpc?: string;
}

const priceOf = (id: string): string => SOLD.find((product) => product.id === id)!.price.slice(1);

const EXAMPLES = `
Examples, each against a sandbox on this machine:
  $ assay buy opportunity-check --subject api.example.com/v1 --goal "Worth 500 calls at \\$0.01?" \\
      --signal challenge_valid_402 --signal prior_paid_200 --limit "budget \\$1" --max ${priceOf('opportunity-check')}
  $ assay buy agent-commerce-reliability-ledger --max ${priceOf('agent-commerce-reliability-ledger')}                    USDC on Base
  $ assay buy agent-commerce-reliability-ledger --max ${priceOf('agent-commerce-reliability-ledger')} --network solana   USDC on Solana
  $ assay buy agent-commerce-reliability-ledger --max ${priceOf('agent-commerce-reliability-ledger')} --rail mpp         USDC.e on Tempo, over MPP
  $ assay buy agent-commerce-reliability-ledger --client @x402/fetch --severity double_charge --max ${priceOf('agent-commerce-reliability-ledger')}
  $ assay buy x402-compatibility-witness --client @x402/fetch --client-version 2.27.0 --protocol x402v2 --max ${priceOf('x402-compatibility-witness')}
  $ assay buy agent-revenue-audit --body body.json --max ${priceOf('agent-revenue-audit')} --save-artefacts shop   files that run, in ./shop

--signal takes the ids that the README lists, !id where it does not hold, ~id where only the seller says so, id@2026-11-02
for the day that you saw it, or plain English. --challenge-from takes what curl -i prints, the value of PAYMENT-REQUIRED,
or its JSON; with - nobody can be asked on the terminal, so add --yes.
The ledger's --client, --version, --behaviour and --severity choose rows; without them you buy the whole edition. A value
that no row has is refused before anything is paid, and the refusal lists the values that rows have.
A witness is for one client build. Its free preflight runs first and says which build was run: with no match nothing is
asked for and nothing is paid. --body may hold the whole preflight (client, clientVersion, protocol, features ...).
What was signed is kept before it is sent, on every rail: in the file of --save, else in one of its own that goes when
the answer was printed. --resume sends it again, byte for byte, and signs nothing.
`;

export const buyCommand = (): Command =>
  new Command('buy')
    .description('buy one answer: inspect, verify the offer, approve, pay once, verify the receipts')
    .argument('[product]', `one of: ${SOLD.map((each) => each.id).join(', ')}`, productOf)
    .option('--subject <text>', 'what to evaluate (makes it a POST)')
    .option('--goal <text>', 'the decision that the answer supports')
    .option('--signal <statement>', 'what you know about it, such as price_visible; repeatable', also)
    .option('--limit <statement>', 'what you insist on, such as "budget $1"; repeatable', also)
    .option('--challenge-from <file>', 'a 402 challenge that you have seen, in a file; -: standard input')
    .option('--body <file>', 'JSON file with the whole request body, instead of the options that make one')
    .option(
      '--client <package>',
      'witness: the client that it is about; ledger: only rows of this client; such as @x402/fetch',
    )
    .option('--client-version <version>', 'witness: its version, such as 2.27.0')
    .addOption(new Option('--protocol <name>', 'witness: protocol that it speaks').choices(PROTOCOLS))
    .option('--version <version>', 'ledger: only rows of this version')
    .option('--behaviour <id>', 'ledger: only rows of this behaviour, such as B09')
    .addOption(
      new Option('--severity <risk>', 'ledger: only rows whose failure has this risk to your money').choices(
        MONEY_RISKS,
      ),
    )
    .addOption(new Option('--shape <shape>', 'ledger and witness: every row written out').choices(['full']))
    .option('--max <dollars>', 'most to spend, such as 0.01', dollarsOption)
    .option(
      '--max-time <seconds>',
      'longest time in which the signed payment may be charged',
      wholeNumber,
      MAX_LIVE_SECONDS,
    )
    .option(
      '--tries <n>',
      'how often to send the payment while its outcome is not known',
      wholeNumber,
      SENDINGS,
    )
    .option('--yes', 'approve without asking, if every check holds')
    .option('--url <address>', 'service to buy from', DEFAULT_URL)
    .option('--key-file <file>', 'file with the private key that pays (sandbox: a dev buyer is used)')
    .addOption(
      new Option('--network <name>', 'network to pay on')
        .choices(Object.keys(PAYABLE))
        .default(DEFAULT_NETWORK),
    )
    .option('--solana-rpc <address>', 'your node, with --network solana (sandbox: its own)')
    .option('--pay-to <address>', 'recipient that you expect; any other stops the purchase')
    .option('--save <file>', 'keep the signed payment, then the receipts, in this new file (mode 600)')
    .option(
      '--save-artefacts <dir>',
      'write the seller, buyer, OpenAPI and fixtures of an audit into this empty folder',
    )
    .option('--resume <file>', 'send a kept payment again, after an unknown outcome; signs nothing')
    .addOption(new Option('--rail <protocol>', 'how to pay').choices(['x402', 'mpp']).default('x402'))
    .option('--rpc-url <address>', 'your Tempo node, with --rail mpp (sandbox: its own)')
    .option('--json', 'print one JSON object with answer, settlement and receipts')
    .addHelpText(
      'after',
      `${EXAMPLES}\nExit codes:\n${Object.entries(STOPS)
        .map(
          ([stop, { exit, paid, meaning }]) =>
            `  ${String(exit).padStart(2)}  ${stop.padEnd(21)} paid: ${paid.padEnd(15)} ${meaning}`,
        )
        .join('\n')}\n\n${AFTER_CODES}`,
    )
    .action(run);

const AFTER_CODES = `paid: seller_says_no means that a signed payment was sent and only the seller says that it was not charged. The output
marks the seller's own words. A signal ends the program with interrupted, or with outcome_unknown once something was sent.`;

/** The payment of this run, once there is one. */
let payment: InFile | undefined;

async function run(product: SoldProduct | undefined, options: Options): Promise<void> {
  payment = undefined;
  const quiet = onSignal(() => {
    ended(payment ? 'outcome_unknown' : 'interrupted', 'ended by a signal', payment, options.json);
  });
  try {
    checkFolder(options.saveArtefacts, product?.id);
    const bought =
      options.resume === undefined ? await buy(product, options) : await again(options.resume, options);
    await handOver(bought, options);
  } catch (error) {
    if (error instanceof PurchaseStopped) ended(error.stop, error.message, payment, options.json);
    else {
      console.error(stackOf(error));
      ended(payment ? 'outcome_unknown' : 'fault', reasonOf(error), payment, options.json);
    }
  } finally {
    quiet();
  }
}

/** Of a fault of ours: whatever it quotes may be a seller's. */
const stackOf = (error: unknown): string =>
  String(error instanceof Error ? error.stack : error)
    .split('\n')
    .map(singleLine)
    .join('\n');

async function buy(product: SoldProduct | undefined, options: Options): Promise<Purchased | MppPurchased> {
  if (options.save !== undefined && existsSync(options.save))
    stop('usage', 'there is such a file as --save names: it may hold a payment, so it is not replaced');
  const request = await requestFor(product, options);
  const file = options.save ?? `assay-payment-${Date.now()}-${randomBytes(3).toString('hex')}.json`;
  const buyer = {
    approve: (quote: Quote) => approve(quote, options),
    store: sayingStore(file, (kept) => {
      payment = kept;
    }),
    times: options.tries,
  };
  if (options.rail === 'x402')
    return buyOnce(request, { ...buyer, wallet: () => walletFor(options, request.baseUrl) });
  const sandbox = options.keyFile && options.rpcUrl ? undefined : await sandboxAt(request.baseUrl);
  return buyOnce(request, {
    ...buyer,
    rail: 'mpp',
    key: async () => buyerEvmKey(options.keyFile, sandbox),
    rpcUrl: options.rpcUrl ?? sandbox?.rpc.tempo ?? stop('no_wallet', 'give --rpc-url: a node of Tempo'),
  });
}

async function again(file: string, { tries }: Options): Promise<Purchased | MppPurchased> {
  const pending = readPending(file);
  warned(pending.request.baseUrl);
  payment = { file, pending };
  say(...moneyRows('unknown', payment));
  return sendAgain(pending, { times: tries });
}

function readPending(file: string): AnyPending {
  let text = '';
  try {
    text = readFileSync(file, 'utf8');
  } catch {
    // Falls through to the one message that helps.
  }
  return pendingIn(text) ?? stop('usage', `${file} holds no payment that "assay buy" kept`);
}

async function approve(quote: Quote, { yes }: Options): Promise<boolean> {
  showQuote(quote);
  if (yes) return true;
  if (!process.stdin.isTTY) stop('not_approved', 'nobody can be asked here: add --yes to approve');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const left = new Promise<string>((resolve) => {
    terminal.once('close', () => resolve(''));
    terminal.once('SIGINT', () => terminal.close());
  });
  const answer = await Promise.race([terminal.question('Pay this once? [y/N] '), left]);
  terminal.close();
  return /^y(es)?$/i.test(answer.trim());
}

/** The payment is kept until what it bought was written. */
async function handOver(purchased: Purchased | MppPurchased, options: Options): Promise<void> {
  const { answer, deliveryReceipt, pending, transaction } = purchased;
  const proof =
    'settlement' in purchased ? { settlement: purchased.settlement } : { receipt: purchased.receipt };
  const record = { answer, ...proof, deliveryReceipt, pending };
  if (options.save !== undefined)
    await writeDurably(options.save, `${JSON.stringify(record, null, 2)}\n`, { replace: true }).catch(
      (error: unknown) => {
        throw new PurchaseStopped('answer_not_written', `${options.save}: ${reasonOf(error)}`, pending);
      },
    );
  await print(printableJson(options.json ? record : answer, 2), pending);
  if (options.saveArtefacts !== undefined) await saveArtefacts(options.saveArtefacts, answer);
  const receipts =
    'settlement' in purchased ? 'settlement, receipt and delivery receipt' : 'delivery receipt';
  const [money] = moneyRows('yes', { file: '', pending });
  say(
    ['Receipts', `${receipts} verified against the seller's published keys`],
    ['Money', `${money![1]}: the seller signed for transaction ${transaction}`],
  );
  if (options.save === undefined && options.resume === undefined && payment) discard(payment.file);
}

function productOf(id: string): SoldProduct {
  const found = SOLD.find((each) => each.id === id);
  if (!found) throw new InvalidArgumentError(`There is no product ${id}.`);
  return found;
}

/** An option that may be given several times. */
const also = (text: string, before: readonly string[] = []): readonly string[] => [...before, text];

function wholeNumber(text: string): number {
  if (!/^[1-9][0-9]{0,8}$/.test(text)) throw new InvalidArgumentError('Give a whole number above 0.');
  return Number(text);
}
