/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '23f965120cde58ad'],
  ['agent-revenue-audit', 'f1ea8505994c95a9'],
  ['opportunity-check', 'b95aeda816f29b4f'],
  ['agent-revenue-audit', '8e497c407818cf1e'],
  ['opportunity-check', '7a118ae282d4907a'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
