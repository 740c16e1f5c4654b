import { type Hex, keccak256, type PrivateKeyAccount } from 'viem';
import type { Clock, Settled, Settler, Verified } from '../../ports.ts';
import type { Payment as AnyPayment, SignedAuthorization } from '../../values/payment.ts';
import { authenticate, awaitReceipt, lookFirst, type Terms, unpaid } from './authorization.ts';
import { Busy } from './busy.ts';
import { type Chain, paidUs } from './chain.ts';
import { type Recover, transferCall } from './eip3009.ts';
import { openLane } from './lane.ts';

type Payment = AnyPayment<SignedAuthorization>;

export interface EvmSettlerOptions {
  readonly chain: Chain;
  readonly chainId: number;
  /** Pays gas. Never the recipient, never a buyer. */
  readonly account: PrivateKeyAccount;
  readonly clock: Clock;
  /** How often a receipt is asked for, and for how long. */
  readonly pollMs: number;
  readonly receiptTimeoutMs?: number;
  /** Whether this node may send with its key now: one key has one queue. */
  readonly mayUseKey?: () => boolean;
  /** Whether an address is a settler key of ours, on this node or another. */
  readonly isOurs?: (address: string) => Promise<boolean>;
  /** Recovers signers; in a worker with a bounded queue where there is one. */
  readonly recover?: Recover;
  /** Told what a node or a send failed with: operators need it, callers never see it. */
  readonly report?: (where: string, error: unknown) => void;
}

/** How long one look at an earlier payment waits for its receipt. The next look is a timer's or the buyer's. */
const RESOLVE_WAIT_MS = 2_000;

/** Settles in process with our own key: one transaction a sale, no third party. */
export function evmSettler({
  chain,
  chainId,
  account,
  clock,
  pollMs,
  receiptTimeoutMs = 20_000,
  mayUseKey = () => true,
  isOurs = async (address) => address === account.address.toLowerCase(),
  recover,
  report = () => {},
}: EvmSettlerOptions): Settler<SignedAuthorization> {
  const lane = openLane(chain.client, account, chainId, clock.now, (error) => report('send', error));

  return {
    authenticate: (payment) => orUnreachable('authenticate', () => authenticate(payment, chain, recover)),
    verify: (payment) => orUnreachable('verify', () => verify(payment)),
    settle,
    resolve: async (sent) => {
      try {
        return await resolve(sent.offer, sent.proof, sent.rawTransaction as Hex | null, sent.since);
      } catch (error) {
        report('resolve', error);
        return { kind: 'unknown' };
      }
    },
  };

  async function verify(payment: Payment): Promise<Verified> {
    const authentic = await authenticate(payment, chain, recover);
    if (authentic.kind !== 'valid') return authentic;
    const looked = await lookFirst(payment, chain, clock);
    return looked.kind === 'paid'
      ? { kind: 'paid', transaction: looked.transaction, ours: await isOurs(looked.sender) }
      : looked;
  }

  async function settle(payment: Payment, record: Parameters<Settler['settle']>[1]): Promise<Settled> {
    if (!mayUseKey()) return { kind: 'not_sent' };
    const sent = await lane.submit(payment.offer.asset as Hex, transferCall(payment.proof), record);
    if (sent.kind !== 'sent') return sent;
    try {
      return await awaitPayment(
        sent.transaction,
        payment.offer,
        payment.proof,
        clock.now(),
        receiptTimeoutMs,
      );
    } catch (error) {
      report('receipt', error);
      return { kind: 'unknown' };
    }
  }

  /** An outage must never read as a bad signature: whatever throws here could not be asked. */
  async function orUnreachable(where: string, ask: () => Promise<Verified>): Promise<Verified> {
    try {
      return await ask();
    } catch (error) {
      if (error instanceof Busy) return { kind: 'busy' };
      report(where, error);
      return { kind: 'unreachable' };
    }
  }

  async function awaitPayment(
    transaction: Hex,
    terms: Terms,
    signed: SignedAuthorization,
    since: number,
    forMs: number,
  ): Promise<Settled> {
    const receipt = await awaitReceipt(transaction, chain, clock, pollMs, forMs);
    if (!receipt) {
      lane.doubt();
      return { kind: 'unknown' };
    }
    return paidUs(receipt, terms, signed)
      ? { kind: 'settled', transaction }
      : unpaid(chain, terms, signed, since);
  }

  /**
   * The sale ended without our transaction: a front-runner's paid, or the payer cancelled. A node may have lost ours,
   * and then later sales wait behind its nonce. Mined now it moves nothing, and the way is free. One that ran out is
   * left alone: in a chain that goes far back it could still charge a buyer who was told that it cannot.
   */
  function closeGap(raw: Hex, ended: Settled): void {
    if (ended.kind === 'failed' && ended.reason === 'authorization_expired') lane.doubt();
    else void lane.resend(raw).then((outcome) => outcome === 'sent' || lane.doubt());
  }

  async function resolve(
    terms: Terms,
    signed: SignedAuthorization,
    raw: Hex | null,
    since: number,
  ): Promise<Settled> {
    const known = raw ? await chain.receipt(keccak256(raw)) : undefined;
    if (known && paidUs(known, terms, signed)) return { kind: 'settled', transaction: known.transactionHash };
    const without = await unpaid(chain, terms, signed, since);
    if (without.kind !== 'unknown' && !known && raw && raw !== '0x') closeGap(raw, without);
    if (without.kind !== 'unknown' || known) return without;
    if (!raw) return { kind: 'not_sent' };
    const sent = await lane.resend(raw);
    if (sent === 'dead') return { kind: 'not_sent' };
    return sent === 'sent'
      ? awaitPayment(keccak256(raw), terms, signed, since, RESOLVE_WAIT_MS)
      : { kind: 'unknown' };
  }
}
