/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
export const [POLICY_VERSION = ''] = [
  '6841a88d9da4db49',
];
