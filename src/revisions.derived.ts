/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', '4be1c69f6f9ca77b'],
  ['opportunity-check', 'e72417bd9d79ffae'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
