import { z } from 'zod';
import { document, type Product, type Published } from '../declare.ts';
import { spendControlsFor } from '../values/limits.ts';

const PATH = '/api/agent-revenue-audit';
/** 2026-11-21T00:00:00Z: the sample is computed at a fixed instant, so that it changes only with a release. */
const SAMPLE_AS_OF = 1_795_219_200_000;

/** What the audit asks and answers, with whole worked samples of invented sellers: never a diagnosis of the caller's. */
export const agentRevenueAuditPreview = document({
  id: 'agent-revenue-audit-preview',
  path: '/api/agent-revenue-audit-preview',
  summary: 'Shape of the revenue audit, and whole worked samples for sellers of different kinds.',
  freshness: 'fixed',
  render: (published) => {
    const product = published.catalogue.products.find(({ path }) => path === PATH);
    const form = product?.forms.find(({ method }) => method === 'POST');
    if (product === undefined || form === undefined)
      return {
        preview: 'agent-revenue-audit',
        purchaseAvailable: false,
        reason: 'The revenue audit is not sold on this instance.',
      };
    return {
      preview: product.id,
      purchaseAvailable: true,
      does: product.description,
      price: product.price.label,
      maxAmountAtomicUnits: product.price.amount,
      clientOverride: spendControlsFor(product.price),
      request: { method: form.method, path: product.path, schema: schemaOf(form.input, 'input') },
      response: { status: 200, schema: schemaOf(product.response, 'output') },
      samples: samplesOf(product, published),
      forYou:
        'These samples are the same for everybody. A diagnosis of your offer is computed only for a paid request; draft it for free at /api/agent-revenue-audit-builder/prepare.',
    };
  },
});

/** The example and every further sample of a product's POST form, worked at one fixed instant. */
export function samplesOf({ forms }: Product, { release }: Published): readonly PreviewSample[] {
  const form = forms.find(({ method }) => method === 'POST')!;
  return [form.example, ...(form.samples ?? [])].map((body) => {
    const request = form.input.parse(body);
    return { request, answer: form.run(request, { asOf: SAMPLE_AS_OF, release }) };
  });
}

export interface PreviewSample {
  readonly request: object;
  readonly answer: object;
}

function schemaOf(schema: z.ZodType, io: 'input' | 'output'): object {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: 'any' });
  return rest;
}
