import { document, offeredBy } from '../declare.ts';
import { closedLine } from '../discovery/closed.ts';
import { BODY_MAX_BYTES, SESSION_CAP_USD } from '../values/limits.ts';
import { MONEY_BY_STATUS, PRINCIPLES, PROMISES } from './meanings.ts';
import {
  cheapest,
  freeChecks,
  freeDocuments,
  largerBodies,
  liveDocuments,
  lookCommand,
  offeredRoutes,
} from './routes.ts';

/** Can this service be bought from, by whom, and how can that be found out without spending. */
export const platformReadiness = document({
  id: 'platform-readiness',
  path: '/api/platform-readiness',
  summary:
    'Readiness packet: what is sold, what is free, what each status says about money, and where to look first.',
  freshness: 'fixed',
  render: (published) => ({
    packet: 'platform-readiness',
    release: published.release,
    mode: published.mode,
    ...(published.mode === 'sandbox' && {
      sandbox: 'Payments settle on a local chain with test money, on the same terms as production.',
    }),
    promises: PROMISES.map(({ title, text }) => `${title} ${text}`),
    principles: PRINCIPLES,
    paidRoutes: offeredRoutes(published),
    notForSale: offeredBy(published).closed.map(({ product, code }) => ({
      path: product.path,
      error: code,
      why: closedLine({ product, code }),
    })),
    freeChecks: freeChecks(published),
    freeDocuments: freeDocuments(published),
    statuses: MONEY_BY_STATUS,
    requirements: {
      account: false,
      apiKey: false,
      signInWithWallet: false,
      paymentIdentifier: 'optional, recommended',
      client: 'any x402 version 2 client that signs the exact scheme',
    },
    limits: {
      bodyBytes: BODY_MAX_BYTES,
      largerBodies: largerBodies(published),
      recommendedSessionCapUsd: SESSION_CAP_USD,
      paidCallsPerTask: 1,
    },
    lookFirst: {
      does: 'Shows a whole challenge and moves nothing: the answer is 402.',
      command: lookCommand(cheapest(published), published),
    },
    monitoring: {
      routine: ['/healthz', '/readyz', ...liveDocuments(published)],
      advice:
        'Use the aggregate GET routes for routine checks. Call a paid POST unpaid only after a deploy or when payment seems broken, and send X-SVC-OPERATOR-TOKEN so that the probe is counted apart.',
    },
    keys: { jwks: '/.well-known/jwks.json', did: '/.well-known/did.json' },
  }),
});
