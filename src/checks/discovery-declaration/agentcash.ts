import {
  type AuditWarning,
  checkL2ForOpenAPI,
  checkL4ForOpenAPI,
  getL3ForOpenAPI,
  getOpenAPI,
  getWarningsForL2,
  getWarningsForL3,
  getWarningsForL4,
  getWarningsForOpenAPI,
  type HttpMethod,
  isOpenApiParseFailure,
  validatePaymentRequiredDetailed,
} from '@agentcash/discovery';
import type { Json } from '../../values/challenge.ts';
import { type Operation, operationsIn } from './operations.ts';

/** The audit of x402scan's own package, as its command runs it. */

export const challengeIssues = (document: Json): readonly AuditWarning[] =>
  validatePaymentRequiredDetailed(document, { requireInputSchema: true, requireOutputSchema: true })
    .issues as readonly AuditWarning[];

/** Its answer to one of these is that there is nothing to discover (discoverOriginSchema), whatever it calls them. */
const NOT_FOUND: readonly string[] = ['OPENAPI_PARSE_ERROR', 'OPENAPI_NO_ROUTES', 'L2_NO_ROUTES'];

export async function openapiIssues(document: Json): Promise<readonly AuditWarning[]> {
  // The package reads a document from an address alone. A data: address is the document itself: nobody is asked.
  const address = `data:application/json,${encodeURIComponent(JSON.stringify(document))}`;
  const source = (await getOpenAPI('', undefined, undefined, address)).unwrapOr(null);
  const issues =
    source === null || isOpenApiParseFailure(source)
      ? getWarningsForOpenAPI(source && { ...source, fetchedUrl: 'openapi.json' })
      : [
          ...getWarningsForOpenAPI(source),
          ...getWarningsForL2(checkL2ForOpenAPI(source)),
          ...getWarningsForL4(checkL4ForOpenAPI(source)),
          ...operationsIn(document).flatMap((each) =>
            inputIssues({ ...source, raw: only(document, each) }, each),
          ),
        ];
  return issues.map((each) => (NOT_FOUND.includes(each.code) ? { ...each, severity: 'error' } : each));
}

/** What the third layer says of an operation and the second did not: whether it says how to call it. */
function inputIssues(source: Parameters<typeof getL3ForOpenAPI>[0], { route, method, path }: Operation) {
  return getWarningsForL3(getL3ForOpenAPI(source, route, method.toUpperCase() as HttpMethod))
    .filter(({ code }) => code === 'L3_INPUT_SCHEMA_MISSING')
    .map((each) => ({ ...each, path }));
}

/**
 * A document with one operation and what its auth mode is read from. It asks whether an input is there, not what it
 * says: references, which can multiply without end, are cut off.
 */
const only = (document: Json, { route, method, operation }: Operation): Record<string, unknown> => ({
  ...(document.security !== undefined && { security: document.security }),
  ...(document.components !== undefined && { components: document.components }),
  paths: { [route]: { [method]: { ...(cut(operation) as Json), responses: {} } } },
});

const cut = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(cut);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([name]) => name !== '$ref')
      .map(([name, part]) => [name, name === 'schema' ? {} : cut(part)]),
  );
};
