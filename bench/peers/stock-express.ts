/** `@x402/express`. Started by the benchmark as `node stock-express.ts <rpcUrl>`; prints one ready line. */

import type { RequestListener } from 'node:http';
import { createServer } from 'node:http';
import { createRequire } from 'node:module';
import { paymentMiddleware } from '@x402/express';
import { ready } from './ready.ts';
import { answer, SOLD_AT, stock } from './stock.ts';

const [rpcUrl] = process.argv.slice(2);
if (!rpcUrl) throw new Error('usage: node stock-express.ts <rpcUrl>');

/** As much of Express as is used here: it comes with the middleware and brings no types of its own. */
interface Express extends RequestListener {
  use(middleware: ReturnType<typeof paymentMiddleware>): void;
  get(path: string, handler: (request: unknown, response: { json(body: object): void }) => void): void;
}
const express = createRequire(import.meta.url)('express') as () => Express;

const { routes, server } = stock({ rpcUrl, extensions: false });
const app = express();
app.use(paymentMiddleware(routes, server));
app.get(SOLD_AT, (_request, response) => response.json(answer()));
const listening = createServer(app).listen(0, '127.0.0.1', () => ready(listening));
