/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
ddb2c11a615ad179
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
