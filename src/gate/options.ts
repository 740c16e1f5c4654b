import type { Entry } from '../accounting/states.ts';
import type { Ports } from '../ports.ts';
import type { DeclineReason } from '../values/problem.ts';
import type { Terms } from './offer.ts';
import type { AnswerBytes, PaidCall } from './paid-call.ts';
import type { Rail } from './rails/rail.ts';
import type { Result } from './result.ts';

/** An answer exists; it is present only where it was computed. */
export interface Ready {
  readonly bodyDigest: string;
  readonly answer?: AnswerBytes;
}

/**
 * The origin, where this gate stands at an edge: it has the products, the tickets and the keys of receipts. It answers
 * before money moves and hands over after; every decision about the payment itself stays here.
 */
export interface OriginDesk {
  /** Before anything is asked about the payment: the origin's refusal of a body that it does not sell. Never throws. */
  judge(call: PaidCall): Promise<Result | undefined>;
  /** Admits the request and computes its answer. A result means that there is nothing to sell. Never throws. */
  prepare(call: PaidCall, entry: Entry): Promise<Ready | Result>;
  /** Books and hands over the answer of a payment that is settled, as often as it is asked. Never throws. */
  deliver(call: PaidCall, entry: Entry): Promise<Result>;
}

/** What a gate needs: terms, rails and ports, and who is the operator’s own. */
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

/** What a payment is declined for: the request, and its fingerprint. */
export type DeclinedCall = Pick<PaidCall, 'request' | 'fingerprint'>;
/** Answers 402 with a reason: only where it is certain that no money moved. */
export type Decline = (reason: DeclineReason, asked: DeclinedCall) => Promise<Result>;
