import { dayNumber } from '../../reading/time.ts';
import { atomicToDollars } from '../../values/money.ts';
import type { Evidence } from './evidence.ts';
import type { ConstraintKind } from './tables/constraint-kinds.ts';
import type { Terms } from './terms.ts';
import type { Wish } from './wish.ts';

export interface ConstraintCheck {
  readonly constraint: string;
  readonly kind: ConstraintKind;
  readonly status: 'satisfied' | 'partial' | 'violated' | 'unknown';
  readonly detail: string;
}

type Verdict = Pick<ConstraintCheck, 'status' | 'detail'>;

interface Known {
  readonly terms: Terms;
  readonly evidence: readonly Evidence[];
  readonly asOfDay: string;
}

/** Each constraint with its verdict. What cannot be known from here is `unknown`, never `satisfied`. */
export const checkConstraints = (wishes: readonly Wish[], known: Known): ConstraintCheck[] =>
  wishes.map((wish) => ({ constraint: wish.text, kind: wish.kind, ...CHECKS[wish.kind](wish, known) }));

const dollars = (atomic: bigint): string => `$${atomicToDollars(atomic)}`;

const CHECKS: Readonly<Record<ConstraintKind, (wish: Wish, known: Known) => Verdict>> = {
  budget: ({ amount }, { terms }) => budgetVerdict(amount!, terms),
  priceLimit: ({ amount }, { terms }) => {
    if (terms.origin.price === 'assumed' || terms.origin.price === 'limit')
      return unknown('The price is not known.');
    const detail = `One call costs ${dollars(terms.price)}, at most ${dollars(amount!)} is allowed.`;
    return { status: terms.price <= amount! ? 'satisfied' : 'violated', detail };
  },
  maxPaidCalls: ({ amount }, { terms }) => {
    const allowed = Number(amount!);
    const detail = `${terms.calls} wanted, ${allowed} allowed.`;
    if (allowed === 0) return { status: 'violated', detail };
    return { status: terms.calls <= allowed ? 'satisfied' : 'partial', detail };
  },
  deadline: ({ day }, { asOfDay }) => {
    const left = dayNumber(day!)! - dayNumber(asOfDay)!;
    return {
      status: left < 0 ? 'violated' : 'satisfied',
      detail: `${day} is ${left} days after ${asOfDay}.`,
    };
  },
  noAccount: (_, { evidence }) => {
    if (holds(evidence, 'no_402_401_first'))
      return { status: 'violated', detail: 'The route answers 401 before it names a price.' };
    if (holds(evidence, 'challenge_valid_402')) {
      return {
        status: 'satisfied',
        detail: 'The route answers an unpaid call with a price, not with a login.',
      };
    }
    return unknown('Whether an account is needed has not been observed.');
  },
  network: (_, { evidence }) => {
    const refused = holds(evidence, 'network_mismatch') || holds(evidence, 'network_asset_match', 'absent');
    if (refused) return { status: 'violated', detail: 'Network or asset of the challenge do not match.' };
    if (holds(evidence, 'network_asset_match'))
      return { status: 'satisfied', detail: 'Network and asset of the challenge match.' };
    return unknown('Network and asset of the challenge have not been compared.');
  },
  // What policy finds in a request is refused before it is sold.
  dataMinimisation: () => ({
    status: 'satisfied',
    detail:
      'No personal or secret data was detected in this request; what is sent to the seller was not seen.',
  }),
  approval: () => unknown('An approval cannot be seen from here: obtain it before paying.'),
  noSpend: ({ forNow }) =>
    forNow
      ? { status: 'satisfied', detail: 'No payment is recommended while this holds.' }
      : { status: 'violated', detail: 'A paid call is what is asked about, and none is allowed.' },
  unrecognised: () => unknown('Not understood, so not checked.'),
};

const unknown = (detail: string): Verdict => ({ status: 'unknown', detail });

/** Only a first-hand or derived statement can satisfy or break a constraint. */
const holds = (
  evidence: readonly Evidence[],
  signal: string,
  state: Evidence['state'] = 'present',
): boolean =>
  evidence.some(
    (one) =>
      one.row.id === signal && one.state === state && one.source !== 'claimed' && one.source !== 'reported',
  );

function budgetVerdict(budget: bigint, terms: Terms): Verdict {
  const all = terms.price * BigInt(terms.calls);
  const detail = `One call costs ${dollars(terms.price)}, ${terms.calls} cost ${dollars(all)}, budget ${dollars(budget)}.`;
  if (terms.origin.price === 'assumed')
    return unknown(`The price is not known; at an assumed price: ${detail}`);
  if (terms.price > budget) return { status: 'violated', detail };
  return { status: all <= budget ? 'satisfied' : 'partial', detail };
}
