import type { Entry } from '../accounting/states.ts';
import type { Form } from '../declare.ts';
import type { PublishedEdition } from '../ports.ts';
import { sameAddress } from '../values/assets.ts';
import type { Payment } from '../values/payment.ts';
import type { EpochMs } from '../values/time.ts';
import { type Admission, type Admitted, admit } from './admission.ts';
import { leave } from './at-work.ts';
import type { Gate } from './gate.ts';
import { refusalIn } from './judge.ts';
import { resourceOf } from './offer.ts';
import type { GateOptions } from './options.ts';
import {
  type Caller,
  claimOf,
  compute,
  identifierKeyOf,
  isOn,
  mayBeginAgain,
  type PaidCall,
  strangerTo,
} from './paid-call.ts';
import type { Timing } from './rails/rail.ts';
import { LEASE_MS, workerToken } from './reconcile.ts';
import { type PaidRequest, parseInput } from './request.ts';
import { notAdmitted, type Result, refused, refusedAs, TICKET_IN_FLIGHT } from './result.ts';

/**
 * The origin's side of a sale that an edge settles. `prepare` claims the row here before the edge moves any money. So
 * one payment, payment identifier or ticket is sold once, however many edges and origin nodes are asked. If the edge
 * never comes back, the sweep of this journal asks the chain what became of the payment.
 */
export interface BehindEdge {
  /** Before the edge looks at the payment: undefined when this body may be sold. Claims and changes nothing. */
  judge(form: Form, request: PaidRequest, caller: Caller): Promise<Result | undefined>;
  /** Parses, admits, claims and computes. The row is then `settling`: from now on the edge may send the payment. */
  prepare(form: Form, request: PaidRequest, caller: Caller, asked: AskedByEdge): Promise<PreparedSale>;
  /** The edge has settled: books that, then delivers as for any payment that was settled before. */
  fulfil(form: Form, request: PaidRequest, caller: Caller, settled: SettledAtEdge): Promise<Told>;
}

/** What an edge is told before it settles: the digest of the answer that it may sell, or what to tell the buyer. */
export type PreparedSale =
  | { readonly kind: 'ready'; readonly bodyDigest: string; readonly asOf: EpochMs; readonly key: string }
  | Told;

/** A sale that an edge asks about: the payment that the edge read, and the instant to read facts at. */
export interface AskedByEdge {
  readonly key: string;
  readonly asOf: EpochMs;
}

/** What an edge vouches for. */
export interface SettledAtEdge extends AskedByEdge {
  readonly network: string;
  readonly asset: string;
  readonly amount: string;
  readonly transaction: string;
}

type Told =
  | { readonly kind: 'result'; readonly result: Result }
  /** What the edge vouches for differs from this request or its row. */
  | { readonly kind: 'contradiction' };

type EdgeCall = PaidCall & { readonly timing: (now: EpochMs) => Timing; readonly fitsToday: boolean };

const told = (result: Result) => ({ kind: 'result', result }) as const;

