import { expect, it } from 'vitest';
import { fakeAudit, Stage, WITHOUT_AUDIT } from '../checks/stage.suite.ts';

const preview = async (stage: Stage) => (await stage.get('/api/agent-revenue-audit-preview')).json();

it('shows the declared example, worked, and nothing of a caller', async () => {
  const body = await preview(new Stage());
  expect(body).toMatchObject({ purchaseAvailable: true, price: '$5.00', maxAmountAtomicUnits: '5000000' });
  expect(body.sample.request).toEqual(fakeAudit.forms[0]!.example);
  expect(fakeAudit.response.safeParse(body.sample.answer).success).toBe(true);
  expect(await preview(new Stage())).toEqual(body);
});

it('offers nothing where the audit is not sold', async () => {
  expect(await preview(new Stage(WITHOUT_AUDIT))).toMatchObject({ purchaseAvailable: false });
});
