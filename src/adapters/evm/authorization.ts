import type { Hex } from 'viem';
import type { Clock, Settled, Verified } from '../../ports.ts';
import { CLOCK_SLACK_SECONDS, LONGEST_WINDOW_SECONDS } from '../../values/limits.ts';
import { evmRowOf } from '../../values/networks.ts';
import type { Payment as AnyPayment, Offer, SignedAuthorization } from '../../values/payment.ts';
import { type DeclineReason, declined } from '../../values/problem.ts';
import { DAY_SECONDS, SECOND_MS } from '../../values/time.ts';
import type { Chain } from './chain.ts';
import { authorizationHash, type SignedByPayer } from './eip3009.ts';
import { type LookAs, OUT_OF_GAS } from './looks.ts';

/** What a chain says of one authorization: the same facts for every settler, whoever broadcasts. */

type Payment = AnyPayment<SignedAuthorization>;
export type EvmTerms = Pick<Offer, 'network' | 'asset' | 'amount' | 'payTo'>;

/** How far back a used authorization without a row is looked for: it was signed no longer ago than it may be valid. */
const FOREIGN_LOOKBACK_MS = (LONGEST_WINDOW_SECONDS + CLOCK_SLACK_SECONDS) * SECOND_MS;
/** Longer after its end nobody is owed an answer for an authorization, so its log is not looked for: no 402 without it. */
const OWED_MS = DAY_SECONDS * SECOND_MS;
/**
 * Chain time, epoch seconds, after which an authorization that is unused stays so: every block that could have held it
 * is too old by then to be replaced.
 */
export function chargesUntil(
  { network }: Pick<Offer, 'network'>,
  { authorization }: SignedAuthorization,
): bigint {
  const row = evmRowOf(network);
  if (!row) throw new RangeError('a payment on a network that is not in the table');
  return BigInt(authorization.validBefore) + BigInt(row.reorgSeconds ?? row.final.seconds);
}

/** A look at the chain before money moves. `paid`: somebody has used the authorization already, and it paid us. */
export type Looked =
  | Exclude<Verified, { kind: 'paid' }>
  | { readonly kind: 'paid'; readonly transaction: string; readonly sender: string };

/** `byAccount`: the payer's own key signed, as opposed to a contract that accepts the signature. */
type Authentic =
  | { readonly kind: 'valid'; readonly byAccount: boolean }
  | Extract<Verified, { kind: 'declined' }>;

/** Whether the payer signed: an ordinary account needs no chain, a wallet contract is asked. Throws when it cannot be. */
export async function authenticate(
  payment: Payment,
  chain: Chain,
  signedByPayer: SignedByPayer,
): Promise<Authentic> {
  const { offer, proof } = payment;
  if (await signedByPayer(offer, proof)) return { kind: 'valid', byAccount: true };
  if (!(await chain.hasCode(payment.payer as Hex))) return declined('invalid_signature');
  const hash = authorizationHash(offer, proof);
  const accepted = await chain.acceptedByWallet(payment.payer as Hex, hash, proof.signature as Hex);
  if (accepted === 'too_costly') return declined('signature_too_costly');
  return accepted === 'yes' ? { kind: 'valid', byAccount: false } : declined('invalid_signature');
}

/**
 * Nonce, balance and a simulation of an authentic payment. Throws when the chain cannot be asked. `ahead`: what other payments of its payer are about to take from the balance.
 */
export async function lookFirst(
  payment: Payment,
  chain: Chain,
  clock: Clock,
  as: LookAs,
  ahead: () => bigint = () => 0n,
): Promise<Looked> {
  const { used, balance, revert } = await chain.look(payment.offer, payment.proof, as);
  // A node may read the nonce on an older block than the one on which it tries the transfer: either may know.
  if (used || (revert !== undefined && reasonOf(revert) === 'authorization_used')) {
    // It was used before it ran out, and for a purchase of ours not long before.
    const end = Math.min(clock.now(), Number(payment.proof.authorization.validBefore) * SECOND_MS);
    if (clock.now() - end > OWED_MS) return { kind: 'worthless', as: 'used_long_ago' };
    const paid = await chain.findTransfer(payment.offer, payment.proof, end - FOREIGN_LOOKBACK_MS);
    return paid ? { kind: 'paid', ...paid } : declined('authorization_used');
  }
  const amount = BigInt(payment.offer.amount);
  if (balance < amount) return declined('insufficient_balance');
  if (revert === undefined) return balance < amount + ahead() ? { kind: 'held' } : { kind: 'valid' };
  return PAUSED.test(revert) ? { kind: 'unreachable' } : declined(reasonOf(revert));
}

/**
 * A transaction that was to carry the authorization did not pay us, or is not known. Whether another did, or still can,
 * is read from one block (`Chain.sight`). A log is a fact wherever it is shown; that there is none is one only on the
 * newest block, when every block that could have held the payment lies deep enough below it. `since`: when the sale
 * began, epoch milliseconds. `asked`: that look, where it was begun already.
 */
export async function unpaid(
  chain: Chain,
  terms: EvmTerms,
  signed: SignedAuthorization,
  since: number,
  asked = chain.sight(terms, signed),
): Promise<Settled> {
  const { used, time, isBehind } = await asked;
  if (used) {
    const paid = await chain.findTransfer(terms, signed, since - FOREIGN_LOOKBACK_MS);
    return paid
      ? { kind: 'settled', transaction: paid.transaction }
      : { kind: 'failed', reason: 'authorization_used' };
  }
  // Unused and still valid: somebody else has seen the signature, so anyone may send it. Not a "no" yet.
  return time > chargesUntil(terms, signed) && !isBehind
    ? { kind: 'failed', reason: 'authorization_expired' }
    : { kind: 'unknown' };
}

/** Revert texts of FiatToken (USDC) by what they mean to a buyer. */
const REVERTS: readonly (readonly [RegExp, DeclineReason])[] = [
  [/invalid signature/i, 'invalid_signature'],
  [/expired/i, 'authorization_expired'],
  [/not yet valid/i, 'authorization_not_yet_valid'],
  [/used or canceled/i, 'authorization_used'],
  [/exceeds balance/i, 'insufficient_balance'],
];

/**
 * The token's owner stopped all transfers, for a while. That is no word about this payment: a copy of it that is under
 * way can be sold as soon as the pause ends, so its buyer must not be told to sign another.
 */
const PAUSED = /paused/i;

const reasonOf = (revert: string): DeclineReason =>
  revert === OUT_OF_GAS
    ? 'signature_too_costly'
    : (REVERTS.find(([pattern]) => pattern.test(revert))?.[1] ?? 'settlement_refused');
