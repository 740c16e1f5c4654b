import { exampleCall, type Form, type Product, selectedBy } from '../declare.ts';
import { type Next, type Problem, type ProblemCode, problem } from '../values/problem.ts';

/** What a refusal says about the way on: a call that works, and what this call did with a payment that came along. */

/** The call itself is wrong: an example of it is what helps. */
const UNREADABLE: readonly ProblemCode[] = [
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
  'request_refused',
  'unknown_payment_network',
  'multiple_credentials',
  'invalid_payment_identifier',
];

/** A free step comes before the call. */
const NOT_ADMITTED: readonly ProblemCode[] = [
  'ticket_required',
  'ticket_invalid',
  'ticket_expired',
  'ticket_mismatch',
  'ticket_used',
  'preflight_required',
  'preflight_expired',
];

/** `attached`: a payment came with the call. None of these looks at it. */
export function mendable(refused: Problem, product: Product, form: Form, attached: boolean): Problem {
  const { first, admission, path } = product;
  const { code } = refused;
  const isUnreadable = UNREADABLE.includes(code);
  const isEarly = isUnreadable || NOT_ADMITTED.includes(code);
  // The situations of a code say for themselves what holds.
  if (!isEarly || refused.situation) return refused;
  // The example of a match was never issued: only the preflight gives one that works.
  const next = isUnreadable && admission?.kind !== 'match' ? exampleCall({ path }, form) : first;
  // What was signed for one choice pays for no corrected one.
  const isForOneChoice = code === 'invalid_request' && selectedBy(product).length > 0;
  return { ...refused, ...(next && { next }), ...(attached && !isForOneChoice && { unsettled: true }) };
}

/** The same for a free route: `example` is a call of it. */
export const mendableFree = (refused: Problem, example: Next): Problem =>
  UNREADABLE.includes(refused.code) ? { ...refused, next: example } : refused;

/** Where everything is described. */
export const nothingThere = (): Problem =>
  problem('not_found', { next: { method: 'GET', path: '/openapi.json' } });
