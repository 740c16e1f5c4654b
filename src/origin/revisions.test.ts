import { expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { frozen } from '../frozen.ts';
import { sampleProduct } from '../gate/testing.ts';
import type { Revisions } from '../ports.ts';
import { errorName } from '../values/failure.ts';
import { revisionFaults } from './revisions.ts';

const revisions: Revisions = {
  find: async (_product, revision) => {
    if (revision === 'kept' || revision === 'frozen') return frozen(sampleProduct);
    throw new Error('not here');
  },
};
const owed = (revision: string) => ({ product: 'sample', revision, payments: 2 });
const selling = (revision: string) => [{ id: 'sample', revision }];

it('an operator is told of answers that are owed and cannot be given', async () => {
  const faults = await revisionFaults(
    selling('today'),
    [owed('today'), owed('kept'), owed('lost')],
    revisions,
    'sandbox',
  );
  expect(faults.map(errorName)).toEqual(['Failure OWED.sample.lost']);
});

it('in production an operator is told of answers that the next release could not give', async () => {
  expect(await revisionFaults(selling('frozen'), [], revisions, 'production')).toEqual([]);
  expect(await revisionFaults(selling('today'), [], revisions, 'sandbox')).toEqual([]);
  const found = await revisionFaults(selling('today'), [], revisions, 'production');
  expect(found.map(errorName)).toEqual(['Failure NOT_FROZEN.sample.today']);
});

it('a log shows which product and revision it is, of everything that is sold', async () => {
  const nothing: Revisions = { find: () => Promise.reject(new Error('not here')) };
  const found = await revisionFaults(catalogue.products, [], nothing, 'production');
  expect(found.map(errorName)).toEqual(
    catalogue.products.map(({ id, revision }) => `Failure NOT_FROZEN.${id}.${revision}`),
  );
});
