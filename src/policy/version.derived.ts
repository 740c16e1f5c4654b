/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
export const [POLICY_VERSION = ''] = [
  '90656961644e4219',
];
