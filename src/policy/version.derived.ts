/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
3761ddcfee2ca981
e79747a4b7ad761b
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
