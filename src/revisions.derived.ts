/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '76037c56ee31e533'],
  ['agent-revenue-audit', 'f973c78ca24d2b4b'],
  ['opportunity-check', '06775805c9140ff4'],
  ['x402-compatibility-witness', '92061eebf1424002'],
]);
