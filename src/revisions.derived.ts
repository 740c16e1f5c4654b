/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '147d9fb378bca3da'],
  ['agent-revenue-audit', '509bed606e9f4e09'],
  ['opportunity-check', '098fbc467ee9ee75'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
