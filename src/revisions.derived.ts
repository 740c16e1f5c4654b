/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '32efedf536af1b69'],
  ['agent-revenue-audit', '3292d7784fd1d712'],
  ['opportunity-check', 'c9372283639277b1'],
  ['x402-compatibility-witness', '36d59d4eeac92d67'],
]);
