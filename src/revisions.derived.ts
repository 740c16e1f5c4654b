/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', 'e9a7e619be43ae23'],
  ['opportunity-check', 'd3c20a7d73ae0e39'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
