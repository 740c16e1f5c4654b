import type { BehaviourRow } from '../script.ts';
import { GAVE_UP_SIGNED, PAID, PAID_ONCE, REFUSED, SELLS } from './phrases.ts';

/** Questions that only the Machine Payments Protocol raises. */
export const MPP_ROWS: readonly BehaviourRow[] = [
  {
    id: 'B42',
    title: 'One purchase over MPP',
    question: 'Does one call buy the answer once, with one transfer on Tempo?',
    expected: 'buys once, with one transfer on the chain',
    moneyRisk: 'stuck',
    protocols: ['mpp'],
    chain: true,
    ask: {},
    seller: SELLS,
    rules: {
      pass: [{ ...PAID_ONCE, header: 'authorization', settlements: 1, status: 200, threw: false }],
      fail: [REFUSED, GAVE_UP_SIGNED, { ...PAID, settlements: 0 }],
    },
  },
  {
    id: 'B43',
    title: 'Expired MPP challenge',
    question: 'Does it refuse a challenge that expired a minute ago?',
    expected: 'signs nothing and says so',
    moneyRisk: 'stuck',
    protocols: ['mpp'],
    chain: true,
    ask: {},
    seller: { ...SELLS, unpaid: { kind: 'challenge', change: { expiresInSeconds: -60 } } },
    rules: { pass: [{ ...REFUSED, settlements: 0 }], fail: [PAID, GAVE_UP_SIGNED] },
  },
];
