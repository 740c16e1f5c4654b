import type { Ask } from './script.ts';

/** A remedy on the buyer's side: the case runs again with it, and the pair of records is the proof. */
export interface Fix {
  readonly id: string;
  readonly title: string;
  /** What a buyer changes, as code. */
  readonly change: string;
  readonly behaviourId: string;
  /** Builds that the remedy is for. */
  readonly builds: readonly string[];
  readonly ask: Ask;
  /** An honest purchase that must still succeed: a remedy that refuses everything is none. */
  readonly control?: string;
}

const V1 = ['x402-fetch-0.7.0', 'x402-fetch-1.2.0'] as const;
const UNCAPPED = ['x402-fetch-2.0.0', 'x402-fetch-2.10.0', 'x402-axios-2.11.0', 'x402-fetch-2.22.0'] as const;
const CAPPED = ['x402-fetch-2.23.0', 'x402-fetch-2.27.0'] as const;
const FETCH = [...V1, 'x402-fetch-2.0.0', 'x402-fetch-2.10.0', 'x402-fetch-2.22.0', ...CAPPED] as const;
const V2 = [...UNCAPPED, ...CAPPED] as const;
const AXIOS_V1 = 'x402-axios-0.7.2';
const MPPX = ['mppx-evm-0.11.0', 'mppx-tempo-0.11.0'] as const;

