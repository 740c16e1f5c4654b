import { document } from '../declare.ts';
import { SCHEME } from '../values/limits.ts';

/** Readiness only. This document enables nothing: no batch settlement, no escrow, no vouchers. */
export const x402BatchSettlement = document({
  id: 'x402-batch-settlement',
  path: '/api/x402-batch-settlement',
  summary:
    'Where this service stands on batch settlement: not offered, nothing enabled, and what would have to be true first.',
  freshness: 'fixed',
  render: ({ release }) => ({
    document: 'x402-batch-settlement',
    release,
    status: 'readiness_only',
    enabled: { batchSettlement: false, escrow: false, voucherAcceptance: false, channelDeposits: false },
    acceptedScheme: SCHEME,
    whatABuyerSees:
      'Every payment is authorized, answered and receipted on its own. No deposit is taken, nothing is owed between calls.',
    notToBeConfused:
      'The seller may put several buyers’ exact authorizations into one chain transaction to save gas. Each buyer still gets a verdict and a Transfer of its own.',
    ifOffered:
      'A challenge with another scheme than exact claims to come from here and does not. Do not sign it.',
    before: [
      {
        need: 'A voucher is bound to payer, product, amount ceiling and expiry, and can be revoked.',
        met: false,
      },
      { need: 'What is owed at any time can be read by both sides from signed documents alone.', met: false },
      { need: 'A crash between service and settlement loses neither the answer nor the claim.', met: false },
      { need: 'Dispute and refund rules exist in terms with a digest.', met: false },
      { need: 'Official clients refuse vouchers above a cap by default.', met: false },
    ],
  }),
});
