import { type Hex, keccak256, type PrivateKeyAccount } from 'viem';
import type { Clock, Settled, Settler, Verified } from '../../ports.ts';
import type { Offer, Payment, SignedAuthorization } from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import { type Chain, paidUs } from './chain.ts';
import { authorizationHash, type Recover, signedByAccount, transferCall } from './eip3009.ts';
import { openLane } from './lane.ts';

export interface EvmSettlerOptions {
  readonly chain: Chain;
  readonly chainId: number;
  /** Pays gas. Never the recipient, never a buyer. */
  readonly account: PrivateKeyAccount;
  readonly clock: Clock;
  /** How often a receipt is asked for, and for how long. */
  readonly pollMs: number;
  readonly receiptTimeoutMs?: number;
  /** Recovers signers; in a worker with a bounded queue where there is one. */
  readonly recover?: Recover;
  /** Told what a node or a send failed with: operators need it, callers never see it. */
  readonly report?: (where: string, error: unknown) => void;
}

type Terms = Pick<Offer, 'network' | 'asset' | 'amount' | 'payTo'>;

/** How far back a used authorization without a row is looked for. Older ones cannot be a purchase under way. */
const FOREIGN_LOOKBACK_MS = 3_600_000;
/** Chain time beyond `validBefore` before an unused authorization is called dead: longer than a reorganisation goes back. */
const EXPIRY_MARGIN_SECONDS = 30n;
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
  recover,
  report = () => {},
}: EvmSettlerOptions): Settler {
  const lane = openLane(chain.client, account, chainId, clock.now, (error) => report('send', error));
  const self = account.address.toLowerCase();

  return {
    authenticate: (payment) => orUnreachable('authenticate', () => authenticate(payment)),
    verify: (payment) => orUnreachable('verify', () => verify(payment)),
    settle,
    resolve: async (sent) => {
      try {
        return await resolve(sent.offer, sent.signed, sent.rawTransaction as Hex | null, sent.since);
      } catch (error) {
        report('resolve', error);
        return { kind: 'unknown' };
      }
    },
  };

  async function authenticate(payment: Payment): Promise<Verified> {
    const hash = authorizationHash(payment.offer, payment);
    if (await signedByAccount(hash, payment, recover)) return { kind: 'valid' };
    const code = await chain.client.getCode({ address: payment.payer as Hex });
    if (!code || code === '0x') return declined('invalid_signature');
    const accepted = await chain.acceptedByWallet(payment.payer as Hex, hash, payment.signature as Hex);
    return accepted ? { kind: 'valid' } : declined('invalid_signature');
  }

  async function verify(payment: Payment): Promise<Verified> {
    const authentic = await authenticate(payment);
    if (authentic.kind !== 'valid') return authentic;
    const { used, balance, revert } = await chain.look(payment.offer, payment);
    if (used) {
      const paid = await chain.findTransfer(payment.offer, payment, clock.now() - FOREIGN_LOOKBACK_MS);
      return paid
        ? { kind: 'paid', transaction: paid.transaction, ours: paid.sender === self }
        : declined('authorization_used');
    }
    if (balance < BigInt(payment.offer.amount)) return declined('insufficient_balance');
    return revert === undefined ? { kind: 'valid' } : declined(reasonOf(revert));
  }

  async function settle(payment: Payment, record: Parameters<Settler['settle']>[1]): Promise<Settled> {
    const sent = await lane.submit(payment.offer.asset as Hex, transferCall(payment), record);
    if (sent.kind !== 'sent') return sent;
    try {
      return await awaitReceipt(sent.transaction, payment.offer, payment, clock.now(), receiptTimeoutMs);
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
      report(where, error);
      return { kind: 'unreachable' };
    }
  }

  async function awaitReceipt(
    transaction: Hex,
    terms: Terms,
    signed: SignedAuthorization,
    since: number,
    forMs: number,
  ): Promise<Settled> {
    for (const until = clock.now() + forMs; ; await clock.sleep(pollMs)) {
      const receipt = await chain.receipt(transaction);
      if (receipt)
        return paidUs(receipt, terms, signed)
          ? { kind: 'settled', transaction }
          : unpaid(terms, signed, since);
      if (clock.now() >= until) return { kind: 'unknown' };
    }
  }

  /**
   * Our transaction moved nothing. Whether anybody else's did, or still can, is read in this order: the time first, so
   * that "unused" is newer than "expired" and a transfer mined between the two reads is never overlooked.
   */
  async function unpaid(terms: Terms, signed: SignedAuthorization, since: number): Promise<Settled> {
    const expired = (await chain.now()) > BigInt(signed.authorization.validBefore) + EXPIRY_MARGIN_SECONDS;
    if (await chain.isUsed(terms, signed)) {
      const paid = await chain.findTransfer(terms, signed, since - FOREIGN_LOOKBACK_MS);
      return paid
        ? { kind: 'settled', transaction: paid.transaction }
        : { kind: 'failed', reason: 'authorization_used' };
    }
    // Unused and still valid: our transaction made the signature public, so anyone may send it. Not a "no" yet.
    return expired ? { kind: 'failed', reason: 'authorization_expired' } : { kind: 'unknown' };
  }

  async function resolve(
    terms: Terms,
    signed: SignedAuthorization,
    raw: Hex | null,
    since: number,
  ): Promise<Settled> {
    const known = raw ? await chain.receipt(keccak256(raw)) : undefined;
    if (known && paidUs(known, terms, signed)) return { kind: 'settled', transaction: known.transactionHash };
    const without = await unpaid(terms, signed, since);
    if (without.kind !== 'unknown' || known) return without;
    if (!raw) return { kind: 'not_sent' };
    const sent = await lane.resend(raw);
    if (sent === 'dead') return { kind: 'not_sent' };
    return sent === 'sent'
      ? awaitReceipt(keccak256(raw), terms, signed, since, RESOLVE_WAIT_MS)
      : { kind: 'unknown' };
  }
}

const declined = (reason: DeclineReason): Verified => ({ kind: 'declined', reason });

/** Revert texts of FiatToken (USDC) by what they mean to a buyer. */
const REVERTS: readonly (readonly [RegExp, DeclineReason])[] = [
  [/invalid signature/i, 'invalid_signature'],
  [/expired/i, 'authorization_expired'],
  [/not yet valid/i, 'authorization_not_yet_valid'],
  [/used or canceled/i, 'authorization_used'],
  [/exceeds balance/i, 'insufficient_balance'],
];

const reasonOf = (revert: string): DeclineReason =>
  REVERTS.find(([pattern]) => pattern.test(revert))?.[1] ?? 'settlement_refused';
