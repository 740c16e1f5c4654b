import { paymentKey } from '../../values/payment.ts';
import { type EpochMs, isoTime, SECOND_MS } from '../../values/time.ts';
import { messageFor } from './message.ts';
import { readsFor } from './reads.ts';
import { RECOVERY_DECISIONS, type RecoveryPlan, type RecoveryRequest } from './schema.ts';
import { recoveryFactsOf, ruleFor } from './state.ts';

/** What to do with one payment whose outcome is not known. Pure: everything it may depend on is in the arguments. */
export function planRecovery(input: RecoveryRequest, asOf: EpochMs): RecoveryPlan {
  const facts = recoveryFactsOf(input, asOf);
  const { state, decision, oldPayment, moneyMoved, reason, until } = ruleFor(facts);
  const { judged, endsAt } = facts;
  return {
    ...{ decision, does: RECOVERY_DECISIONS[decision], state, reason, oldPayment, moneyMoved },
    until: until ? timeOf(until(facts)) : null,
    endsAt: timeOf(endsAt),
    answer: judged ? { counts: 'seen' in judged, why: 'seen' in judged ? 'It decides.' : judged.why } : null,
    read: readsFor(input),
    message: messageFor(input, decision, endsAt),
    paymentKey:
      input.nonce === undefined ? null : paymentKey(input.network, input.asset, input.payer, input.nonce),
  };
}

const timeOf = (seconds: number): string | null =>
  Number.isFinite(seconds) ? isoTime(seconds * SECOND_MS) : null;
