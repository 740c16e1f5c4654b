import { document, type Published } from '../declare.ts';
import { curlGet, curlPost, purchaseProgram } from '../values/command.ts';
import { NETWORK, spendControlsFor } from '../values/limits.ts';
import { cheapest } from './routes.ts';

/** From nothing to one verified purchase. Each step is a request that works as printed; only step 6 spends. */
export const platformBuyerStart = document({
  id: 'platform-buyer-start',
  path: '/api/platform-buyer-start',
  summary: 'Buyer start path: numbered steps from the first free look to a verified paid answer.',
  freshness: 'fixed',
  render: (published) => ({
    start: 'platform-buyer-start',
    release: published.release,
    spendsIn: SPENDS_IN,
    steps: steps(published).map((step, i) => ({ step: i + 1, ...step })),
    ifItFails: {
      402: 'No money moved. The body names reason, failureBucket and retry.',
      503: 'Send the same payment again after Retry-After, or ask /api/settlement-status/check. Do not sign a new one.',
      noAnswer: 'The same: the payment may have arrived. A second signature is a second charge.',
    },
  }),
});

const SPENDS_IN = 'pay';

interface Step {
  readonly id: string;
  readonly do: string;
  readonly request: { readonly method: string; readonly path: string; readonly body?: unknown };
  readonly expect: number;
  readonly command: string;
}

function steps(published: Published): readonly Step[] {
  const product = cheapest(published);
  const post = product.forms.find(({ method }) => method === 'POST')!;
  const goal = (post.example as { goal?: string }).goal ?? product.description;
  const free = (path: string, body: unknown): Pick<Step, 'request' | 'expect' | 'command'> => ({
    request: { method: 'POST', path, body },
    expect: 200,
    command: curlPost(published.publicUrl + path, body),
  });
  return [
    {
      id: 'decide',
      do: 'Ask whether to buy at all, and what to send. Stops on sensitive data, vague goals and small budgets.',
      ...free('/api/agent-spend-passport/prepare', { goal, maxBudgetUsd: product.price.label.slice(1) }),
    },
    {
      id: 'redact',
      do: 'Let the payload be looked at for secrets and personal data before it goes anywhere.',
      ...free('/api/x402-metadata-preflight/check', { route: product.path, payloadPreview: post.example }),
    },
    {
      id: 'forecast',
      do: 'Find out whether your client signs this price by default.',
      ...free('/api/client-payment-forecast/check', {
        client: '@x402/fetch',
        clientVersion: '2.27.0',
        route: product.path,
      }),
    },
    {
      id: 'look',
      do: `Read the challenge. 402 is the expected answer; it must ask ${product.price.amount} atomic units on ${NETWORK}.`,
      request: { method: 'POST', path: product.path, body: post.example },
      expect: 402,
      command: `${curlPost(published.publicUrl + product.path, post.example)} -i`,
    },
    {
      id: 'terms',
      do: 'Fetch the keys that sign offers and receipts. The terms are at the address in the challenge, under their own digest.',
      request: { method: 'GET', path: '/.well-known/jwks.json' },
      expect: 200,
      command: curlGet(`${published.publicUrl}/.well-known/jwks.json`),
    },
    {
      id: SPENDS_IN,
      do: `Approve ${product.price.label} and pay once with your own client. This program pays with the official one; save it as buy.mjs and set BUYER_KEY. Any x402 version 2 client will do.`,
      request: { method: 'POST', path: product.path, body: post.example },
      expect: 402,
      command: purchaseProgram({
        url: published.publicUrl + product.path,
        method: 'POST',
        body: post.example,
        network: NETWORK,
        override: spendControlsFor(product.price),
      }),
    },
    {
      id: 'verify',
      do: 'Keep the exact bytes, PAYMENT-RESPONSE and X-SVC-DELIVERY-RECEIPT. The delivery receipt is a compact JWS: bodyDigest is sha256 of the bytes, and its key is in this document.',
      request: { method: 'GET', path: '/.well-known/did.json' },
      expect: 200,
      command: curlGet(`${published.publicUrl}/.well-known/did.json`),
    },
    {
      id: 'tell',
      do: 'Say how it went, in one of five words. Nothing else is taken.',
      ...free('/api/feedback', { route: product.path, outcome: 'delivered_useful' }),
    },
  ];
}
