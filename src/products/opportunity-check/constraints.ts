import { dayNumber } from '../../reading/time.ts';
import { dollarsOf } from '../../values/money.ts';
import type { Evidence } from './evidence.ts';
import { counted } from './plain.ts';
import type { ConstraintKind } from './tables/constraint-kinds.ts';
import type { OrderTerms } from './terms.ts';
import type { Wish } from './wish.ts';

export interface ConstraintCheck {
  readonly constraint: string;
  readonly kind: ConstraintKind;
  readonly status: 'satisfied' | 'partial' | 'violated' | 'unknown';
  readonly detail: string;
}

type Verdict = Pick<ConstraintCheck, 'status' | 'detail'>;

interface Known {
  readonly terms: OrderTerms;
  readonly evidence: readonly Evidence[];
  readonly asOfDay: string;
}

/** Each constraint with its verdict. What cannot be known from here is `unknown`, never `satisfied`. */
export const checkConstraints = (wishes: readonly Wish[], known: Known): ConstraintCheck[] =>
  wishes.map((wish) => ({ constraint: wish.text, kind: wish.kind, ...CHECKS[wish.kind](wish, known) }));

const CHECKS: Readonly<Record<ConstraintKind, (wish: Wish, known: Known) => Verdict>> = {
  budget: ({ amount }, { terms }) => budgetVerdict(amount!, terms),
  priceLimit: ({ amount }, { terms }) => {
    if (terms.origin.price === 'assumed' || terms.origin.price === 'limit')
      return unknown('The price is not known.');
    const detail = `One call costs ${dollarsOf(terms.price)}, and at most ${dollarsOf(amount!)} is allowed.`;
    return { status: terms.price <= amount! ? 'satisfied' : 'violated', detail };
  },
  maxPaidCalls: ({ amount }, { terms }) => {
    const allowed = Number(amount!);
    const detail = `You want ${counted(terms.calls, 'call')} and allow ${allowed}.`;
    if (allowed === 0) return { status: 'violated', detail };
    return { status: terms.calls <= allowed ? 'satisfied' : 'partial', detail };
  },
  deadline: ({ day }, { asOfDay }) => {
    const left = dayNumber(day!)! - dayNumber(asOfDay)!;
    return {
      status: left < 0 ? 'violated' : 'satisfied',
      detail: left < 0 ? `${day} is past.` : `${day} is ${counted(left, 'day')} away.`,
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
    return unknown('You have not said whether an account is needed.');
  },
  network: (_, { evidence }) => {
    const refused = holds(evidence, 'network_mismatch') || holds(evidence, 'network_asset_match', 'absent');
    if (refused)
      return { status: 'violated', detail: 'The challenge asks for another network or asset than yours.' };
    if (holds(evidence, 'network_asset_match'))
      return { status: 'satisfied', detail: 'The challenge asks for your network and asset.' };
    return unknown('You have not compared the network and asset of the challenge with yours.');
  },
  asset: (_, { evidence }) => {
    const refused =
      holds(evidence, 'asset_unknown') ||
      holds(evidence, 'network_mismatch') ||
      holds(evidence, 'network_asset_match', 'absent');
    if (refused) return { status: 'violated', detail: 'The challenge asks for another token than yours.' };
    if (holds(evidence, 'network_asset_match'))
      return { status: 'satisfied', detail: 'The challenge asks for your network and asset.' };
    return unknown('You have not compared the token of the challenge with yours.');
  },
  // What policy finds in a request is refused before it is sold.
  dataMinimisation: () => ({
    status: 'satisfied',
    detail:
      'This request holds no personal or secret data that we know of. We do not see what you send to the seller.',
  }),
  approval: () => unknown('We cannot see an approval: get it before you pay.'),
  noSpend: () => ({ status: 'satisfied', detail: 'No payment is advised.' }),
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

function budgetVerdict(budget: bigint, terms: OrderTerms): Verdict {
  const all = terms.price * BigInt(terms.calls);
  const detail = `${counted(terms.calls, 'call')} ${terms.calls === 1 ? 'costs' : 'cost'} ${dollarsOf(all)}, and the budget is ${dollarsOf(budget)}.`;
  if (terms.origin.price === 'assumed')
    return unknown(`The price is not known. At the assumed ${dollarsOf(terms.price)}, ${detail}`);
  if (terms.price > budget) return { status: 'violated', detail };
  return { status: all <= budget ? 'satisfied' : 'partial', detail };
}
