import type { Entry } from '../accounting/states.ts';
import { type Form, type Product, selectedBy } from '../declare.ts';
import type { Verified } from '../ports.ts';
import { isSentByBuyer, type Payment, type RailName } from '../values/payment.ts';
import type { DeclineReason } from '../values/problem.ts';
import { type Admitted, admit, refusalOf, shownIn } from './admission.ts';
import { whileAtWork } from './at-work.ts';
import { attempt, DOWN } from './attempt.ts';
import { type Challenge, challengesOf } from './challenge.ts';
import { deliveryFor } from './delivery.ts';
import { refusalIn, refusedNow } from './judge.ts';
import { resourceOf, type Terms } from './offer.ts';
import type { DeclinedCall, GateOptions } from './options.ts';
import { owedBy } from './owed.ts';
import {
  type Caller,
  claimOf,
  identifierKeyOf,
  mayBeginAgain,
  type PaidCall,
  paidBy,
  strangerTo,
  usedBefore,
} from './paid-call.ts';
import type { HeaderOf, Timing } from './rails/rail.ts';
import { workerToken } from './reconcile.ts';
import { type PaidRequest, parseInput, unclearIn } from './request.ts';
import {
  notAdmitted,
  PENDING,
  pendingUnlessTold,
  type Result,
  refused,
  refusedAs,
  TICKET_IN_FLIGHT,
  UNAVAILABLE,
  WALLET_BUSY,
} from './result.ts';
import { settlingFor } from './settling.ts';

/** The one way to a paid answer. A refusal is a `Result`; a throw is a bug, and charges nobody. */
export interface Gate {
  readonly product: Product;
  /** The terms of sale, for every network that a buyer may ask for. */
  readonly terms: readonly Terms[];
  /** The only way to a paid answer: every verb, alias or mount reaches a product's `run` through here. */
  pass(form: Form, request: PaidRequest, caller: Caller): Promise<Result>;
  /** The answer to a payment that the journal holds, whatever is offered now. Undefined: it holds none of this call. */
  owed(form: Form, request: PaidRequest, caller: Caller): Promise<Result | undefined>;
  /** The answer to an unpaid call. Ignores any payment of this call and runs nothing. */
  unpaid(form: Form, request: PaidRequest): Promise<Result>;
  /** What `pass` and `unpaid` would answer to an unpaid call, if that needs no work. Undefined: ask them. */
  standing(request: Pick<PaidRequest, 'header' | 'query'>): Challenge | undefined;
  /** Protocol of the payment that a request carries, valid or not. Undefined when it carries none. */
  railOf(header: HeaderOf): RailName | undefined;
  /** Whether answering this request may cost more work than a challenge. */
  isPaymentAttached(header: HeaderOf): boolean;
}

type Seen = Pick<PaidRequest, 'header' | 'query'>;

/** The issuer of tickets checks them, in `prepare`. That too happens before money moves. */
const ORIGIN_ADMITS: Admitted = { admitted: true };

