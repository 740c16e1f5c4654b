import {
  type DeclineReason,
  type Problem,
  type ProblemCode,
  problem,
  type Situation,
  situation,
} from '../values/problem.ts';
import type { Challenge } from './challenge.ts';

/** What a paid route did: for http/ to write, for counters to see. */
export type Passage =
  | {
      readonly kind: 'challenged';
      readonly challenge: Challenge;
      readonly declined?: DeclineReason;
      /** Said at an edge of a payment that has no row there: the origin may have sold for it. */
      readonly maybeSold?: boolean;
    }
  | { readonly kind: 'refused'; readonly problem: Problem }
  | {
      readonly kind: 'delivered';
      readonly body: string;
      readonly headers: Readonly<Record<string, string>>;
      /** The answer was delivered before: nothing was charged now. */
      readonly redelivery: boolean;
    };

export const refused = (code: ProblemCode, retryAfterSeconds?: number): Passage => ({
  kind: 'refused',
  problem: problem(code, retryAfterSeconds === undefined ? {} : { retryAfterSeconds }),
});

/** Nobody could be asked, and this call moved nothing. */
export const UNAVAILABLE = refused('settlement_unavailable', 5);
/** Money may have moved: whoever asks again with the same payment will learn it. */
export const PENDING = refused('settlement_pending', 2);
/** A refusal in the words of this very case. */
export const refusedAs = (name: Situation): Passage => ({ kind: 'refused', problem: situation(name) });
export const TICKET_IN_FLIGHT: Passage = {
  kind: 'refused',
  problem: situation('ticket_in_flight', { retryAfterSeconds: 2 }),
};
/** Its payer's other payments come first: they end within seconds. */
export const WALLET_BUSY: Passage = {
  kind: 'refused',
  problem: situation('wallet_busy', { retryAfterSeconds: 5 }),
};

/** An edition is made in minutes where it is made at all; asking more often brings nothing. */
const EDITION_RETRY_SECONDS = 60;

/** What `admit` said no with. */
export const notAdmitted = (code: ProblemCode): Passage =>
  refused(code, code === 'edition_not_current' ? EDITION_RETRY_SECONDS : undefined);

/** Codes that would be a guess once the buyer has sent the money. */
const GUESSES: readonly ProblemCode[] = ['settlement_unavailable', 'edition_not_current'];

/** For a buyer that has sent the money by itself: it may have arrived, so that no answer may let it be sent again. */
export const pendingUnlessTold = (passage: Passage): Passage =>
  passage.kind === 'refused' && GUESSES.includes(passage.problem.code)
    ? refused('settlement_pending', passage.problem.retryAfterSeconds)
    : passage;
