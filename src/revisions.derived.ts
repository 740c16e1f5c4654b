/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'eeb49d8cdfb3a59d'],
  ['agent-revenue-audit', '57e892299eaa3779'],
  ['opportunity-check', '4fbf7fc9209137c0'],
  ['agent-revenue-audit', '7560316d97e0f792'],
  ['opportunity-check', '47cd71c0fcf2e402'],
  ['x402-compatibility-witness', '135172cff07f3642'],
]);
