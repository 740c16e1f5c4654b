import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * Without results of an earlier run, as on a clean clone, vitest begins with the largest files; with them, with those that
 * took longest. Every run begins with these instead: whoever begins with what takes long does not wait for one file alone
 * at the end. First of all come those that mostly wait: the check and the bundler work at the same time.
 */
export const LONGEST: readonly string[] = [
  'test/edge-journal.test.ts',
  'test/postgres/outage.test.ts',
  'test/attacks/edge.test.ts',
  'test/upgrade.test.ts',
  'test/edge.test.ts',
  'src/adapters/sql/sqlite.test.ts',
  'src/adapters/sql/sqlite-file.test.ts',
  'test/pages.test.ts',
  'test/canary/canary.test.ts',
  'test/books.test.ts',
  'test/docs.test.ts',
  'test/mcp-wallet.test.ts',
  'test/postgres/journal.test.ts',
  'test/soak.test.ts',
  'test/tickets.test.ts',
  'test/attacks/attacks.test.ts',
  'test/simulator/simulator.test.ts',
  'test/mpp/attacks.test.ts',
  'test/mcp.test.ts',
  'test/tickets-kept.test.ts',
  'test/mpp/clients.test.ts',
  'test/purchase.test.ts',
  'test/edge-assertions.test.ts',
  'test/edge-crash.test.ts',
  'test/facilitator/modes.test.ts',
  'test/fuzz/fuzz.test.ts',
  'test/sandbox.test.ts',
  'test/one-verdict.test.ts',
  'test/workers.test.ts',
  'test/documents.test.ts',
  'test/crash.test.ts',
  'test/audit-artefacts.test.ts',
  'test/solana.test.ts',
  'test/reconcile-command.test.ts',
  'test/wallet-contracts.test.ts',
  'src/products/agent-revenue-audit/audit.test.ts',
  'test/lab.test.ts',
  'src/buyer/purchase.test.ts',
  'test/refusals-declines.test.ts',
  'src/origin/standing.test.ts',
  'test/mpp/crash.test.ts',
  'test/mpp/purchase.test.ts',
  'test/crash-campaign.test.ts',
  'test/ledger-rails.test.ts',
  'test/facilitator/verify.test.ts',
  'test/costs.test.ts',
  'src/policy/scan.test.ts',
  'test/buyer-truth.test.ts',
  'test/docs-pages.test.ts',
  'test/copies.test.ts',
  'test/out-of-gas.test.ts',
  'src/policy/intent/classify.test.ts',
  'test/crash-held.test.ts',
  'src/policy/openings.test.ts',
  'test/facilitator/expiry.test.ts',
  'test/simulator/mutations.test.ts',
  'src/products/opportunity-check/sets.test.ts',
  'test/simulator/recovery.test.ts',
  'test/pack.test.ts',
  'src/checks/canary.test.ts',
  'src/discovery/openapi.test.ts',
  'test/mpp/nodes.test.ts',
  'test/ledger.test.ts',
  'test/buy-command.test.ts',
  'src/checks/failure-signature/dictionary/dictionary.test.ts',
  'test/restore.test.ts',
  'src/gate/rails/x402-svm.test.ts',
  'src/products/agent-revenue-audit/given.test.ts',
  'test/faults.test.ts',
  'src/http/mcp-sizes.test.ts',
  'test/inflation.test.ts',
  'src/policy/redact.test.ts',
  'test/data-dir.test.ts',
  'src/products/opportunity-check/fuzz.test.ts',
  'test/refusals-problems.test.ts',
  'test/refusals-paths.test.ts',
  'src/policy/policy.test.ts',
  'src/products/opportunity-check/worded.test.ts',
  'src/checks/discovery-declaration/declaration.test.ts',
  'test/readme.test.ts',
  'src/policy/normalise.test.ts',
  'src/origin/connections.test.ts',
  'test/discovery.test.ts',
  'test/mcp-rails.test.ts',
  'src/products/opportunity-check/limits.test.ts',
  'test/once.test.ts',
  'src/adapters/tempo/chain.test.ts',
  'test/npm-start.test.ts',
  'test/release.test.ts',
  'src/products/opportunity-check/engine.test.ts',
  'src/adapters/editions.test.ts',
  'src/policy/walk.test.ts',
  'src/http/pages/site.test.ts',
  'src/products/agent-revenue-audit/marks.test.ts',
  'test/rails-not-configured.test.ts',
  'src/products/opportunity-check/signals.test.ts',
  'src/checks/x402-metadata-preflight/preflight.test.ts',
  'test/one-wallet.test.ts',
  'test/refusals-bodies.test.ts',
  'test/audit-purchase.test.ts',
  'src/adapters/durable/outbox.test.ts',
];

export default class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    return mixed(sorted.toSorted((a, b) => rankOf(a) - rankOf(b)));
  }
}

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((file) => moduleId.endsWith(`/${file}`));
  return at < 0 ? LONGEST.length : at;
};

/** Files beside the code work, files that start services wait: side by side they leave no core idle. */
function mixed(files: readonly TestSpecification[]): TestSpecification[] {
  const kinds = [...Map.groupBy(files, ({ moduleId }) => moduleId.includes('/src/')).values()];
  const placed = kinds.flatMap((kind) => kind.map((file, i) => ({ file, at: (i + 0.5) / kind.length })));
  return placed.toSorted((a, b) => a.at - b.at).map(({ file }) => file);
}
