import { catalogue } from '../../../src/catalogue.ts';
import type { Ask } from '../../../src/lab/script.ts';

/** What each build is to buy. What stands before the comma is the thing; behind it, with which cap. */
export interface Column {
  readonly name: string;
  readonly path: string;
  readonly method: 'GET' | 'POST';
  readonly body?: object;
  readonly price: string;
  readonly ask: Ask;
}

function column(name: string, path: string, method: 'GET' | 'POST', cap?: string): Column {
  const product = catalogue.products.find((each) => each.path === path);
  const form = product?.forms.find((each) => each.method === method);
  if (!product || !form) throw new Error(`nothing is sold at ${method} ${path}`);
  return {
    ...{ name, path, method, price: product.price.amount },
    ...(method === 'POST' && { body: form.example as object }),
    ask: {
      ...(method === 'POST' && { method, body: 'json' as const }),
      ...(cap !== undefined && { cap }),
    },
  };
}

const CHECK = '/api/opportunity-check';
const LEDGER = '/api/agent-commerce-reliability-ledger';
export const AUDIT = '/api/agent-revenue-audit';

/** Of the product at a path, in atomic units. */
export const priceOf = (path: string): string =>
  catalogue.products.find((product) => product.path === path)!.price.amount;

export const COLUMNS: readonly Column[] = [
  column('check by GET', CHECK, 'GET'),
  column('check by POST', CHECK, 'POST'),
  column('ledger', LEDGER, 'GET'),
  column('ledger, cap $0.05', LEDGER, 'GET', '50000'),
  column('ledger, cap $0.10', LEDGER, 'GET', priceOf(LEDGER)),
  column('audit', AUDIT, 'POST'),
  column('audit, cap $5.00', AUDIT, 'POST', priceOf(AUDIT)),
];
