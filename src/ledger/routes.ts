import type { Product } from '../declare.ts';
import type { RoutePrice } from './schema.ts';

/** What is sold, as an edition and a witness name it. */
export const routePrices = (
  products: readonly Pick<Product, 'path' | 'forms' | 'price'>[],
): readonly RoutePrice[] =>
  products.map(({ path, forms, price }) => ({
    route: path,
    methods: forms.map(({ method }) => method),
    protocols: ['x402v2'],
    price: price.label,
    amountAtomic: price.amount,
  }));
