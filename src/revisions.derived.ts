/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'cd26e1a06664ef96'],
  ['agent-revenue-audit', '69adf89a6940cd19'],
  ['opportunity-check', '9768bd232442c87d'],
  ['x402-compatibility-witness', 'c2c6512fd38ff850'],
]);
