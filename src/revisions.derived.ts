/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '7e40014fc29eab69'],
  ['opportunity-check', 'a8874a7a16dcd5c9'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', '91e95efbec301e77'],
  ['opportunity-check', '494d09700e49dc86'],
  ['x402-compatibility-witness', '4f97751a84714122'],
]);
