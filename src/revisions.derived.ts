/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'b87fe21e9799dbe8'],
  ['agent-revenue-audit', 'a2bd322ebc5d4f30'],
  ['opportunity-check', '931184ebc4d4ba4a'],
  ['x402-compatibility-witness', '02b8940dd38bfb64'],
  ['agent-commerce-reliability-ledger', '9f96a93001877559'],
  ['agent-revenue-audit', 'a1fd95e24b51bafe'],
  ['opportunity-check', 'd0df97a1589654ab'],
  ['x402-compatibility-witness', 'eef89109a1dca2ae'],
]);
