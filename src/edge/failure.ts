import { errorName } from '../values/failure.ts';
import { DECLINES, PROBLEMS } from '../values/problem.ts';

/** What went wrong last, in closed words: no address, payment, request or answer can stand in it. */
export interface Last {
  /** ISO 8601. */
  readonly at: string;
  readonly route: string;
  /** A decline reason or problem code of our own tables. */
  readonly code: string;
  /** What the origin said of an assertion, where that is what failed. */
  readonly assertion?: string;
}

/** A bug, or something outside that failed, for the log. Messages may quote addresses and calldata, so they stay out of it. */
export const reportFailure = (where: string, error: unknown): void =>
  console.error(`edge: ${where}: ${errorName(error)}`);

/** Who has to act. */
type Class = 'buyer' | 'origin' | 'settlement' | 'edge';

const CLASSES: Readonly<Record<string, Class>> = {
  settlement_unavailable: 'settlement',
  settlement_pending: 'settlement',
  internal_error: 'edge',
  misconfigured: 'edge',
  origin_unreachable: 'origin',
  edge_assertion_refused: 'origin',
};

/** The read-out: classify, then stop. */
export function failureDocument(last: Last | undefined): object {
  if (!last) return { status: 'none', edge: 'in_front', failure: null, meaning: MEANING };
  const { at, route, code, assertion } = last;
  const declined = Object.hasOwn(DECLINES, code) ? DECLINES[code as keyof typeof DECLINES] : undefined;
  const problem = Object.hasOwn(PROBLEMS, code) ? PROBLEMS[code as keyof typeof PROBLEMS] : undefined;
  return {
    status: 'recorded',
    edge: 'in_front',
    failure: {
      at,
      route,
      code,
      class: CLASSES[code] ?? 'buyer',
      ...(declined && { failureBucket: declined.bucket, retry: declined.retry }),
      ...(problem && { detail: problem.detail }),
      ...(assertion && { assertion }),
    },
    meaning: MEANING,
  };
}

const MEANING =
  'The last refusal or fault of a paid call at this edge, without anything of the call. It can be read once. Reading it attempts no payment. Classify it, then stop.';
