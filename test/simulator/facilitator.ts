import type { Settled, Settler, Verified } from '../../src/ports.ts';
import type { Offer, Payment, SignedAuthorization } from '../../src/values/payment.ts';
import type { DeclineReason } from '../../src/values/problem.ts';
import { sendFault } from './rpc.ts';
import type { SignedTransfer, Transaction } from './token-chain.ts';
import { never, type Process, type World } from './world.ts';

/**
 * A third party that verifies and settles, and a settler that talks to it. The settler is a model of the adapter that
 * a facilitator needs: no word of the facilitator's is believed, only what the chain shows; an HTTP answer can end
 * the waiting but never decides an outcome.
 */

const ANSWER_TIMEOUT_MS = 60_000;
const RECEIPT_WAIT_MS = 20_000;
const POLL_MS = 1_000;
/** Blocks that a reorg may take back, in seconds: unused this long after the expiry is unused for ever. */
const EXPIRY_MARGIN_SECONDS = 20;
/** Journalled before the call, so that a row that was handed over is told from one that was not. */
const HANDED_OVER = '0x';

interface Answer {
  readonly success: boolean;
  readonly transaction: string;
  readonly network: string;
}

export class Facilitator {
  private readonly world: World;
  private readonly settled: Answer[] = [];
  private count = 0;
  onBroadcast: (tx: Transaction) => void = () => {};

  constructor(world: World) {
    this.world = world;
  }

  /** Broadcasts and answers when it is mined. The returned promise is the facilitator's, not the caller's. */
  async settle(transfer: SignedTransfer, network: string, delayMs: number): Promise<Answer> {
    const { chain, loop } = this.world;
    if (chain.revertOf(transfer) !== undefined) return { success: false, transaction: '', network };
    const tx: Transaction = { hash: `0xfac1${String(this.count++).padStart(60, '0')}`, sender: 'facilitator', nonce: undefined, calls: [{ kind: 'authorized', transfer }], priority: 10 };
    this.world.note(() => `facilitator broadcasts ${tx.hash.slice(-4)} for ${transfer.nonce.slice(0, 8)}`);
    chain.submit(tx, delayMs);
    this.onBroadcast(tx);
    for (const until = loop.now + RECEIPT_WAIT_MS; loop.now < until; await loop.sleep(POLL_MS)) {
      const mined = chain.receipt(tx.hash);
      if (!mined) continue;
      const answer = { success: mined.success, transaction: mined.success ? tx.hash : '', network };
      if (mined.success) this.settled.push(answer);
      return answer;
    }
    return { success: false, transaction: '', network };
  }

  /** The answer to somebody else's payment. */
  another(): Answer | undefined {
    return this.settled[0];
  }
}

const transferOf = ({ authorization, signature }: SignedAuthorization): SignedTransfer => ({
  from: authorization.from,
  to: authorization.to,
  value: Number(authorization.value),
  validAfter: Number(authorization.validAfter),
  validBefore: Number(authorization.validBefore),
  nonce: authorization.nonce,
  signature,
});

type Terms = Pick<Offer, 'amount' | 'payTo'>;

