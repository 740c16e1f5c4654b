import { expect, it } from 'vitest';
import { fakeAudit, Stage, WITHOUT_AUDIT } from '../checks/stage.suite.ts';
import type { Published } from '../declare.ts';
import { agentRevenueAudit } from '../products/agent-revenue-audit/product.ts';
import { auditResponse } from '../products/agent-revenue-audit/schema.ts';
import { samplesOf } from './agent-revenue-audit-preview.ts';

const preview = async (stage: Stage) => (await stage.get('/api/agent-revenue-audit-preview')).json();

it('shows the declared example, worked, and nothing of a caller', async () => {
  const body = await preview(new Stage());
  expect(body).toMatchObject({
    purchaseAvailable: true,
    price: fakeAudit.price.label,
    maxAmountAtomicUnits: fakeAudit.price.amount,
  });
  expect(body.samples.map(({ request }: { request: object }) => request)).toEqual([
    fakeAudit.forms[0]!.example,
  ]);
  expect(fakeAudit.response.safeParse(body.samples[0].answer).success).toBe(true);
  expect(await preview(new Stage())).toEqual(body);
});

it('offers nothing where the audit is not sold', async () => {
  expect(await preview(new Stage(WITHOUT_AUDIT))).toMatchObject({ purchaseAvailable: false });
});

it('shows three whole audits of sellers of different kinds, each of which the audit would sell', () => {
  const published = { release: 'r' } as Published;
  const [form] = agentRevenueAudit.forms;
  const samples = samplesOf(agentRevenueAudit, published);
  expect(samples).toHaveLength(3);
  const kinds = samples.map(({ request, answer }) => {
    expect(form!.judge!.refusalOf(request as Record<string, unknown>)).toBeUndefined();
    expect(JSON.stringify(answer)).not.toMatch(/[^0-9.]0 %/);
    return auditResponse.parse(answer).archetype.route;
  });
  expect(kinds).toEqual(['lookup-forecast', 'doc-ocr', 'quote-firm']);
});
