/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '9f96a93001877559'],
  ['agent-revenue-audit', 'a1fd95e24b51bafe'],
  ['opportunity-check', 'd0df97a1589654ab'],
  ['x402-compatibility-witness', 'eef89109a1dca2ae'],
]);
