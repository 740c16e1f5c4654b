import { expect, it } from 'vitest';
import { frozen } from '../frozen.ts';
import { sampleProduct } from '../gate/testing.ts';
import type { Revisions } from '../ports.ts';
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
  expect(faults).toEqual([
    expect.stringMatching(/^2 payment\(s\) of sample are owed an answer of revision lost/),
  ]);
});

it('in production an operator is told of answers that the next release could not give', async () => {
  expect(await revisionFaults(selling('frozen'), [], revisions, 'production')).toEqual([]);
  expect(await revisionFaults(selling('today'), [], revisions, 'sandbox')).toEqual([]);
  expect(await revisionFaults(selling('today'), [], revisions, 'production')).toEqual([
    expect.stringMatching(/^sample is sold at revision today, which no release has frozen/),
  ]);
});
