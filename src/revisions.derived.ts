/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'ea5ea2e75b7c362d'],
  ['agent-revenue-audit', '6c424df4edb351d1'],
  ['opportunity-check', 'c9372283639277b1'],
  ['x402-compatibility-witness', 'fcf699aad055ba8b'],
]);
