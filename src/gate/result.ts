import {
  type DeclineReason,
  type Problem,
  type ProblemCode,
  problem,
  type Situation,
  situation,
} from '../values/problem.ts';
import type { Challenge } from './challenge.ts';

/** What a paid route did: http/ writes it, and counters read it. */
export type Result =
  | {
      readonly kind: 'challenged';
      readonly challenge: Challenge;
      readonly declined?: DeclineReason;
      /** Set at an edge for a payment without a row there: the origin may have sold for it. */
      readonly maybeSold?: boolean;
    }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | {
      readonly kind: 'delivered';
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The answer was delivered before: nothing was charged now. */
      readonly redelivery: boolean;
      /** Digest of a body that is the same for whoever buys it. */
      readonly forAll?: string;
    };

/** A refusal by its code; `retryAfterSeconds` where asking again is worth it. */
export const refused = (code: ProblemCode, retryAfterSeconds?: number): Result => ({
  kind: 'refused',
  problem: problem(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** The payment could not be checked, and this call moved no money. */
export const UNAVAILABLE = refused('settlement_unavailable', 5);
/** Money may have moved: sending the same payment again tells the outcome. */
export const PENDING = refused('settlement_pending', 2);
/** A refusal with the text of this situation. */
export const refusedAs = (name: Situation): Result => ({ kind: 'refused', problem: situation(name) });
/** Another payment is using this ticket now. */
export const TICKET_IN_FLIGHT: Result = {
  kind: 'refused',
  problem: situation('ticket_in_flight', { retryAfterSeconds: 2 }),
};
/** The payer's other payments come first. They end within seconds. */
export const WALLET_BUSY: Result = {
  kind: 'refused',
  problem: situation('wallet_busy', { retryAfterSeconds: 5 }),
};

/** The refusal of `admit`. */
export const notAdmitted = (problem: Problem): Result => ({ kind: 'refused', problem });

/** Codes that would be a guess once the buyer has sent the money. A choice without rows has some in another edition. */
const GUESSES: readonly ProblemCode[] = ['settlement_unavailable', 'edition_not_current', 'invalid_request'];

/** For a buyer that sent the money by itself: it may have arrived, so no answer may make the buyer send it again. */
export const pendingUnlessTold = (result: Result): Result =>
  result.kind === 'refused' && GUESSES.includes(result.problem.code)
    ? refused('settlement_pending', result.problem.retryAfterSeconds)
    : result;
