import { check } from '../../declare.ts';
import { USDC } from '../../values/assets.ts';
import { RECOVERY_PATH } from '../../values/limits.ts';
import { capability } from '../capability.ts';
import { planRecovery } from './plan.ts';
import { requestSchema, responseSchema } from './schema.ts';

export const paymentRecovery = check({
  id: 'payment-recovery-plan',
  tool: {
    name: 'plan_recovery',
    title: 'Plan a recovery',
    does: 'What to do when the outcome of a payment is unknown, without paying twice.',
  },
  path: RECOVERY_PATH,
  summary:
    'What to do when the outcome of a payment to any seller is not known. Says whether to send it again, wait, read the chain, ask the seller or sign a new one, and gives the exact call or message. Takes no signature and no key.',
  input: requestSchema,
  example: {
    kind: 'eip3009',
    network: USDC.base.network,
    asset: USDC.base.asset,
    payer: '0x1111111111111111111111111111111111111111',
    nonce: `0x${'ab'.repeat(32)}`,
    validAfter: 1_795_218_600,
    validBefore: 1_795_219_260,
    phase: 'answered',
    lastStatus: 402,
  },
  response: responseSchema,
  run: (input, { asOf }) => planRecovery(input, asOf),
});

/** What the catalogue publishes of this folder. */
export const FREE = [
  paymentRecovery,
  capability({
    id: 'payment-recovery',
    summary:
      'What to do with a payment to any seller whose answer was lost or refused, without paying twice.',
    checks: [paymentRecovery],
    never: [
      'contacts a seller or a chain: you run the calls, on a node of yours',
      'says that a new payment is safe while the old one can still settle',
    ],
  }),
];
