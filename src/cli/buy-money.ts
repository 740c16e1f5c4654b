import { rmSync } from 'node:fs';
import type { Quote } from '../buyer/challenge.ts';
import { type AnyPending, pendingAmountOf } from '../buyer/pending.ts';
import { type PaidState, PurchaseStopped, STOPS, type Stop } from '../buyer/stops.ts';
import { fileStore, type PaymentStore } from '../buyer/store.ts';
import { printableJson, sellerSays, singleLine } from '../buyer/words.ts';
import { atomicToDollars } from '../values/money.ts';

/**
 * What `assay buy` says of money. Whenever it ends, also by a signal that it never sees, the last such line is true:
 * it is written before anything happens that it would not cover, together with the command that goes on from there.
 */

/** One line or several, in one write, on standard error so that answers can be piped. */
export const say = (...rows: readonly (readonly [label: string, text: string])[]): void =>
  console.error(rows.map(([label, text]) => `  ${label.padEnd(10)} ${singleLine(text)}`).join('\n'));

/** A payment that was kept, and the file that holds it. */
export interface InFile {
  readonly file: string;
  readonly pending: AnyPending;
}

/** As `fileStore`, saying what the file is for before anything is sent. */
export function sayingStore(file: string, kept: (payment: InFile) => void): PaymentStore {
  const store = fileStore(file);
  return {
    ...store,
    // A run of this command is one purchase: what the file holds is gone on with by --resume alone.
    load: async () => undefined,
    keep: async (pending) => {
      await store.keep(pending);
      kept({ file, pending });
      say(...moneyRows('unknown', { file, pending }));
    },
  };
}

const quoted = (file: string): string =>
  /^[\w./-]+$/.test(file) ? file : `'${file.replaceAll("'", "'\\''")}'`;
export const againWith = (file: string): string => `assay buy --resume ${quoted(file)}`;

/** The last word about money, and how to go on. */
export function moneyRows(paid: PaidState, payment?: InFile): readonly (readonly [string, string])[] {
  if (paid === 'no') return [['Money', 'this run sent nothing that could be charged']];
  if (!payment) return [['Money', 'not known']];
  const { file, pending } = payment;
  const price = `$${atomicToDollars(BigInt(pendingAmountOf(pending)))}`;
  const words = {
    seller_says_no: `none moved, says the seller. ${life(pending)}`,
    unknown: `not known whether ${price} moved. ${life(pending)}`,
    yes: `${price} was paid, once`,
  } as const;
  return [
    ['Money', words[paid]],
    ['Again', `${againWith(file)}   (the same payment; signs nothing)`],
  ];
}

/** The time of a block is not the time of this machine. */
const CLOCKS_DIFFER_MS = 60_000;

/** Until when a payment can be charged. */
export function life({ liveUntil }: AnyPending): string {
  if (liveUntil === undefined) return 'What was signed may still be charged: sign no other one';
  return Date.parse(liveUntil) + CLOCKS_DIFFER_MS > Date.now()
    ? `What was signed can be charged, once, until ${liveUntil}: sign no other one before`
    : `What was signed ran out at ${liveUntil}: it is charged by now, or never`;
}

/** Ends the command: exit code, words, and for `--json` the same as an object. */
export function ended(stop: Stop, detail: string, payment: InFile | undefined, json = false): void {
  const { exit, paid, meaning } = STOPS[stop];
  process.exitCode = exit;
  if (json)
    console.log(
      printableJson({
        ...{ stop, paid, detail: singleLine(detail) },
        ...(payment &&
          paid !== 'no' && {
            payment: payment.file,
            liveUntil: payment.pending.liveUntil ?? null,
            again: againWith(payment.file),
          }),
      }),
    );
  console.error(`stopped: ${stop} (paid: ${paid}). ${meaning}\n  ${singleLine(detail)}`);
  say(...moneyRows(paid, payment));
}

/** A signal says no more than that nobody waits: what was sent is still under way. */
export function onSignal(end: () => void): () => void {
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
  const heard = () => {
    end();
    process.exit();
  };
  for (const signal of signals) process.once(signal, heard);
  return () => {
    for (const signal of signals) process.removeListener(signal, heard);
  };
}

/** What is asked about, before anything is signed. */
export function showQuote(quote: Quote): void {
  say(
    ['Route', `${quote.method} ${quote.resource}`],
    ['What', sellerSays(quote.description)],
    ['Price', `${quote.price} (${quote.amountAtomic} atomic units; your limit is ${quote.maxAmountAtomic})`],
    ['Network', `${quote.network}, asset ${quote.asset} (USDC)`],
    ['Recipient', quote.payTo],
    ['Time', `once signed it can be charged for ${quote.liveSeconds} seconds, whatever the seller answers`],
    [
      'Offer',
      quote.offerVerified
        ? 'signed by the seller, bound to these terms: verified'
        : 'terms compared; this protocol carries no signature that a buyer can check',
    ],
    ['Terms', quote.termsDigest ?? 'none'],
    ['Limit', 'one payment, no automatic second one'],
    ...moneyRows('no'),
  );
}

/** Rejects when nobody took it: then the payment is what fetches it again. */
export async function print(text: string, pending: AnyPending): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    const failed = (error: Error) =>
      reject(new PurchaseStopped('answer_not_written', `standard output: ${error.message}`, pending));
    process.stdout.once('error', failed);
    process.stdout.write(`${text}\n`, (error) => (error ? failed(error) : resolve()));
  });
}

/** Only a file of our own naming, and only after what it bought was written. One too many harms nobody. */
export function discard(file: string): void {
  try {
    rmSync(file, { force: true });
  } catch {
    // It stays.
  }
}
