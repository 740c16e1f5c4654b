/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '32efedf536af1b69'],
  ['agent-revenue-audit', '21d658eca17d40f0'],
  ['opportunity-check', 'c9372283639277b1'],
  ['x402-compatibility-witness', '5c1769d7f7d3a0cd'],
]);