export function remoteSettler(world: World, process: Process, facilitator: Facilitator): Settler {
  const { chain, random, faults, loop } = world;
  let downUntil = 0;

  return {
    authenticate: (payment) => ask(() => authentic(payment)),
    verify: (payment) => ask(() => verified(payment)),
    settle,
    async resolve({ offer, signed, rawTransaction }) {
      const outcome = await read(() => fact(offer, signed));
      if (outcome === undefined) return { kind: 'unknown' };
      if (outcome.kind === 'unknown' && rawTransaction === null) return { kind: 'not_sent' };
      return outcome;
    },
  };

  function authentic(payment: Payment): Verified {
    return world.wallets.isSigned(transferOf(payment)) ? { kind: 'valid' } : { kind: 'declined', reason: 'invalid_signature' };
  }

  function verified(payment: Payment): Verified {
    const unsigned = authentic(payment);
    if (unsigned.kind !== 'valid') return unsigned;
    const { from, nonce } = payment.authorization;
    if (chain.isSpent(from, nonce)) {
      const transaction = transferTo(payment.offer, payment);
      return transaction === undefined ? declined('authorization_used') : { kind: 'paid', transaction, ours: false };
    }
    const revert = chain.revertOf(transferOf(payment));
    if (revert === undefined) return { kind: 'valid' };
    return declined(/exceeds balance/.test(revert) ? 'insufficient_balance' : /expired/.test(revert) ? 'authorization_expired' : 'settlement_refused');
  }

  async function settle(payment: Payment, record: Parameters<Settler['settle']>[1]): Promise<Settled> {
    try {
      if (!(await record({ rawTransaction: HANDED_OVER }))) return { kind: 'not_sent' };
    } catch {
      return { kind: 'not_sent' };
    }
    const answer = await call(payment);
    if (!answer?.success || !answer.transaction || answer.network !== payment.offer.network) return (await settledFact(payment)) ?? { kind: 'unknown' };
    // Told that it is done: look whether it is, for this authorization, before anything is delivered.
    return (await settledFact(payment)) ?? { kind: 'unknown' };
  }

  async function settledFact(payment: Payment): Promise<Settled | undefined> {
    const outcome = await read(() => fact(payment.offer, payment));
    return outcome?.kind === 'unknown' ? undefined : outcome;
  }

  /** One look at the chain. */
  function fact(terms: Terms, signed: SignedAuthorization): Settled {
    const { from, nonce, validBefore } = signed.authorization;
    if (chain.isSpent(from, nonce)) {
      const transaction = transferTo(terms, signed);
      return transaction === undefined ? { kind: 'failed', reason: 'authorization_used' } : { kind: 'settled', transaction };
    }
    return chain.timestamp() > Number(validBefore) + EXPIRY_MARGIN_SECONDS ? { kind: 'failed', reason: 'authorization_expired' } : { kind: 'unknown' };
  }

  function transferTo(terms: Terms, { authorization }: SignedAuthorization): string | undefined {
    const mined = chain.endOf(authorization.from, authorization.nonce);
    const at = mined?.logs.findIndex((log) => log.event === 'AuthorizationUsed' && log.nonce === authorization.nonce) ?? -1;
    const next = at < 0 ? undefined : mined?.logs[at + 1];
    return mined && next?.event === 'Transfer' && next.to === terms.payTo.toLowerCase() && next.value === Number(terms.amount) ? mined.tx.hash : undefined;
  }

  /** The settle call with everything that can become of it. Undefined: no usable answer. */
  function call(payment: Payment): Promise<Answer | undefined> {
    if (!process.alive) return never();
    const fault = sendFault(world);
    const network = payment.offer.network;
    const minableIn = fault === 'settler.pending' ? random.between(21_000, 170_000) : random.chance(0.2) ? random.between(2_000, 8_000) : 0;
    const answerIn = fault === 'settler.slow_answer' ? random.between(46_000, 58_000) : random.between(20, 300);
    return new Promise((resolve) => {
      const answer = (value: Answer | undefined, afterMs: number) => void loop.after(afterMs, () => process.resume(() => resolve(value)));
      answer(undefined, ANSWER_TIMEOUT_MS);
      if (fault === 'settler.lost_request') return;
      loop.after(random.between(5, 50), () => {
        if (fault === 'settler.success_without_transaction') return answer({ success: true, transaction: '', network }, answerIn);
        if (fault === 'settler.wrong_network') return answer({ success: true, transaction: `0x${'77'.repeat(32)}`, network: 'eip155:84532' }, answerIn);
        const other = fault === 'settler.duplicate_answer' ? facilitator.another() : undefined;
        if (other) return answer(other, answerIn);
        if (faults.strikes('crash.during_settle')) world.crash(process);
        // Without another settlement to mistake it for, the call itself arrives twice.
        if (fault === 'settler.duplicate_answer') void facilitator.settle(transferOf(payment), network, minableIn);
        void facilitator.settle(transferOf(payment), network, minableIn).then((done) => {
          if (fault === 'settler.accept_then_timeout') return;
          answer(fault === 'settler.error_after_settle' ? undefined : done, answerIn);
        });
      });
    });
  }

  async function ask(look: () => Verified): Promise<Verified> {
    const seen = await read(look);
    return seen ?? { kind: 'unreachable' };
  }

  /** A question to the facilitator or the chain; undefined when nobody answers. */
  function read<T>(look: () => T): Promise<T | undefined> {
    if (downUntil <= loop.now && faults.strikes('settler.reconcile_unavailable')) downUntil = loop.now + random.between(2_000, 40_000);
    if (downUntil > loop.now && !faults.ceased) {
      process.disturbed = true;
      return world.cross(process, 3_000, () => undefined, 0);
    }
    return world.cross(process, random.between(1, 60), look, random.between(1, 60));
  }
}

const declined = (reason: DeclineReason): Verified => ({ kind: 'declined', reason });
