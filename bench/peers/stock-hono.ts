/**
 * The peer: `@x402/hono` 2.27.0 as its documentation wires it, with its own facilitator in process. It sells the same
 * answer at the same price on the same terms. Started by `bench/main.ts` as `node stock-hono.ts <rpcUrl>`; prints one
 * ready line. No journal, no signed offers, no receipts: what stock code does, and no more.
 */
import { serve } from '@hono/node-server';
import { x402Facilitator } from '@x402/core/facilitator';
import type { FacilitatorClient } from '@x402/core/server';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme as FacilitatorScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/hono';
import { Hono } from 'hono';
import { createWalletClient, http, publicActions } from 'viem';
import { nonceManager, privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { opportunityCheck } from '../../src/products/opportunity-check/product.ts';
import { sandboxAccount } from '../../src/sandbox/accounts.ts';

const NETWORK = 'eip155:8453';
/** As often as the service under test looks for its receipts. */
const RECEIPT_POLL_MS = 5;

const [rpcUrl] = process.argv.slice(2);
if (!rpcUrl) throw new Error('usage: node stock-hono.ts <rpcUrl>');

// Without the nonce manager most concurrent settlements fail.
const account = privateKeyToAccount(sandboxAccount('settler').privateKey, { nonceManager });
const wallet = createWalletClient({
  account,
  chain: base,
  transport: http(rpcUrl),
  pollingInterval: RECEIPT_POLL_MS,
}).extend(publicActions);
// viem's client does all that the library asks for; its types only ask for more (block hashes of historic reads).
const signer = toFacilitatorEvmSigner(
  { ...wallet, address: account.address } as unknown as Parameters<typeof toFacilitatorEvmSigner>[0],
  { confirmationTimeoutMs: 20_000 },
);
const facilitator = new x402Facilitator().register(NETWORK, new FacilitatorScheme(signer));
const client: FacilitatorClient = {
  verify: (payload, requirements) => facilitator.verify(payload, requirements),
  settle: (payload, requirements) => facilitator.settle(payload, requirements),
  getSupported: async () =>
    facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
};
const server = new x402ResourceServer(client).register(NETWORK, new ServerScheme());

const app = new Hono();
app.use(
  paymentMiddleware(
    {
      [`GET ${opportunityCheck.path}`]: {
        accepts: {
          scheme: 'exact',
          network: NETWORK,
          payTo: sandboxAccount('seller').address,
          price: opportunityCheck.price.label,
          maxTimeoutSeconds: 120,
        },
        description: opportunityCheck.description,
        mimeType: 'application/json',
      },
    },
    server,
  ),
);
const form = opportunityCheck.forms.find((each) => each.method === 'GET')!;
app.get(opportunityCheck.path, (context) =>
  context.json(form.run(form.input.parse({}), { asOf: Date.now(), release: 'v0.0.0-peer' })),
);

const listening = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, ({ port }) =>
  console.log(`peer listening on http://127.0.0.1:${port}`),
);
process.on('SIGTERM', () => {
  listening.close();
  process.exit(0);
});
