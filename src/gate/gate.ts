import type { Entry } from '../accounting/states.ts';
import type { Form, Product } from '../declare.ts';
import type { Clock, Entropy, Journal, Settled, Settler, Signer, Tickets, Verified } from '../ports.ts';
import { digestBytes } from '../values/digest.ts';
import type { Payment, Settlement } from '../values/payment.ts';
import { type DeclineReason, type Problem, problem } from '../values/problem.ts';
import { DAY_SECONDS, SECOND_MS } from '../values/time.ts';
import { admit } from './admission.ts';
import { type Challenge, challengesOf } from './challenge.ts';
import type { Terms } from './offer.ts';
import type { HeaderOf, Rail, Timing } from './rails/rail.ts';
import { DELIVERY_RECEIPT_HEADER, receiptsFor } from './receipt.ts';
import { LEASE_MS, reconcile, workerToken } from './reconcile.ts';
import { type PaidRequest, parseInput } from './request.ts';
import { type Caller, claimOf, compute, type Sale } from './sale.ts';

/** How long a repeated payment waits for the first one's outcome before it is told to come back. */
const WAIT_MS = 15_000;
const POLL_MS = 20;
const REDELIVERY_MS = DAY_SECONDS * SECOND_MS;

export interface Ports {
  readonly journal: Journal;
  readonly tickets: Tickets;
  readonly settler: Settler;
  readonly signer: Signer;
  readonly clock: Clock;
  readonly entropy: Entropy;
  /** Short name of this node: leases carry it, so that a node that comes back knows its own. */
  readonly node?: string;
}

/** What a paid route did: for http/ to write, for counters to see. */
export type Passage =
  | { readonly kind: 'challenged'; readonly challenge: Challenge; readonly declined?: DeclineReason }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | {
      readonly kind: 'delivered';
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The answer was delivered before: nothing was charged now. */
      readonly redelivery: boolean;
    };

export interface Gate {
  readonly product: Product;
  readonly terms: Terms;
  /** The one way to a paid answer: no verb, alias or mount reaches a product's `run` but through here. */
  pass(form: Form, request: PaidRequest, caller: Caller): Promise<Passage>;
  /** The challenge of an unpaid call. */
  challenge(): Promise<Challenge>;
  /** What `pass` would answer to an unpaid call, if that needs no work at all; undefined: ask `pass`. */
  standing(request: Pick<PaidRequest, 'header' | 'query'>): Challenge | undefined;
  /** Whether an answer to this request may cost us more than a challenge. */
  isPaymentAttached(header: HeaderOf): boolean;
}

export interface GateOptions {
  readonly terms: Terms;
  /** The payment protocols that this route is sold over. */
  readonly rails: readonly Rail[];
  readonly ports: Ports;
  readonly release: string;
  /** Lower-case payer addresses of the operator: their payments are real, but not external demand. */
  readonly owners: ReadonlySet<string>;
}

