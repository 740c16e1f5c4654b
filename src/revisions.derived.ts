/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', 'aa12cbe957eb9bdb'],
  ['opportunity-check', '8e3567e260002ce6'],
  ['x402-compatibility-witness', '4f97751a84714122'],
]);
