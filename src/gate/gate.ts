import type { Entry } from '../accounting/states.ts';
import type { Form, Product } from '../declare.ts';
import type { Verified } from '../ports.ts';
import { isSentByBuyer, type Payment, type Rail as RailName } from '../values/payment.ts';
import type { DeclineReason } from '../values/problem.ts';
import { type Admitted, admit, shownIn } from './admission.ts';
import { whileAtWork } from './at-work.ts';
import { attempt, DOWN } from './attempt.ts';
import { type Challenge, challengesOf } from './challenge.ts';
import { deliveryFor } from './delivery.ts';
import { refusalIn, refusedNow } from './judge.ts';
import type { Terms } from './offer.ts';
import type { Asked, GateOptions } from './options.ts';
import {
  notAdmitted,
  type Passage,
  PENDING,
  pendingUnlessTold,
  refused,
  refusedAs,
  TICKET_IN_FLIGHT,
  UNAVAILABLE,
  WALLET_BUSY,
} from './passage.ts';
import type { HeaderOf, Timing } from './rails/rail.ts';
import { workerToken } from './reconcile.ts';
import { givenBy, type PaidRequest, parseInput } from './request.ts';
import {
  type Caller,
  claimOf,
  identifierKeyOf,
  isOn,
  mayBeginAgain,
  paidBy,
  type Sale,
  strangerTo,
  usedBefore,
} from './sale.ts';
import { sellingFor } from './selling.ts';

export interface Gate {
  readonly product: Product;
  /** What it is sold on, for every network that a buyer may ask for. */
  readonly terms: readonly Terms[];
  /** The one way to a paid answer: no verb, alias or mount reaches a product's `run` but through here. */
  pass(form: Form, request: PaidRequest, caller: Caller): Promise<Passage>;
  /** What an unpaid call is answered, whatever payment this one may carry. Runs nothing. */
  unpaid(form: Form, request: PaidRequest): Promise<Passage>;
  /** What `pass` and `unpaid` would answer to an unpaid call, if that needs no work at all; undefined: ask them. */
  standing(request: Pick<PaidRequest, 'header' | 'query'>): Challenge | undefined;
  /** Protocol of the payment that a request carries, whatever it is worth; undefined when it carries none. */
  railOf(header: HeaderOf): RailName | undefined;
  /** Whether an answer to this request may cost us more than a challenge. */
  isPaymentAttached(header: HeaderOf): boolean;
}

type Seen = Pick<PaidRequest, 'header' | 'query'>;

/** Who issues tickets looks at them: in `prepare`, which comes before money moves too. */
const ORIGIN_ADMITS: Admitted = { admitted: true };

