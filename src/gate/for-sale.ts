import type { Catalogue, Closed, Offered, Product } from '../declare.ts';
import type { PaidOn } from '../values/networks.ts';

/** What stands in the way of a sale at the moment. */
export interface Obstacles {
  /** This node cannot sell anything. */
  readonly everything: boolean;
  /** No edition is current. */
  readonly edition: boolean;
  /** A payment on this network cannot be settled. */
  readonly isDown: (network: PaidOn['network']) => boolean;
}

/**
 * What can be bought at the moment: the one place that decides it. Pages, OpenAPI, discovery and tools derive from its
 * answer, so none of them offers what a paid call would be refused for.
 */
export function forSale({ products }: Pick<Catalogue, 'products'>, obstacles: Obstacles): Offered {
  const open: Product[] = [];
  const closed: Closed[] = [];
  for (const product of products) {
    const code = whyClosed(product, obstacles);
    if (code) closed.push({ product, code });
    else open.push({ ...product, paidOn: product.paidOn.filter(isUp) });
  }
  return { products: open, closed };

  function isUp({ network }: PaidOn): boolean {
    return !obstacles.isDown(network);
  }
}

/** Documents name the first way to pay and add the others: without the first they would say what is not so. */
function whyClosed(
  { admission, paidOn }: Product,
  { everything, edition, isDown }: Obstacles,
): Closed['code'] | undefined {
  const needsEdition = admission?.kind === 'edition' || admission?.kind === 'match';
  if (needsEdition && edition) return 'edition_not_current';
  const [first] = paidOn;
  return everything || first === undefined || isDown(first.network) ? 'settlement_unavailable' : undefined;
}
