import type { Entry } from '../accounting/states.ts';
import type { Form, Product } from '../declare.ts';
import type {
  Clock,
  Editions,
  Entropy,
  Journal,
  PublishedEdition,
  Settled,
  Settler,
  Signer,
  Tickets,
  Verified,
} from '../ports.ts';
import { DELIVERY_RECEIPT_HEADER, REDELIVERY_HEADER } from '../values/headers.ts';
import type { Payment, Rail as RailName, Settlement } from '../values/payment.ts';
import { type DeclineReason, type Problem, problem, situation } from '../values/problem.ts';
import { DAY_SECONDS, SECOND_MS } from '../values/time.ts';
import { type Admitted, admit } from './admission.ts';
import { type Challenge, challengesOf } from './challenge.ts';
import type { Terms } from './offer.ts';
import type { HeaderOf, Rail, Timing } from './rails/rail.ts';
import { receiptsFor } from './receipt.ts';
import { LEASE_MS, letGo, outcomeOf, workerToken } from './reconcile.ts';
import { type PaidRequest, parseInput } from './request.ts';
import {
  type Answer,
  type Caller,
  claimOf,
  compute,
  identifierKeyOf,
  type Sale,
  soldBefore,
} from './sale.ts';

const REDELIVERY_MS = DAY_SECONDS * SECOND_MS;

