import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Without results of an earlier run, as on a clean clone, vitest begins with the largest files. These take longest,
 * whatever their size: who begins with them does not wait for one of them alone at the end.
 */
export const LONGEST: readonly string[] = [
  'test/restore.test.ts',
  'test/tickets.test.ts',
  'test/edge.test.ts',
  'test/facilitator/modes.test.ts',
  'test/docs.test.ts',
  'test/buyer-truth.test.ts',
  'test/crash-campaign.test.ts',
  'test/edge-crash.test.ts',
  'test/books.test.ts',
  'test/edition-command.test.ts',
  'test/mpp/restore.test.ts',
  'test/mpp/attacks.test.ts',
  'test/buy-command.test.ts',
  'test/pages.test.ts',
  'test/crash.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    const known = files.every((spec) => this.ctx.cache.getTestSpecificationResult(spec));
    return known ? sorted : sorted.toSorted((a, b) => rankOf(a) - rankOf(b));
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return at < 0 ? LONGEST.length : at;
};
