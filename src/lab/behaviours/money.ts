import type { BehaviourRow, ScriptedReply } from '../script.ts';
import { PAID_PATH } from '../terms.ts';
import { ALL, GAVE_UP_SIGNED, LIED, NO_LIE, PAID, REFUSED, SELLS, X402 } from './phrases.ts';

/** What a caller can lose by calling again, and what it is told. */

const ONE_PAYMENT = { signed: 1, nonces: 1, credentials: 1, settlements: 1 } as const;

/** The second call is not paid at all: the money is gone, and there is no answer. */
const NOT_BOUGHT = { signed: 1, paid: 1, status: 402, threw: false } as const;

/** The seller takes the money, fails in some way, and would sell a second time. */
const again = (id: string, title: string, what: string, first: ScriptedReply): BehaviourRow => ({
  id,
  title,
  question: `When ${what} and the caller calls again, does the same payment go out again?`,
  expected: 'the second call sends the same authorization: one transfer',
  moneyRisk: 'double_charge',
  protocols: ALL,
  chain: true,
  ask: { calls: 'again' },
  seller: { ...SELLS, paid: [first, { kind: 'deliver', settle: true }] },
  rules: {
    pass: [{ ...ONE_PAYMENT, paid: 2, status: 200 }],
    fail: [
      { paid: 2, credentials: 2, settlements: 2 },
      { signed: { atLeast: 2 } },
      { paid: 1, threw: true },
      NOT_BOUGHT,
    ],
  },
});

export const MONEY_ROWS: readonly BehaviourRow[] = [
  {
    id: 'B57',
    title: 'Answer lost after payment',
    question: 'When the answer to the paid request is lost, does the caller get an error that is true?',
    expected: 'pays once; the caller gets an error that does not deny the payment',
    moneyRisk: 'double_charge',
    protocols: ALL,
    chain: true,
    ask: {},
    seller: { ...SELLS, paid: [{ kind: 'drop', settle: true }] },
    rules: {
      pass: [{ ...ONE_PAYMENT, threw: true, ...NO_LIE }],
      fail: [{ signed: { atLeast: 2 } }, { ...PAID, threw: false }, LIED],
    },
  },
  again('B58', 'Second call after 503', 'the seller answers 503 after taking the money', {
    kind: 'status',
    status: 503,
    retryAfterSeconds: 1,
    settle: true,
  }),
  again('B59', 'Second call after 500', 'the seller answers 500 after taking the money', {
    kind: 'status',
    status: 500,
    settle: true,
  }),
  again('B60', 'Second call after half an answer', 'the paid answer breaks off', {
    kind: 'cut',
    settle: true,
  }),
  {
    id: 'B61',
    title: 'Redirect after payment to a page that asks again',
    question: 'Does it pay once when the seller redirects a paid request to a page that answers 402?',
    expected: 'pays once; the caller gets what the second page says',
    moneyRisk: 'double_charge',
    protocols: ALL,
    chain: true,
    ask: {},
    seller: {
      ...SELLS,
      paid: [{ kind: 'redirect', status: 303, to: `${PAID_PATH}/answer`, settle: true }],
      also: {
        [`${PAID_PATH}/answer`]: {
          unpaid: { kind: 'challenge' },
          paid: [{ kind: 'challenge', settle: true }],
        },
      },
    },
    rules: {
      pass: [{ ...ONE_PAYMENT, ...NO_LIE }],
      fail: [{ signed: { atLeast: 2 } }, LIED],
    },
  },
  {
    id: 'B62',
    title: 'Recipient is the zero address',
    question: 'Does it refuse to pay nobody?',
    expected: 'signs nothing and says so',
    moneyRisk: 'overpay',
    protocols: X402,
    chain: false,
    ask: {},
    seller: {
      ...SELLS,
      unpaid: {
        kind: 'challenge',
        change: { accepts: [{ payTo: '0x0000000000000000000000000000000000000000' }] },
      },
      paid: [{ kind: 'deliver' }],
    },
    rules: { pass: [REFUSED], fail: [PAID, GAVE_UP_SIGNED] },
  },
];
