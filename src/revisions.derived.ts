/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '68b42a197c0047ec'],
  ['agent-revenue-audit', '54ed4e16dcc0c45f'],
  ['opportunity-check', 'ea02bc34e7968be7'],
  ['x402-compatibility-witness', '4a4be82ddc8c6796'],
]);
