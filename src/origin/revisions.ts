import type { OwedRevision } from '../adapters/sql/owed.ts';
import type { Product } from '../declare.ts';
import type { Revisions } from '../ports.ts';
import { Failure } from '../values/failure.ts';
import type { Config } from './config.ts';

/**
 * What an upgrade would break: answers that are owed and cannot be given here, and, in production, answers on sale that
 * the next release could not give. A log keeps of each only its code, which therefore names product and revision.
 */
export async function revisionFaults(
  products: readonly Pick<Product, 'id' | 'revision'>[],
  owed: readonly OwedRevision[],
  revisions: Revisions,
  mode: Config['mode'],
): Promise<readonly Failure[]> {
  const isHere = (product: string, revision: string) =>
    revisions.find(product, revision).then(
      () => true,
      () => false,
    );
  const faults: Failure[] = [];
  for (const { product, revision, payments } of owed) {
    const sold = products.some((each) => each.id === product && each.revision === revision);
    if (!sold && !(await isHere(product, revision)))
      faults.push(
        new Failure(
          `${payments} payment(s) are owed an answer whose bundle is not in releases/, or not as it was released`,
          `OWED.${product}.${revision}`,
        ),
      );
  }
  if (mode === 'production')
    for (const { id, revision } of products)
      if (!(await isHere(id, revision)))
        faults.push(new Failure('no release has frozen what is sold', `NOT_FROZEN.${id}.${revision}`));
  return faults;
}
