/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '147d9fb378bca3da'],
  ['agent-revenue-audit', '1f5b2d8db2be9ac0'],
  ['opportunity-check', 'e5b9c48c01d2209c'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
