/**
 * What the stock peers share: `@x402/core` 2.27.0 as its documentation wires it, with its own facilitator in process.
 * They sell the same answer at the same price on the same terms, without a journal: what stock code does, and no more.
 */
import { generateKeyPairSync, sign } from 'node:crypto';
import { x402Facilitator } from '@x402/core/facilitator';
import { type FacilitatorClient, x402ResourceServer } from '@x402/core/server';
import { toFacilitatorEvmSigner } from '@x402/evm';
import { ExactEvmScheme as FacilitatorScheme } from '@x402/evm/exact/facilitator';
import { ExactEvmScheme as ServerScheme } from '@x402/evm/exact/server';
import { bazaarResourceServerExtension, declareDiscoveryExtension } from '@x402/extensions/bazaar';
import {
  createJWSOfferReceiptIssuer,
  createOfferReceiptExtension,
  declareOfferReceiptExtension,
} from '@x402/extensions/offer-receipt';
import { declarePaymentIdentifierExtension, PAYMENT_IDENTIFIER } from '@x402/extensions/payment-identifier';
import { createWalletClient, http, publicActions } from 'viem';
import { nonceManager, privateKeyToAccount } from 'viem/accounts';
import { base } from 'viem/chains';
import { bazaarOf } from '../../src/discovery/bazaar.ts';
import { opportunityCheck } from '../../src/products/opportunity-check/product.ts';
import { sandboxAccount } from '../../src/sandbox/accounts.ts';

const NETWORK = 'eip155:8453';
/** As often as the service under test looks for its receipts. */
const RECEIPT_POLL_MS = 5;
/** As long as the service under test keeps its offers valid. */
const OFFER_VALID_SECONDS = 300;

const form = opportunityCheck.forms.find((each) => each.method === 'GET')!;
export const SOLD_AT = opportunityCheck.path;
export const answer = (): object =>
  form.run(form.input.parse({}), { asOf: Date.now(), release: 'v0.0.0-peer' });

/** Arguments of `paymentMiddleware`, the same for Hono and Express. `extensions`: offers and receipts, Bazaar, identifier. */
export function stock({ rpcUrl, extensions }: { rpcUrl: string; extensions: boolean }) {
  const server = new x402ResourceServer(facilitatorOn(rpcUrl)).register(NETWORK, new ServerScheme());
  if (extensions) {
    server.registerExtension(createOfferReceiptExtension(issuer()));
    server.registerExtension(bazaarResourceServerExtension);
  }
  const route = {
    accepts: {
      scheme: 'exact',
      network: NETWORK,
      payTo: sandboxAccount('seller').address,
      price: opportunityCheck.price.label,
      maxTimeoutSeconds: 120,
    },
    description: opportunityCheck.description,
    mimeType: 'application/json',
    ...(extensions && { extensions: declarations() }),
  } as const;
  return { routes: { [`GET ${SOLD_AT}`]: route, [`POST ${SOLD_AT}`]: route }, server };
}

function facilitatorOn(rpcUrl: string): FacilitatorClient {
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
  return {
    verify: (payload, requirements) => facilitator.verify(payload, requirements),
    settle: (payload, requirements) => facilitator.settle(payload, requirements),
    getSupported: async () =>
      facilitator.getSupported() as Awaited<ReturnType<FacilitatorClient['getSupported']>>,
  };
}

/** Ed25519, as the service under test signs: the cheaper of the two kinds that the library offers. */
function issuer() {
  const { privateKey } = generateKeyPairSync('ed25519');
  const kid = 'did:web:peer.example#1';
  return createJWSOfferReceiptIssuer(kid, {
    kid,
    format: 'jws',
    algorithm: 'EdDSA',
    sign: async (bytes) => sign(null, bytes, privateKey).toString('base64url'),
  });
}

const bazaar = bazaarOf(opportunityCheck, form) as { info: { output: { example: unknown } } };

const declarations = () => ({
  ...declareOfferReceiptExtension({ includeTxHash: true, offerValiditySeconds: OFFER_VALID_SECONDS }),
  ...declareDiscoveryExtension({
    input: form.example as Record<string, unknown>,
    inputSchema: { type: 'object', properties: {} },
    // What the service itself declares, and no more: its header stays as short.
    output: { example: bazaar.info.output.example },
  }),
  [PAYMENT_IDENTIFIER]: declarePaymentIdentifierExtension(false),
});
