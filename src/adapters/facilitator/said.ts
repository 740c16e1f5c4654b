import type { Offer } from '../../values/payment.ts';
import type { DeclineReason } from '../../values/problem.ts';
import { reasonUnsent } from './codes.ts';
import type { SettleAnswer } from './wire.ts';

/** What an answer to `/settle` amounts to, before any chain was asked. */
export type FacilitatorSaid =
  /** This transaction paid. */
  | { readonly kind: 'settled'; readonly transaction: string }
  /** This transaction was sent and may pay. */
  | { readonly kind: 'broadcast'; readonly transaction: string }
  /** Refused before anything was sent. */
  | { readonly kind: 'refused'; readonly reason: DeclineReason }
  /** Neither: money may have moved. `why` is for operators and quotes nothing. */
  | { readonly kind: 'unclear'; readonly why: string };

const TRANSACTION = /^0x[0-9a-f]{64}$/;
const PENDING = 'settlement_pending';

const unclear = (why: string): FacilitatorSaid => ({ kind: 'unclear', why });

/** Checks an answer against the payment it should be about: flag, network, payer, shape of the transaction. */
export function readSettlement(
  answer: SettleAnswer,
  offer: Pick<Offer, 'network'>,
  payer: string,
): FacilitatorSaid {
  const { success, errorReason } = answer;
  const transaction = answer.transaction?.toLowerCase() ?? '';
  const named = transaction !== '';
  if (answer.payer && answer.payer.toLowerCase() !== payer) return unclear('names another payer');
  if (success || named) {
    if (answer.network !== offer.network) return unclear('names another network');
    if (!TRANSACTION.test(transaction)) return unclear('names no transaction');
  }
  if (success) return { kind: 'settled', transaction };
  if (named)
    return errorReason === PENDING
      ? { kind: 'broadcast', transaction }
      : unclear('refuses, but names a transaction');
  const reason = reasonUnsent(errorReason);
  return reason === undefined
    ? unclear('refuses without saying that nothing was sent')
    : { kind: 'refused', reason };
}
