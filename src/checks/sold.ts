import type { Form, Product, Published } from '../declare.ts';

/** Paths that request schemas of the contract name (service spec §2.6, §2.8). Whether they are sold here, the catalogue says. */
export const OPPORTUNITY_CHECK = '/api/opportunity-check';
export const REVENUE_AUDIT = '/api/agent-revenue-audit';
export const COMPATIBILITY_WITNESS = '/api/x402-compatibility-witness';
/** Free: which client builds the witness has evidence about. */
export const WITNESS_PREFLIGHT = `${COMPATIBILITY_WITNESS}/preflight`;
export const SCOPE_CHECK = '/api/buyer-payment-scope-check/check';

export const soldAt = ({ catalogue }: Pick<Published, 'catalogue'>, path: string): Product | undefined =>
  catalogue.products.find((product) => product.path === path);

export const formOf = (product: Product, method: string): Form | undefined =>
  product.forms.find((form) => form.method === method);

/** Only the members that a form's closed schema knows: what we prepare must be what the route accepts. */
export function fitted(form: Form, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const known = form.input.shape;
  return Object.fromEntries(
    Object.entries(body).filter(([name, value]) => value !== undefined && Object.hasOwn(known, name)),
  );
}
