/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '928c9f92db6d56aa'],
  ['agent-revenue-audit', 'd60631cc73ce9f12'],
  ['opportunity-check', '34e393ba485c3f30'],
  ['x402-compatibility-witness', 'be0a4555a34d1893'],
  ['agent-commerce-reliability-ledger', '76037c56ee31e533'],
  ['agent-revenue-audit', 'f973c78ca24d2b4b'],
  ['opportunity-check', '06775805c9140ff4'],
  ['x402-compatibility-witness', '92061eebf1424002'],
]);
