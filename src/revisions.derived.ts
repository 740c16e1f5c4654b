/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', '24f3119505e30ea3'],
  ['opportunity-check', 'c719b5eae363f2d0'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
