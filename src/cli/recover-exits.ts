import type { RecoveryDecision } from '../checks/payment-recovery/schema.ts';

type End = RecoveryDecision | 'fault' | 'usage' | 'node_failed';

/** Every way `assay recover` can end, with its exit code. 0 says one thing only: a new payment is no second charge. */
export const RECOVERIES = {
  sign_anew_is_safe: {
    exit: 0,
    meaning: 'The old payment moved nothing and never will. A new one may be signed.',
  },
  fault: { exit: 1, meaning: 'A fault of this program. Nothing was sent and nothing is known.' },
  usage: {
    exit: 2,
    meaning: 'The command was not understood, or the file holds no readable payment.',
  },
  resend_same: {
    exit: 40,
    meaning: 'Send the kept payment again: `assay buy --resume <file>`. Sign no new one.',
  },
  wait_until: { exit: 41, meaning: 'Wait until the time that is printed, then ask again. Sign no new one.' },
  read_chain: { exit: 42, meaning: 'Ask again with --rpc-url: only the chain knows. Sign no new one.' },
  ask_seller: { exit: 43, meaning: 'Send the printed message to the seller. Sign no new one.' },
  node_failed: { exit: 44, meaning: 'The node of --rpc-url could not be asked. Sign no new one.' },
} as const satisfies Record<End, { readonly exit: number; readonly meaning: string }>;
