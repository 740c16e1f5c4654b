import { expect, it } from 'vitest';
import { z } from 'zod';
import { catalogue } from '../catalogue.ts';
import { form, product } from '../declare.ts';
import { usd } from '../values/money.ts';
import { firstPurchase } from './first-purchase.ts';

const published = { catalogue, publicUrl: '', release: 'v0.0.0-test' };

it('shows the cheapest product that takes evidence, whatever is cheaper', () => {
  const cheap = product({
    ...{ id: 'a-cheap-one', path: '/api/a-cheap-one', price: usd('0.001'), title: 't', description: 'd' },
    response: z.looseObject({}),
    forms: [form({ method: 'GET', summary: 's', input: z.strictObject({}), example: {}, run: () => ({}) })],
  });
  const withCheap = { ...catalogue, products: [cheap, ...catalogue.products] };
  expect(firstPurchase({ ...published, catalogue: withCheap })).toEqual(firstPurchase(published));
  expect(firstPurchase(published)).toMatchObject({
    command: expect.stringContaining('buy opportunity-check'),
  });
});

it('shows nothing where nothing recommends anything', () => {
  expect(firstPurchase({ ...published, catalogue: { ...catalogue, products: [] } })).toBeUndefined();
});
