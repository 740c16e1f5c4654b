import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Without results of an earlier run, as on a clean clone, vitest begins with the largest files. These take longest,
 * whatever their size: who begins with them does not wait for one of them alone at the end.
 */
export const LONGEST: readonly string[] = [
  'test/tickets.test.ts',
  'test/upgrade.test.ts',
  'test/mpp/attacks.test.ts',
  'test/solana.test.ts',
  'test/edge.test.ts',
  'test/postgres/outage.test.ts',
  'test/attacks/edge.test.ts',
  'test/pages.test.ts',
  'test/docs.test.ts',
  'test/refusals-problems.test.ts',
  'test/edge-journal.test.ts',
  'test/postgres/journal.test.ts',
  'test/books.test.ts',
  'test/edge-assertions.test.ts',
  'test/edge-crash.test.ts',
  'test/crash.test.ts',
  'test/mpp/crash.test.ts',
  'test/purchase.test.ts',
  'test/wallet-contracts.test.ts',
  'test/buy-command.test.ts',
  'test/canary/canary.test.ts',
  'test/attacks/attacks.test.ts',
  'test/mpp/clients.test.ts',
  'test/mpp/restore.test.ts',
  'test/buyer-truth.test.ts',
  'test/crash-campaign.test.ts',
  'test/copies.test.ts',
  'test/workers.test.ts',
  'test/reconcile-command.test.ts',
  'test/soak.test.ts',
  'test/lab.test.ts',
  'test/mpp/purchase.test.ts',
  'test/facilitator/expiry.test.ts',
  'test/crash-held.test.ts',
  'test/faults.test.ts',
  'test/readme.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/mpp/nodes.test.ts',
  'test/mcp.test.ts',
  'test/facilitator/modes.test.ts',
  'test/simulator/simulator.test.ts',
  // Of those beside the code, which come after all of these.
  'src/adapters/sql/sqlite.test.ts',
  'src/buyer/purchase.test.ts',
  'src/origin/standing.test.ts',
  'src/policy/intent/classify.test.ts',
  'src/products/agent-revenue-audit/audit.test.ts',
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