export interface Ports {
  readonly journal: Journal;
  readonly tickets: Tickets;
  readonly editions: Editions;
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

/** An answer exists, and it is here where it was computed here. */
interface Ready {
  readonly bodyDigest: string;
  readonly answer?: Answer;
}

/**
 * The origin, where this gate stands at an edge: it has the products, the tickets and the keys of receipts. It answers
 * before money moves and hands over after; every decision about the payment itself stays here.
 */
export interface OriginDesk {
  /** Admits the request and computes its answer; a passage when there is nothing to sell. Never throws. */
  prepare(sale: Sale, entry: Entry): Promise<Ready | Passage>;
  /** Books and hands over the answer of a payment that is settled, as often as it is asked. Never throws. */
  deliver(sale: Sale, entry: Entry): Promise<Passage>;
}

export interface GateOptions {
  readonly terms: Terms;
  /** The payment protocols that this route is sold over. */
  readonly rails: readonly Rail[];
  readonly ports: Ports;
  readonly release: string;
  /** Lower-case payer addresses of the operator: their payments are real, but not external demand. */
  readonly owners: ReadonlySet<string>;
  /** At an edge only. */
  readonly origin?: OriginDesk;
}

type Seen = Pick<PaidRequest, 'header' | 'query'>;

const refused = (code: Parameters<typeof problem>[0], retryAfterSeconds?: number): Passage => ({
  kind: 'refused',
  problem: problem(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});
/** An edition is made in minutes where it is made at all; asking more often brings nothing. */
const EDITION_RETRY_SECONDS = 60;
/** Who issues tickets looks at them: in `prepare`, which comes before money moves too. */
const ORIGIN_ADMITS: Admitted = { admitted: true };
const UNAVAILABLE = refused('settlement_unavailable', 5);
const PENDING = refused('settlement_pending', 2);
const RECORD_LOST: Passage = { kind: 'refused', problem: situation('record_lost') };
const IN_FLIGHT: Passage = {
  kind: 'refused',
  problem: situation('ticket_in_flight', { retryAfterSeconds: 2 }),
};

/** A write or read that may not have happened. The row, if there is one, stays as the journal has it. */
const DOWN = Symbol('journal down');
const attempt = <T>(work: Promise<T>): Promise<T | typeof DOWN> => work.catch(() => DOWN);

/** No money moved for these rows: the same payment may begin again. */
const mayBeginAgain = (entry: Entry): boolean => entry.state === 'released' || entry.state === 'failed';

/** A credential need not name its payer: then the chain does. */
const paidBy = (sale: Sale, verified: Verified): Sale =>
  'payer' in verified && verified.payer !== undefined
    ? { ...sale, payment: { ...sale.payment, payer: verified.payer } }
    : sale;

export function gateFor({ terms, rails, ports, release, owners, origin }: GateOptions): Gate {
  const { journal, settler, signer, clock } = ports;
  const { product } = terms;
  const { challenge, standing } = challengesOf(product, rails);
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
    if (!asked.ok) return { kind: 'refused', problem: asked.problem };

    const { input, fingerprint } = asked;
    const read = await rail.read(request.header, clock.now());
    if (read.kind === 'declined') return decline(read.reason, fingerprint);
    if (read.kind === 'refused') return refused(read.code);
    if (read.boundTo !== undefined && read.boundTo !== fingerprint) return refused('payment_reused');
    const { payment } = read;
    const timing = () => read.timing(clock.now());
    const unnamed: Sale = { form, input, fingerprint, rail, payment, caller, request };

    const seen = await attempt(rowOf(payment));
    if (seen === DOWN) return UNAVAILABLE;
    if (seen && !mayBeginAgain(seen)) return resume(unnamed, seen);

    const admission = await admissionOf(request, fingerprint);
    if ('kind' in admission) return admission;

    const verified = await settler.verify(payment);
    if (verified.kind === 'unreachable') return UNAVAILABLE;
    if (verified.kind === 'busy') return refused('too_many_requests', 1);
    if (verified.kind === 'unseen') return PENDING;
    const sale = paidBy(unnamed, verified);
    const no = soldBefore(verified, sale, seen) ? RECORD_LOST : noSale(verified, timing());
    if (no) return unlessKnownByNow(sale, no);

    const asOf = clock.now();
    if (admission.until !== undefined && asOf >= admission.until) return notAdmitted('edition_not_current');
    const claimed = await attempt(
      journal.claim(
        claimOf(sale, {
          terms,
          owners,
          release,
          asOf,
          owner: workerToken(ports),
          ticket: admission.ticket,
          edition: admission.edition?.digest,
        }),
      ),
    );
    if (claimed === DOWN) return UNAVAILABLE;
    if (claimed.kind === 'spent') return refused('payment_reused');
    if (claimed.kind === 'ticket_taken') {
      // It admitted a moment ago. If it still does, it is not used up: another payment has it.
      const again = await admissionOf(request, fingerprint);
      return 'kind' in again ? again : IN_FLIGHT;
    }
    if (claimed.kind !== 'fresh') return resume(sale, claimed.entry);
    // The clock again, now that the claim can be seen: whoever told a twin of this payment 402 looked before this.
    const late = noSale(verified, timing());
    if (!late) return sell(sale, claimed.entry, verified, admission.edition);
    await attempt(journal.released(claimed.entry.key, claimed.entry.owner, 'too_late'));
    return typeof late === 'string' ? decline(late, fingerprint) : late;
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
    return kind === 'ticket' && shownIn(request) === undefined;
  }

  /** The ticket or the match that a request carries. */
  function shownIn({ header, query }: Seen): string | undefined {
    const rule = product.admission;
    if (rule?.kind === 'ticket') return header(rule.header);
    return rule?.kind === 'match' ? (query.get(rule.parameter) ?? undefined) : undefined;
  }

  function notAdmitted(code: Problem['code']): Passage {
    return refused(code, code === 'edition_not_current' ? EDITION_RETRY_SECONDS : undefined);
  }

  /** What admits this request, or the refusal. */
  async function admissionOf(request: PaidRequest, fingerprint: string): Promise<Admitted | Passage> {
    if (origin) return ORIGIN_ADMITS;
    const admission = await attempt(admit(product, shownIn(request), fingerprint, ports, clock.now()));
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
    return typeof no === 'string' ? decline(no, sale.fingerprint) : no;
  }

  /** The row is ours: compute, settle once, deliver. A bug in a product costs the buyer nothing. */
  async function sell(
    sale: Sale,
    entry: Entry,
    verified: Verified,
    edition: PublishedEdition | undefined,
  ): Promise<Passage> {
    const ready = origin ? await origin.prepare(sale, entry) : preparedHere(sale, entry, edition);
    if ('kind' in ready) {
      await attempt(journal.released(entry.key, entry.owner, origin ? 'not_prepared' : 'internal_error'));
      return verified.kind === 'paid' && !origin ? refused('redelivery_failed', 30) : ready;
    }
    const { bodyDigest } = ready;
    const outcome =
      verified.kind === 'paid'
        ? { ...verified, kind: 'settled' as const }
        : await settle(sale.payment, entry, bodyDigest);
    if (outcome.kind === 'not_sent') {
      const { reason } = outcome;
      const released = await attempt(journal.released(entry.key, entry.owner, reason ?? 'not_sent'));
      if (released !== undefined) return reason ? decline(reason, sale.fingerprint) : UNAVAILABLE;
      // The row says that it was to be sent, or that somebody else has it: the next look may still send it.
      await attempt(letGo(entry, journal));
      return PENDING;
    }
    if (outcome.kind === 'failed')
      return (await written(journal.failed(entry.key, outcome.reason)))
        ? decline(outcome.reason, sale.fingerprint)
        : PENDING;
    if (outcome.kind === 'unknown') {
      await attempt(letGo(entry, journal));
      return PENDING;
    }
    const settled = await written(
      journal.settled(entry.key, { transaction: outcome.transaction, bodyDigest, at: clock.now() }),
    );
    if (!settled) return PENDING;
    return ready.answer ? deliver(sale, settled, ready.answer) : origin!.deliver(sale, settled);
  }

  function preparedHere(sale: Sale, entry: Entry, edition: PublishedEdition | undefined): Ready | Passage {
    const answer = compute(product, sale.form, sale.input, entry, edition);
    return answer === undefined ? refused('internal_error') : { answer, bodyDigest: answer.digest };
  }

  /** Money moves here, and only after the journal holds what is about to be sent. */
  function settle(payment: Payment, { key, owner }: Entry, bodyDigest: string): Promise<Settled> {
    return settler.settle(payment, async (sending) => {
      const leaseUntil = clock.now() + LEASE_MS;
      return (await journal.settling(key, owner, { ...sending, bodyDigest, leaseUntil })) !== undefined;
    });
  }

  /** This payment, or its identifier, is known: the first outcome is the outcome. */
  async function resume(unnamed: Sale, seen: Entry): Promise<Passage> {
    const authentic = await settler.authenticate(unnamed.payment);
    // What became of this payment is known here, only not to somebody who has not shown that it is theirs.
    if (authentic.kind === 'declined') return decline(authentic.reason, unnamed.fingerprint);
    if (authentic.kind !== 'valid' && authentic.kind !== 'paid') return PENDING;
    const sale = paidBy(unnamed, authentic);
    const samePayment = seen.key === sale.payment.key;
    if (seen.fingerprint !== sale.fingerprint)
      return refused(samePayment ? 'payment_reused' : 'payment_identifier_conflict');

    const entry = await outcomeOf(seen, ports);
    if (entry === undefined) return PENDING;
    if (entry.state === 'failed' && samePayment)
      return decline((entry.reason ?? 'settlement_refused') as DeclineReason, sale.fingerprint);
    if (mayBeginAgain(entry)) return UNAVAILABLE;
    const deliveredFor = clock.now() - (entry.deliveredAt ?? clock.now());
    if (deliveredFor > REDELIVERY_MS) return decline('redelivery_window_over', sale.fingerprint);
    if (origin) return origin.deliver(sale, entry);
    const edition = await attempt(editionOf(entry));
    const answer = edition === DOWN ? undefined : compute(product, sale.form, sale.input, entry, edition);
    if (answer === undefined || (entry.bodyDigest !== null && answer.digest !== entry.bodyDigest))
      return refused('redelivery_failed', 30);
    return deliver(sale, entry, answer);
  }

  /** The edition that a row was paid for: the same one again, whatever was published since. */
  async function editionOf({ edition: digest }: Entry): Promise<PublishedEdition | undefined> {
    if (digest === null) return undefined;
    const found = await ports.editions.get(digest);
    if (found === undefined || found.fault !== undefined) throw new Error('the edition is not here');
    return found;
  }

  async function deliver(sale: Sale, entry: Entry, answer: Answer): Promise<Passage> {
    const { network, amount } = entry;
    const settlement: Settlement = {
      network,
      amount,
      transaction: entry.transaction!,
      payer: sale.payment.payer,
    };
    const bodyDigest = answer.digest;
    const receipts = await receiptsFor(entry, settlement, terms.resourceUrl, bodyDigest, signer);
    const first =
      entry.state === 'settled' &&
      (await attempt(journal.delivered(entry.key, { at: clock.now(), bodyDigest })));
    if (first === DOWN) return PENDING;
    const headers = {
      ...sale.rail.settled(settlement, { payment: sale.payment, ...receipts }),
      [DELIVERY_RECEIPT_HEADER]: receipts.delivery,
      ...(!first && { [REDELIVERY_HEADER]: '1' }),
    };
    return { kind: 'delivered', body: answer.text, headers, redelivery: !first };
  }

  /** A move that is not known to be written leaves the row as it was: then only "pending" is true. */
  async function written(move: Promise<Entry | undefined>): Promise<Entry | undefined> {
    const entry = await attempt(move);
    return entry === DOWN ? undefined : entry;
  }

  async function decline(declined: DeclineReason, fingerprint: string): Promise<Passage> {
    const fresh = await challenge({ declined, asking: async () => fingerprint });
    return { kind: 'challenged', challenge: fresh, declined };
  }
}
