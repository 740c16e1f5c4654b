/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'cd26e1a06664ef96'],
  ['agent-revenue-audit', 'd0e54f8de0643efb'],
  ['opportunity-check', '4db3800fc82f9b52'],
  ['x402-compatibility-witness', 'c2c6512fd38ff850'],
]);
