/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'cd26e1a06664ef96'],
  ['agent-revenue-audit', '786545f421b1a6a4'],
  ['opportunity-check', 'cc937b1cede50f65'],
  ['x402-compatibility-witness', 'c2c6512fd38ff850'],
]);
