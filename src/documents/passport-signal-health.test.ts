import { expect, it } from 'vitest';
import { spendPassport } from '../checks/agent-spend-passport/check.ts';
import { Stage } from '../checks/stage.suite.ts';

const GOAL = 'Decide whether to pay $0.01 per call for api.weather.example before 500 calls';

it('adds up what the passport decided, and keeps probes apart', async () => {
  const stage = new Stage();
  for (const body of [
    { goal: GOAL },
    { goal: GOAL, maxBudgetUsd: '1' },
    {
      goal: 'Monetization guidance for my API',
      intendedRoute: '/api/agent-revenue-audit',
      maxBudgetUsd: '5',
    },
    { goal: GOAL, maxBudgetUsd: '0.001' },
    { goal: 'help' },
    { goal: `${GOAL} for jane.roe@gmail.com` },
    { goal: `${GOAL}, my card is 4111 1111 1111 1111` },
  ])
    await stage.post(spendPassport.path, body);
  stage.operator = true;
  await stage.post(spendPassport.path, { goal: GOAL, maxBudgetUsd: '1' });
  stage.operator = false;
  const response = await stage.get('/api/passport-signal-health');
  expect(response.headers.get('cache-control')).toBe('no-store');
  const health = await response.json();
  expect(health).toMatchObject({
    totalRequests: 7,
    recommended: { 'opportunity-check': 2, 'agent-revenue-audit': 1 },
    stopped: 4,
    stopReasons: {
      belowBudget: 1,
      sensitiveData: 2,
      unsafeAdvice: 0,
      vagueRequest: 1,
      outreachOrScrapingRequest: 0,
    },
    budgetWithinLimit: 2,
    budgetTooLow: 1,
    privacyRisk: { low: 5, medium: 1, high: 1 },
    monitorSelfProbesExcluded: 1,
    flags: {
      rawGoalsExposed: false,
      rawPayloadsExposed: false,
      buyerLevelDataExposed: false,
      passportToPaymentAttributionAvailable: false,
    },
  });
  const { recommended, stopped, totalRequests, privacyRisk } = health;
  const sum = (counts: object) => Object.values(counts).reduce((a: number, b: number) => a + b, 0);
  expect(sum(recommended) + stopped).toBe(totalRequests);
  expect(sum(privacyRisk)).toBe(totalRequests);
});

it('is zero everywhere before anybody asked', async () => {
  const health = await (await new Stage().get('/api/passport-signal-health')).json();
  expect(health).toMatchObject({ totalRequests: 0, stopped: 0, monitorSelfProbesExcluded: 0 });
});
