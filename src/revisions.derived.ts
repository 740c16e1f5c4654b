/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', 'b828a9388a91bd43'],
  ['opportunity-check', '195fbc538d58436c'],
  ['agent-revenue-audit', '2a1f5f35e22999f3'],
  ['opportunity-check', 'ff066c7941b4cf7f'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
