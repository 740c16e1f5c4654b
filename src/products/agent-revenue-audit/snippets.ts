import { exampleRequest, NETWORK, type OfferedRoute, PLACEHOLDER_ORIGIN } from './artefacts.ts';
import { AUDIT_FILE, SELLER_FILE } from './file-names.ts';
import { priceAtomic, priceLabel } from './price.ts';
import type { AuditRoute } from './schema.ts';

/**
 * Seller code that runs as it is, on the official middleware at the version these audits are checked against. It reads
 * terms, schemas and fixtures from the saved audit, so that nothing stands in it twice and nothing a caller sent enters
 * the code. What the middleware leaves open is closed around it: input before payment, one answer for one payment, HEAD,
 * and no 402 once money may have moved.
 */
export const MIDDLEWARE_VERSION = '2.27.0';

/** `runtime`: as it was stated. Express mounts the same handler; without a statement both are given. */
export const sellerSnippets = (offered: OfferedRoute, runtime?: string): AuditRoute['sellerSnippets'] => ({
  install: install(runtime),
  hono: seller(offered),
  ...((runtime === undefined || runtime === 'express') && { express: express(offered) }),
  buyer: buyer(offered),
  check: check(offered),
});

const install = (runtime: string | undefined): string =>
  `npm i hono ajv @hono/node-server${runtime === undefined || runtime === 'express' ? ' express' : ''} ${['hono', 'core', 'evm'].map((name) => `@x402/${name}@${MIDDLEWARE_VERSION}`).join(' ')}`;

function seller({ route, path, price }: OfferedRoute): string {
  const { noun, unit, empty } = route;
  const label = priceLabel(price);
  return `// ${route.method} ${path}, ${unit}: ${label}, in ${SELLER_FILE} beside ${AUDIT_FILE}:
// PAY_TO=0x... PUBLIC_URL=https://... FACILITATOR_URL=https://... node ${SELLER_FILE}
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { serve } from '@hono/node-server';
import { HTTPFacilitatorClient } from '@x402/core/server';
import { ExactEvmScheme } from '@x402/evm/exact/server';
import { paymentMiddleware, x402ResourceServer } from '@x402/hono';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { Hono } from 'hono';

const { method, path, requestSchema, exampleResponse, example402, bazaar } = JSON.parse(readFileSync(new URL('${AUDIT_FILE}', import.meta.url))).bestFirstPaidRoute;
bazaar.info.output.example = exampleResponse;
const { env } = process;
const setting = (name, pattern) => {
  if (!pattern.test(env[name] ?? '')) throw new Error(name + ' is missing or malformed');
  return env[name];
};
const { accepts: [terms], resource } = example402.header;
const payTo = setting('PAY_TO', /^0x[0-9a-fA-F]{40}$/);
if (payTo === terms.payTo) throw new Error('PAY_TO is still the placeholder');
// Always set url for ${path}, or the Host header names your offer.
const url = setting('PUBLIC_URL', /^https?:\\/\\/[^/]+$/) + path;
// ${label} of ${path} is the string '${priceAtomic(price)}': atomic units, never a number.
const { scheme, network, amount, asset, maxTimeoutSeconds, extra } = terms;
const route = {
  ...resource,
  accepts: { scheme, network, payTo, maxTimeoutSeconds, price: { amount, asset, extra } },
  resource: url,
  extensions: { bazaar },
};
const server = new x402ResourceServer(new HTTPFacilitatorClient({ url: setting('FACILITATOR_URL', /^https?:/) })).register(network, new ExactEvmScheme());

// The work behind ${path}: return undefined for ${empty}, throw when it fails.
const work = async (input) => exampleResponse;

const valid = new Ajv2020({ strict: false, validateFormats: false, coerceTypes: method === 'GET' }).compile(requestSchema);
const parse = (text) => { try { return JSON.parse(text); } catch { return undefined; } };
// One payment buys one ${noun}; several processes of ${path} share a table instead.
const sold = new Map();
const sha = (text) => createHash('sha256').update(text).digest('hex');
const pending = { status: 503, headers: { 'Retry-After': '2' }, body: { error: 'settlement_pending' } };
// A ${noun} that may be paid for is 503, never 402: for every 402 a client signs anew.
const opened = (header) => (header ? JSON.parse(Buffer.from(header, 'base64')) : undefined);
function mayBePaid({ status, headers }) {
  if (status !== 402) return status === 502;
  const settled = opened(headers.get('PAYMENT-RESPONSE'));
  const why = (settled ? settled.errorReason : (opened(headers.get('PAYMENT-REQUIRED')) ?? { error: 'unknown' }).error) ?? '';
  return /already_(used|settled)|duplicate|pending|unknown/.test(why) || Boolean(settled && !/^in(valid|sufficient)/.test(why));
}

export const app = new Hono();
// No redirect before ${path}: clients carry the payment header across redirects.
app.use(path, async (c, next) => {
  const paid = c.req.header('payment-signature');
  const text = method === 'GET' ? '' : await c.req.text();
  const input = method === 'GET' ? c.req.query() : parse(text);
  const reply = ({ status, body, headers = {} }) => c.json(body, status, { 'Cache-Control': 'no-store', ...headers });
  if (c.req.method !== method && (c.req.method !== 'HEAD' || method !== 'GET' || paid)) return reply({ status: 405, body: { error: 'method_not_allowed' }, headers: { Allow: method } });
  // A bare call of ${path} gets its 402, so that indexes can list it, and input for one ${noun} is checked first.
  if ((paid || text || (method === 'GET' && Object.keys(input).length > 0)) && !valid(input ?? null)) return reply({ status: 400, body: { error: 'invalid_request', issues: valid.errors.map((e) => e.instancePath + ' ' + e.message) } });
  c.set('input', input);
  if (!paid) return next();
  const [key, request] = [sha(paid), sha(JSON.stringify(input))];
  const known = sold.get(key);
  if (known) return reply(known.request !== request ? { status: 409, body: { error: 'payment_reused' } } : (known.answer ?? pending));
  sold.set(key, { request });
  await next();
  const { status, headers } = c.res;
  if (status === 200) {
    sold.set(key, { request, answer: { status, body: await c.res.clone().json(), headers: { 'PAYMENT-RESPONSE': headers.get('PAYMENT-RESPONSE') } } });
    setTimeout(() => sold.delete(key), 86_400_000).unref();
  } else sold.delete(key);
  if (!mayBePaid(c.res)) return;
  c.res = undefined;
  c.res = reply(pending);
  for (const name of ['PAYMENT-REQUIRED', 'PAYMENT-RESPONSE']) c.res.headers.delete(name);
});
app.use(paymentMiddleware({ [method === 'GET' ? path : 'POST ' + path]: route }, server));
app.on(method, path, async (c) => {
  // From 400 on nothing settles: ${empty} stays free.
  const result = await work(c.get('input')).catch(() => null);
  if (result === null) return c.json({ error: 'upstream_failed' }, 503, { 'Retry-After': '30' });
  return result === undefined ? c.json({ error: 'empty_result' }, 404) : c.json(result);
});
app.get(path + '/preview', (c) => c.json(exampleResponse));
if (process.argv[1]?.endsWith('${SELLER_FILE}')) serve({ fetch: app.fetch, port: +(env.PORT ?? 3000), hostname: env.HOST ?? '127.0.0.1' }, (at) => console.log('ready on ' + at.port));
`;
}

