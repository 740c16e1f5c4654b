import { document, type Published } from '../declare.ts';
import { curlGet, purchaseProgram } from '../values/command.ts';
import { NETWORK, spendControlsFor } from '../values/limits.ts';
import { MONEY_BY_STATUS } from './meanings.ts';
import {
  buyCommandLine,
  cheapest,
  liveDocuments,
  lookCommand,
  publishedPaidRoute,
  receiptCommand,
} from './routes.ts';

/** How anybody can prove, for the cheapest price there is, that paying here works; and what such a proof is not. */
export const x402Proof = document({
  id: 'x402-proof',
  path: '/api/x402-proof',
  summary:
    'Public proof: the commands that show the challenge for free, pay once, and check the receipts offline.',
  freshness: 'fixed',
  render: (published) => ({
    proof: 'x402-proof',
    release: published.release,
    route: publishedPaidRoute(cheapest(published), published),
    unpaidProof: {
      does: 'Anybody can see this: HTTP 402 with PAYMENT-REQUIRED. It proves that the service asks for payment. It says nothing about revenue.',
      command: lookCommand(cheapest(published), published),
      expect: 402,
    },
    paidProof: {
      does: 'Pays once with the official client, unmodified. Needs a wallet with the price in USDC and BUYER_KEY in its environment.',
      command: paidProofCommand(published),
      expect: 200,
    },
    receiptBoundProof: {
      does: 'Checks what was bought without asking the seller: signature, transaction, price, request and the bytes.',
      signedBy: curlGet(`${published.publicUrl}/.well-known/jwks.json`),
      command: receiptCommand(published),
      compare: {
        'receipt.transaction': 'a Transfer of the price to the recipient of the challenge',
        'receipt.bodyDigest': 'sha256: and the hex digest of the delivered bytes',
        'receipt.offerDigest': 'digest of the signed offer that was accepted',
        'receipt.termsDigest': 'digest in the address of the terms document',
      },
    },
    statuses: MONEY_BY_STATUS,
    referenceBuyer: {
      does: 'Verifies the signed offer, shows what it would pay, asks, pays once, and checks settlement and receipts.',
      command: buyCommandLine(cheapest(published), published),
    },
    ownRecord: {
      metrics: liveDocuments(published),
      classes:
        'Every paid completion carries an evidence class. Purchases by the operator are counted apart and are not demand.',
    },
    isNot: [
      'An unpaid 402 is not a sale.',
      'A copied command is not a sale.',
      'A signed offer is not a settlement.',
      'A receipt proves delivery of these bytes; it does not prove that the answer was useful.',
    ],
  }),
});

/** The paid proof as one program: the GET form, which needs no body. */
function paidProofCommand(published: Published): string {
  const product = cheapest(published);
  return purchaseProgram({
    url: published.publicUrl + product.path,
    method: 'GET',
    network: NETWORK,
    override: spendControlsFor(product.price),
  });
}
