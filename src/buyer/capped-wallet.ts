import { existsSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import { digestJson } from '../values/digest.ts';
import { REDELIVERY_SECONDS } from '../values/limits.ts';
import { dollarsOf } from '../values/money.ts';
import { type Caps, decideByCaps } from './caps.ts';
import type { Quote } from './challenge.ts';
import { buyOnce } from './once.ts';
import type { AnyPending } from './pending.ts';
import type { Purchased } from './purchase.ts';
import type { PurchaseRequest } from './request.ts';
import type { SendingOptions } from './sending.ts';
import type { Spending, SpendingRow } from './spending.ts';
import { PurchaseStopped } from './stops.ts';
import { fileStore } from './store.ts';
import type { Wallet } from './wallets.ts';

/**
 * A wallet that pays by itself within caps. The same question within a day is one purchase: it is signed for once, kept
 * in a file of its own before it is sent, and sent again however often it is asked.
 */
export interface CappedWallet {
  readonly caps: Caps;
  readonly address: string;
  /** Atomic units of the last 24 hours. */
  spent(): bigint;
  /** Whether a payment for a question is kept. */
  holds(question: WalletQuestion): boolean;
  /** The file that keeps it. */
  fileOf(question: WalletQuestion): string;
  buy(question: WalletQuestion, ask: AskPerson): Promise<WalletAnswer>;
}

/** A call that may be paid for: where, how and with what. Its digest is what the same question is known by. */
export type WalletQuestion = Pick<PurchaseRequest, 'baseUrl' | 'path' | 'method' | 'query' | 'body'>;

/** Asks a person. */
export type AskPerson = (quote: Quote) => Promise<'yes' | 'no' | 'cannot_ask'>;

/** An answer that was paid for, now or before. */
export interface WalletAnswer {
  readonly bought: Purchased;
  /** Whether an earlier call had this answer already. */
  readonly isAgain: boolean;
}

interface Options {
  readonly wallet: Wallet;
  readonly caps: Caps;
  readonly spending: Spending;
  /** Where the payments are kept, readable by their owner alone. */
  readonly folder: string;
  readonly sending?: SendingOptions;
  readonly now?: () => number;
}

const REDELIVERY_MS = REDELIVERY_SECONDS.secret * 1_000;
/** The time of a block is not the time of this machine. */
const CLOCKS_DIFFER_MS = 60_000;

/**
 * A wallet that pays by itself below its caps, asks a person above `askAbove`, and throws `PurchaseStopped` with
 * `not_approved` beyond them.
 */
export function cappedWallet(options: Options): CappedWallet {
  const { wallet, caps, spending, folder } = options;
  const now = options.now ?? Date.now;
  const underWay = new Map<string, Promise<WalletAnswer>>();
  const fileOf = ({ baseUrl, path, method, query = {}, body }: WalletQuestion): string => {
    const digest = digestJson({ baseUrl, path, method, query, body: body ?? null });
    return join(folder, `${digest.slice('sha256:'.length, -32)}.payment.json`);
  };
  return {
    caps,
    address: wallet.address,
    spent: () => spending.spent(now()),
    fileOf,
    holds: (question) => existsSync(fileOf(question)),
    buy: (question, ask) => {
      const file = fileOf(question);
      const running = underWay.get(file);
      // One call pays: whoever joins it hears that it paid nothing itself.
      if (running) return running.then((answer) => ({ ...answer, isAgain: true }));
      const begun = buyWithin({ ...options, now, file }, question, ask).finally(() => underWay.delete(file));
      underWay.set(file, begun);
      return begun;
    },
  };
}

interface Buying extends Options {
  readonly now: () => number;
  readonly file: string;
}

async function buyWithin(buying: Buying, question: WalletQuestion, ask: AskPerson): Promise<WalletAnswer> {
  const { wallet, caps, spending, now, file } = buying;
  const name = basename(file);
  const store = fileStore(file);
  const before = goodFor(buying, await readTogether(buying));
  let price = 0n;
  let claim: number | undefined;
  try {
    const bought = await buyOnce(
      { ...question, maxAmountAtomic: caps.perCall },
      {
        ...buying.sending,
        store: {
          ...store,
          load: async () => before.kept,
          keep: async (pending: AnyPending) => {
            await store.keep(pending);
            spending.note(claim!, 'sent', now());
          },
        },
        approve: async (quote: Quote) => {
          price = BigInt(quote.amountAtomic);
          return isApproved(buying, quote, ask);
        },
        // Claimed when it is about to be signed for: the person who was asked may have thought for minutes.
        wallet: async () => {
          const isKept = () => existsSync(file);
          const made = spending.claim({ question: name, amount: price, perDay: caps.perDay, isKept }, now());
          if ('no' in made) throw refused(buying, made.no, price);
          claim = made.id;
          return wallet;
        },
      },
    );
    // Of the payment that was sent, and no other: a newer one may be another process's, whose outcome is not known.
    const id = claim ?? before.row?.id;
    const isFirst = id === undefined || spending.noteDelivered(id, now());
    return { bought: bought as Purchased, isAgain: !isFirst };
  } catch (error) {
    // Nothing was kept, so nothing was sent.
    if (claim !== undefined && !existsSync(file)) spending.release(claim);
    else if (claim !== undefined && isDecline(error)) spending.note(claim, 'declined', now());
    throw error;
  }
}

/** A payment that was kept for this question, and its row. */
interface Before {
  readonly kept?: AnyPending | undefined;
  readonly row?: SpendingRow | undefined;
}

/** Another process may replace a payment between two looks: where the newest row stayed, the file was its own. */
async function readTogether({ spending, file }: Buying): Promise<Before> {
  for (;;) {
    const row = spending.newest(basename(file));
    const kept = await fileStore(file).load();
    if (spending.newest(basename(file))?.id === row?.id) return { kept, row };
  }
}

/** What of it is still good for something. */
function goodFor({ spending, now, file }: Buying, { kept, row }: Before): Before {
  if (!kept) return {};
  if (!row) return { kept };
  if (hasEnded(row, kept, now()) && spending.giveUp(row, now(), () => rmSync(file, { force: true })))
    return {};
  // Sent once more it might be charged after all, and the next refusal would say nothing of that.
  if (row.state === 'declined')
    throw new PurchaseStopped('declined', 'an earlier call was declined, so nothing was sent', kept);
  return { kept, row };
}

const isDecline = (error: unknown): boolean =>
  error instanceof PurchaseStopped && (error.stop === 'declined' || error.stop === 'refused_payment');

/** Whether it can no longer be charged, or fetched. What is not known never ends: that is for a person to judge. */
const hasEnded = ({ state, changed }: SpendingRow, { liveUntil }: AnyPending, now: number): boolean =>
  (state === 'delivered' && now - changed > REDELIVERY_MS) ||
  (state === 'declined' && liveUntil !== undefined && now > Date.parse(liveUntil) + CLOCKS_DIFFER_MS);

async function isApproved(buying: Buying, quote: Quote, ask: AskPerson): Promise<boolean> {
  const price = BigInt(quote.amountAtomic);
  const decision = decideByCaps(price, buying.spending.spent(buying.now()), buying.caps);
  if (decision === 'pay') return true;
  if (decision !== 'ask') throw refused(buying, decision, price);
  const answered = await ask(quote);
  if (answered === 'cannot_ask') throw refused(buying, 'cannot_ask', price);
  return answered === 'yes';
}

type Refusal = 'over_call_cap' | 'over_day_cap' | 'cannot_ask' | 'under_way' | 'kept';

function refused({ caps, spending, now }: Buying, why: Refusal, price: bigint): PurchaseStopped {
  const asked = dollarsOf(price);
  const words: Readonly<Record<Refusal, () => string>> = {
    over_call_cap: () => `${asked} is over the cap for one call, ${dollarsOf(caps.perCall)} (--max-per-call)`,
    over_day_cap: () =>
      `${asked} is over what is left for 24 hours: ${dollarsOf(spending.spent(now()))} of ${dollarsOf(caps.perDay)} is spent (--max-per-day)`,
    cannot_ask: () =>
      `${asked} is above ${dollarsOf(caps.askAbove)}, so a person must agree, and this MCP host cannot ask one. If you agree to such prices, raise --ask-above`,
    under_way: () => 'another process is paying for the same call: call again in a minute',
    kept: () => 'another process has just paid for the same call: call again to get its answer',
  };
  return new PurchaseStopped('not_approved', words[why]());
}
