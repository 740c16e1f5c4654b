/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '5a30099171876798'],
  ['agent-revenue-audit', 'e631760759080dce'],
  ['opportunity-check', 'b62d2345da018669'],
  ['x402-compatibility-witness', 'e06eba9773c09e93'],
  ['agent-commerce-reliability-ledger', 'f101b481c8c6b289'],
  ['agent-revenue-audit', '99f7232482a042df'],
  ['opportunity-check', '4f291a92bc020c1d'],
  ['x402-compatibility-witness', '4f97751a84714122'],
]);
