/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '6f5a46b5261781cb'],
  ['agent-revenue-audit', 'b65847bd2bf55e5d'],
  ['opportunity-check', '1242d851dfca477a'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
