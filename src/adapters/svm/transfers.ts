import type { Transfer } from '../../accounting/reconcile.ts';
import { associatedTokenAccount } from '../../gate/rails/solana-address.ts';
import type { ArrivalPage, Arrivals } from '../../ports.ts';
import { Failure } from '../../values/failure.ts';
import { Latest } from '../../values/latest.ts';
import type { Network } from '../../values/payment.ts';
import { SECOND_MS } from '../../values/time.ts';
import type { NamingTransaction, SolanaChain } from './chain.ts';

/** Our clock and those of the chain's blocks agree within this. */
const CLOCK_DOUBT_MS = 60 * SECOND_MS;
/** Transactions looked up side by side. */
const AT_ONCE = 8;
const PAGE = 64;
/** Final transactions that need not be looked up again by the next comparison. */
const REMEMBERED = 16_384;

/**
 * What final transactions brought to the seller's token account. Solana keeps no logs by recipient: the ids of all
 * transactions that name the account are listed, and each that did not fail is looked up once. Only the ids of a span
 * are held.
 */
export function solanaTransfers(
  chain: Pick<SolanaChain, 'finalSlot' | 'timeOf' | 'history' | 'change'>,
  { network, asset, payTo }: { readonly network: Network; readonly asset: string; readonly payTo: string },
): Arrivals {
  const account = associatedTokenAccount(payTo, asset);
  const known = new Latest<Transfer>(REMEMBERED);

  return {
    network,
    finalThrough: async () => (await chain.timeOf(await chain.finalSlot())) - CLOCK_DOUBT_MS,
    async *since(since, after) {
      const slot = await chain.finalSlot();
      const time = await chain.timeOf(slot);
      if (after !== undefined && Number(after) > slot)
        throw new Error('the node shows no slot after those that were final before');
      const ids = (await idsSince(since, Number(after ?? -1))).reverse();
      const young = ids.findIndex((each) => each.time > time - CLOCK_DOUBT_MS);
      const old = young < 0 ? ids : ids.slice(0, young);
      yield* pagesOf(old, true);
      // Without a transaction, too, the time passes.
      const throughBlock = String(old.at(-1)?.slot ?? after ?? 0);
      yield { transfers: [], throughBlock, through: time - CLOCK_DOUBT_MS, isFinal: true };
      yield* pagesOf(ids.slice(old.length), false);
      yield { transfers: [], throughBlock: String(slot), through: time, isFinal: false };
    },
    async paid({ transaction, amount, payTo: soldTo = payTo }) {
      const to = soldTo === payTo ? account : associatedTokenAccount(soldTo, asset);
      const found = transaction === null ? undefined : await arrival(transaction, to);
      return found !== undefined && isIncoming(found) && found.amount === amount;
    },
    timeOf: (block) => chain.timeOf(Number(block)),
  };

  /** Transactions of one slot are of one page, since a later reading goes on after the slot of a page. */
  async function* pagesOf(ids: readonly NamingTransaction[], isFinal: boolean): AsyncGenerator<ArrivalPage> {
    for (let i = 0, end = 0; i < ids.length; i = end) {
      end = Math.min(i + PAGE, ids.length);
      while (ids[end]?.slot === ids[end - 1]!.slot) end++;
      const page = ids.slice(i, end);
      const transfers: Transfer[] = [];
      for (let j = 0; j < page.length; j += AT_ONCE) {
        const found = await Promise.all(
          page.slice(j, j + AT_ONCE).map(({ signature }) => arrival(signature)),
        );
        transfers.push(...found.filter((each) => each !== undefined).filter(isIncoming));
      }
      const { slot, time } = page.at(-1)!;
      yield { transfers, throughBlock: String(slot), through: time, isFinal };
    }
  }

  /** Newest first, and in reverse what a page was asked for: the list grows while it is read, at its other end. */
  async function idsSince(since: number, after: number): Promise<NamingTransaction[]> {
    const ids: NamingTransaction[] = [];
    const isNew = ({ time, slot }: NamingTransaction) => time >= since && slot > after;
    for (let before: string | undefined; ; ) {
      const page = await chain.history(account, before);
      ids.push(...page.filter((each) => !each.failed && isNew(each)));
      before = goingOn(page, before);
      if (before === undefined || !isNew(page.at(-1)!)) return ids;
    }
  }

  /** What is final stays so. Undefined: no final block holds it. */
  async function arrival(signature: string, to = account): Promise<Transfer | undefined> {
    const seen = to === account ? known.get(signature) : undefined;
    if (seen) return seen;
    const change = await chain.change(signature, to);
    if (!change) return undefined;
    const { slot, amount } = change;
    const transfer = { network, asset, amount: String(amount), transaction: signature, block: String(slot) };
    if (to === account) known.set(signature, transfer);
    return transfer;
  }
}

/** The seller spends from the same account, and a transaction may name it and leave it as it is. */
const isIncoming = ({ amount }: Transfer): boolean => BigInt(amount) > 0n;

/** The last id of a page. A node that does not heed where to go on would be asked for ever. */
function goingOn(page: readonly { readonly signature: string }[], before?: string): string | undefined {
  const last = page.at(-1)?.signature;
  if (last !== undefined && last === before)
    throw new Failure('the node shows the same page again', 'SAME_PAGE');
  return last;
}
