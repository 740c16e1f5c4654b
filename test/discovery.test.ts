import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import {
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  discoverOriginSchema,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery';
import { decodePaymentRequiredHeader } from '@x402/core/http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { bring } from '../scripts/bring.ts';
import { catalogue } from '../src/catalogue.ts';
import { parseBudget } from '../src/values/money.ts';
import { disposeServices, type Hosted, startHosted, temporaryFolder } from './support/service.ts';

/** The running service before the validators of those who list it. */

const BIN = fileURLToPath(new URL('../config/node_modules/.bin/', import.meta.url));

let service: Hosted;
beforeAll(async () => {
  service = await startHosted({});
});
afterAll(disposeServices);

interface Remark {
  readonly ruleId: string;
  readonly location: readonly { readonly pointer: string }[];
}
/** A link that only leads on has no answer of its own, and redocly wants one everywhere. */
const isOfLink = ({ ruleId, location }: Remark): boolean =>
  ruleId === 'operation-2xx-response' && location[0]!.pointer.startsWith('#/paths/~1action-pack~1go~1');

/**
 * A condition names members that the schema around it declares, which redocly does not look at; and it closes each part
 * of an `allOf` to the members of the others, so that no example fits. Ajv judges the examples in `openapi.test.ts`.
 */
const isOfCondition = ({ ruleId, location }: Remark): boolean =>
  (ruleId === 'no-invalid-media-type-examples' &&
    location[0]!.pointer.includes('~1api~1payment-recovery~1plan/post/requestBody/')) ||
  (ruleId === 'no-required-schema-properties-undefined' &&
    /\/schema\/(?:allOf|properties\/answer\/oneOf)\//.test(location[0]!.pointer));

it('redocly finds nothing to say about the description', async () => {
  await bring('config');
  const file = join(temporaryFolder(), 'openapi.json');
  writeFileSync(file, await (await fetch(`${service.url}/openapi.json`)).text());
  const report = execFileSync(join(BIN, 'redocly'), ['lint', file, '--format=json'], { encoding: 'utf8' });
  const { problems } = JSON.parse(report) as { problems: readonly Remark[] };
  expect(problems.filter((each) => !isOfLink(each) && !isOfCondition(each))).toEqual([]);
});

it('the registry of x402scan discovers every route with its price', async () => {
  const found = await discoverOriginSchema({ target: service.url });
  if (!found.found) throw new Error('not found');
  expect(found.source).toBe('openapi');
  for (const product of catalogue.products)
    for (const { method } of product.forms) {
      const listed = found.endpoints.find((each) => each.path === product.path && each.method === method)!;
      expect(listed).toMatchObject({ authMode: 'paid', pricingMode: 'fixed', currency: 'USD' });
      expect(parseBudget(listed.price!.split(' ')[0]!)!.toString()).toBe(product.price.amount);
    }
  for (const check of catalogue.checks)
    expect(
      found.endpoints.find(({ path, method }) => path === check.path && method === 'POST'),
    ).toMatchObject({
      authMode: 'unprotected',
    });
});

/** What the registry would like besides, and why we do otherwise. */
const KNOWN_WISHES = new Set([
  'L2_ROUTE_COUNT_HIGH', // free documents are routes too
  'OPENAPI_CONTACT_MISSING', // the operator's address is configuration, not code
]);

it('the registry warns of nothing but what we know', async () => {
  const openapi = (await getOpenAPI(service.url))._unsafeUnwrap();
  if (!openapi || isOpenApiParseFailure(openapi)) throw new Error('not read');
  const warnings = [
    ...getWarningsForOpenAPI(openapi),
    ...getWarningsForL2(checkL2ForOpenAPI(openapi)),
    ...getWarningsForL4(checkL4ForOpenAPI(openapi)),
    ...catalogue.products.flatMap(({ path, forms }) =>
      forms.flatMap(({ method }) => getWarningsForL3(getL3ForOpenAPI(openapi, path, method))),
    ),
  ];
  expect(warnings.filter(({ code }) => !KNOWN_WISHES.has(code))).toEqual([]);
});

it('the challenge passes the validator of the registry', async () => {
  for (const { path, forms } of catalogue.products) {
    const response = await fetch(service.url + path, { method: forms[0]!.method });
    if (response.status !== 402) continue;
    const required = decodePaymentRequiredHeader(response.headers.get('payment-required')!);
    const { issues } = validatePaymentRequiredDetailed(required);
    expect(issues.filter(({ severity }) => severity === 'error')).toEqual([]);
  }
});
