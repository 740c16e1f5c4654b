import type { Entry } from '../accounting/states.ts';
import type { Form } from '../declare.ts';
import type { Payment } from '../values/payment.ts';
import { attempt, DOWN } from './attempt.ts';
import type { Delivery } from './delivery.ts';
import { resourceOf } from './offer.ts';
import type { GateOptions } from './options.ts';
import { type Caller, isOn, mayBeginAgain, type PaidCall } from './paid-call.ts';
import { paymentIn } from './rails/rail.ts';
import { givenBy, type PaidRequest, parseInput } from './request.ts';
import { type Result, UNAVAILABLE } from './result.ts';

/** Answers payments that the journal holds although they fit no offer of today. Undefined: this was not sold before. */
export function owedBy(
  { terms, rails, ports }: GateOptions,
  resume: Delivery['resume'],
  rowOf: (payment: Payment) => Promise<Entry | undefined>,
) {
  const { journal, clock } = ports;
  const { product } = terms;

  return { owed, soldBeforeAChange, soldAtAnotherRevision };

  async function owed(form: Form, request: PaidRequest, caller: Caller): Promise<Result | undefined> {
    const [rail, another] = rails.filter((each) => each.attached(request.header));
    if (!rail || another) return undefined;
    const about = { form, rail, caller, request };
    const asked = await parseInput(product, form, request);
    if (!asked.ok) return soldAtAnotherRevision({ ...about, input: undefined, fingerprint: '' });
    const read = await rail.read(request.header, clock.now(), resourceOf(terms, request.query));
    const payment = paymentIn(read);
    const { input, fingerprint } = asked;
    return payment && soldBeforeAChange({ ...about, input, fingerprint, payment });
  }

  /** What was sold before a change of price or recipient is still owed. */
  async function soldBeforeAChange(call: PaidCall): Promise<Result | undefined> {
    const seen = await attempt(journal.get(call.payment.key));
    if (seen === DOWN) return UNAVAILABLE;
    return seen && !mayBeginAgain(seen) && isOn(seen, call.payment) ? resume(call, seen) : undefined;
  }

  /** What was sold under an older schema is read with that schema. */
  async function soldAtAnotherRevision(unread: Omit<PaidCall, 'payment'>): Promise<Result | undefined> {
    if (!ports.revisions) return undefined;
    const { header, query } = unread.request;
    const read = await unread.rail.read(header, clock.now(), resourceOf(terms, query));
    const payment = paymentIn(read);
    // An unreadable body is not another request, and the caller is told so.
    if (!payment || 'problem' in (await givenBy(unread.form, unread.request))) return undefined;
    const seen = await attempt(rowOf(payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (!seen || mayBeginAgain(seen) || seen.revision === product.revision) return undefined;
    return read.kind === 'payment' || isOn(seen, payment) ? resume({ ...unread, payment }, seen) : undefined;
  }
}
