/** What was changed for a run with a fix. How the lab applies it stands in lab/fixes.ts; what it fixes, the two runs say. */
export interface FixRule {
  readonly id: string;
  /** What a buyer changes, as code. */
  readonly change: string;
  /** The case that it is a fix of. Any other case that ran with it says nothing about it. */
  readonly behaviourId: string;
  /** An honest purchase that must still succeed with it: a change that refuses everything fixes nothing. */
  readonly control?: string;
  readonly limits: string;
}

const ONE_PROCESS =
  'For calls that go through this client; another process or a second client is not guarded.';
const POLICY = 'Decides before the signature. It must be kept when the client is updated or made anew.';
const AFTERWARDS = 'Tells of the loss and does not undo it: the payment was made.';

const RESEND = {
  change: 'fetch(url, { headers: { "PAYMENT-SIGNATURE": saved } })',
  limits:
    'In any language: keep the header of the paid request, and send it with a client that does not pay. Works where the seller answers a known payment with its stored outcome, until the authorization runs out.',
} as const;
const PAY_ONCE = {
  change:
    'Mppx.create({ maxPaymentRetries: 1, methods }); with faremeter wrap(fetch, { handlers, retryCount: 0, returnPaymentFailure: true })',
  limits: ONE_PROCESS,
} as const;
const LAST_ANSWER = {
  change:
    'let last; const kept = async (...call) => { last = undefined; return (last = await fetch(...call)).clone() }; wrap(kept)(url).catch((error) => last ?? Promise.reject(error))',
  limits:
    'Read what the seller answered, not what the client says of it. AgentKit takes no fetch: replace globalThis.fetch.',
} as const;

