import {
  type Form,
  offeredBy,
  type Product,
  type Published,
  preconditionOf,
  unpaidStatusOf,
} from '../declare.ts';
import { spendControlsFor } from '../values/limits.ts';
import { closedLine } from './closed.ts';

/** Where crawlers look first. No recipient is published: the runtime challenge is authoritative. */

/** How an agent begins here, in two sentences. */
export const GUIDANCE =
  'Call a paid route without payment and read the 402: it carries price, network and recipient. Free routes decide before you pay: start at /api/platform-buyer-start.';

/** The compatibility form that x402scan reads at /.well-known/x402: addresses of paid resources, and how to begin. */
export const wellKnownX402 = (published: Published) => ({
  version: 1,
  resources: offeredBy(published).products.map(({ path }) => published.publicUrl + path),
  instructions: GUIDANCE,
});

/** One paid way to call, as an indexer lists it. */
const listing = (product: Product, form: Form, { publicUrl }: Published) => ({
  url: publicUrl + product.path,
  method: form.method,
  operation: `${product.id}-${form.method.toLowerCase()}`,
  title: product.title,
  description: product.description,
  price: { currency: 'USD', amount: product.price.label.slice(1), amountAtomic: product.price.amount },
  probe: {
    expect: unpaidStatusOf(product),
    sends:
      form.method === 'POST' ? 'nothing, or any JSON: a bare call is answered with the challenge' : 'nothing',
  },
  precondition: preconditionOf(product, publicUrl),
  clientOverride: spendControlsFor(product.price),
});

/** What an indexer wants to know of every paid route at once, beside the OpenAPI that has the schemas. */
export const x402scanDiscovery = (published: Published) => ({
  ...wellKnownX402(published),
  openapi: `${published.publicUrl}/openapi.json`,
  llms: `${published.publicUrl}/llms.txt`,
  recipient: 'In the runtime challenge only.',
  listings: offeredBy(published).products.flatMap((product) =>
    product.forms.map((form) => listing(product, form, published)),
  ),
});

function paidNote({ price, forms, description }: Product): string {
  const override = spendControlsFor(price);
  return [
    `${price.label}, ${forms.map(({ method }) => method).join(' or ')}. ${description}`,
    ...(override === null ? [] : [`Stock @x402 clients refuse this price until told: ${override}.`]),
  ].join(' ');
}

/** llms.txt: a heading, a summary, and sections of links (llmstxt.org). */
export function llmsText(published: Published): string {
  const { catalogue, publicUrl, release } = published;
  const { products, closed } = offeredBy(published);
  const link = (path: string, text: string, note: string) => `- [${text}](${publicUrl}${path}): ${note}`;
  return [
    '# Assay',
    '',
    '> Before your program pays for an API call, ask whether it should. Pay-per-call answers for buyer agents and API builders, over HTTP 402 (x402 version 2, scheme exact, USDC). Free routes decide before you pay and never spend. A 402 means that no money moved.',
    '',
    `Release ${release}. No account and no API key. ${GUIDANCE}`,
    '',
    '## Start',
    '',
    link('/api/platform-buyer-start', 'Buyer start path', 'numbered steps, each a request that works'),
    link('/api/platform-payments-policy', 'Spend policy', 'caps, order of decisions, when to stop'),
    link(
      '/openapi.json',
      'OpenAPI 3.1',
      'every paid route, free check and free document, with schemas and prices',
    ),
    '',
    '## Paid',
    '',
    ...products.map((product) => link(product.path, product.title, paidNote(product))),
    ...closed.map((each) => `- ${closedLine(each)}`),
    '',
    '## Free decisions (POST)',
    '',
    ...catalogue.checks.map(({ path, summary }) => link(path, path.replace(/^\/api\//, ''), summary)),
    '',
    '## Free documents (GET)',
    '',
    ...catalogue.documents.map(({ path, id, summary }) => link(path, id, summary)),
    '',
  ].join('\n');
}
