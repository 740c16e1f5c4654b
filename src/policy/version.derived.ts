/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = `
4155fe396dde06c1
bd71ecfc16de1cf4
`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, 16);
