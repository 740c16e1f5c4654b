/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', '2454b8569fae15ce'],
  ['opportunity-check', 'c7b7b39341672dda'],
  ['x402-compatibility-witness', '4f97751a84714122'],
]);
