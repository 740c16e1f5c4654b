/** Hono on Node that answers with the same small 402, with no payment library behind it. */
import { serve } from '@hono/node-server';
import { Hono } from 'hono';
import { opportunityCheck } from '../../src/products/opportunity-check/product.ts';
import { ready } from './ready.ts';

const app = new Hono();
app.get(opportunityCheck.path, (context) => context.json({ error: 'payment_required' }, 402));
const server = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => ready(server));
