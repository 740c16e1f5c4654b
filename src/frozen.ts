import type { Form, Product } from './declare.ts';
import type { Frozen, Given } from './ports.ts';
import { type Asked, fingerprint } from './values/fingerprint.ts';
import { jsonOf } from './values/json.ts';

/** What a release bundles for each product. */
export const frozen = (product: Product): Frozen => ({
  read(given) {
    const form = product.forms.find(({ method }) => method === given.method);
    if (!form) return undefined;
    const asked = askedOf(product, form, given);
    const parsed = form.input.safeParse(valueIn(asked));
    if (!parsed.success) return undefined;
    return { fingerprint: fingerprint(asked), answer: (facts) => jsonOf(form.run(parsed.data, facts)) };
  },
});

/** What a form reads of a request: method, path, declared parameters except `src`, and body. */
export const askedOf = (
  { path }: Pick<Product, 'path'>,
  { method, input }: Pick<Form, 'method' | 'input'>,
  { query, body }: Given,
): Asked => (method === 'GET' ? { method, path, query: declared(input, query) } : { method, path, body });

/** What the form's schema parses. */
export const valueIn = (asked: Asked): unknown => ('query' in asked ? asked.query : asked.body);

function declared({ shape }: Form['input'], query: URLSearchParams): Record<string, string> {
  const names = Object.keys(shape).filter((name) => name !== 'src' && query.has(name));
  return Object.fromEntries(names.map((name) => [name, query.get(name)!]));
}
