import type { OwedRevision } from '../adapters/sql/owed.ts';
import type { Product } from '../declare.ts';
import type { Revisions } from '../ports.ts';
import type { Config } from './config.ts';

/**
 * What an upgrade would break, as sentences for the operator: answers that are owed and cannot be given here, and, in
 * production, answers on sale that the next release could not give.
 */
export async function revisionFaults(
  products: readonly Pick<Product, 'id' | 'revision'>[],
  owed: readonly OwedRevision[],
  revisions: Revisions,
  mode: Config['mode'],
): Promise<readonly string[]> {
  const isHere = (product: string, revision: string) =>
    revisions.find(product, revision).then(
      () => true,
      () => false,
    );
  const faults: string[] = [];
  for (const { product, revision, payments } of owed) {
    const sold = products.some((each) => each.id === product && each.revision === revision);
    if (!sold && !(await isHere(product, revision)))
      faults.push(
        `${payments} payment(s) of ${product} are owed an answer of revision ${revision}, which is not in releases/, or not as it was released: bring its bundle back from git`,
      );
  }
  if (mode === 'production')
    for (const { id, revision } of products)
      if (!(await isHere(id, revision)))
        faults.push(`${id} is sold at revision ${revision}, which no release has frozen: run a release`);
  return faults;
}
