/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
3da570daef6ac478
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
