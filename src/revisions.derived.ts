/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', '108fddf5a8d7ec82'],
  ['opportunity-check', '40e8907a563c2f6b'],
  ['x402-compatibility-witness', 'e2b8a8e14e28d053'],
  ['agent-revenue-audit', '8a92d08801447321'],
  ['opportunity-check', '7dfefd3b6392ea0a'],
  ['agent-revenue-audit', '4aca0eddb55a0585'],
  ['opportunity-check', '6c66ea841f2581aa'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
