import {
  type Hex,
  keccak256,
  type PrivateKeyAccount,
  parseTransaction,
  recoverTransactionAddress,
  type TransactionSerialized,
} from 'viem';
import { Latest } from '../../values/latest.ts';
import { type ChainGas, ROLLUP_GAS } from '../../values/networks.ts';
import type { Chain } from './chain.ts';
import { openPurse } from './gas.ts';
import { openSentBytes } from './missing.ts';
import { openSending, SEND_TRIES } from './sending.ts';

/** Gas for one transferWithAuthorization of an account without code. */
export const GAS_LIMIT = 200_000n;
/** Of a payer whose signature is checked by code, which may take two thirds of it: more is refused by simulation first. */
export const WALLET_GAS = 300_000n;
const FEES_FRESH_MS = 3_000;

export interface Signed {
  readonly rawTransaction: Hex;
  readonly transaction: Hex;
}

export type Sent =
  | { readonly kind: 'sent'; readonly transaction: Hex }
  /** No node took it. `refused`: our account cannot pay for its gas. */
  | { readonly kind: 'not_sent'; readonly refused?: 'out_of_gas' }
  /** It was recorded; whether a node has it is not known. */
  | { readonly kind: 'unknown' };

type Record = (signed: Signed) => Promise<boolean>;

interface Fees {
  readonly maxFeePerGas: bigint;
  readonly maxPriorityFeePerGas: bigint;
}

/** Signed and recorded bytes that no node is known to have. */
interface Stuck {
  readonly rawTransaction: Hex;
  readonly until: bigint;
}

/** Transactions remembered as tried, the latest ones: many more than can be under way. */
const MAX_TRIED = 8_192;
/** Nonces that one look fills. */
const MAX_FILLED = 32;

/**
 * The one ordered queue of a settler key. A transaction is signed, recorded, then sent, one at a time; a send that
 * fails is sent again at the same nonce before anything else, so that there is never a gap behind which paid
 * transactions wait.
 */
export interface Lane {
  /** `until`: chain time, epoch seconds, after which these bytes charge nobody, wherever and whenever they are mined. */
  submit(to: Hex, data: Hex, record: Record, until: bigint, gas?: bigint): Promise<Sent>;
  /** What gas costs a transaction that is made now. Throws when nobody can be asked. */
  fees(): Promise<Fees>;
  /** Whether this lane was told that these bytes are recorded, and has tried to send them. */
  hasTried(rawTransaction: Hex): boolean;
  /** Sends recorded bytes again. `dead`: their nonce was spent by another transaction, they can never be mined. */
  resend(rawTransaction: Hex): Promise<'sent' | 'dead' | 'unknown'>;
  /**
   * A transaction that was sent does not show up. A node may have lost it, and then its nonce is a gap that nothing
   * after it can pass: so the next nonce is asked for again instead of counted.
   */
  doubt(): void;
  /**
   * Looks whether the chain lacks a nonce that was sent, and sends its bytes again; those that are too old for that are
   * left, and the next sale takes their nonce. Never throws.
   */
  fillGap(): Promise<void>;
  /** Whether these bytes wait behind a nonce that the node knows no transaction for. */
  isBehindGap(rawTransaction: Hex): Promise<boolean>;
  /**
   * Which of these transactions can never be mined: another one has spent their nonce, and the node does not know them.
   * Never throws.
   */
  overtaken(transactions: readonly Hex[]): Promise<Hex[]>;
  /** Looks whether the account can pay for one more sale. */
  canPay(): Promise<boolean>;
}

