/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '76037c56ee31e533'],
  ['agent-revenue-audit', 'd6b1fc0cc6f2c4a5'],
  ['opportunity-check', 'c049d1d16356c96f'],
  ['x402-compatibility-witness', '92061eebf1424002'],
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '7e40014fc29eab69'],
  ['opportunity-check', 'ca8e84ab1e8f5d70'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
]);
