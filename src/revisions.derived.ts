/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
  ['agent-commerce-reliability-ledger', '3c36abbdf03cc743'],
  ['agent-revenue-audit', 'da858328b33ba99e'],
  ['opportunity-check', '28e94362698dd13b'],
  ['x402-compatibility-witness', '6398f06188baf354'],
]);
