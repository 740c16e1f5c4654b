/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
1225dfa4ecc42791
62f3ca599c7af05a
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
