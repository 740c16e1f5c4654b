import { document, type Published, preconditionOf } from '../declare.ts';
import { rehearse } from '../rehearsal.ts';
import { NETWORK } from '../values/limits.ts';
import { cheapest } from './routes.ts';

/**
 * End-to-end scenarios as exact requests and what each answers. A test sends every request to a running application
 * and compares: the members shown must be in the answer, as shown.
 */
export const agentCommerceScenarios = document({
  id: 'agent-commerce-scenarios',
  path: '/api/agent-commerce-scenarios',
  summary:
    'End-to-end scenarios of buying by agent: exact requests, the status of each, and what its answer holds.',
  freshness: 'fixed',
  render: (published) => ({
    document: 'agent-commerce-scenarios',
    release: published.release,
    reading:
      'Every request works as shown, without payment. "answer" is the whole answer where it depends on the request alone; "answerHolds" are members of it otherwise.',
    scenarios: scenarios(published).map(({ id, story, steps, outcome }) => ({
      id,
      story,
      steps: steps.map((step, i) => ({ step: i + 1, ...step, ...answerOf(step, published) })),
      outcome,
    })),
  }),
});

interface Step {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
  readonly status: number;
  readonly answerHolds?: object;
}

interface Scenario {
  readonly id: string;
  readonly story: string;
  readonly steps: readonly Step[];
  readonly outcome: string;
}

/** The whole answer of a check that depends on nothing but its request. */
function answerOf({ method, path, body, answerHolds }: Step, published: Published): object {
  const check = published.catalogue.checks.find((each) => method === 'POST' && each.path === path);
  const answer = check && !answerHolds && rehearse(check, body, published);
  return answer ? { answer } : {};
}

const PREPARE = '/api/agent-spend-passport/prepare';
const SCOPE = '/api/buyer-payment-scope-check/check';

function scenarios(published: Published): readonly Scenario[] {
  const proof = cheapest(published);
  const post = proof.forms.find(({ method }) => method === 'POST')!;
  const gated = published.catalogue.products.find(({ admission }) => admission?.kind === 'ticket');
  const ticketHeader = gated && preconditionOf(gated)!.header!;
  return [
    {
      id: 'cheapest_proof',
      story: 'An agent wants to know whether paying here works before it relies on it.',
      steps: [
        {
          method: 'POST',
          path: PREPARE,
          body: { goal: (post.example as { goal: string }).goal, maxBudgetUsd: proof.price.label.slice(1) },
          status: 200,
        },
        {
          method: 'POST',
          path: proof.path,
          body: post.example,
          status: 402,
          answerHolds: { error: 'payment_required', x402Version: 2 },
        },
      ],
      outcome: `The retry with one payment of ${proof.price.label} is answered 200, once. Sent again it gives the same bytes and charges nothing.`,
    },
    {
      id: 'budget_too_small',
      story: 'The budget covers no route. The agent finds out for free.',
      steps: [
        {
          method: 'POST',
          path: PREPARE,
          body: { goal: (post.example as { goal: string }).goal, maxBudgetUsd: '0.001' },
          status: 200,
        },
      ],
      outcome: 'Status stop, no route, nothing to sign.',
    },
    {
      id: 'secret_in_the_payload',
      story: 'A password slipped into the text that would travel with the payment.',
      steps: [
        {
          method: 'POST',
          path: '/api/x402-metadata-preflight/check',
          body: {
            route: proof.path,
            reason: 'Check the vendor; login is admin, password: correct-horse-9-battery',
          },
          status: 200,
        },
      ],
      outcome:
        'The kind of the finding is named, never its value, and the redacted text is what may be sent.',
    },
    ...(gated
      ? [
          {
            id: 'approved_audit',
            story: `The ${gated.price.label} route: the owner approves one payload, and only that one can be paid for.`,
            steps: [
              {
                method: 'POST',
                path: SCOPE,
                body: {
                  route: gated.path,
                  method: 'POST',
                  network: NETWORK,
                  maxAmountAtomicUnits: gated.price.amount,
                  buyerApproval: true,
                  payload: gated.forms[0]!.example,
                },
                status: 200,
                answerHolds: { status: 'approved', ticketHeader, maxPaidRetries: 1 },
              },
              {
                method: 'POST',
                path: gated.path,
                body: gated.forms[0]!.example,
                headers: { [ticketHeader!]: '0'.repeat(64) },
                status: 403,
                answerHolds: { error: 'ticket_invalid' },
              },
              {
                method: 'POST',
                path: gated.path,
                body: gated.forms[0]!.example,
                status: 402,
                answerHolds: { error: 'payment_required' },
              },
            ],
            outcome:
              'With the ticket of step 1 and one payment the route answers 200 and the ticket is consumed. Step 2 shows that a ticket that was not issued is refused before any payment is looked at.',
          } as const,
          {
            id: 'unapproved_amount',
            story: 'The approval names less than the price.',
            steps: [
              {
                method: 'POST',
                path: SCOPE,
                body: {
                  route: gated.path,
                  method: 'POST',
                  network: NETWORK,
                  maxAmountAtomicUnits: proof.price.amount,
                  buyerApproval: true,
                  payload: gated.forms[0]!.example,
                },
                status: 200,
                answerHolds: { status: 'denied' },
              },
            ],
            outcome: 'Denied, with the check that failed. No ticket, so no payment can be taken for it.',
          } as const,
        ]
      : []),
    {
      id: 'lost_answer',
      story: 'The connection broke after the payment was sent. Was it charged?',
      steps: [
        {
          method: 'POST',
          path: '/api/settlement-status/check',
          body: { paymentKey: 'b5bb9d8014a0f9b1d61e21e796d78dccdf1352f23cd32812f4850b878ae4944c' },
          status: 200,
          answerHolds: { status: 'never_seen' },
        },
      ],
      outcome:
        'One word and the only safe next step. In every case it is the same payment that is sent again, never a second one while the first is unknown.',
    },
    {
      id: 'unreadable_payment',
      story: 'A client sends something that is not a payment.',
      steps: [
        {
          method: 'GET',
          path: proof.path,
          headers: { 'payment-signature': 'not-a-payment' },
          status: 402,
          answerHolds: {
            reason: 'malformed_payment',
            failureBucket: 'payment_declined',
            retry: 'new_approval',
          },
        },
      ],
      outcome: 'A 402 with the reason. No money moved.',
    },
  ];
}
