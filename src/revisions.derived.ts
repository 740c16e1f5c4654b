/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '23f965120cde58ad'],
  ['agent-revenue-audit', '12b59d749c0ea7ea'],
  ['opportunity-check', '8b7d798297616877'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
