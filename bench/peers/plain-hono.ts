/** Hono on Node with no payment library behind it: the same small 402, a small document, and checks that only validate. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { scopeCheck } from '../../src/checks/buyer-payment-scope-check/check.ts';
import { status } from '../../src/documents/status.ts';
import { opportunityCheck } from '../../src/products/opportunity-check/product.ts';
import { ready } from './ready.ts';

const app = new Hono();
const challenge = { error: 'payment_required' };
app.get(opportunityCheck.path, (context) => context.json(challenge, 402));
app.post(opportunityCheck.path, (context) => context.json(challenge, 402));
app.get(status.path, (context) => context.json({ status: 'alive' }));
app.post(scopeCheck.path, async (context) => {
  const { success } = scopeCheck.input.safeParse(await context.req.json());
  return context.json({ status: success ? 'approved' : 'denied' });
});
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => ready(server));