/** The gate of a product on one set of terms. It decides; helpers compute. */
export function gateFor(options: GateOptions): Gate {
  const { terms, rails, ports, release, owners, origin } = options;
  const { journal, settler, clock } = ports;
  const { product } = terms;
  const { challenge, standing } = challengesOf(product, rails);
  const delivery = deliveryFor(options, decline);
  const { resume } = delivery;
  const { sell } = settlingFor(options, decline, delivery);
  const attachedTo = (header: HeaderOf) => rails.filter((rail) => rail.attached(header));
  const { owed, soldBeforeAChange, soldAtAnotherRevision } = owedBy(options, resume, rowOf);

  return {
    product,
    terms: [terms],
    pass,
    owed,
    unpaid,
    standing: (request) =>
      attachedTo(request.header).length === 0 && isBare(request) ? standing() : undefined,
    isPaymentAttached: (header) => attachedTo(header).length > 0,
    railOf: (header) => attachedTo(header)[0]?.name,
  };

  async function pass(form: Form, request: PaidRequest, caller: Caller): Promise<Result> {
    const [rail, another] = attachedTo(request.header);
    if (!rail) return unpaid(form, request);
    if (another) return refused('multiple_credentials');

    const about = { form, rail, caller, request };
    const asked = await parseInput(product, form, request);
    if (!asked.ok) {
      const unread = { ...about, input: undefined, fingerprint: '' };
      return (await soldAtAnotherRevision(unread)) ?? { kind: 'refused', problem: asked.problem };
    }

    const { input, fingerprint } = asked;
    const read = await rail.read(request.header, clock.now(), resourceOf(terms, request.query));
    const unsold = await refusedNow(form, asked, read, rowOf);
    if (unsold) return unsold;
    const callOf = (payment: Payment): PaidCall => ({ ...about, input, fingerprint, payment });
    if (read.kind === 'declined') {
      const owed = read.earlier && (await soldBeforeAChange(callOf(read.earlier)));
      return owed ?? unlessAtOrigin(await decline(read.reason, { request, fingerprint }), read.earlier);
    }
    if (read.kind === 'refused') return refused(read.code);
    if (read.boundTo !== undefined && read.boundTo !== fingerprint)
      return (await soldAtAnotherRevision(callOf(read.payment))) ?? refused('payment_reused');
    const result = await sellOrResume(callOf(read.payment), () => read.timing(clock.now()));
    return isSentByBuyer(read.payment.proof) ? pendingUnlessTold(result) : result;
  }

  async function sellOrResume(unnamed: PaidCall, timing: () => Timing): Promise<Result> {
    const { payment, request, fingerprint } = unnamed;
    const seen = await attempt(rowOf(payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(unnamed, seen);
    // The row was given up, but its signature may be public: nobody but its buyer may start it again.
    const stranger = seen && strangerTo(seen, payment, ports.seal);
    if (stranger) return refusedAs(stranger);

    const unsold = await origin?.judge(unnamed);
    if (unsold) return unsold;
    const admission = await admissionOf(request, fingerprint, payment);
    if ('kind' in admission) return admission;

    const verified = await settler.verify(payment);
    if (verified.kind === 'unreachable') return UNAVAILABLE;
    if (verified.kind === 'busy') return refused('too_many_requests', 1);
    if (verified.kind === 'held') return WALLET_BUSY;
    if (verified.kind === 'unseen') return PENDING;
    const call = paidBy(unnamed, verified);
    // A failed settlement is asked about again, because it may have succeeded. It never restarts for a refused body.
    const unsoldNow =
      seen?.state === 'failed' && verified.kind === 'valid' && refusalIn(call.form, call.input);
    if (unsoldNow) return unsoldNow;
    const used = verified.kind === 'worthless' ? verified.as : usedBefore(verified, call, seen);
    const no = used ? refusedAs(used) : noSale(verified, timing());
    if (no) return unlessKnownByNow(call, no);

    const owner = workerToken(ports);
    return whileAtWork(journal, owner, () => begin(call, verified, admission, { owner, timing }));
  }

  /** Claims the payment and sells, as one worker, unless somebody has claimed it meanwhile. */
  async function begin(
    call: PaidCall,
    verified: Verified,
    admission: Admitted,
    { owner, timing }: { readonly owner: string; readonly timing: () => Timing },
  ): Promise<Result> {
    const { payment, request, fingerprint } = call;
    const asOf = clock.now();
    if (admission.until !== undefined && asOf >= admission.until)
      return notAdmitted(refusalOf('edition_not_current'));
    const claimed = await attempt(
      journal.claim(
        claimOf(call, {
          ...{ terms, owners, release, asOf, owner },
          ticket: admission.ticket,
          edition: admission.edition?.digest,
          seal: ports.seal,
        }),
      ),
    );
    if (claimed === DOWN) return UNAVAILABLE;
    if (claimed.kind === 'spent') return refused('payment_reused');
    if (claimed.kind === 'ticket_taken') {
      // The ticket was valid a moment ago. If it still is, it is not used up: another payment holds it.
      const again = await admissionOf(request, fingerprint, payment);
      return 'kind' in again ? again : TICKET_IN_FLIGHT;
    }
    if (claimed.kind !== 'fresh') return resume(call, claimed.entry);
    // Reads the clock again now that the claim is visible: a 402 for a twin of this payment was decided before it.
    const late = noSale(verified, timing());
    if (!late) return sell(call, claimed.entry, verified, admission.edition);
    await attempt(journal.released(claimed.entry.key, claimed.entry.owner, 'too_late'));
    return typeof late === 'string' ? unlessAtOrigin(await decline(late, call), payment) : late;
  }

  /**
   * A challenge, whatever the body is. A ticket that is shown is checked, so a buyer learns before paying that it is
   * invalid. A product that is sold from an edition has no challenge without a current one.
   */
  async function unpaid(form: Form, request: PaidRequest): Promise<Result> {
    const asking = async () => {
      const asked = await parseInput(product, form, request);
      return asked.ok ? asked.fingerprint : undefined;
    };
    if (isBare(request))
      return { kind: 'challenged', challenge: await challenge({ asking, resourceUrl: terms.resourceUrl }) };
    const unclear = unclearIn(form, request);
    if (unclear) return { kind: 'refused', problem: unclear };
    const asked = await parseInput(product, form, request);
    // A choice is in the address that a challenge is for: one that cannot be sold has none.
    if (!asked.ok && selectedBy(product).length > 0) return { kind: 'refused', problem: asked.problem };
    const fingerprint = asked.ok ? asked.fingerprint : undefined;
    const admission = await admissionOf(request, fingerprint ?? '');
    if ('kind' in admission) return admission;
    const fresh = await challenge({
      asking: async () => fingerprint,
      resourceUrl: resourceOf(terms, request.query),
    });
    return { kind: 'challenged', challenge: fresh };
  }

  /** Whether the price can be told without looking anything up. */
  function isBare(request: Seen): boolean {
    const kind = product.admission?.kind ?? 'ticket';
    return kind === 'ticket' && shownIn(product, request) === undefined;
  }

  /** What admits this request, or the refusal. */
  async function admissionOf(
    request: PaidRequest,
    fingerprint: string,
    payment?: Payment,
  ): Promise<Admitted | Result> {
    if (origin) return ORIGIN_ADMITS;
    const { network } = payment?.offer ?? terms.payIns[0]!;
    const isSent = payment && isSentByBuyer(payment.proof);
    const admission = await attempt(
      admit(product, request, fingerprint, ports, clock.now(), isSent, network),
    );
    if (admission === DOWN) return UNAVAILABLE;
    return admission.admitted ? admission : notAdmitted(admission.problem);
  }

  /** The row whose outcome is this payment's: its own, or that of the payment that holds its identifier. */
  async function rowOf(payment: Payment): Promise<Entry | undefined> {
    const own = await journal.get(payment.key);
    const identifierKey = identifierKeyOf(payment);
    if (identifierKey === undefined || (own && !mayBeginAgain(own))) return own;
    return (await journal.heldBy(identifierKey, clock.now())) ?? own;
  }

  /** A twin of this payment may have been claimed while this one was checked: then the twin's outcome is the answer. */
  async function unlessKnownByNow(call: PaidCall, no: Result | DeclineReason): Promise<Result> {
    const seen = await attempt(rowOf(call.payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(call, seen);
    return typeof no === 'string' ? unlessAtOrigin(await decline(no, call), call.payment) : no;
  }

  /** A decline at an edge: a payment that could be read may have a row at the origin. */
  function unlessAtOrigin(result: Result, read: Payment | undefined): Result {
    return origin && read && result.kind === 'challenged' ? { ...result, maybeSold: true } : result;
  }

  /** A fresh challenge with the reason. If an unpaid call would get no challenge, the answer of that call. */
  async function decline(declined: DeclineReason, { request, fingerprint }: DeclinedCall): Promise<Result> {
    if (product.admission && product.admission.kind !== 'ticket') {
      const admission = await admissionOf(request, fingerprint);
      if ('kind' in admission) return admission;
    }
    const fresh = await challenge({
      declined,
      asking: async () => fingerprint,
      resourceUrl: resourceOf(terms, request.query),
    });
    return { kind: 'challenged', challenge: fresh, declined };
  }
}

/** Why a payment that the journal does not hold may not become a sale. */
function noSale(verified: Verified, timing: Timing): Result | DeclineReason | undefined {
  if (verified.kind === 'declined') return verified.reason;
  // Money that has already arrived needs no time window.
  if (verified.kind === 'paid') return undefined;
  if (timing === 'in_time') return undefined;
  return timing === 'too_close' ? UNAVAILABLE : timing;
}
