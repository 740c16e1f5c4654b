/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'b0fd83f06879222d'],
  ['agent-revenue-audit', '09b3315409a8f464'],
  ['opportunity-check', 'c9372283639277b1'],
  ['x402-compatibility-witness', '075f89fc06e45291'],
]);