/** The same handler inside an app of Express. */
const express = ({
  path,
  route,
}: OfferedRoute): string => `// In Express, before any body parser: ${route.plural} of ${path} keep their body.
import { getRequestListener } from '@hono/node-server';
import { app as seller } from './${SELLER_FILE}';

const sell = getRequestListener(seller.fetch);
export const mount = (app) => app.use((req, res, next) => (['${path}', '${path}/preview'].includes(req.path) ? sell(req, res) : next()));
`;

function buyer({ route, path, price }: OfferedRoute): string {
  const call =
    route.method === 'GET'
      ? "url + '?' + new URLSearchParams(input), { redirect: 'error' }"
      : "url, { method: 'POST', redirect: 'error', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(input) }";
  return `// npm i @x402/fetch@${MIDDLEWARE_VERSION} @x402/evm@${MIDDLEWARE_VERSION} viem   (buys ${route.unit})
import { readFileSync } from 'node:fs';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';
import { privateKeyToAccount } from 'viem/accounts';

const { exampleRequest: input } = JSON.parse(readFileSync(new URL('${AUDIT_FILE}', import.meta.url))).bestFirstPaidRoute;
const schemes = [{ network: '${NETWORK}', client: new ExactEvmScheme(privateKeyToAccount(process.env.BUYER_KEY)) }];
// One ${route.noun}, ${priceLabel(price)}: clients refuse more than $1 by default.
const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes, spendControls: { maxAmountPerPayment: '${priceLabel(price)}' } });
const url = (process.env.SELLER_URL ?? '${PLACEHOLDER_ORIGIN}') + '${path}';
const answer = await pay(${call});
console.log(answer.status, await answer.json());
`;
}

const query = ({ route }: OfferedRoute): string =>
  Object.entries(exampleRequest(route))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** Shell lines that prove the unpaid side. */
function check(offered: OfferedRoute): string {
  const { route, path, price } = offered;
  const call =
    route.method === 'GET'
      ? `"$URL${path}?${query(offered)}"`
      : `-H 'Content-Type: application/json' -d '${JSON.stringify(exampleRequest(route)).replaceAll("'", "'\\''")}' "$URL${path}"`;
  return `URL=\${URL:-${PLACEHOLDER_ORIGIN}}
# 402, and the amount ${priceAtomic(price)} of ${route.unit}
H=$(curl -si ${call} | tr -d '\\r')
echo "$H" | head -1
echo "$H" | sed -n 's/^payment-required: //Ip' | base64 -d | grep -o '"amount":"[0-9]*"'
`;
}
