/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '9b241c307908c2ae'],
  ['agent-revenue-audit', 'e6c2d4d0e148f380'],
  ['opportunity-check', '6b802d9f6f005aea'],
  ['x402-compatibility-witness', '9b21cf113649400c'],
  ['agent-commerce-reliability-ledger', '23f965120cde58ad'],
  ['agent-revenue-audit', 'a2bd322ebc5d4f30'],
  ['opportunity-check', '931184ebc4d4ba4a'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
