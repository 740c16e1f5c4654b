/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '8c6f54ac04666a05'],
  ['opportunity-check', '7decba1b3743980d'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
]);
