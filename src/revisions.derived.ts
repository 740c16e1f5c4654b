/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', 'b1b26e7b914aeef9'],
  ['opportunity-check', '825ccaa365d1784b'],
  ['x402-compatibility-witness', '4f97751a84714122'],
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '3cc69d970de05a7e'],
  ['opportunity-check', 'eb07da6106b29387'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
]);
