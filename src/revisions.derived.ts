/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '6398f94145733520'],
  ['agent-revenue-audit', '06a0e67b35cac384'],
  ['opportunity-check', 'c9372283639277b1'],
  ['x402-compatibility-witness', 'fcf699aad055ba8b'],
]);
