import type { Product } from '../declare.ts';
import type { RoutePrice } from './schema.ts';

/** What is sold, as an edition and a witness name it: over MPP too, where the product is sold that way here. */
export const routePrices = (
  products: readonly Pick<Product, 'path' | 'forms' | 'price' | 'paidOn'>[],
): readonly RoutePrice[] =>
  products.map(({ path, forms, price, paidOn }) => ({
    route: path,
    methods: forms.map(({ method }) => method),
    protocols: paidOn.some(({ rail }) => rail === 'mpp') ? ['x402v2', 'mpp'] : ['x402v2'],
    price: price.label,
    amountAtomic: price.amount,
  }));
