import { expect, it } from 'vitest';
import { appWithoutChain } from './testing.ts';

/** What a caller sends as its source is counted as one of our own words, or as `other`, and kept nowhere. */

const GOAL = 'Decide whether to pay $0.01 per call for api.weather.example before 500 calls';

it.each([
  ['x-profile', 'tagged.agent-spend-passport-prepare.caller.x-profile'],
  ['somebody-i-know', 'tagged.agent-spend-passport-prepare.caller.other'],
  [undefined, 'free.agent-spend-passport-prepare.caller'],
])('a passport that names %s', async (source, name) => {
  const { app, counted } = appWithoutChain({ costly: 100, payment: 100, message: 100, other: 100 });
  const answer = await app.fetch(
    new Request('http://127.0.0.1/api/agent-spend-passport/prepare', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ goal: GOAL, ...(source && { source }) }),
    }),
  );
  expect(answer.status).toBe(200);
  expect(counted).toContain(name);
  expect(counted.filter((each) => /^(free|tagged)\./.test(each))).toHaveLength(1);
});

it.each([
  ['?src=x-daily-post', 'tagged.agent-commerce-reliability-ledger-preview.caller.x-daily-post'],
  ['?src=me', 'tagged.agent-commerce-reliability-ledger-preview.caller.other'],
  ['', 'free.agent-commerce-reliability-ledger-preview.caller'],
])('the preview of the ledger, asked for with "%s"', async (query, name) => {
  const { app, counted } = appWithoutChain({ costly: 100, payment: 100, message: 100, other: 100 });
  await app.fetch(new Request(`http://127.0.0.1/api/agent-commerce-reliability-ledger/preview${query}`));
  expect(counted).toContain(name);
});
