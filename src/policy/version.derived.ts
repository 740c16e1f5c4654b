/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
6e09bfb7619d1f74
0ab97d5d5faf76ec
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
