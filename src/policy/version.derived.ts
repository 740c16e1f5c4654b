/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
48e421bdccc92b61
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
