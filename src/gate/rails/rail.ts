import type { DrawOrder } from '../../values/order.ts';
import type { Payment, RailName, Settlement } from '../../values/payment.ts';
import type { DeclineReason, ProblemCode } from '../../values/problem.ts';
import { type EpochMs, unixSeconds } from '../../values/time.ts';

/** What the gate needs from a payment protocol. A rail reads and writes headers; it decides nothing. */
export interface Rail {
  readonly name: RailName;
  /** Whether a credential of this rail is attached, well-formed or not. Looks at names only. */
  attached(header: HeaderOf): boolean;
  /**
   * Decodes the credential and compares every field with our own offer, before anything that costs. `resourceUrl`: the
   * address that an offer for this request is for; without it that of the terms.
   */
  read(header: HeaderOf, now: EpochMs, resourceUrl?: string): Promise<CredentialRead>;
  /** This rail's part of a 402. The same object while its content is the same, so a 402 is encoded once. */
  challenge(occasion: Occasion): Promise<ChallengePart>;
  /** The part of an unpaid 402, if it exists and is still valid. Undefined (or absent): `challenge` must make one. */
  standing?(): ChallengePart | undefined;
  /** Headers of a paid 200. `receipt`: the official x402 receipt; `settledAt`: epoch seconds. */
  settled(
    settlement: Settlement,
    proven: { readonly payment: Payment; readonly receipt: string; readonly settledAt: number },
  ): Readonly<Record<string, string>>;
}

/** The value of a header by its lower-case name; undefined where it was not sent. */
export type HeaderOf = (name: string) => string | undefined;

/** What a challenge answers. */
export interface Occasion {
  /** Why the attached payment is not accepted. */
  readonly declined?: DeclineReason;
  /** Fingerprint of the request, undefined when it is not one that could be sold; for a rail that binds a challenge to it. */
  readonly asking?: () => Promise<string | undefined>;
  /** The address that is sold, with what is chosen of it; without it that of the terms. */
  readonly resourceUrl?: string;
}

/** Headers, and members of the 402's JSON body. */
export interface ChallengePart {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: object;
  /** Where both hold `ORDER_PLACE`, each copy that is sent gets an order id from here. */
  readonly order?: DrawOrder;
}

/** What a rail makes of a credential: a payment for our own offer, a reason to decline, or a problem. */
export type CredentialRead =
  | {
      readonly kind: 'payment';
      readonly payment: Payment;
      /** Fingerprint of the one request that the credential may pay for, where the protocol binds one. */
      readonly boundTo?: string;
      /**
       * Whether a settlement may begin now, by the proof's own window. Asked only for payments that the journal does
       * not know: a payment that was settled in time is owed its answer, whatever our clock says today.
       */
      readonly timing: (now: EpochMs) => Timing;
    }
  | {
      readonly kind: 'declined';
      readonly reason: DeclineReason;
      /**
       * The payment, if only its terms are wrong. They may have been ours before a change of price or recipient; only a
       * row of the journal can tell.
       */
      readonly earlier?: Payment;
    }
  | { readonly kind: 'refused'; readonly code: ProblemCode };

/** The payment that was read, on today's terms or on others. */
export const paymentIn = (read: CredentialRead): Payment | undefined =>
  read.kind === 'payment' ? read.payment : read.kind === 'declined' ? read.earlier : undefined;

/** A credential that is not taken. `earlier`: the payment that it may have been, for what is still owed. */
export const declinedRead = (
  reason: DeclineReason,
  earlier?: Payment,
): Extract<CredentialRead, { kind: 'declined' }> => ({
  kind: 'declined',
  reason,
  ...(earlier && { earlier }),
});

/**
 * `too_close`: too late to begin, but too early to say 402. Another node whose clock is a little behind may be starting
 * a twin of this payment right now.
 */
export type Timing = 'in_time' | 'too_close' | DeclineReason;

/** Clocks of nodes that share a journal must agree within this. */
const CLOCK_DOUBT_SECONDS = 5;

/** `limit` in epoch seconds. */
export function beginBy(limit: number, now: EpochMs, otherwise: DeclineReason): Timing {
  const late = unixSeconds(now) - limit;
  if (late <= 0) return 'in_time';
  return late <= CLOCK_DOUBT_SECONDS ? 'too_close' : otherwise;
}
