/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', 'd94c0ccdd55276a8'],
  ['opportunity-check', '68611f0799f819ab'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
