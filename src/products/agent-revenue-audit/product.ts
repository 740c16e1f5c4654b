import { form, product } from '../../declare.ts';
import { judgeOf } from '../../policy/judge.ts';
import { TICKET_HEADER } from '../../values/limits.ts';
import { usd } from '../../values/money.ts';
import { answerAudit } from './answer.ts';
import { SAMPLES } from './samples.ts';
import { type AuditInput, auditInput, auditResponse } from './schema.ts';

export const agentRevenueAudit = product({
  id: 'agent-revenue-audit',
  path: '/api/agent-revenue-audit',
  price: usd('5.00'),
  title: 'Agent revenue audit',
  description:
    'What to sell to agents first, at which price, and what stands in the way: diagnosis, a first paid route with OpenAPI, example 402, Bazaar declaration, schemas, fixtures and seller code that run, and seven days with exit tests. Deterministic; every finding quotes the input. Needs a free authorization ticket.',
  response: auditResponse,
  admission: {
    kind: 'ticket',
    header: TICKET_HEADER,
    issuer: '/api/buyer-payment-scope-check/check',
  },
  forms: [
    form({
      method: 'POST',
      tool: {
        name: 'buy_audit',
        title: 'Buy a revenue audit',
        does: 'What to sell to agents first, at which price, and what stands in the way. Needs approve_payment.',
      },
      summary: 'Audit the service and offer that you describe.',
      input: auditInput,
      example: {
        serviceName: 'SkyCast',
        currentOffer:
          'Weather API. $29/mo for 10k calls, every call requires an API key from the sign-up page.',
        targetBuyer: 'travel-planning agents',
        currentPaymentRail: 'Stripe subscription',
      },
      samples: SAMPLES,
      // Only the problem asks for something; an offer may be about law, trading or scraping without asking for it.
      judge: judgeOf<AuditInput>({
        serviceName: 'describes',
        currentOffer: 'describes',
        targetBuyer: 'reports',
        currentPaymentRail: 'reports',
        riskTolerance: 'reports',
        source: 'reports',
        buyerType: 'reports',
        currentProblem: 'asks',
        facts: 'describes',
      }),
      run: answerAudit,
    }),
  ],
});
