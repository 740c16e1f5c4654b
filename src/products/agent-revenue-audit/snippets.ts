import {
  ASSET,
  ASSET_DOMAIN,
  bazaar,
  description,
  exampleRequest,
  exampleResponse,
  NETWORK,
  type Offered,
  PLACEHOLDER_ORIGIN,
  PLACEHOLDER_PAY_TO,
  requestSchema,
  tags,
} from './artefacts.ts';
import { priceAtomic, priceLabel } from './price.ts';
import type { AuditRoute } from './schema.ts';
import { expressApp, honoApp } from './snippet-frames.ts';

/**
 * Seller code that runs as it is, on the official middleware at the version these audits are checked against. What
 * the middleware leaves open is closed around it: input before payment, one answer for one payment, HEAD, and no 402
 * once money may have moved. Nothing a caller sent enters the code except the service name, as a JSON string.
 */
export const MIDDLEWARE_VERSION = '2.27.0';

export function sellerSnippets(offered: Offered): AuditRoute['sellerSnippets'] {
  return {
    install: install(),
    hono: [
      ...head(offered, 'hono'),
      ...settings(offered),
      ...input(offered),
      ...payments(offered),
      ...honoApp(offered),
      '',
    ].join('\n'),
    express: [
      ...head(offered, 'express'),
      ...settings(offered),
      ...input(offered),
      ...payments(offered),
      ...expressApp(offered),
      '',
    ].join('\n'),
    buyer: buyer(offered),
    check: check(offered),
  };
}

const install = (): string =>
  [
    `npm i hono @hono/node-server @x402/hono@${MIDDLEWARE_VERSION} @x402/core@${MIDDLEWARE_VERSION} @x402/evm@${MIDDLEWARE_VERSION}`,
    `npm i express @x402/express@${MIDDLEWARE_VERSION} @x402/core@${MIDDLEWARE_VERSION} @x402/evm@${MIDDLEWARE_VERSION}`,
  ].join('\n');

function head({ route, path, price }: Offered, frame: 'hono' | 'express'): string[] {
  const imports =
    frame === 'hono'
      ? ["import { serve } from '@hono/node-server';", "import { Hono } from 'hono';"]
      : ["import express from 'express';"];
  return [
    `// ${route.method} ${path}: ${route.unit}, ${priceLabel(price)}; save as server.mjs and run ${path} with:`,
    `// PAY_TO=0x... PUBLIC_URL=https://... FACILITATOR_URL=https://... node server.mjs   (serves ${path})`,
    "import { createHash } from 'node:crypto';",
    "import { decodePaymentRequiredHeader, decodePaymentResponseHeader } from '@x402/core/http';",
    "import { HTTPFacilitatorClient } from '@x402/core/server';",
    "import { ExactEvmScheme } from '@x402/evm/exact/server';",
    `import { paymentMiddleware, x402ResourceServer } from '@x402/${frame}';`,
    ...imports,
    '',
  ];
}

const constant = (name: string, value: unknown): string =>
  `const ${name} = ${JSON.stringify(value, null, 2)};`;

function settings(offered: Offered): string[] {
  const { route, path, price, maxTimeoutSeconds } = offered;
  return [
    constant('METHOD', route.method),
    constant('PATH', path),
    constant('REQUEST_SCHEMA', requestSchema(route)),
    constant('EXAMPLE', exampleResponse(route)),
    `const BAZAAR = ${JSON.stringify(bazaar(offered))};`,
    '',
    'function setting(name, pattern) {',
    "  const value = process.env[name] ?? '';",
    "  if (!pattern.test(value)) throw new Error(name + ' is missing or malformed');",
    '  return value;',
    '}',
    "const PAY_TO = setting('PAY_TO', /^0x[0-9a-fA-F]{40}$/);",
    `if (PAY_TO === '${PLACEHOLDER_PAY_TO}') throw new Error('PAY_TO is still the placeholder');`,
    "const PUBLIC_URL = setting('PUBLIC_URL', /^https?:\\/\\/[^/]+$/);",
    "const FACILITATOR_URL = setting('FACILITATOR_URL', /^https?:\\/\\//);",
    '',
    `// ${priceLabel(price)} for ${route.unit} is the string ${priceAtomic(price)}: atomic units, never a number and never dollars.`,
    `const OFFER = { scheme: 'exact', network: '${NETWORK}', amount: '${priceAtomic(price)}', asset: '${ASSET}', payTo: PAY_TO, maxTimeoutSeconds: ${maxTimeoutSeconds}, extra: ${JSON.stringify(ASSET_DOMAIN)} };`,
    'const RESOURCE = {',
    `  // Always set url for ${path}: without it the request's Host header decides what your offer is for.`,
    '  url: PUBLIC_URL + PATH,',
    `  description: ${JSON.stringify(description(offered))},`,
    "  mimeType: 'application/json',",
    ...(offered.asciiName ? [`  serviceName: ${JSON.stringify(offered.asciiName)},`] : []),
    `  tags: ${JSON.stringify(tags(route))},`,
    '};',
    `const UNPAID = { error: 'payment_required', x402Version: 2, resource: RESOURCE, accepts: [{ ...OFFER, price: '${priceLabel(price)}' }] };`,
    'const { url, ...listing } = RESOURCE;',
    'const ROUTE = {',
    "  accepts: { scheme: 'exact', network: OFFER.network, payTo: PAY_TO, maxTimeoutSeconds: OFFER.maxTimeoutSeconds, price: { amount: OFFER.amount, asset: OFFER.asset, extra: OFFER.extra } },",
    '  resource: url,',
    '  ...listing,',
    '  extensions: { bazaar: BAZAAR },',
    "  unpaidResponseBody: () => ({ contentType: 'application/json', body: UNPAID }),",
    '};',
    ...(route.method === 'GET'
      ? [
          `// No verb in this key: "GET ${path}" would let HEAD ${path} through unpaid.`,
          'const ROUTES = { [PATH]: ROUTE };',
        ]
      : [
          `// Every verb but POST is refused on ${path} before this key is looked at.`,
          "const ROUTES = { ['POST ' + PATH]: ROUTE };",
        ]),
    'const resourceServer = new x402ResourceServer(new HTTPFacilitatorClient({ url: FACILITATOR_URL })).register(OFFER.network, new ExactEvmScheme());',
    '',
  ];
}

