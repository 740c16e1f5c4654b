/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', '2d68e0a5d20c8b6e'],
  ['opportunity-check', '1242d851dfca477a'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
