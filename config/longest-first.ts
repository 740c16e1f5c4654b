import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Without results of an earlier run, as on a clean clone, vitest begins with the largest files. These take longest,
 * whatever their size: who begins with them does not wait for one of them alone at the end.
 */
export const LONGEST: readonly string[] = [
  'test/mpp/attacks.test.ts',
  'test/solana.test.ts',
  'test/mpp/restore.test.ts',
  'test/tickets.test.ts',
  'test/upgrade.test.ts',
  'test/buyer-truth.test.ts',
  'test/docs.test.ts',
  'test/pages.test.ts',
  'test/edge.test.ts',
  'test/canary/canary.test.ts',
  'test/audit-purchase.test.ts',
  'test/copies.test.ts',
  'test/facilitator/verify.test.ts',
  'test/facilitator/modes.test.ts',
  'test/refusals-problems.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/attacks/edge.test.ts',
  'test/crash-campaign.test.ts',
  'test/edge-crash.test.ts',
  'test/edge-journal.test.ts',
  'test/attacks/attacks.test.ts',
  'test/data-dir.test.ts',
  'test/lab.test.ts',
  'test/edge-assertions.test.ts',
  'test/workers.test.ts',
  'test/soak.test.ts',
  'test/postgres/outage.test.ts',
  'test/simulator/simulator.test.ts',
  'test/simulator/mutations.test.ts',
  'test/reconcile-command.test.ts',
  'test/npm-start.test.ts',
  'test/restore.test.ts',
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