function input({ route, path }: Offered): string[] {
  return [
    `/** The work behind ${path}. Replace it: return undefined for ${route.empty}, throw when your upstream fails. */`,
    'async function work(input) {',
    '  return EXAMPLE;',
    '}',
    '',
    `/** What is wrong with a request for ${route.unit} before payment, so that nobody pays for a 400. */`,
    'function problems(input) {',
    "  if (typeof input !== 'object' || input === null || Array.isArray(input)) return ['body: not an object'];",
    '  const { properties, required } = REQUEST_SCHEMA;',
    '  const issues = required.filter((name) => !(name in input)).map((name) => name + ": missing");',
    '  for (const [name, value] of Object.entries(input)) {',
    '    const rule = Object.hasOwn(properties, name) ? properties[name] : undefined;',
    "    const isText = typeof value === 'string';",
    "    if (!rule) issues.push('unknown property');",
    "    else if (rule.type === 'string' ? !isText : !Number.isInteger(value)) issues.push(name + ': not a ' + rule.type);",
    '    else if (rule.enum && !rule.enum.includes(value)) issues.push(name + ": not one of the listed values");',
    '    else if (isText && ([...value].length > rule.maxLength || [...value].length < (rule.minLength ?? 0))) issues.push(name + ": length");',
    '    else if (isText && rule.pattern && !new RegExp(rule.pattern).test(value)) issues.push(name + ": pattern");',
    '    else if (!isText && (value < rule.minimum || value > rule.maximum)) issues.push(name + ": range");',
    '  }',
    '  return issues;',
    '}',
    ...(route.method === 'GET'
      ? [
          `/** Query values of ${path} are text; whole numbers become numbers. */`,
          'function typed(query) {',
          "  const isWhole = (name, value) => REQUEST_SCHEMA.properties[name]?.type === 'integer' && /^-?[0-9]{1,10}$/.test(value);",
          '  return Object.fromEntries(Object.entries(query).map(([name, value]) => [name, isWhole(name, value) ? Number(value) : value]));',
          '}',
        ]
      : []),
    '',
  ];
}

