/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'b0fd83f06879222d'],
  ['agent-revenue-audit', 'e11703df40d52d6e'],
  ['opportunity-check', '7ae0b30d08e3956d'],
  ['x402-compatibility-witness', '075f89fc06e45291'],
]);
