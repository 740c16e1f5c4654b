import { expect, it } from 'vitest';
import { Stage } from '../stage.suite.ts';
import { feedback } from './check.ts';
import { OUTCOMES } from './schema.ts';

it.each(OUTCOMES)('counts %s once, by outcome and by product', async (outcome) => {
  const stage = new Stage();
  expect(await stage.ask(feedback, { route: '/api/opportunity-check', outcome })).toMatchObject({
    recorded: true,
  });
  expect(Object.fromEntries(stage.counters)).toEqual({
    'feedback.product.opportunity-check': 1,
    [`feedback.outcome.${outcome}`]: 1,
  });
});

it.each(['/api/other', '/status', 'toString', '/api/feedback'])('counts nothing for %s', async (route) => {
  const stage = new Stage();
  const answer = await stage.ask(feedback, { route, outcome: 'did_not_buy' });
  expect(answer).toMatchObject({ recorded: false, reason: 'unknown_route' });
  expect(stage.counters.size).toBe(0);
});

it('counts nothing for the operator', async () => {
  const stage = new Stage();
  stage.operator = true;
  const answer = await stage.ask(feedback, feedback.example);
  expect(answer).toMatchObject({ recorded: false, reason: 'operator_or_monitor' });
  expect(stage.counters.size).toBe(0);
});