function payments({ route, path }: Offered): string[] {
  return [
    `// One payment buys one ${route.noun}: clients sign anew for every 402, so a lost answer must never lead to a second charge.`,
    `// This map is enough for one process serving ${path}: several share a table of each ${route.noun}, unique on payer and nonce and written before settlement.`,
    'const sold = new Map();',
    "const sha256 = (text) => createHash('sha256').update(text).digest('hex');",
    '',
    `/** True when a refused ${route.noun} may have been paid for all the same: then the answer is 503, never 402. */`,
    'function moneyMayHaveMoved(status, header) {',
    '  if (status === 502) return true;',
    '  if (status !== 402) return false;',
    "  const [settled, required] = [header('PAYMENT-RESPONSE'), header('PAYMENT-REQUIRED')];",
    "  const reason = settled ? decodePaymentResponseHeader(settled).errorReason : required ? decodePaymentRequiredHeader(required).error : 'unknown';",
    `  // A payment that is already used may have bought this ${route.noun} before a crash: ask the chain who got it before you give it up.`,
    "  if (/nonce_already_used|already_settled|duplicate|pending|unknown/.test(reason ?? '')) return true;",
    "  return Boolean(settled) && !/^(invalid|insufficient)/.test(reason ?? '');",
    '}',
    `const PENDING = { error: 'settlement_pending', detail: ${JSON.stringify(`The payment for this ${route.noun} may have settled. Send the same payment again; do not sign a new one.`)} };`,
    '',
    `/** Answers ${path} without its payment step where that is right, or lets the payment step for a ${route.noun} run. */`,
    'function early(method, payment, value, hasInput) {',
    `  // HEAD of ${path} is challenged like the real call, but a payment on it would buy no body.`,
    `  const allowed = method === METHOD || (method === 'HEAD' && METHOD === 'GET' && !payment);`,
    "  if (!allowed) return { status: 405, body: { error: 'method_not_allowed' } };",
    `  // A bare probe of ${path} gets its 402, so that indexes can list it, and a call with input for a ${route.noun} is checked first.`,
    '  const issues = payment || hasInput ? problems(value) : [];',
    "  if (issues.length > 0) return { status: 400, body: { error: 'invalid_request', issues } };",
    '  if (!payment) return undefined;',
    '  const known = sold.get(sha256(payment));',
    "  if (known && known.request !== sha256(JSON.stringify(value))) return { status: 409, body: { error: 'payment_reused' } };",
    '  if (known?.answer) return known.answer;',
    '  if (known) return { status: 503, body: PENDING };',
    '  sold.set(sha256(payment), { request: sha256(JSON.stringify(value)) });',
    '  return undefined;',
    '}',
    '',
    `/** Keeps the paid answer of ${path} for its buyer, or forgets an attempt that was not charged. */`,
    'function remember(payment, status, body, receipt) {',
    '  const key = sha256(payment);',
    '  if (status !== 200) return void sold.delete(key);',
    '  sold.set(key, { ...sold.get(key), answer: { status, body, receipt } });',
    '  setTimeout(() => sold.delete(key), 86_400_000).unref();',
    '}',
    '',
  ];
}

function buyer(offered: Offered): string {
  const { route, path, price } = offered;
  const call =
    route.method === 'GET'
      ? `const answer = await pay('${PLACEHOLDER_ORIGIN}${path}?${query(offered)}', { redirect: 'error' });`
      : `const answer = await pay('${PLACEHOLDER_ORIGIN}${path}', { method: 'POST', redirect: 'error', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(${JSON.stringify(exampleRequest(route))}) });`;
  return [
    `// npm i @x402/fetch@${MIDDLEWARE_VERSION} @x402/evm@${MIDDLEWARE_VERSION} viem   (buys ${route.unit})`,
    "import { ExactEvmScheme } from '@x402/evm/exact/client';",
    "import { wrapFetchWithPaymentFromConfig } from '@x402/fetch';",
    "import { privateKeyToAccount } from 'viem/accounts';",
    '',
    'const signer = privateKeyToAccount(process.env.BUYER_KEY);',
    `// Clients since @x402/core 2.23.0 refuse more than $1 by default, and this line sets the cap of one ${route.noun} to its price.`,
    `const pay = wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: '${NETWORK}', client: new ExactEvmScheme(signer) }], spendControls: { maxAmountPerPayment: '${priceLabel(price)}' } });`,
    call,
    'console.log(answer.status, await answer.json());',
    '',
  ].join('\n');
}

const query = ({ route }: Offered): string =>
  Object.entries(exampleRequest(route))
    .map(([name, value]) => `${name}=${encodeURIComponent(String(value))}`)
    .join('&');

/** Shell lines that prove the unpaid side. */
function check(offered: Offered): string {
  const { route, path, price } = offered;
  const call =
    route.method === 'GET'
      ? `"$URL${path}?${query(offered)}"`
      : `-X POST -H 'Content-Type: application/json' -d '${JSON.stringify(exampleRequest(route)).replaceAll("'", "'\\''")}' "$URL${path}"`;
  return [
    `URL=${PLACEHOLDER_ORIGIN}`,
    `# 402, no redirect, for ${route.unit}`,
    `curl -s -o /dev/null -w '%{http_code} %{num_redirects}\\n' ${call}`,
    `# the amount of ${path} must read ${priceAtomic(price)}`,
    `curl -s -D - -o /dev/null ${call} | grep -i '^payment-required:' | cut -d' ' -f2 | tr -d '\\r' | base64 -d | grep -o '"amount":"[0-9]*"'`,
    `# free, same keys as the paid ${route.noun}`,
    `curl -s "$URL${path}/preview"`,
    '',
  ].join('\n');
}
