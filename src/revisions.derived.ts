/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', 'c75502d141788611'],
  ['opportunity-check', '683f1f06ec561309'],
  ['x402-compatibility-witness', '4f97751a84714122'],
]);
