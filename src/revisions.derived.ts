/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '23f965120cde58ad'],
  ['agent-revenue-audit', '23d1fa6516aeb034'],
  ['opportunity-check', '59974411ff238484'],
  ['agent-revenue-audit', '7e5291cc83dfd12e'],
  ['opportunity-check', '7d670b67f6e15ca7'],
  ['x402-compatibility-witness', 'b44d2238006c362b'],
]);
