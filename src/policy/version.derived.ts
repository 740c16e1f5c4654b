/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
7eebffb7839bc17f
8ec7e4b3391b7c9f
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
