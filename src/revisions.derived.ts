/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'cd26e1a06664ef96'],
  ['agent-revenue-audit', 'c6a439cee29a05f0'],
  ['opportunity-check', 'acdc7b8191b4288a'],
  ['agent-revenue-audit', '1d2d069c084a1344'],
  ['opportunity-check', '3bbb6e79530d6568'],
  ['x402-compatibility-witness', 'c2c6512fd38ff850'],
]);
