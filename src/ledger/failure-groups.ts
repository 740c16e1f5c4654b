/** What known failures are about: the check that reads pasted failures and the ledger sort them alike. */
export const GROUPS = [
  'failed_or_ambiguous_settlement',
  'paid_but_not_delivered',
  'idempotency_retries',
  'timeouts_clock',
  'wrong_network_price',
  'facilitator_outages',
  'header_proxy_cors',
  'client_version_incompat',
  'discovery_listing',
  'privacy_metadata',
  'spend_controls',
  'refunds',
  'receipts',
  'error_clarity_observability',
  'solana',
] as const;

export type FailureGroup = (typeof GROUPS)[number];
