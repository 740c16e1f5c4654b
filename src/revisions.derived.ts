/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '90e1b9e9257c6421'],
  ['opportunity-check', '13efe6ef37b97846'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
]);