export function openLane(
  { client, now: chainTime }: Pick<Chain, 'client' | 'now'>,
  account: PrivateKeyAccount,
  chainId: number,
  now: () => number,
  report: (error: unknown) => void,
  /** Told when the account cannot pay for gas any more, and when it can again. */
  gasChanged: (isEnough: boolean) => void = () => {},
  { maxTip, data: dataGas }: ChainGas = ROLLUP_GAS,
): Lane {
  const purse = openPurse(client, account.address, now, gasChanged);
  const { resend, isKnown } = openSending(client, purse.refused, report);
  let tail: Promise<unknown> = Promise.resolve();
  let nonce: number | undefined;
  let stuck: Stuck | undefined;
  /** Nonce by transaction. */
  const tried = new Latest<number>(MAX_TRIED);
  const sentBytes = openSentBytes(now);
  let fees: (Fees & { readonly at: number }) | undefined;

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const mine = tail.then(work);
    tail = mine.catch(() => {});
    return mine;
  };

  return {
    submit: (to, data, record, until, gas = GAS_LIMIT) => inTurn(() => submit(to, data, record, until, gas)),
    fees: async () => {
      const { maxFeePerGas, maxPriorityFeePerGas } = await currentFees();
      return { maxFeePerGas, maxPriorityFeePerGas };
    },
    hasTried: (rawTransaction) => tried.get(keccak256(rawTransaction)) !== undefined,
    // Whoever looks at it again comes again.
    resend: (rawTransaction) => inTurn(() => again(rawTransaction, 1)),
    canPay: () => affords(GAS_LIMIT),
    isBehindGap: async (rawTransaction) => {
      const own = tried.get(keccak256(rawTransaction));
      const place =
        own === undefined ? await placeOf(rawTransaction) : { nonce: own, address: account.address };
      if (place === undefined) return false;
      const next = await client.getTransactionCount({ address: place.address, blockTag: 'pending' });
      return next < place.nonce;
    },
    // In turn: a submit that is under way would count on from its own nonce, and the doubt would be forgotten.
    fillGap: () => inTurn(fillGap).catch(report),
    overtaken: (transactions) =>
      overtaken(transactions).catch((error) => {
        report(error);
        return [];
      }),
    doubt: () =>
      void inTurn(async () => {
        nonce = undefined;
      }),
  };

  async function fillGap(): Promise<void> {
    if (nonce === undefined) return;
    const missing = await client.getTransactionCount({ address: account.address, blockTag: 'pending' });
    for (let at = missing; at < Math.min(nonce, missing + MAX_FILLED); at++) {
      const raw = sentBytes.young(at);
      if (!raw) {
        nonce = undefined;
        return;
      }
      if ((await again(raw)) === 'unknown') return;
    }
  }

  /** One question for all of them, unless a nonce of theirs is spent. */
  async function overtaken(transactions: readonly Hex[]): Promise<Hex[]> {
    const mined = await client.getTransactionCount({ address: account.address, blockTag: 'latest' });
    const spent = transactions.filter((each) => (tried.get(each) ?? mined) < mined);
    const known = await Promise.all(spent.map(isKnown));
    return spent.filter((_, i) => known[i] === 'dead');
  }

  async function submit(to: Hex, data: Hex, record: Record, until: bigint, gas: bigint): Promise<Sent> {
    try {
      if (!(await affords(gas))) return { kind: 'not_sent', refused: 'out_of_gas' };
    } catch (error) {
      report(error);
      return { kind: 'not_sent' };
    }
    if (stuck !== undefined && !(await isFreed(stuck))) return { kind: 'not_sent' };
    stuck = undefined;
    for (let round = 0; round < SEND_TRIES; round++) {
      // Bytes that look dead may have been mined all the same, where the node that was asked for them is behind.
      const noMore: Sent = { kind: round === 0 ? 'not_sent' : 'unknown' };
      let signed: Signed & { readonly nonce: number };
      try {
        signed = await sign(to, data, gas);
      } catch (error) {
        report(error);
        return noMore;
      }
      if (!(await recorded(record, signed))) return noMore;
      const sent = await resend(signed.rawTransaction);
      if (sent === 'unpaid')
        return round === 0 ? { kind: 'not_sent', refused: 'out_of_gas' } : { kind: 'unknown' };
      tried.set(signed.transaction, signed.nonce);
      if (sent !== 'dead') sentBytes.keep(signed.nonce, signed.rawTransaction);
      if (sent === 'sent') {
        nonce = signed.nonce + 1;
        return { kind: 'sent', transaction: signed.transaction };
      }
      if (sent === 'unknown') {
        stuck = { rawTransaction: signed.rawTransaction, until };
        return { kind: 'unknown' };
      }
      // Another process spent this nonce with this key: these bytes are dead, so new ones at the next nonce are safe.
      nonce = undefined;
    }
    return { kind: 'unknown' };
  }

  /**
   * Whether the next bytes need not wait for these any more. A node may refuse them for good, because their fee is below
   * what it takes by now: then the lane stands still, but not for ever. While an authorization in them is good, other
   * bytes at their nonce would leave a row whose own bytes can charge its buyer or can never do so, and nobody could say
   * which. Once it has run out, by the clock and margin by which its row fails, the token refuses it: however late these
   * bytes are mined they move nothing, and what they can spoil is a nonce, which the lane asks for again.
   */
  async function isFreed({ rawTransaction, until }: Stuck): Promise<boolean> {
    const outcome = await again(rawTransaction);
    if (outcome === 'unknown' && !(await isOver(until))) return false;
    nonce = outcome === 'sent' && nonce !== undefined ? nonce + 1 : undefined;
    return true;
  }

  async function isOver(until: bigint): Promise<boolean> {
    try {
      return (await chainTime()) > until;
    } catch (error) {
      report(error);
      return false;
    }
  }

  async function sign(to: Hex, data: Hex, gas: bigint): Promise<Signed & { readonly nonce: number }> {
    const used =
      nonce ?? (await client.getTransactionCount({ address: account.address, blockTag: 'pending' }));
    nonce = used;
    const { at: _at, ...perGas } = await currentFees();
    const rawTransaction = await account.signTransaction({
      type: 'eip1559',
      chainId,
      nonce: used,
      to,
      data,
      gas: gas + dataGas,
      ...perGas,
    });
    return { rawTransaction, transaction: keccak256(rawTransaction), nonce: used };
  }

  async function currentFees() {
    if (fees && now() - fees.at < FEES_FRESH_MS) return fees;
    const { maxFeePerGas, maxPriorityFeePerGas } = boundedTip(await client.estimateFeesPerGas(), maxTip);
    fees = { maxFeePerGas: maxFeePerGas * 2n, maxPriorityFeePerGas, at: now() };
    return fees;
  }

  async function affords(gas: bigint): Promise<boolean> {
    const { maxFeePerGas } = await currentFees();
    return purse.covers((gas + dataGas) * maxFeePerGas, gas === GAS_LIMIT);
  }

  /** Bytes that may have been sent before: that they are refused now says nothing of then. */
  async function again(rawTransaction: Hex, tries = SEND_TRIES): Promise<'sent' | 'dead' | 'unknown'> {
    const outcome = await resend(rawTransaction, tries);
    return outcome === 'unpaid' ? 'unknown' : outcome;
  }
}

/**
 * The base fee is the chain's: a node that names a higher one costs nothing. The tip is paid as it is signed, so a node
 * that lies about it would spend our account. More tip only buys a place in the block, so less of it is safe.
 */
function boundedTip({ maxFeePerGas, maxPriorityFeePerGas: tip }: Fees, maxTip: bigint): Fees {
  if (tip <= maxTip) return { maxFeePerGas, maxPriorityFeePerGas: tip };
  return { maxFeePerGas: maxFeePerGas - tip + maxTip, maxPriorityFeePerGas: maxTip };
}

/** Where bytes that another process signed stand: their nonce, and whose. It may have a key of its own. */
async function placeOf(rawTransaction: Hex): Promise<{ nonce: number; address: Hex } | undefined> {
  try {
    const address = await recoverTransactionAddress({
      serializedTransaction: rawTransaction as TransactionSerialized,
    });
    return { nonce: parseTransaction(rawTransaction).nonce ?? 0, address };
  } catch {
    return undefined;
  }
}

/** A record that throws may have been written: nothing is sent then, and the row is left to the reconciler. */
export async function recorded<T>(record: (sending: T) => Promise<boolean>, sending: T): Promise<boolean> {
  try {
    return await record(sending);
  } catch {
    return false;
  }
}
