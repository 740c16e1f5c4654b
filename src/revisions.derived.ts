/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', '90e1b9e9257c6421'],
  ['opportunity-check', '13efe6ef37b97846'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', '91e95efbec301e77'],
  ['opportunity-check', '4fec653271601157'],
  ['x402-compatibility-witness', '4f97751a84714122'],
]);
