import type { Product } from '../declare.ts';
import { spendLimitFor } from '../values/limits.ts';
import { DECLINES, type DeclineReason } from '../values/problem.ts';
import type { ChallengePart, Occasion, Rail } from './rails/rail.ts';

/** Stands with the one line that allows this price, and no more, where such a buyer looks. */
const CLIENT_REFUSES = '@x402 clients from 2.23 on refuse payments over $1 by default';

/** The whole 402 answer: the parts of all rails, and what is true on every rail. */
export type Challenge = ChallengePart;

/** Makes the 402s of one route. As long as every rail says the same, so does the challenge: the very same object. */
export function challengesOf(product: Product, rails: readonly Rail[]) {
  interface Made {
    readonly parts: readonly (ChallengePart | undefined)[];
    readonly challenge: Challenge;
  }
  /** The last one for each reason: reasons are a closed table. */
  const made = new Map<DeclineReason | undefined, Made>();
  const saysTheSame = (last: Made, parts: Made['parts']) => last.parts.every((part, i) => part === parts[i]);

  return {
    async challenge(occasion: Occasion): Promise<Challenge> {
      const { declined } = occasion;
      const parts = await Promise.all(rails.map((rail) => rail.challenge(occasion)));
      const last = made.get(declined);
      if (last && saysTheSame(last, parts)) return last.challenge;
      const challenge = challengeOf(product, parts, declined);
      made.set(declined, { parts, challenge });
      return challenge;
    },
    /** The unpaid 402, when it was made before and no rail has anything else to say by now. */
    standing(): Challenge | undefined {
      const last = made.get(undefined);
      if (!last) return undefined;
      const parts = rails.map((rail) => rail.standing?.());
      return saysTheSame(last, parts) ? last.challenge : undefined;
    },
  };
}

/** The 402 of a product: every rail’s part of headers and body together. */
export function challengeOf(
  product: Product,
  parts: readonly ChallengePart[],
  declined?: DeclineReason,
): Challenge {
  const spendControls = spendLimitFor(product.price);
  const order = parts.find((part) => part.order)?.order;
  return {
    ...(order && { order }),
    headers: Object.assign({}, ...parts.map((part) => part.headers)) as Record<string, string>,
    body: {
      error: 'payment_required',
      ...(Object.assign({}, ...parts.map((part) => part.body)) as object),
      ...(product.admission?.kind === 'ticket' && {
        preconditions: [{ header: product.admission.header, issuer: product.admission.issuer }],
        ...(product.first && { next: product.first }),
      }),
      ...(spendControls && { clientRemedy: { why: CLIENT_REFUSES, spendControls } }),
      ...(declined && {
        reason: declined,
        failureBucket: DECLINES[declined].bucket,
        retry: DECLINES[declined].retry,
      }),
    },
  };
}
