import { purchaseCase } from './match.ts';
import type { BuyerRecipe, Edition, MatrixRow, RoutePrice, RuntimeRecipe } from './schema.ts';

/** How to buy, by runtime and by route. Text, but for prices and for what the lab observed. */

const VERIFIABLE_BUYER_POLICY: RuntimeRecipe['verifiableBuyerPolicy'] = {
  schemaVersion: '1.0',
  autoSpend: false,
  explicitApprovalRequired: true,
  offerVerificationRequired: true,
  termsHashVerificationRequired: true,
  receiptVerificationRequired: true,
  paymentIdentifierPreferred: true,
  maxPaidCallsPerTask: 1,
  stages: ['inspect', 'verify_offer', 'verify_terms', 'approve', 'pay_once', 'verify_receipts'],
  decisionOrder: [
    'the route, method, network and price are the ones that were approved',
    'the signed offer binds this accepts entry and has not run out',
    'the terms hash is the hash of the terms bytes',
    'the price is within the maximum of this task',
    'a person or an operator policy approved this one payment',
  ],
  stopConditions: [
    'price, asset, network or recipient differ from the approved offer',
    'the offer or the terms hash does not verify',
    'the answer is 503: send the same payment again, sign nothing new',
    'one paid call was made for this task',
    'a receipt is missing or does not verify',
  ],
  compatibility: {
    paymentIdentifierOptional: true,
    olderClientsRemainSupported: true,
    siwxRequired: false,
  },
  evidenceBoundary:
    'A signed offer is not settlement; a settlement is not delivery; a receipt binds both to the bytes received.',
  privacy: 'Keys, seed phrases and raw payloads never leave the buyer; only the payment header is sent.',
};

const APPROVAL = [
  'Show route, method, network, recipient and price to whoever approves; proceed only on an explicit yes.',
];
const STOP = [
  'Stop after one paid call. On 503 send the same payment again; on 402 after payment, ask for a new approval.',
];
const VERIFY = [
  'Require status 200 and a settlement with success true and a transaction.',
  'Verify the signed receipt and the delivery receipt against /.well-known/jwks.json.',
  'Compare bodyDigest with the SHA-256 of the bytes that arrived.',
];

interface RecipeText
  extends Pick<
    RuntimeRecipe,
    'id' | 'runtime' | 'discover' | 'inspectPrice' | 'setMaximumSpend' | 'purchaseOnce'
  > {
  /** Client and protocol whose observed purchase backs this recipe. */
  readonly client: string | null;
  readonly verifyDelivery?: readonly string[];
}

const RUNTIMES: readonly RecipeText[] = [
  {
    id: 'x402-fetch-v2',
    runtime: '@x402/fetch on Node 20 or later',
    client: '@x402/fetch (x402v2)',
    discover: ['GET /openapi.json and read x-payment-info of the route.'],
    inspectPrice: [
      'Call the route without a payment; decode PAYMENT-REQUIRED; take the entry with your network and asset.',
    ],
    setMaximumSpend: [
      "wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(signer) }], spendControls: { maxAmountPerPayment: '$0.10' } })",
    ],
    purchaseOnce: ["Call once with redirect: 'error'; keep the payment header until the outcome is known."],
  },
  {
    id: 'x402-axios',
    runtime: '@x402/axios on Node 20 or later',
    client: '@x402/axios (x402v2)',
    discover: ['GET /openapi.json and read x-payment-info of the route.'],
    inspectPrice: [
      'Call the route with a plain axios instance and validateStatus for 402; decode PAYMENT-REQUIRED.',
    ],
    setMaximumSpend: [
      'Register one exact network and a policy that drops entries above the approved amount.',
    ],
    purchaseOnce: [
      'Call once with maxRedirects: 0; do not add a retry interceptor outside the payment interceptor.',
    ],
  },
  {
    id: 'mppx-tempo',
    runtime: 'mppx with the tempo method',
    client: 'mppx (mpp)',
    discover: [
      'GET /openapi.json; the route that also speaks MPP answers 402 with WWW-Authenticate: Payment.',
    ],
    inspectPrice: ['Read amount, recipient and expiry from the signed challenge, never from a document.'],
    setMaximumSpend: [
      'Over MPP the client has no limit of its own: throw in onChallenge when request.amount is above the approved amount.',
      'Mppx.create({ methods, maxPaymentRetries: 1, onChallenge: async ({ request }) => { if (BigInt(request.amount) > 100_000n) throw new Error("too dear") } })',
    ],
    purchaseOnce: [
      'Send one credential; allow no automatic second one. If the challenge expired, fetch a fresh one and ask again.',
    ],
    verifyDelivery: ['Require status 200 with Payment-Receipt.', ...VERIFY.slice(1)],
  },
  {
    id: 'mcp-bazaar-proxy',
    runtime: 'an MCP client with a Bazaar proxy',
    client: null,
    discover: ['Call search_resources with one of the search queries of bazaarMcpBuyerRecipe.'],
    inspectPrice: ['Read accepts of the result and compare with the live 402 of the route.'],
    setMaximumSpend: ['Pass the approved amount as the maximum of proxy_tool_call.'],
    purchaseOnce: ['Call proxy_tool_call once; the buyer’s own wallet signs.'],
  },
  {
    id: 'agent-wallet-cli',
    runtime: 'a wallet command line that pays x402',
    client: null,
    discover: ['GET /openapi.json and read x-payment-info of the route.'],
    inspectPrice: ['curl -i the route and decode PAYMENT-REQUIRED.'],
    setMaximumSpend: ['Give the wallet a maximum in atomic units for this call.'],
    purchaseOnce: ['Run the pay command once; keep what it printed, also when it failed.'],
  },
];

