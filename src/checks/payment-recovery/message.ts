import { isoTime, SECOND_MS } from '../../values/time.ts';
import type { RecoveryDecision, RecoveryRequest } from './schema.ts';

const ASKS = {
  resend_same:
    'I am sending the same payment with the same request again. Please deliver what it bought, without charging it a second time.',
  wait_until: 'I hold it as open until it ends. Please deliver, or tell me that you will not settle it.',
  read_chain: 'Its time is over. Please tell me whether you settled it, and in which transaction.',
  sign_anew_is_safe:
    'The chain shows that it ended without moving money. I may send a new payment; please do not use this one.',
  ask_seller:
    'Please deliver what it bought, return the money, or tell me in which transaction it was settled and for what.',
} as const satisfies Record<RecoveryDecision, string>;

/** What a buyer may send to any seller: public facts of the payment, and what is asked. */
export function messageFor(input: RecoveryRequest, decision: RecoveryDecision, endsAt: number): string {
  const { network, asset, payer, recipient, amount, nonce, transaction, phase, lastStatus } = input;
  const facts: (readonly [string, string | undefined])[] = [
    ['Network', network],
    ['Asset', asset],
    ['Payer', payer],
    ['Recipient', recipient],
    ['Amount (atomic units)', amount],
    ['Nonce', nonce],
    ['Transaction', transaction],
    ['Block hash', input.recentBlockhash],
    ['Ends', Number.isFinite(endsAt) ? isoTime(endsAt * SECOND_MS) : 'not by itself'],
    ['Your last answer', phase === 'answered' ? `HTTP ${lastStatus}` : 'none that I received'],
  ];
  return [
    'I made one payment for a call of yours and need to know what became of it.',
    ...facts.flatMap(([name, value]) => (value === undefined ? [] : [`${name}: ${value}`])),
    ASKS[decision],
  ].join('\n');
}
