/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'b87fe21e9799dbe8'],
  ['agent-revenue-audit', 'a2bd322ebc5d4f30'],
  ['opportunity-check', '931184ebc4d4ba4a'],
  ['x402-compatibility-witness', '02b8940dd38bfb64'],
]);