const refused = (code: Parameters<typeof problem>[0], retryAfterSeconds?: number): Passage => ({
  kind: 'refused',
  problem: problem(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
const UNAVAILABLE = refused('settlement_unavailable', 5);
const PENDING = refused('settlement_pending', 2);

/** A write or read that may not have happened. The row, if there is one, stays as the journal has it. */
const DOWN = Symbol('journal down');
const attempt = <T>(work: Promise<T>): Promise<T | typeof DOWN> => work.catch(() => DOWN);

/** No money moved for these rows: the same payment may begin again. */
const mayBeginAgain = (entry: Entry): boolean => entry.state === 'released' || entry.state === 'failed';

export function gateFor({ terms, rails, ports, release, owners }: GateOptions): Gate {
  const { journal, tickets, settler, signer, clock } = ports;
  const { product } = terms;
  const { challenge, standing } = challengesOf(product, rails);
  const attachedTo = (header: HeaderOf) => rails.filter((rail) => rail.attached(header));

  return {
    product,
    terms,
    pass,
    challenge: () => challenge(),
    standing: (request) =>
      attachedTo(request.header).length === 0 && ticketIn(request) === undefined ? standing() : undefined,
    isPaymentAttached: (header) => attachedTo(header).length > 0,
  };

  async function pass(form: Form, request: PaidRequest, caller: Caller): Promise<Passage> {
    const [rail, another] = attachedTo(request.header);
    if (!rail) return unpaid(form, request);
    if (another) return refused('multiple_credentials');

    const asked = await parseInput(product, form, request);
    if (!asked.ok) return { kind: 'refused', problem: asked.problem };

    const read = await rail.read(request.header, clock.now());
    if (read.kind === 'declined') return decline(read.reason);
    if (read.kind === 'refused') return refused(read.code);
    const { payment } = read;
    const timing = () => read.timing(clock.now());
    const sale: Sale = { form, input: asked.input, fingerprint: asked.fingerprint, rail, payment, caller };

    const seen = await attempt(journal.get(payment.key));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(sale, seen);

    const admission = await attempt(
      admit(product, ticketIn(request), asked.fingerprint, tickets, clock.now()),
    );
    if (admission === DOWN) return UNAVAILABLE;
    if (!admission.admitted) return refused(admission.code);

    const verified = await settler.verify(payment);
    if (verified.kind === 'unreachable') return UNAVAILABLE;
    if (verified.kind === 'busy') return refused('too_many_requests', 1);
    const no = noSale(verified, timing(), seen !== undefined);
    if (no) return unlessKnownByNow(sale, no);

    const claimed = await attempt(
      journal.claim(
        claimOf(sale, {
          terms,
          owners,
          release,
          asOf: clock.now(),
          owner: workerToken(ports),
          ticket: admission.ticket,
        }),
      ),
    );
    if (claimed === DOWN) return UNAVAILABLE;
    if (claimed.kind === 'ticket_taken') return refused('ticket_used');
    if (claimed.kind !== 'fresh') return resume(sale, claimed.entry);
    // The clock again, now that the claim can be seen: whoever told a twin of this payment 402 looked before this.
    const late = noSale(verified, timing(), true);
    if (!late) return sell(sale, claimed.entry, verified);
    await attempt(journal.released(claimed.entry.key, claimed.entry.owner, 'too_late'));
    return typeof late === 'string' ? decline(late) : late;
  }

  /** A challenge, whatever the body is; but a ticket that is shown is looked at, so that a buyer learns of a bad one unpaid. */
  async function unpaid(form: Form, request: PaidRequest): Promise<Passage> {
    const ticket = ticketIn(request);
    if (ticket === undefined) return { kind: 'challenged', challenge: await challenge() };
    const asked = await parseInput(product, form, request);
    const admission = await attempt(
      admit(product, ticket, asked.ok ? asked.fingerprint : '', tickets, clock.now()),
    );
    if (admission === DOWN) return UNAVAILABLE;
    return admission.admitted
      ? { kind: 'challenged', challenge: await challenge() }
      : refused(admission.code);
  }

  function ticketIn(request: Pick<PaidRequest, 'header'>): string | undefined {
    return product.ticket && request.header(product.ticket.header);
  }

  /** Why a payment that the journal does not hold may not become a sale. */
  function noSale(verified: Verified, timing: Timing, known: boolean): Passage | DeclineReason | undefined {
    if (verified.kind === 'declined') return verified.reason;
    // Money that is here already needs no window. Sent by our own key but unknown to the journal, it was sold before
    // the journal was rolled back: never sell it again.
    if (verified.kind === 'paid') return verified.ours && !known ? refused('payment_reused') : undefined;
    if (timing === 'in_time') return undefined;
    return timing === 'too_close' ? UNAVAILABLE : timing;
  }

  /** A twin of this payment may have been claimed while this one was being checked: then its outcome is the answer. */
  async function unlessKnownByNow(sale: Sale, no: Passage | DeclineReason): Promise<Passage> {
    const seen = await attempt(journal.get(sale.payment.key));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(sale, seen);
    return typeof no === 'string' ? decline(no) : no;
  }

  /** The row is ours: compute, settle once, deliver. A bug in a product costs the buyer nothing. */
  async function sell(sale: Sale, entry: Entry, verified: Verified): Promise<Passage> {
    const body = compute(product, sale.form, sale.input, entry);
    if (body === undefined) {
      await attempt(journal.released(entry.key, entry.owner, 'internal_error'));
      return refused('internal_error');
    }
    const bodyDigest = digestBytes(body);
    const outcome =
      verified.kind === 'paid'
        ? { ...verified, kind: 'settled' as const }
        : await settle(sale.payment, entry, bodyDigest);
    if (outcome.kind === 'not_sent') {
      await attempt(journal.released(entry.key, entry.owner, outcome.reason ?? 'not_sent'));
      return outcome.reason ? decline(outcome.reason) : UNAVAILABLE;
    }
    if (outcome.kind === 'failed')
      return (await written(journal.failed(entry.key, outcome.reason))) ? decline(outcome.reason) : PENDING;
    if (outcome.kind === 'unknown') {
      await attempt(letGo(entry.key));
      return PENDING;
    }
    const settled = await written(
      journal.settled(entry.key, { transaction: outcome.transaction, bodyDigest, at: clock.now() }),
    );
    return settled ? deliver(sale, settled, body) : PENDING;
  }

  /** Nobody works on the row any more: whoever sends this payment again need not wait for the lease. */
  async function letGo(key: string): Promise<void> {
    const row = await journal.get(key);
    if (row) await journal.lease(key, row, { owner: row.owner, leaseUntil: 0 });
  }

  /** Money moves here, and only after the journal holds what is about to be sent. */
  function settle(payment: Payment, { key, owner }: Entry, bodyDigest: string): Promise<Settled> {
    return settler.settle(payment, async (sending) => {
      const leaseUntil = clock.now() + LEASE_MS;
      return (await journal.settling(key, owner, { ...sending, bodyDigest, leaseUntil })) !== undefined;
    });
  }

  /** This payment, or its identifier, is known: the first outcome is the outcome. */
  async function resume(sale: Sale, seen: Entry): Promise<Passage> {
    const authentic = await settler.authenticate(sale.payment);
    // What became of this payment is known here, only not to somebody who has not shown that it is theirs.
    if (authentic.kind === 'unreachable' || authentic.kind === 'busy') return PENDING;
    if (authentic.kind === 'declined') return decline(authentic.reason);
    const samePayment = seen.key === sale.payment.key;
    if (seen.fingerprint !== sale.fingerprint)
      return refused(samePayment ? 'payment_reused' : 'payment_identifier_conflict');

    const entry = await outcomeOf(seen);
    if (entry === undefined) return PENDING;
    if (entry.state === 'failed' && samePayment)
      return decline((entry.reason ?? 'settlement_refused') as DeclineReason);
    if (mayBeginAgain(entry)) return UNAVAILABLE;
    const deliveredFor = clock.now() - (entry.deliveredAt ?? clock.now());
    if (deliveredFor > REDELIVERY_MS) return decline('redelivery_window_over');
    const body = compute(product, sale.form, sale.input, entry);
    if (body === undefined || (entry.bodyDigest !== null && digestBytes(body) !== entry.bodyDigest))
      return refused('redelivery_failed', 30);
    return deliver(sale, entry, body);
  }

  /** Waits for whoever works on the row, and takes over when its lease ran out. Undefined: still not known. */
  async function outcomeOf(seen: Entry): Promise<Entry | undefined> {
    const until = clock.now() + WAIT_MS;
    for (let entry = seen; ; ) {
      if (entry.state !== 'claimed' && entry.state !== 'settling') return entry;
      if (entry.leaseUntil < clock.now()) {
        const result = await attempt(reconcile(entry, ports));
        if (result !== DOWN && result !== 'pending') return result;
      }
      if (clock.now() >= until) return undefined;
      await clock.sleep(POLL_MS);
      const next = await attempt(journal.get(entry.key));
      if (next !== DOWN && next) entry = next;
    }
  }

  async function deliver(sale: Sale, entry: Entry, body: string): Promise<Passage> {
    const { network, amount } = entry;
    const settlement: Settlement = {
      network,
      amount,
      transaction: entry.transaction!,
      payer: sale.payment.payer,
    };
    const bodyDigest = digestBytes(body);
    const receipts = await receiptsFor(entry, settlement, terms.resourceUrl, bodyDigest, signer);
    const first =
      entry.state === 'settled' &&
      (await attempt(journal.delivered(entry.key, { at: clock.now(), bodyDigest })));
    if (first === DOWN) return PENDING;
    const headers = {
      ...sale.rail.settled(settlement, { payment: sale.payment, ...receipts }),
      [DELIVERY_RECEIPT_HEADER]: receipts.delivery,
      ...(!first && { 'x-svc-redelivery': '1' }),
    };
    return { kind: 'delivered', body, headers, redelivery: !first };
  }

  /** A move that is not known to be written leaves the row as it was: then only "pending" is true. */
  async function written(move: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await attempt(move);
    return entry === DOWN ? undefined : entry;
  }

  async function decline(reason: DeclineReason): Promise<Passage> {
    return { kind: 'challenged', challenge: await challenge(reason), declined: reason };
  }
}
