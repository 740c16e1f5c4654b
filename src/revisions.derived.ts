/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'cd26e1a06664ef96'],
  ['agent-revenue-audit', '708b29036f4dfa72'],
  ['opportunity-check', '3d61f2cf9a166cd4'],
  ['x402-compatibility-witness', 'c2c6512fd38ff850'],
]);