const ROWS = [
  {
    id: 'FX-001',
    change: "new x402Client().setSpendControls({ maxAmountPerPayment: '$5' })",
    behaviourId: 'B05',
    limits: 'Raises the limit for every call of this client to $5. Set it to the approved price and no more.',
  },
  {
    id: 'FX-002',
    change: 'wrapFetchWithPayment(fetch, wallet, 250_000n)',
    behaviourId: 'B33',
    limits: 'For sellers of version 1. This service speaks version 2 only.',
  },
  {
    id: 'FX-003',
    change: "fetchWithPayment(url, { method: 'GET' })",
    behaviourId: 'B00',
    limits: 'None known.',
  },
  {
    id: 'FX-004',
    change: 'const body = await new Response(stream).text(); fetchWithPayment(url, { method: "POST", body })',
    behaviourId: 'B11',
    limits: 'The whole body is held in memory.',
  },
  {
    id: 'FX-005',
    change: "fetchWithPayment(url, { redirect: 'error' })",
    behaviourId: 'B15',
    control: 'B01',
    limits: 'A seller that redirects a paid route cannot be bought from any more.',
  },
  { id: 'FX-006', behaviourId: 'B08', ...PAY_ONCE },
  {
    id: 'FX-007',
    change:
      'client.registerPolicy((_, terms) => terms.sort((a, b) => Number(BigInt(a.amount) - BigInt(b.amount))))',
    behaviourId: 'B16',
    limits: `Compares amounts of one asset only. ${POLICY}`,
  },
  {
    id: 'FX-008',
    change: 'client.registerPolicy((_, terms) => terms.filter(({ asset }) => asset.toLowerCase() === USDC))',
    behaviourId: 'B22',
    control: 'B01',
    limits: POLICY,
  },
  {
    id: 'FX-009',
    change: 'if (new URL(challenge.resource.url).host !== new URL(url).host) throw new Error("another host")',
    behaviourId: 'B24',
    control: 'B01',
    limits: 'Sellers behind a proxy that name another host are refused as well.',
  },
  {
    id: 'FX-010',
    change: 'if (!response.headers.has("PAYMENT-RESPONSE")) throw new Error("no receipt")',
    behaviourId: 'B27',
    control: 'B01',
    limits: AFTERWARDS,
  },
  {
    id: 'FX-011',
    change:
      'if (!decodePaymentResponseHeader(response.headers.get("PAYMENT-RESPONSE")).success) throw new Error("failed")',
    behaviourId: 'B28',
    control: 'B01',
    limits: AFTERWARDS,
  },
  {
    id: 'FX-012',
    change: 'await client.getTransactionReceipt({ hash: receipt.transaction })',
    behaviourId: 'B39',
    control: 'B01',
    limits: `Needs a node of the chain. ${AFTERWARDS}`,
  },
  {
    id: 'FX-013',
    change:
      'client.onBeforePaymentCreation(async (c) => appendPaymentIdentifierToExtensions(c.paymentRequired.extensions, generatePaymentId()))',
    behaviourId: 'B37',
    limits: 'Helps only with sellers that declare the extension and honour it.',
  },
  {
    id: 'FX-014',
    change: 'client.registerPolicy((_, terms) => terms.filter((t) => t.maxTimeoutSeconds <= 600))',
    behaviourId: 'B26',
    control: 'B01',
    limits: POLICY,
  },
  {
    id: 'FX-015',
    change: 'client.registerPolicy((_, terms) => terms.filter((t) => BigInt(t.amount) <= 1_000_000n))',
    behaviourId: 'B04',
    control: 'B01',
    limits: `Counts atomic units of an asset with six decimals. ${POLICY}`,
  },
  { id: 'FX-016', behaviourId: 'B09', ...RESEND },
  {
    id: 'FX-017',
    change: 'node --max-http-header-size=32768 buyer.js',
    behaviourId: 'B13',
    limits: 'For this process. Proxies on the way have limits of their own.',
  },
  {
    id: 'FX-018',
    change:
      'client.onBeforePaymentCreation(async (c) => (await offersHold(c.paymentRequired)) ? undefined : { abort: true, reason: "offer" })',
    behaviourId: 'B38',
    control: 'B56',
    limits:
      'Sellers that sign no offers are refused as well. The key must come from the seller’s own address.',
  },
  {
    id: 'FX-024',
    change: 'await verifyOfferSignatureJWS(offer) in client.onBeforePaymentCreation',
    behaviourId: 'B55',
    control: 'B56',
    limits:
      'Says who signed, not what: compare the terms as well (FX-018). Sellers that sign no offers are refused.',
  },
  {
    id: 'FX-019',
    change: "new x402Client().register('eip155:8453', new ExactEvmScheme(account))",
    behaviourId: 'B19',
    control: 'B01',
    limits: 'Other networks have to be registered one by one.',
  },
  {
    id: 'FX-020',
    change: "evm({ account, networks: [8453], currencies, maxAtomicAmount: '5000000' })",
    behaviourId: 'B05',
    limits: 'Raises the maximum for every call of this client. Set it to the approved price and no more.',
  },
  {
    id: 'FX-021',
    change:
      "Mppx.create({ methods, onChallenge: async ({ request }) => { if (BigInt(request.amount) > 1_000_000n) throw new Error('too dear') } })",
    behaviourId: 'B04',
    control: 'B42',
    limits: `Counts atomic units of an asset with six decimals. ${POLICY}`,
  },
  {
    id: 'FX-022',
    change: 'if (!response.headers.has("Payment-Receipt")) throw new Error("no receipt")',
    behaviourId: 'B27',
    control: 'B42',
    limits: AFTERWARDS,
  },
  { id: 'FX-023', behaviourId: 'B23', ...PAY_ONCE },
  { id: 'FX-025', behaviourId: 'B58', ...RESEND },
  { id: 'FX-026', behaviourId: 'B59', ...RESEND },
  { id: 'FX-027', behaviourId: 'B60', ...RESEND },
  { id: 'FX-028', behaviourId: 'B35', ...PAY_ONCE },
  { id: 'FX-029', behaviourId: 'B61', ...PAY_ONCE },
  {
    id: 'FX-030',
    change:
      'requests: session.get(url, allow_redirects=False); Go: &http.Client{CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }}',
    behaviourId: 'B61',
    control: 'B01',
    limits: 'A seller that redirects a paid route cannot be bought from any more.',
  },
  { id: 'FX-031', behaviourId: 'B07', control: 'B01', ...LAST_ANSWER },
  { id: 'FX-032', behaviourId: 'B08', control: 'B01', ...LAST_ANSWER },
  { id: 'FX-033', behaviourId: 'B54', control: 'B01', ...LAST_ANSWER },
  { id: 'FX-034', behaviourId: 'B61', control: 'B01', ...LAST_ANSWER },
] as const satisfies readonly FixRule[];

export type FixId = (typeof ROWS)[number]['id'];

export const FIXES: readonly (FixRule & { readonly id: FixId })[] = ROWS;
