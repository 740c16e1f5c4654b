/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
05c8c55bd0084ab2
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
