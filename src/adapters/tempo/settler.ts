import type { TransactionReceipt } from 'viem';
import { CHALLENGE_SECONDS } from '../../gate/rails/mpp-challenge.ts';
import { type Clock, type Settled, type Settler, type Verified, waitsBy } from '../../ports.ts';
import { Failure } from '../../values/failure.ts';
import { Latest } from '../../values/latest.ts';
import {
  type ChallengeBinding,
  chainIdOf,
  type Payment,
  type TempoHash,
  type TempoTransaction,
} from '../../values/payment.ts';
import { type DeclineReason, declined } from '../../values/problem.ts';
import { unixSeconds } from '../../values/time.ts';
import { recorded } from '../evm/lane.ts';
import { openPace } from '../evm/receipts.ts';
import { type TempoChain, type TempoTerms, tempoPaidUs } from './chain.ts';
import { isBoundTo } from './memo.ts';
import { readTransaction, type SignedTransaction } from './transaction.ts';

type TempoProof = TempoTransaction | TempoHash;
type Resolve = Parameters<Settler<TempoProof>['resolve']>[0];

export interface TempoSettlerOptions {
  readonly chain: TempoChain;
  readonly clock: Clock;
  /** How often a receipt is asked for, and for how long. */
  readonly pollMs: number;
  readonly receiptTimeoutMs?: number;
  /** Told what a node failed with: operators need it, callers never see it. */
  readonly report?: (where: string, error: unknown) => void;
}

/** How long a receipt is waited for before the bytes are sent again: by the first seller, or by the next look. */
const RESOLVE_WAIT_MS = 2_000;
/** What a node took a moment ago is only asked about: by a look that sends nothing, and waits for nothing. */
const LOOK_ONLY_MS = 6_000;
/** Many more payments than can be under way. */
const MAX_REMEMBERED = 8_192;
/** Chain time beyond a window before its blocks are searched: until then a receipt is far more likely. */
const MARGIN_SECONDS = 30;

/**
 * Settles MPP `tempo` charges: sends what the buyer signed (`transaction`), or finds what it has sent (`hash`). It holds
 * no key. The chain's own log decides: a `TransferWithMemo` of the token, to us, of the amount, bound to the challenge.
 */
export function tempoSettler({
  chain,
  clock,
  pollMs,
  receiptTimeoutMs = 20_000,
  report = () => {},
}: TempoSettlerOptions): Settler<TempoProof> {
  const waits = waitsBy(clock);
  const pace = openPace(waits, pollMs);
  /** When bytes of a row that was taken up again were sent last, by transaction. */
  const resentAt = new Latest<number>(MAX_REMEMBERED);

  return {
    authenticate: (payment) => asked('authenticate', payment, () => authenticate(payment)),
    verify: (payment) => asked('verify', payment, () => verify(payment)),
    settle,
    resolve: async (sent) => {
      try {
        return await resolve(sent);
      } catch (error) {
        report('tempo resolve', error);
        return { kind: 'unknown' };
      }
    },
  };

  /** Money may have moved already when a buyer names a hash: then an outage is not the answer "nothing moved". */
  async function asked(
    where: string,
    { proof }: Payment<TempoProof>,
    ask: () => Promise<Verified>,
  ): Promise<Verified> {
    try {
      return await ask();
    } catch (error) {
      report(`tempo ${where}`, error);
      return { kind: proof.kind === 'tempo_hash' ? 'unseen' : 'unreachable' };
    }
  }

  /** A signed transaction shows whose it is by itself. A hash is public: only the chain says what it paid for, and who. */
  async function authenticate({ proof, offer, payer }: Payment<TempoProof>): Promise<Verified> {
    if (proof.kind === 'tempo_hash') return look(proof, offer, payer);
    const signed = await readTransaction(proof.raw);
    return typeof signed === 'string' ? declined('invalid_signature') : { kind: 'valid' };
  }

  async function verify(payment: Payment<TempoProof>): Promise<Verified> {
    const { proof, offer, payer } = payment;
    // Until when a transaction that only its hash names can be mined nobody knows: that it is not there is never a no.
    if (proof.kind === 'tempo_hash') return look(proof, offer, payer);
    const signed = await readTransaction(proof.raw);
    if (typeof signed === 'string') return declined('invalid_signature');
    if (signed.chainId !== chainIdOf(offer.network)) return declined('wrong_network');
    const fault = transferFault(signed, offer, proof);
    if (fault) return declined(fault);
    const sent = await look(proof, offer, payer);
    if (sent.kind !== 'unseen') return sent;
    if ((await chain.balance(offer.asset, signed.from)) < BigInt(offer.amount))
      return declined('insufficient_balance');
    return (await chain.simulate(signed)) === undefined ? { kind: 'valid' } : declined('settlement_refused');
  }

  /** What the chain says of a transaction that may have been sent. */
  async function look(proof: TempoProof, terms: TempoTerms, named: string): Promise<Verified> {
    const receipt = await chain.receipt(proof.transaction);
    if (!receipt) return { kind: 'unseen' };
    if (receipt.status !== 'success') return declined('settlement_refused');
    const payer = payerIn(receipt, terms, proof);
    if (payer === undefined || (named !== '' && named !== payer))
      return { kind: 'worthless', as: 'paid_otherwise' };
    return { kind: 'paid', transaction: proof.transaction, ours: false, payer };
  }

  async function settle(
    { proof, offer }: Payment<TempoProof>,
    record: Parameters<Settler['settle']>[1],
  ): Promise<Settled> {
    if (proof.kind === 'tempo_hash') return { kind: 'not_sent' };
    const sending = { rawTransaction: proof.raw, transaction: proof.transaction };
    if (!(await recorded(record, sending))) return { kind: 'not_sent' };
    const isSent = await sent(proof.raw);
    const { now } = waits;
    const began = now();
    const until = began + receiptTimeoutMs;
    try {
      for (;;) {
        const outcome = await awaitPayment(proof, offer, began);
        if (outcome.kind !== 'unknown' || !isSent || now() >= until) return outcome;
        // A node may take it and pass it on to nobody. The same bytes are the same transaction, and its window is short.
        await chain.send(proof.raw).catch(() => {});
      }
    } catch (error) {
      report('tempo receipt', error);
      return { kind: 'unknown' };
    }
  }

  /** Whatever a node says to a send, it or another may have it, from us or from the buyer: only the window ends the question. */
  async function sent(raw: string): Promise<boolean> {
    try {
      await chain.send(raw);
      return true;
    } catch (error) {
      report('tempo send', error);
      return false;
    }
  }

  /** Waits for the receipt of a transaction that was sent. `began`: when the wait for it did, as the pace goes by that. */
  async function awaitPayment(proof: TempoProof, terms: TempoTerms, began: number): Promise<Settled> {
    const { now } = waits;
    for (const until = now() + RESOLVE_WAIT_MS; ; ) {
      await pace(began);
      const receipt = await chain.receipt(proof.transaction);
      if (receipt) return settledBy(proof, receipt, terms);
      if (now() >= until) return { kind: 'unknown' };
    }
  }

  async function resolve({ offer, proof, rawTransaction, since }: Resolve): Promise<Settled> {
    const receipt = await chain.receipt(proof.transaction);
    if (receipt) return settledBy(proof, receipt, offer);
    // The chain has shown it before, or the row would not be here: it will again.
    if (proof.kind === 'tempo_hash') return { kind: 'unknown' };
    const resent = resentAt.get(proof.transaction);
    if (resent !== undefined && waits.now() - resent < LOOK_ONLY_MS) return { kind: 'unknown' };
    const signed = await readTransaction(proof.raw);
    if (typeof signed === 'string') return { kind: 'failed', reason: 'authorization_expired' };
    const { validBefore } = signed;
    if ((await chain.now()) > validBefore + MARGIN_SECONDS)
      return (await chain.holds(proof.transaction, firstMinable(signed, since), validBefore)) === false
        ? { kind: 'failed', reason: 'authorization_expired' }
        : { kind: 'unknown' };
    if (rawTransaction === null) return { kind: 'not_sent' };
    if (await sent(rawTransaction)) resentAt.set(proof.transaction, waits.now());
    return awaitPayment(proof, offer, Number.NEGATIVE_INFINITY);
  }
}

