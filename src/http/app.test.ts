import { describe, expect, it } from 'vitest';
import { Stage } from '../checks/stage.suite.ts';
import type { Gate } from '../gate/gate.ts';
import { sampleProduct, sampleTerms } from '../gate/testing.ts';
import { type AppOptions, createApp } from './app.ts';

const bug = () => {
  throw new Error('a bug');
};

/** An app whose one gate does what no gate does: it throws before it has looked at anything. */
function appOf(options: Partial<AppOptions>) {
  const { published, reach } = new Stage().context;
  const gate = {
    product: sampleProduct,
    terms: [sampleTerms],
    isPaymentAttached: bug,
    standing: bug,
    railOf: bug,
  } as unknown as Gate;
  const reported: string[] = [];
  const app = createApp({
    catalogue: { ...published.catalogue, products: [sampleProduct] },
    published,
    gates: [gate],
    clock: { now: () => 0, sleep: async () => {} },
    reach,
    report: (where, error) => void reported.push(`${where}: ${(error as Error).message}`),
    ...options,
  });
  const said = async (path: string, init?: RequestInit) => {
    const answer = await app.fetch(new Request(`https://assay.example${path}`, init));
    const { error } = (await answer.json()) as { error?: string };
    return [answer.status, answer.headers.get('content-type'), error];
  };
  return { app, said, reported };
}

const PROBLEM = 'application/problem+json; charset=utf-8';

describe('whatever throws, a problem document is answered and the operator is told', () => {
  it('where the kind of a call is asked', async () => {
    const { said, reported } = appOf({});
    expect(await said(sampleProduct.path)).toEqual([500, PROBLEM, 'internal_error']);
    expect(reported).toEqual(['http: a bug']);
  });

  it.each(['limit', 'shed'])('in what asks how much there is to do: %s', async (part) => {
    const { said, reported } = appOf({ [part]: bug });
    expect(await said('/api/cash-register')).toEqual([503, PROBLEM, 'service_unavailable']);
    expect(reported).toEqual(['http: a bug']);
  });

  it('on the quick way, which then leaves the answer to the long one', () => {
    const { app, reported } = appOf({});
    const header = (name: string) => (name === 'host' ? 'assay.example' : undefined);
    const glance = { method: 'GET', target: sampleProduct.path, header, address: undefined };
    expect(app.standing(glance)).toBeUndefined();
    expect(reported).toEqual(['http: a bug']);
  });
});
