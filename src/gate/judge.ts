import type { Entry } from '../accounting/states.ts';
import type { Form } from '../declare.ts';
import type { Payment } from '../values/payment.ts';
import { problem } from '../values/problem.ts';
import { attempt, DOWN } from './attempt.ts';
import { mayBeginAgain, type PaidCall } from './paid-call.ts';
import { type CredentialRead, paymentIn } from './rails/rail.ts';
import { type Result, UNAVAILABLE } from './result.ts';

/** What policy refuses in a parsed request. Undefined: it may be sold. */
export function refusalIn(form: Form, input: unknown): Result | undefined {
  const refusal = form.judge?.refusalOf(input as Readonly<Record<string, unknown>>);
  return refusal && { kind: 'refused', problem: problem('request_refused', refusal) };
}

/**
 * A body that policy refuses buys nothing, even with a valid payment. But if a payment was accepted for it before the
 * rules changed, its answer is owed. `rowOf` gives the row that holds the outcome of a payment.
 */
export async function refusedNow(
  form: Form,
  { input, fingerprint }: Pick<PaidCall, 'input' | 'fingerprint'>,
  read: CredentialRead,
  rowOf: (payment: Payment) => Promise<Entry | undefined>,
): Promise<Result | undefined> {
  const refusal = refusalIn(form, input);
  const payment = paymentIn(read);
  if (!refusal || !payment) return refusal;
  const seen = await attempt(rowOf(payment));
  if (seen === DOWN) return UNAVAILABLE;
  return seen?.fingerprint === fingerprint && wasTaken(seen, payment) ? undefined : refusal;
}

/** A payment that we gave up on may have settled after all: the gate asks. */
const wasTaken = (seen: Entry, { key }: Payment): boolean =>
  !mayBeginAgain(seen) || (seen.state === 'failed' && seen.key === key);
