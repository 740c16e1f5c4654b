import type { Form, Product } from '../../declare.ts';
import { NETWORK, SESSION_CAP_ATOMIC, SESSION_CAP_USD } from '../../values/limits.ts';
import { isAllowed, isClean } from '../metadata.ts';

/** What a rule may look at. `product` and `form` are those that the request names, when they exist. */
export interface Scope {
  readonly product: Product | undefined;
  readonly form: Form | undefined;
  readonly network: string;
  readonly maxAmount: bigint;
  readonly approved: boolean;
  readonly payload: Readonly<Record<string, unknown>>;
}

interface Row {
  /** Undefined: an earlier rule failed and this one cannot be judged. */
  readonly holds: (scope: Scope) => boolean | undefined;
  readonly passed: string;
  readonly failed: string;
}

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
    holds: ({ network }) => network === NETWORK,
    passed: `The network is ${NETWORK}.`,
    failed: `This check approves payments on ${NETWORK} only. Stop: the service does not switch networks.`,
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
    passed: 'The payload matches the schema of the route.',
    failed: 'The payload does not match the schema of the route, so a paid call would be refused.',
  },
  payload_clean: {
    holds: ({ payload }) => isClean(payload),
    passed: 'No secret or personal data was found in the payload.',
    failed: 'The payload holds a secret or personal data, or could not be read whole. Remove it.',
  },
  request_allowed: {
    holds: ({ payload }) => isAllowed(payload),
    passed: 'The payload asks for nothing that is refused.',
    failed:
      'The payload asks for advice that is not given, or for scraping or outreach. A paid answer would only say so.',
  },
} as const satisfies Record<string, Row>;

export type ScopeRule = keyof typeof SCOPE_RULES;