export const FIXES: readonly Fix[] = [
  {
    id: 'FX-001',
    title: 'Raise the default limit of $1 for a $5 answer',
    change: "new x402Client().setSpendControls({ maxAmountPerPayment: '$5' })",
    behaviourId: 'B05',
    builds: CAPPED,
    ask: { cap: '5000000' },
  },
  {
    id: 'FX-002',
    title: 'Raise the default limit of $0.10',
    change: 'wrapFetchWithPayment(fetch, wallet, 250_000n)',
    behaviourId: 'B33',
    builds: V1,
    ask: { cap: '250000' },
  },
  {
    id: 'FX-003',
    title: 'Give the call a second argument',
    change: "fetchWithPayment(url, { method: 'GET' })",
    behaviourId: 'B00',
    builds: ['x402-fetch-0.7.0', 'x402-fetch-2.0.0'],
    ask: { init: 'present' },
  },
  {
    id: 'FX-004',
    title: 'Read the body into memory before the call',
    change: 'const body = await new Response(stream).text(); fetchWithPayment(url, { method: "POST", body })',
    behaviourId: 'B11',
    builds: [...V1, AXIOS_V1, 'x402-fetch-2.0.0', 'x402-axios-2.11.0'],
    ask: { buffer: true },
  },
  {
    id: 'FX-005',
    title: 'Refuse redirects',
    change: "fetchWithPayment(url, { redirect: 'error' })",
    behaviourId: 'B15',
    builds: FETCH,
    ask: { redirect: 'error' },
    control: 'B01',
  },
  {
    id: 'FX-006',
    title: 'Pay once per call',
    change: 'Mppx.create({ maxPaymentRetries: 1, methods })',
    behaviourId: 'B08',
    builds: MPPX,
    ask: { maxPaymentRetries: 1 },
  },
  {
    id: 'FX-007',
    title: 'Choose the cheapest way to pay',
    change:
      'client.registerPolicy((_, terms) => terms.sort((a, b) => Number(BigInt(a.amount) - BigInt(b.amount))))',
    behaviourId: 'B16',
    builds: [...V1, AXIOS_V1, ...V2],
    ask: { cheapest: true },
  },
  {
    id: 'FX-008',
    title: 'Pay in USDC only',
    change: 'client.registerPolicy((_, terms) => terms.filter(({ asset }) => asset.toLowerCase() === USDC))',
    behaviourId: 'B22',
    builds: [...V1, AXIOS_V1, ...UNCAPPED],
    ask: { onlyUsdc: true },
    control: 'B01',
  },
  {
    id: 'FX-009',
    title: 'Compare the host of the challenge with the host that was called',
    change: 'if (new URL(challenge.resource.url).host !== new URL(url).host) throw new Error("another host")',
    behaviourId: 'B24',
    builds: ['x402-fetch-2.0.0', 'x402-fetch-2.10.0', 'x402-fetch-2.22.0', ...CAPPED],
    ask: { sameHost: true },
    control: 'B01',
  },
  {
    id: 'FX-010',
    title: 'Demand a receipt',
    change: 'if (!response.headers.has("PAYMENT-RESPONSE")) throw new Error("no receipt")',
    behaviourId: 'B27',
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0'],
    ask: { needReceipt: true },
    control: 'B01',
  },
  {
    id: 'FX-011',
    title: 'Demand a receipt that says success',
    change:
      'if (!decodePaymentResponseHeader(response.headers.get("PAYMENT-RESPONSE")).success) throw new Error("failed")',
    behaviourId: 'B28',
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0'],
    ask: { needReceipt: true },
    control: 'B01',
  },
  {
    id: 'FX-012',
    title: "Look for the receipt's transaction on the chain",
    change: 'await client.getTransactionReceipt({ hash: receipt.transaction })',
    behaviourId: 'B39',
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0'],
    ask: { needReceipt: true, checkTransaction: true },
    control: 'B01',
  },
  {
    id: 'FX-013',
    title: 'Send a payment-identifier',
    change:
      'client.onBeforePaymentCreation(async (c) => appendPaymentIdentifierToExtensions(c.paymentRequired.extensions, generatePaymentId()))',
    behaviourId: 'B37',
    builds: V2,
    ask: { identifier: true },
  },
  {
    id: 'FX-014',
    title: 'Refuse authorizations that live longer than ten minutes',
    change: 'client.registerPolicy((_, terms) => terms.filter((t) => t.maxTimeoutSeconds <= 600))',
    behaviourId: 'B26',
    builds: [...V1, AXIOS_V1, ...V2],
    ask: { maxValiditySeconds: 600 },
    control: 'B01',
  },
  {
    id: 'FX-015',
    title: 'Set a limit where the client has none',
    change: 'client.registerPolicy((_, terms) => terms.filter((t) => BigInt(t.amount) <= 1_000_000n))',
    behaviourId: 'B04',
    builds: [AXIOS_V1, ...UNCAPPED],
    ask: { cap: '1000000' },
    control: 'B01',
  },
  {
    id: 'FX-016',
    title: 'Send the same credential again instead of calling again',
    change: 'fetch(url, { headers: { "PAYMENT-SIGNATURE": saved } })',
    behaviourId: 'B09',
    builds: [...FETCH, AXIOS_V1, 'x402-axios-2.11.0', ...MPPX],
    ask: { resend: true },
  },
  {
    id: 'FX-017',
    title: 'Allow larger header blocks',
    change: 'node --max-http-header-size=32768 buyer.js',
    behaviourId: 'B13',
    builds: [...V2, 'mppx-evm-0.11.0'],
    ask: { nodeOption: '--max-http-header-size=65536' },
  },
  {
    id: 'FX-018',
    title: 'Verify the signed offer before paying',
    change:
      'client.onBeforePaymentCreation(async (c) => (await offersHold(c.paymentRequired)) ? undefined : { abort: true, reason: "offer" })',
    behaviourId: 'B38',
    builds: V2,
    ask: { verifyOffer: true },
    control: 'B56',
  },
  {
    id: 'FX-024',
    title: 'Verify the signature of the offer before paying',
    change: 'await verifyOfferSignatureJWS(offer) in client.onBeforePaymentCreation',
    behaviourId: 'B55',
    builds: V2,
    ask: { verifyOffer: true },
    control: 'B56',
  },
  {
    id: 'FX-019',
    title: 'Register one network, not all',
    change: "new x402Client().register('eip155:8453', new ExactEvmScheme(account))",
    behaviourId: 'B19',
    builds: UNCAPPED,
    ask: { onlyBase: true },
    control: 'B01',
  },
  {
    id: 'FX-020',
    title: 'Raise the limit of mppx for a $5 answer',
    change: "evm({ account, networks: [8453], currencies, maxAtomicAmount: '5000000' })",
    behaviourId: 'B05',
    builds: ['mppx-evm-0.11.0'],
    ask: { cap: '5000000' },
  },
  {
    id: 'FX-021',
    title: 'Look at the amount before signing over MPP',
    change:
      "Mppx.create({ methods, onChallenge: async ({ request }) => { if (BigInt(request.amount) > 1_000_000n) throw new Error('too dear') } })",
    behaviourId: 'B04',
    builds: ['mppx-tempo-0.11.0'],
    ask: { cap: '1000000' },
    control: 'B42',
  },
  {
    id: 'FX-022',
    title: 'Demand a receipt over MPP',
    change: 'if (!response.headers.has("Payment-Receipt")) throw new Error("no receipt")',
    behaviourId: 'B27',
    builds: ['mppx-tempo-0.11.0'],
    ask: { needReceipt: true },
    control: 'B42',
  },
  {
    id: 'FX-023',
    title: 'Sign once, even when the second challenge names somebody else',
    change: 'Mppx.create({ maxPaymentRetries: 1, methods })',
    behaviourId: 'B23',
    builds: ['mppx-evm-0.11.0'],
    ask: { maxPaymentRetries: 1 },
  },
];
