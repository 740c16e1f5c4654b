/** `@x402/hono`. Started by the benchmark as `node stock-hono.ts <rpcUrl> [--extensions]`; prints one ready line. */
import { serve } from '@hono/node-server';
import { paymentMiddleware } from '@x402/hono';
import { Hono } from 'hono';
import { ready } from './ready.ts';
import { answer, SOLD_AT, stock } from './stock.ts';

const [rpcUrl, flag] = process.argv.slice(2);
if (!rpcUrl) throw new Error('usage: node stock-hono.ts <rpcUrl> [--extensions]');

const { routes, server } = stock({ rpcUrl, extensions: flag === '--extensions' });
const app = new Hono();
app.use(paymentMiddleware(routes, server));
app.get(SOLD_AT, (context) => context.json(answer()));
app.post(SOLD_AT, (context) => context.json(answer()));
const listening = serve({ fetch: app.fetch, hostname: '127.0.0.1', port: 0 }, () => ready(listening));
