import { type Catalogue, document, preconditionOf } from '../declare.ts';
import {
  catalogueDigest,
  EDGE_NETWORK,
  isChallengedAtEdge,
  isSettledAtEdge,
  soldProducts,
} from '../discovery/sold.ts';
import type { Digest } from '../values/digest.ts';
import { BODY_MAX_BYTES } from '../values/limits.ts';
import { once } from '../values/once.ts';
import { DAY_SECONDS } from '../values/time.ts';
import { MONEY_BY_STATUS } from './meanings.ts';

/** What an edge does with paid routes, by the same catalogue that it is built from. */

const digestOf = once((catalogue: Catalogue): Digest => catalogueDigest(soldProducts(catalogue)));

export const edgeBillingRules = document({
  id: 'edge-billing-rules',
  path: '/api/edge-billing-rules',
  summary: 'When a call through an edge is charged, when it is not, and what each status says about money.',
  freshness: 'fixed',
  render: ({ catalogue, release }) => ({
    document: 'edge-billing-rules',
    release,
    catalogueDigest: digestOf(catalogue),
    routes: catalogue.products.map((product) => ({
      route: product.path,
      methods: product.forms.map(({ method }) => method),
      price: product.price.label,
      amountAtomic: product.price.amount,
      challengedBy: isChallengedAtEdge(product) ? 'edge' : 'origin',
      settledBy: isSettledAtEdge(product) ? 'edge' : 'origin',
      precondition: preconditionOf(product),
    })),
    order: [
      'An unpaid call is answered with the challenge, by the edge (marked x-svc-edge-x402: edge-unpaid-402) or, where an edition or another way to pay decides, by the origin. Not revenue.',
      'A payment is compared with the offer and checked; what is definitely no is 402 with its reason. No money moved.',
      'The edge claims the payment in its own journal. A journal that cannot be reached is 503: never free, never charged.',
      'The origin parses the request, looks at the ticket, claims the payment as well and computes the answer. Whatever it refuses, it refuses before money moves.',
      'The payment is settled, once.',
      'The origin books it and hands over the answer with its receipts: the paid completion.',
    ],
    statuses: MONEY_BY_STATUS,
    charged: 'Once a payment, however often it is sent, to whichever address, and whatever fails on the way.',
    settledAndNotDelivered: `503 settlement_pending with retry same_payment: the same payment and request give the answer, for ${DAY_SECONDS} seconds. Never sign a new one.`,
    counted:
      'One payment is one row of the origin, keyed by network, asset, payer and nonce. What an edge reports of it moves that row, and adds none.',
  }),
});

export const edgeWorkerConfig = document({
  id: 'edge-x402-worker-config',
  path: '/api/edge-x402-worker-config',
  summary:
    'Public configuration of the Worker that may stand in front: routes, limits, headers and read-outs.',
  freshness: 'fixed',
  render: ({ catalogue, publicUrl, release }) => ({
    document: 'edge-x402-worker-config',
    release,
    publicUrl,
    catalogueDigest: digestOf(catalogue),
    protocol: { x402Version: 2, scheme: 'exact', network: EDGE_NETWORK },
    protectedRoutes: catalogue.products.map((product) => ({
      route: product.path,
      methods: product.forms.map(({ method }) => method),
      maxAmountAtomicUnits: product.price.amount,
      challengedBy: isChallengedAtEdge(product) ? 'edge' : 'origin',
      settledBy: isSettledAtEdge(product) ? 'edge' : 'origin',
    })),
    passedOn: 'Every other route, and every call that the origin has to look at first.',
    blocked: ['/admin/*', '/api/admin/*'],
    limits: { bodyBytes: BODY_MAX_BYTES, assertionSeconds: 60 },
    marks: {
      'x-svc-edge-x402: edge-unpaid-402': 'A challenge that the edge gave.',
      'x-svc-edge-x402: edge-paid': 'A paid answer that the edge settled.',
      'x-svc-edge-x402: origin': "The origin's own answer, passed on.",
    },
    headersFromClients: 'x-svc-edge-* is removed from every request.',
    readOuts: [
      '/__svc/edge-x402/health',
      '/__svc/edge-x402/health/last-failure',
      '/api/edge-x402-edge-failure/last',
    ],
    attemptsPayment: false,
  }),
});

const NO_EDGE = {
  edge: 'none',
  meaning:
    'This answer was made by the origin itself: no edge stands in front of the address that was called.',
  attemptsPayment: false,
} as const;

/** Where an edge stands in front it answers these paths, and these documents are never seen. */
export const edgeLastFailure = document({
  id: 'edge-x402-edge-failure',
  path: '/api/edge-x402-edge-failure/last',
  aliases: ['/api/cloudflare-x402-edge-failure/last', '/__svc/edge-x402/health/last-failure'],
  summary: 'The last refusal or fault at the edge, sanitised: classify it, then stop.',
  freshness: 'live',
  render: () => ({ status: 'none', failure: null, ...NO_EDGE }),
});

export const edgeHealth = document({
  id: 'edge-x402-health',
  path: '/__svc/edge-x402/health',
  summary: 'Releases of Worker and origin, and how far the books of the edge are ahead.',
  freshness: 'live',
  render: ({ release, published }) => ({
    status: 'no_edge',
    workerRelease: null,
    originRelease: release,
    catalogueDigest: digestOf(published.catalogue),
    shards: {},
    ...NO_EDGE,
  }),
});
