import type { Form, Product } from '../../declare.ts';
import { issuesOf } from '../../issues.ts';
import { NETWORK, SESSION_CAP_ATOMIC, SESSION_CAP_USD } from '../../values/limits.ts';
import { evmRowOf } from '../../values/networks.ts';
import type { Issue } from '../../values/problem.ts';

/** What a rule may look at. `product` and `form` are those that the request names, when they exist. */
export interface RuleScope {
  readonly product: Product | undefined;
  readonly form: Form | undefined;
  readonly network: string;
  readonly maxAmount: bigint;
  readonly approved: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
  /** What policy, asked as the paid route asks it, says no to in the payload. */
  readonly refused: readonly Issue[];
}

export interface ScopeRow {
  /** Where the payload breaks this rule. */
  readonly issues?: (scope: RuleScope) => readonly Issue[];
  /** Undefined: an earlier rule failed and this one cannot be judged. */
  readonly holds: (scope: RuleScope) => boolean | undefined;
  readonly passed: string;
  readonly failed: string;
}

const isSensitive = ({ code }: Issue): boolean => code.startsWith('sensitiveData:');
const sensitive = ({ refused }: RuleScope) => refused.filter(isSensitive);
const forbidden = ({ refused }: RuleScope) => refused.filter((issue) => !isSensitive(issue));

/** Everything that must hold before a buyer should let its client sign, in the order in which it is reported. */
export const SCOPE_RULES = {
  route_sold: {
    holds: ({ product }) => product !== undefined,
    passed: 'The route is a paid route of this service.',
    failed: 'The route is not a paid route of this service. The paid routes are in /openapi.json.',
  },
  method_offered: {
    holds: ({ product, form }) => product && form !== undefined,
    passed: 'The route is sold under this method.',
    failed: 'The route is not sold under this method.',
  },
  network_accepted: {
    holds: ({ product, network }) =>
      product
        ? evmRowOf(network) !== undefined && product.paidOn.some((way) => way.network === network)
        : network === NETWORK,
    passed: 'The route is sold on this network.',
    failed:
      'This check approves payments on no such network for this route. Stop: the service does not switch networks.',
  },
  amount_covers_price: {
    holds: ({ product, maxAmount }) => product && maxAmount >= BigInt(product.price.amount),
    passed: 'The maximum amount covers the price.',
    failed: 'The maximum amount is below the price. Use the exact price or stop; prices do not change.',
  },
  amount_within_session_cap: {
    holds: ({ maxAmount }) => maxAmount <= SESSION_CAP_ATOMIC,
    passed: `The maximum amount is within the recommended session cap of $${SESSION_CAP_USD}.`,
    failed: `The maximum amount is above the recommended session cap of $${SESSION_CAP_USD}: it would not limit anything.`,
  },
  buyer_approval: {
    holds: ({ approved }) => approved,
    passed: 'The buyer approved this payment.',
    failed: 'The buyer has not approved this payment. Ask whoever owns the money.',
  },
  payload_valid: {
    holds: ({ form, payload }) => form?.input.safeParse(payload).success,
    issues: issuesIn,
    passed: 'The payload matches the schema of the route.',
    failed: 'The payload does not match the schema of the route, so a paid call would be refused.',
  },
  payload_clean: {
    holds: (scope) => scope.form && sensitive(scope).length === 0,
    issues: sensitive,
    passed: 'No secret or personal data was found in the payload.',
    failed:
      'The payload holds a secret or personal data, or could not be read whole, so a paid call would be refused. Mend the fields that issues names.',
  },
  request_allowed: {
    holds: (scope) => scope.form && forbidden(scope).length === 0,
    issues: forbidden,
    passed: 'The payload asks for nothing that is refused.',
    failed:
      'The payload asks for advice that is not given, or for scraping or outreach, so a paid call would be refused. Mend the fields that issues names.',
  },
} as const satisfies Record<string, ScopeRow>;

export type ScopeRule = keyof typeof SCOPE_RULES;

/** Where the payload differs from the schema, in the words that the paid route itself would say. */
function issuesIn({ form, payload }: RuleScope): Issue[] {
  const error = form?.input.safeParse(payload).error;
  return form && error ? issuesOf(error, form.input) : [];
}