/** The gate for calls that an edge settles: it prepares, and delivers once the edge says what the chain did. */
export function behindEdge({ terms, rails, ports, release, owners }: GateOptions, gate: Gate): BehindEdge {
  const { journal, clock } = ports;
  const { product } = terms;

  return { judge, prepare, fulfil };

  async function judge(form: Form, request: PaidRequest, caller: Caller): Promise<Result | undefined> {
    const asked = await parseInput(product, form, request);
    // An earlier release may have sold it: the gate finds out.
    if (!asked.ok) return gate.pass(form, request, caller);
    // Refused, unless it was sold here before: the gate finds out.
    return refusalIn(form, asked.input) && gate.pass(form, request, caller);
  }

  async function prepare(
    form: Form,
    request: PaidRequest,
    caller: Caller,
    asked: AskedByEdge,
  ): Promise<PreparedSale> {
    const call = await callOf(form, request, caller);
    // The origin may have signed the offer. Then only the origin knows when it expires.
    if (call?.timing(clock.now()) !== 'in_time') return told(await gate.pass(form, request, caller));
    // An edge of an earlier release does not ask first.
    if (refusalIn(form, call.input)) return told(await gate.pass(form, request, caller));
    return reserve(call, asked);
  }

  /** `prepare` without a time window: the money has already moved. */
  async function reserve(call: PaidCall, { key, asOf }: AskedByEdge): Promise<PreparedSale> {
    const { form, request, caller } = call;
    if (call.payment.key !== key) return { kind: 'contradiction' };
    const seen = await journal.get(call.payment.key);
    if (seen) {
      const stranger = strangerTo(seen, call.payment, ports.seal);
      if (stranger === 'not_its_buyer' || (stranger && mayBeginAgain(seen))) return told(refusedAs(stranger));
      const again = sameSale(call, seen);
      if (again) return again;
      // Known in another state: sold here, delivered, or bought for another request. The gate answers as always.
      if (!mayBeginAgain(seen)) return told(await gate.pass(form, request, caller));
    }
    // Bought before under the same payment identifier: that answer is owed and needs no second ticket.
    const identifierKey = identifierKeyOf(call.payment);
    const held = identifierKey === undefined ? undefined : await journal.heldBy(identifierKey, clock.now());
    if (held && held.key !== key && !mayBeginAgain(held)) return told(await gate.pass(form, request, caller));
    const admission = await admitted(call);
    if (!admission.admitted) return told(notAdmitted(admission.problem));

    const owner = workerToken(ports);
    try {
      return await begin(call, admission, { owner, asOf });
    } catch (error) {
      // The edge got no answer, so nobody works on the row, if there is one.
      leave(journal, owner);
      throw error;
    }
  }

  async function begin(
    call: PaidCall,
    admission: Admitted,
    { owner, asOf }: { readonly owner: string; readonly asOf: EpochMs },
  ): Promise<PreparedSale> {
    const { form, request, caller } = call;
    const circumstances = {
      terms,
      owners,
      release,
      asOf,
      owner,
      ticket: admission.ticket,
      edition: admission.edition?.digest,
      seal: ports.seal,
    };
    const now = clock.now();
    const claimed = await journal.claim({
      ...claimOf(call, circumstances),
      via: 'edge',
      createdAt: now,
      leaseUntil: now + LEASE_MS,
    });
    if (claimed.kind === 'fresh') return computed(call, claimed.entry, admission.edition);
    if (claimed.kind === 'ticket_taken') {
      const again = await admitted(call);
      return told(again.admitted ? TICKET_IN_FLIGHT : notAdmitted(again.problem));
    }
    const same = 'entry' in claimed ? sameSale(call, claimed.entry) : undefined;
    return same ?? told(await gate.pass(form, request, caller));
  }

  /** Checked when the row is claimed: only the origin can judge a ticket, a match or an edition. */
  function admitted({ request, fingerprint, payment }: PaidCall): Promise<Admission> {
    return admit(product, request, fingerprint, ports, clock.now(), false, payment.offer.network);
  }

  async function computed(
    call: PaidCall,
    entry: Entry,
    edition: PublishedEdition | undefined,
  ): Promise<PreparedSale> {
    const { key, owner } = entry;
    const answer = compute(product, call.form, call.input, entry, edition);
    if (answer === undefined) {
      await journal.released(key, owner, 'internal_error');
      return told(refused('internal_error'));
    }
    const bodyDigest = answer.digest;
    const leaseUntil = clock.now() + LEASE_MS;
    const waits = await journal.settling(key, owner, { bodyDigest, leaseUntil });
    return waits
      ? { kind: 'ready', bodyDigest, asOf: entry.asOf, key }
      : told(refused('settlement_unavailable', 2));
  }

  async function fulfil(
    form: Form,
    request: PaidRequest,
    caller: Caller,
    settled: SettledAtEdge,
  ): Promise<Told> {
    const call = await callOf(form, request, caller);
    if (call === undefined) return told(await gate.pass(form, request, caller));
    if (!isAbout(call.payment, settled)) return { kind: 'contradiction' };
    // A journal that was restored from before the sale has no row of it: write one.
    const known = await journal.get(call.payment.key);
    if (!known || known.state === 'released') {
      if (!call.fitsToday) return { kind: 'contradiction' };
      const again = await reserve(call, settled);
      if (again.kind !== 'ready') return again;
    }
    const row = await journal.get(call.payment.key);
    if (row && !isOn(row, call.payment)) return { kind: 'contradiction' };
    if (
      row &&
      row.fingerprint === call.fingerprint &&
      (row.state === 'claimed' || row.state === 'settling')
    ) {
      const { transaction } = settled;
      await journal.settled(row.key, { transaction, bodyDigest: null, at: clock.now() });
    }
    return told(await gate.pass(form, request, { ...caller, vouched: true }));
  }

  /** The payment of a request, if it fits our offer or may have fitted an earlier one. */
  async function callOf(form: Form, request: PaidRequest, caller: Caller): Promise<EdgeCall | undefined> {
    const [rail, another] = rails.filter((each) => each.attached(request.header));
    if (!rail || another) return undefined;
    const asked = await parseInput(product, form, request);
    if (!asked.ok) return undefined;
    const read = await rail.read(request.header, clock.now(), resourceOf(terms, request.query));
    const { input, fingerprint } = asked;
    const common = { form, input, fingerprint, rail, caller, request };
    if (read.kind === 'payment')
      return { ...common, payment: read.payment, timing: read.timing, fitsToday: true };
    return read.kind === 'declined' && read.earlier
      ? { ...common, payment: read.earlier, timing: () => read.reason, fitsToday: false }
      : undefined;
  }

  /** An edge that lost our answer asks again and gets the same one. */
  function sameSale(call: PaidCall, entry: Entry): PreparedSale | undefined {
    const { key, state, via, fingerprint, bodyDigest, asOf } = entry;
    return key === call.payment.key &&
      state === 'settling' &&
      via === 'edge' &&
      fingerprint === call.fingerprint &&
      bodyDigest !== null &&
      strangerTo(entry, call.payment, ports.seal) === undefined
      ? { kind: 'ready', bodyDigest, asOf, key }
      : undefined;
  }
}

const isAbout = ({ key, offer }: Payment, settled: SettledAtEdge): boolean =>
  key === settled.key &&
  offer.network === settled.network &&
  sameAddress(offer.network, offer.asset, settled.asset) &&
  offer.amount === settled.amount;
