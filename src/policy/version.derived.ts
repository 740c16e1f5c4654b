/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
127d4592c2c9668f
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
