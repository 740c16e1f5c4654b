import { document } from '../declare.ts';
import { NETWORK, SCHEME, SESSION_CAP_ATOMIC, SESSION_CAP_USD } from '../values/limits.ts';
import { DAY_SECONDS } from '../values/time.ts';
import { failureBuckets, MONEY_BY_STATUS, RETRY_WORDS, refusals } from './meanings.ts';
import { paidRoutes } from './routes.ts';

/** The spend policy that a buyer can adopt as it stands: caps, order of decisions, stop conditions, retry rules. */
export const platformPaymentsPolicy = document({
  id: 'platform-payments-policy',
  path: '/api/platform-payments-policy',
  summary: 'Buyer spend policy: caps, the order of decisions, when to stop, and what may be sent again.',
  freshness: 'fixed',
  render: (published) => ({
    policy: 'platform-payments',
    release: published.release,
    autoSpend: false,
    explicitApprovalRequired: true,
    approvalNames: ['route', 'method', 'maximum amount', 'network'],
    maxPaidCallsPerTask: 1,
    sessionCap: { usd: SESSION_CAP_USD, atomicUnits: SESSION_CAP_ATOMIC.toString() },
    terms: {
      scheme: SCHEME,
      network: NETWORK,
      amountRule: 'The signed amount equals the price: not less, not more. A cap is the buyer’s own.',
      recipient:
        'Read from the runtime challenge and published nowhere else. Compare it with the one you paid before; if it changed, stop and ask.',
    },
    caps: paidRoutes(published).map(
      ({ path, methods, price, maxAmountAtomicUnits, alsoPaidOn, clientOverride }) => ({
        path,
        methods,
        price,
        maxAmountAtomicUnits,
        alsoPaidOn,
        clientOverride,
      }),
    ),
    decisionOrder: DECISION_ORDER,
    stopConditions: STOP_CONDITIONS,
    statuses: MONEY_BY_STATUS,
    failureBuckets: failureBuckets(),
    refusals: refusals(),
    retry: RETRY_WORDS,
    paymentIdentifier: {
      required: false,
      recommended: true,
      form: '16 to 128 characters of A-Z, a-z, 0-9, "_" and "-"',
      boundTo: ['product', 'payer', 'request'],
      seconds: DAY_SECONDS,
      effect:
        'A second payment under the same identifier for the same request gets the first answer and is not charged.',
    },
    redelivery: {
      seconds: DAY_SECONDS,
      effect: 'The same payment with the same request gives the same bytes again, without a second charge.',
    },
    refunds: 'There are none to ask for: no answer, no charge.',
  }),
});

const DECISION_ORDER = [
  {
    step: 'need',
    ask: 'Does this task need a paid answer at all?',
    free: '/api/agent-spend-passport/prepare',
  },
  {
    step: 'privacy',
    ask: 'Is what would be sent free of secrets and personal data?',
    free: '/api/x402-metadata-preflight/check',
  },
  {
    step: 'client',
    ask: 'Will this client sign this price by default?',
    free: '/api/client-payment-forecast/check',
  },
  {
    step: 'scope',
    ask: 'Is this route, method, network and amount approved?',
    free: '/api/buyer-payment-scope-check/check',
  },
  {
    step: 'challenge',
    ask: 'Is the challenge the one that was approved?',
    free: '/api/buyer-agent-payment-safety/score',
  },
  { step: 'pay', ask: 'Sign once, send once.', free: null },
  {
    step: 'verify',
    ask: 'Do the offer, the receipt and the body belong together?',
    free: '/.well-known/jwks.json',
  },
] as const;

const STOP_CONDITIONS = [
  'The amount differs from the approved price.',
  'The network, asset, recipient or resource differs from what was approved.',
  'The signed offer does not verify, or its validUntil has passed.',
  'A redirect appears between the challenge and the payment.',
  'One payment was signed for this task and its outcome is not known: send it again, or ask, but do not sign another.',
  'The first paid retry was refused.',
] as const;
