import { describe, expect, it } from 'vitest';
import type { FreeDocument, Product } from '../declare.ts';
import { catalogueOf } from '../declare-catalogue.ts';
import { openapi } from '../discovery/openapi.ts';
import { soldProducts } from '../discovery/sold.ts';
import { opportunityCheck } from '../products/opportunity-check/product.ts';
import { type Price, usd } from '../values/money.ts';
import { spendPassport } from './agent-spend-passport/check.ts';
import type { Passport } from './agent-spend-passport/schema.ts';
import { scopeCheck } from './buyer-payment-scope-check/check.ts';
import type { ScopeAnswer } from './buyer-payment-scope-check/schema.ts';
import { CHECKS, FREE, fakeAudit, Stage } from './stage.suite.ts';

/** The contracts on a catalogue with other prices: a price is typed in its product's folder and nowhere else. */
const at = (product: Product, price: Price): Product => ({ ...product, price });
const CHECK = at(opportunityCheck, usd('0.37'));
const AUDIT = at(fakeAudit, usd('4.73'));
const OTHER = catalogueOf([CHECK, AUDIT, ...FREE]);
const DOCUMENTS = FREE.filter((entry): entry is FreeDocument => entry.kind === 'document');

/** Members that say what something of ours costs, and what it costs really. */
const REAL = [opportunityCheck.price, fakeAudit.price].flatMap(({ label, amount }) => [label, amount]);
const PRICED = /"(price\w*|amount\w*|maxAmount\w*)":"([^"]+)"/g;
const realPricesIn = (text: string) =>
  [...text.matchAll(PRICED)].filter(([, , value]) => REAL.includes(value!)).map(([whole]) => whole);
/** A made-up seller's challenge, which agents are examined with. */
const NOT_OURS = ['/api/buyer-agent-challenge', '/api/buyer-agent-payment-safety'];

describe.each(CHECKS.map((check) => [check.path, check] as const))('POST %s', (path, check) => {
  it('answers its example within its schema, and names no price that is not in the catalogue', async () => {
    const response = await new Stage(OTHER).post(path, check.example);
    expect(response.status).toBe(200);
    const answer = await response.json();
    expect(check.response.parse(answer)).toEqual(answer);
    expect(realPricesIn(JSON.stringify(answer))).toEqual([]);
  });
});

describe.each(DOCUMENTS.map(({ path }) => path).filter((path) => !NOT_OURS.includes(path)))(
  'GET %s',
  (path) => {
    it('names no price that is not in the catalogue', async () => {
      const response = await new Stage(OTHER).get(path);
      expect(response.status).toBe(200);
      expect(realPricesIn(await response.text())).toEqual([]);
    });
  },
);

it.each([
  [CHECK, { goal: 'Decide whether to pay for api.weather.example before 500 calls' }],
  [
    AUDIT,
    {
      goal: 'Which endpoint of my API should be the first paid route?',
      intendedRoute: AUDIT.path,
      maxBudgetUsd: '5',
    },
  ],
])('a passport recommends $path at its price', async ({ path, price }, body) => {
  const passport = (await new Stage(OTHER).ask(spendPassport, body)) as Passport;
  expect(passport).toMatchObject({
    status: 'ready_to_buy',
    recommendedRoute: path,
    price: price.label,
    maxAmountAtomicUnits: price.amount,
    budgetCheck: { priceAtomic: price.amount },
  });
});

it('the scope check approves its own example, whatever the audit costs', async () => {
  const answer = (await new Stage(OTHER).ask(scopeCheck, scopeCheck.example as object)) as ScopeAnswer;
  expect(answer).toMatchObject({
    status: 'approved',
    price: AUDIT.price.label,
    amountAtomicUnits: AUDIT.price.amount,
  });
});

it('OpenAPI and what an edge is told name these prices', () => {
  const { paths } = openapi(new Stage(OTHER).context.published) as { paths: Record<string, object> };
  for (const { path, price } of [CHECK, AUDIT])
    expect(JSON.stringify(paths[path])).toContain(`"amount":"${price.label.slice(1)}0000"`);
  expect(soldProducts(OTHER).map(({ price }) => price)).toEqual([CHECK.price.label, AUDIT.price.label]);
});
