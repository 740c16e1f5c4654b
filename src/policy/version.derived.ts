/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
8e334639433923fd
bb1f5b539fc14f82
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
