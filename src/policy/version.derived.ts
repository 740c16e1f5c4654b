/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
67f542b30599c7d7
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
