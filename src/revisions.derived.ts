/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '600141f213d90352'],
  ['agent-revenue-audit', 'a1fd95e24b51bafe'],
  ['opportunity-check', 'd0df97a1589654ab'],
  ['x402-compatibility-witness', '9b21cf113649400c'],
]);
