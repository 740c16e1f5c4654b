import { type Context, check } from '../../declare.ts';
import { fingerprint } from '../../values/fingerprint.ts';
import {
  MAX_PAID_RETRIES,
  NETWORK,
  SESSION_CAP_ATOMIC,
  spendControlsFor,
  TICKET_HEADER,
  TICKET_SECONDS,
} from '../../values/limits.ts';
import { ticketFingerprint } from '../../values/ticket.ts';
import { isoTime, SECOND_MS } from '../../values/time.ts';
import { capability } from '../capability.ts';
import { count } from '../counting.ts';
import { formOf, REVENUE_AUDIT, SCOPE_CHECK, soldAt } from '../sold.ts';
import { type RuleScope, SCOPE_RULES, type ScopeRow, type ScopeRule } from './rules.ts';
import { requestSchema, responseSchema, type ScopeAnswer, type ScopeRequest } from './schema.ts';

export const scopeCheck = check({
  id: 'buyer-payment-scope-check-check',
  tool: {
    name: 'approve_payment',
    title: 'Approve a payment',
    does: 'Compares route, amount and payload with what is sold. Its ticket is for buy_audit.',
  },
  path: SCOPE_CHECK,
  summary:
    'May this payment be made? Compares route, method, network, amount, approval and payload with what is sold, and issues the ticket that the audit route needs.',
  input: requestSchema,
  example: {
    route: REVENUE_AUDIT,
    method: 'POST',
    network: NETWORK,
    // Covers any price that a route may have: the price itself is the catalogue's to say.
    maxAmountAtomicUnits: SESSION_CAP_ATOMIC.toString(),
    buyerApproval: true,
    payload: {
      serviceName: 'Example Weather API',
      currentOffer: 'Forecasts by city, $29 per month for 10,000 calls, API key after sign-up',
      targetBuyer: 'Buyer agents that need one forecast at a time',
    },
  },
  response: responseSchema,
  run: decide,
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  scopeCheck,
  capability({
    id: 'buyer-payment-scope-check',
    summary:
      'Approves or denies one payment before it is signed, and issues the audit ticket for exactly one payload.',
    checks: [scopeCheck],
    never: [
      'stores a ticket or a payload: only the digests of both, once the ticket is used',
      'issues a ticket that admits another payload, or one after 15 minutes',
    ],
  }),
];

async function decide(input: ScopeRequest, context: Context): Promise<ScopeAnswer> {
  const product = soldAt(context.published, input.route);
  const form = product && formOf(product, input.method);
  const payload = input.payload ?? {};
  const scope: RuleScope = {
    product,
    form,
    network: input.network,
    maxAmount: BigInt(input.maxAmountAtomicUnits),
    approved: input.buyerApproval,
    payload,
    refused: form?.judge?.refusalOf(payload)?.issues ?? [],
  };
  const checks = (Object.keys(SCOPE_RULES) as ScopeRule[]).map((id) => judge(id, scope));
  const approved = checks.every(({ status }) => status === 'passed');
  count(context, approved ? 'scope.approved' : 'scope.denied');
  const ticket =
    approved && product?.path === REVENUE_AUDIT ? await issue(product.id, input, context) : undefined;
  return {
    status: approved ? 'approved' : 'denied',
    checks,
    ...ticket,
    ticketHeader: product?.path === REVENUE_AUDIT ? TICKET_HEADER : null,
    expiresAt: ticket?.expiresAt ?? null,
    maxPaidRetries: MAX_PAID_RETRIES,
    price: product?.price.label ?? null,
    amountAtomicUnits: product?.price.amount ?? null,
    clientOverride: product ? spendControlsFor(product.price) : null,
  };
}

function judge(id: ScopeRule, scope: RuleScope): ScopeAnswer['checks'][number] {
  const { holds, issues, passed, failed }: ScopeRow = SCOPE_RULES[id];
  const verdict = holds(scope);
  if (verdict === undefined)
    return { id, status: 'not_run', detail: 'Not run: the route or the method is not sold here.' };
  if (verdict) return { id, status: 'passed', detail: passed };
  return { id, status: 'failed', detail: failed, ...(issues && { issues: [...issues(scope)] }) };
}

/** One ticket for one payload, paid on one network. Nothing is stored until it is used. */
async function issue(
  product: string,
  { route, method, network, payload }: ScopeRequest,
  context: Context,
): Promise<{ ticket: string; expiresAt: string }> {
  const { asOf, reach } = context;
  const expiresAt = asOf + TICKET_SECONDS * SECOND_MS;
  const ticket = await reach.tickets.issue({
    product,
    fingerprint: ticketFingerprint(fingerprint({ method, path: route, body: payload }), network),
    expiresAt,
  });
  count(context, 'ticket.issued');
  return { ticket, expiresAt: isoTime(expiresAt) };
}
