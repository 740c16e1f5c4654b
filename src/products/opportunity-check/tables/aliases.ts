/** Failure buckets (service spec §7) are accepted as machine names of the signals they stand for. */
export const MACHINE_ALIASES: Readonly<Record<string, string>> = {
  wallet_not_authenticated: 'err_wallet_not_auth',
  insufficient_network_usdc: 'err_insufficient_funds',
  max_amount_too_low: 'err_max_amount_too_low',
  wrong_network: 'network_mismatch',
  payment_declined: 'err_payment_declined',
};
