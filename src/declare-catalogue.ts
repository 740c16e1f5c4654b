import { type Catalogue, type Check, type Declared, MATCH_ALIAS, type Product } from './declare.ts';

/**
 * Everything sold and published, once. Throws on a duplicate id or on a path and method that two entries claim.
 * `revisions`: of the products, by id.
 */
export function catalogueOf(
  entries: readonly Declared[],
  revisions: Readonly<Record<string, string>> = {},
): Catalogue {
  const ids = new Set<string>();
  const routes = new Set<string>();
  const take = (set: Set<string>, what: string, value: string) => {
    if (set.has(value)) throw new Error(`catalogue: ${what} ${value} is declared twice`);
    set.add(value);
  };
  for (const entry of entries) {
    take(ids, 'id', entry.id);
    for (const route of routesOf(entry)) take(routes, 'route', route);
  }
  const checks = entries.filter((entry) => entry.kind === 'check');
  return {
    products: entries
      .filter((entry) => entry.kind === 'product')
      .map((entry) => ({
        ...entry,
        revision: revisions[entry.id] ?? entry.revision,
        ...firstStep(entry, checks),
      })),
    checks,
    documents: entries.filter((entry) => entry.kind === 'document'),
    intents: entries.filter((entry) => entry.kind === 'intent'),
  };
}

function routesOf(entry: Declared): string[] {
  if (entry.kind === 'product') return entry.forms.map((each) => `${each.method} ${entry.path}`);
  if (entry.kind === 'check') return [`POST ${entry.path}`];
  if (entry.kind === 'intent') return [`GET ${entry.path}`];
  return [entry.path, ...(entry.aliases ?? [])].map((path) => `GET ${path}`);
}

/** What the answer of a check that admits calls is named. */
const GIVES = { ticket: 'ticket', match: MATCH_ALIAS } as const;

function firstStep(
  { admission, forms: [form], path }: Product,
  checks: readonly Check[],
): Pick<Product, 'first'> {
  if (admission?.kind !== 'ticket' && admission?.kind !== 'match') return {};
  const check = checks.find((each) => each.path === admission.issuer);
  if (!check || !form) return {};
  const { payload } = check.example as { readonly payload?: unknown };
  return {
    first: {
      method: 'POST',
      path: check.path,
      body: check.example,
      after: {
        method: form.method,
        path,
        ...(payload !== undefined && { body: payload }),
        take: GIVES[admission.kind],
        ...(admission.kind === 'ticket' ? { header: admission.header } : { parameter: admission.parameter }),
      },
    },
  };
}