export function gateFor(options: GateOptions): Gate {
  const { terms, rails, ports, release, owners, origin } = options;
  const { journal, settler, clock } = ports;
  const { product } = terms;
  const { challenge, standing } = challengesOf(product, rails);
  const delivery = deliveryFor(options, decline);
  const { resume } = delivery;
  const { sell } = sellingFor(options, decline, delivery);
  const attachedTo = (header: HeaderOf) => rails.filter((rail) => rail.attached(header));

  return {
    product,
    terms: [terms],
    pass,
    unpaid,
    standing: (request) =>
      attachedTo(request.header).length === 0 && isBare(request) ? standing() : undefined,
    isPaymentAttached: (header) => attachedTo(header).length > 0,
    railOf: (header) => attachedTo(header)[0]?.name,
  };

  async function pass(form: Form, request: PaidRequest, caller: Caller): Promise<Passage> {
    const [rail, another] = attachedTo(request.header);
    if (!rail) return unpaid(form, request);
    if (another) return refused('multiple_credentials');

    const asked = await parseInput(product, form, request);
    if (!asked.ok) {
      const unread = { form, input: undefined, fingerprint: '', rail, caller, request };
      return (await soldAtAnotherRevision(unread)) ?? { kind: 'refused', problem: asked.problem };
    }

    const { input, fingerprint } = asked;
    const read = await rail.read(request.header, clock.now());
    const unsold = await refusedNow(form, asked, read, rowOf);
    if (unsold) return unsold;
    const saleOf = (payment: Payment): Sale => ({ form, input, fingerprint, rail, payment, caller, request });
    if (read.kind === 'declined') {
      const owed = read.earlier && (await soldBeforeAChange(saleOf(read.earlier)));
      return owed ?? unlessAtOrigin(await decline(read.reason, { request, fingerprint }), read.earlier);
    }
    if (read.kind === 'refused') return refused(read.code);
    if (read.boundTo !== undefined && read.boundTo !== fingerprint)
      return (await soldAtAnotherRevision(saleOf(read.payment))) ?? refused('payment_reused');
    const passage = await sellOrResume(saleOf(read.payment), () => read.timing(clock.now()));
    return isSentByBuyer(read.payment.proof) ? pendingUnlessTold(passage) : passage;
  }

  async function sellOrResume(unnamed: Sale, timing: () => Timing): Promise<Passage> {
    const { payment, request, fingerprint } = unnamed;
    const seen = await attempt(rowOf(payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(unnamed, seen);
    // Given up, and its signature may be public all the same: nobody else begins again with somebody's money.
    const stranger = seen && strangerTo(seen, payment, ports.seal);
    if (stranger) return refusedAs(stranger);

    const unsold = await origin?.judge(unnamed);
    if (unsold) return unsold;
    const admission = await admissionOf(request, fingerprint);
    if ('kind' in admission) return admission;

    const verified = await settler.verify(payment);
    if (verified.kind === 'unreachable') return UNAVAILABLE;
    if (verified.kind === 'busy') return refused('too_many_requests', 1);
    if (verified.kind === 'held') return WALLET_BUSY;
    if (verified.kind === 'unseen') return PENDING;
    const sale = paidBy(unnamed, verified);
    // A settlement that failed is asked about again in case it came true, and never begun again for a refused body.
    const unsoldNow =
      seen?.state === 'failed' && verified.kind === 'valid' && refusalIn(sale.form, sale.input);
    if (unsoldNow) return unsoldNow;
    const used = verified.kind === 'worthless' ? verified.as : usedBefore(verified, sale, seen);
    const no = used ? refusedAs(used) : noSale(verified, timing());
    if (no) return unlessKnownByNow(sale, no);

    const owner = workerToken(ports);
    return whileAtWork(journal, owner, () => begin(sale, verified, admission, { owner, timing }));
  }

  /** Claims the payment and sells, as one worker, unless it is claimed by now. */
  async function begin(
    sale: Sale,
    verified: Verified,
    admission: Admitted,
    { owner, timing }: { readonly owner: string; readonly timing: () => Timing },
  ): Promise<Passage> {
    const { payment, request, fingerprint } = sale;
    const asOf = clock.now();
    if (admission.until !== undefined && asOf >= admission.until) return notAdmitted('edition_not_current');
    const claimed = await attempt(
      journal.claim(
        claimOf(sale, {
          terms,
          owners,
          release,
          asOf,
          owner,
          ticket: admission.ticket,
          edition: admission.edition?.digest,
          seal: ports.seal,
        }),
      ),
    );
    if (claimed === DOWN) return UNAVAILABLE;
    if (claimed.kind === 'spent') return refused('payment_reused');
    if (claimed.kind === 'ticket_taken') {
      // It admitted a moment ago. If it still does, it is not used up: another payment has it.
      const again = await admissionOf(request, fingerprint);
      return 'kind' in again ? again : TICKET_IN_FLIGHT;
    }
    if (claimed.kind !== 'fresh') return resume(sale, claimed.entry);
    // The clock again, now that the claim can be seen: whoever told a twin of this payment 402 looked before this.
    const late = noSale(verified, timing());
    if (!late) return sell(sale, claimed.entry, verified, admission.edition);
    await attempt(journal.released(claimed.entry.key, claimed.entry.owner, 'too_late'));
    return typeof late === 'string' ? unlessAtOrigin(await decline(late, sale), payment) : late;
  }

  /** Prices and recipients change, and what was sold before is owed all the same. Undefined: this was not. */
  async function soldBeforeAChange(sale: Sale): Promise<Passage | undefined> {
    const seen = await attempt(journal.get(sale.payment.key));
    if (seen === DOWN) return UNAVAILABLE;
    return seen && !mayBeginAgain(seen) && isOn(seen, sale.payment) ? resume(sale, seen) : undefined;
  }

  /** Schemas change, and what was sold before is read as it was read then. Undefined: this was not. */
  async function soldAtAnotherRevision(unread: Omit<Sale, 'payment'>): Promise<Passage | undefined> {
    if (!ports.revisions) return undefined;
    const read = await unread.rail.read(unread.request.header, clock.now());
    const payment = read.kind === 'payment' ? read.payment : read.kind === 'declined' && read.earlier;
    // A body that nothing can read is no other request: it is told so.
    if (!payment || 'problem' in (await givenBy(unread.form, unread.request))) return undefined;
    const seen = await attempt(rowOf(payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (!seen || mayBeginAgain(seen) || seen.revision === product.revision) return undefined;
    return read.kind === 'payment' || isOn(seen, payment) ? resume({ ...unread, payment }, seen) : undefined;
  }

  /**
   * A challenge, whatever the body is; but a ticket that is shown is looked at, so that a buyer learns of a bad one
   * unpaid, and where an edition answers there is no challenge without one.
   */
  async function unpaid(form: Form, request: PaidRequest): Promise<Passage> {
    const asking = async () => {
      const asked = await parseInput(product, form, request);
      return asked.ok ? asked.fingerprint : undefined;
    };
    if (isBare(request)) return { kind: 'challenged', challenge: await challenge({ asking }) };
    const fingerprint = await asking();
    const admission = await admissionOf(request, fingerprint ?? '');
    return 'kind' in admission
      ? admission
      : { kind: 'challenged', challenge: await challenge({ asking: async () => fingerprint }) };
  }

  /** Nothing has to be looked up before this request is told what the product costs. */
  function isBare(request: Seen): boolean {
    const kind = product.admission?.kind ?? 'ticket';
    return kind === 'ticket' && shownIn(product, request) === undefined;
  }

  /** What admits this request, or the refusal. */
  async function admissionOf(request: PaidRequest, fingerprint: string): Promise<Admitted | Passage> {
    if (origin) return ORIGIN_ADMITS;
    const admission = await attempt(admit(product, request, fingerprint, ports, clock.now()));
    if (admission === DOWN) return UNAVAILABLE;
    return admission.admitted ? admission : notAdmitted(admission.code);
  }

  /** The row whose outcome is this payment's: its own, or that of the payment that holds its identifier. */
  async function rowOf(payment: Payment): Promise<Entry | undefined> {
    const own = await journal.get(payment.key);
    const identifierKey = identifierKeyOf(payment);
    if (identifierKey === undefined || (own && !mayBeginAgain(own))) return own;
    return (await journal.heldBy(identifierKey, clock.now())) ?? own;
  }

  /** Why a payment that the journal does not hold may not become a sale. */
  function noSale(verified: Verified, timing: Timing): Passage | DeclineReason | undefined {
    if (verified.kind === 'declined') return verified.reason;
    // Money that is here already needs no window.
    if (verified.kind === 'paid') return undefined;
    if (timing === 'in_time') return undefined;
    return timing === 'too_close' ? UNAVAILABLE : timing;
  }

  /** A twin of this payment may have been claimed while this one was being checked: then its outcome is the answer. */
  async function unlessKnownByNow(sale: Sale, no: Passage | DeclineReason): Promise<Passage> {
    const seen = await attempt(rowOf(sale.payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(sale, seen);
    return typeof no === 'string' ? unlessAtOrigin(await decline(no, sale), sale.payment) : no;
  }

  /** A decline by what is known at an edge: a payment that could be read may have a row at the origin. */
  function unlessAtOrigin(passage: Passage, read: Payment | undefined): Passage {
    return origin && read && passage.kind === 'challenged' ? { ...passage, maybeSold: true } : passage;
  }

  /** A fresh challenge that says why; where an unpaid call would get none, what that would be told. */
  async function decline(declined: DeclineReason, { request, fingerprint }: Asked): Promise<Passage> {
    if (product.admission && product.admission.kind !== 'ticket') {
      const admission = await admissionOf(request, fingerprint);
      if ('kind' in admission) return admission;
    }
    const fresh = await challenge({ declined, asking: async () => fingerprint });
    return { kind: 'challenged', challenge: fresh, declined };
  }
}
