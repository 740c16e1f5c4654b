/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
export const [POLICY_VERSION = ''] = ['f18d30cd49fa27a6'];
