/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'b0fd83f06879222d'],
  ['agent-revenue-audit', '09b3315409a8f464'],
  ['agent-commerce-reliability-ledger', 'ea5ea2e75b7c362d'],
  ['agent-revenue-audit', '77ce7193fe5cbb1c'],
  ['opportunity-check', 'c9372283639277b1'],
  ['x402-compatibility-witness', 'fcf699aad055ba8b'],
]);