/** Client builds with a happy path that passed and is not stale. */
const payingClients = (rows: readonly MatrixRow[]): ReadonlySet<string> =>
  new Set(
    rows
      .filter(
        ({ behaviourId, protocol, verdict, stale }) =>
          behaviourId === purchaseCase(protocol) && verdict === 'pass' && !stale,
      )
      .map(({ client, protocol }) => `${client.name} (${protocol})`),
  );

export function runtimeRecipes(rows: readonly MatrixRow[]): RuntimeRecipe[] {
  const paying = payingClients(rows);
  return RUNTIMES.map(({ client, verifyDelivery = VERIFY, ...text }) => ({
    id: text.id,
    runtime: text.runtime,
    evidence: client !== null && paying.has(client) ? ('observed' as const) : ('documentation_only' as const),
    sourceTags: ['agent-commerce-reliability-ledger'],
    discover: text.discover,
    inspectPrice: text.inspectPrice,
    setMaximumSpend: text.setMaximumSpend,
    approval: APPROVAL,
    purchaseOnce: text.purchaseOnce,
    verifyDelivery: [...verifyDelivery],
    stop: STOP,
    verifiableBuyerPolicy: VERIFIABLE_BUYER_POLICY,
    apexScoutOperatesBuyerWallet: false as const,
    serviceOperatesBuyerWallet: false as const,
  }));
}

/** One recipe a paid route: what to have ready, the most to spend, when to stop. */
export const buyerRecipes = (routes: readonly RoutePrice[]): BuyerRecipe[] =>
  routes.map(({ route, methods, price, amountAtomic }) => ({
    id: `BR-${route.slice('/api/'.length)}`,
    goal: `Buy one answer of ${route} for ${price}, once.`,
    route,
    preconditions: [
      'A wallet with the price in USDC on the network of the challenge.',
      'An approval for this route, method, network and amount.',
      ...(PRECONDITIONS[route] ?? []),
    ],
    steps: [
      `Call ${methods.join(' or ')} ${route} without a payment and verify offer and terms.`,
      `Refuse every entry that asks for more than ${amountAtomic} atomic units.`,
      'Sign once, send once, and keep the payment until the outcome is known.',
    ],
    maxSpendAtomic: amountAtomic,
    stopOn: VERIFIABLE_BUYER_POLICY.stopConditions,
    verify: VERIFY,
  }));

const PRECONDITIONS: Readonly<Record<string, readonly string[]>> = {
  '/api/agent-revenue-audit': ['A ticket of the free scope check for exactly this body.'],
  '/api/x402-compatibility-witness': ['A match of the free preflight, not older than 15 minutes.'],
};

export const BAZAAR_RECIPE: Edition['bazaarMcpBuyerRecipe'] = {
  searchQueries: [
    'x402 client compatibility evidence',
    'agent payment failure signatures',
    'is this paid API worth one call',
    'x402 buyer safe configuration',
  ],
  searchTool: 'search_resources',
  purchaseTool: 'proxy_tool_call',
  buyerControlledPayment: true,
  paidCompletionDefinition: 'buyer-controlled settlement followed by HTTP 200 delivery',
};
