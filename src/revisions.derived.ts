/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '00bd419df3b6c3b6'],
  ['opportunity-check', '637c48db1cb3ef05'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
]);
