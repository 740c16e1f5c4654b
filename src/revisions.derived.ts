/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'f0946107ef19a208'],
  ['agent-revenue-audit', '77ce7193fe5cbb1c'],
  ['opportunity-check', '104f9c4ae1653292'],
  ['x402-compatibility-witness', '075f89fc06e45291'],
]);
