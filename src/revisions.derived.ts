/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '68b42a197c0047ec'],
  ['agent-revenue-audit', 'ff4a5e896921adb4'],
  ['opportunity-check', '9d1dcc12099b5020'],
  ['x402-compatibility-witness', '0868222e0862e367'],
]);
