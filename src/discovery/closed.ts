import { type Closed, offeredBy, type Product, type Published } from '../declare.ts';

/** Why a product is not for sale at the moment, in words that end a sentence. */
export const WHY_CLOSED: Readonly<Record<Closed['code'], string>> = {
  edition_not_current: 'no edition of its evidence is current',
  settlement_unavailable: 'payments for it cannot be settled',
};

/** For whoever saw it on sale before. */
export const closedLine = ({ product, code }: Closed): string =>
  `Not for sale at the moment: ${product.title}, because ${WHY_CLOSED[code]}.`;

/** The line of this product; undefined while it is for sale. */
export function closedLineOf(
  { id }: Pick<Product, 'id'>,
  published: Pick<Published, 'catalogue' | 'offered'>,
): string | undefined {
  const closed = offeredBy(published).closed.find(({ product }) => product.id === id);
  return closed && closedLine(closed);
}
