/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '147d9fb378bca3da'],
  ['agent-revenue-audit', '73288d36c80da072'],
  ['opportunity-check', 'a0d4b26a39604cec'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