/**
 * Epoch seconds before which no block can hold it: one whose nonce expires ends within half a minute of its block (Tempo
 * refuses others), and none was signed before its challenge was made.
 */
const firstMinable = ({ hasExpiringNonce, validBefore }: SignedTransaction, since: number): number =>
  Math.max(
    unixSeconds(since) - CHALLENGE_SECONDS - MARGIN_SECONDS,
    hasExpiringNonce ? validBefore - 2 * MARGIN_SECONDS : 0,
  );

function settledBy(proof: TempoProof, receipt: TransactionReceipt, terms: TempoTerms): Settled {
  return payerIn(receipt, terms, proof) === undefined
    ? { kind: 'failed', reason: 'settlement_refused' }
    : { kind: 'settled', transaction: proof.transaction };
}

/**
 * Who paid us. A transaction was read before it was sent: where it succeeded it paid us, so a receipt that does not show
 * that is not its own.
 */
function payerIn(receipt: TransactionReceipt, terms: TempoTerms, proof: TempoProof): string | undefined {
  const payer = tempoPaidUs(receipt, terms, proof);
  if (payer === undefined && receipt.status === 'success' && proof.kind === 'tempo_transaction')
    throw new Failure('the node shows a transaction without its transfer', 'NO_LOG');
  return payer;
}

/** Why a transaction does not pay us what was asked, bound to the challenge; undefined when it does. */
function transferFault(
  signed: Pick<SignedTransaction, 'from' | 'transfers'>,
  terms: TempoTerms,
  bound: ChallengeBinding,
): DeclineReason | undefined {
  // From the recipient to itself: nobody has paid anything.
  if (signed.from === terms.payTo.toLowerCase()) return 'settlement_refused';
  const mine = signed.transfers.filter(({ memo }) => isBoundTo(memo, bound));
  const fits = (each: (typeof mine)[number]) =>
    each.token === terms.asset.toLowerCase() &&
    each.to === terms.payTo.toLowerCase() &&
    each.amount === BigInt(terms.amount);
  if (mine.some(fits)) return undefined;
  const [near] = mine;
  if (!near) return 'payment_not_bound';
  if (near.token !== terms.asset.toLowerCase()) return 'wrong_asset';
  if (near.to !== terms.payTo.toLowerCase()) return 'wrong_recipient';
  return near.amount < BigInt(terms.amount) ? 'amount_too_low' : 'amount_too_high';
}
