import type { Transfer } from '../../accounting/reconcile.ts';
import { associatedTokenAccount } from '../../gate/rails/solana-address.ts';
import type { Arrivals } from '../../ports.ts';
import { Latest } from '../../values/latest.ts';
import type { Network } from '../../values/payment.ts';
import { SECOND_MS } from '../../values/time.ts';
import type { SolanaChain } from './chain.ts';

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
    async *since(since) {
      const slot = await chain.finalSlot();
      const ids = (await idsSince(since)).reverse();
      for (let i = 0; i < ids.length; i += PAGE) {
        const page = ids.slice(i, i + PAGE);
        const transfers: Transfer[] = [];
        for (let j = 0; j < page.length; j += AT_ONCE) {
          const found = await Promise.all(
            page.slice(j, j + AT_ONCE).map(({ signature }) => arrival(signature)),
          );
          transfers.push(...found.filter((each) => each !== undefined).filter(isIncoming));
        }
        yield { transfers, throughBlock: transfers.at(-1)?.block ?? '0', through: page.at(-1)!.time };
      }
      yield { transfers: [], throughBlock: String(slot), through: await chain.timeOf(slot) };
    },
    async paid({ transaction, amount, payTo: soldTo = payTo }) {
      const to = soldTo === payTo ? account : associatedTokenAccount(soldTo, asset);
      const found = transaction === null ? undefined : await arrival(transaction, to);
      return found !== undefined && isIncoming(found) && found.amount === amount;
    },
    timeOf: (block) => chain.timeOf(Number(block)),
  };

  /** Newest first, and in reverse what a page was asked for: the list grows while it is read, at its other end. */
  async function idsSince(since: number): Promise<{ signature: string; time: number }[]> {
    const ids: { signature: string; time: number }[] = [];
    for (let before: string | undefined; ; ) {
      const page = await chain.history(account, before);
      for (const { signature, failed, time } of page)
        if (!failed && time >= since) ids.push({ signature, time });
      before = page.at(-1)?.signature;
      if (before === undefined || page.at(-1)!.time < since) return ids;
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
