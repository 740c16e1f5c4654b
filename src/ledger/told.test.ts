import { expect, it } from 'vitest';
import { moneyTold, toldPaidOf } from './told.ts';

it.each([
  ['Request failed with status 503. Payment was not settled.', 'not_paid'],
  ['Payment was rejected by the server: PAYMENT-SIGNATURE header is required', 'not_paid'],
  ['failed to complete payment after retries', 'not_paid'],
  // What failed is the handling; the words leave open whether the money moved.
  ['Failed to handle payment: Server disconnected without sending a response.', null],
  ['Payment outcome is unknown after sending a credential. Do not blindly retry.', 'unknown'],
  ['You may have been charged', 'unknown'],
  ['You have been charged', 'paid'],
  ['Payment Required', null],
  ['fetch failed', null],
  ['You have not been charged.', 'not_paid'],
  ['Funds have not been charged', 'not_paid'],
  ['You were never charged', 'not_paid'],
  ['You haven’t been charged', 'not_paid'],
  ["The payment wasn't settled", 'not_paid'],
  ['No payment made', 'not_paid'],
  ['No charges have been made', 'not_paid'],
  ['Nothing was charged', 'not_paid'],
  ['payment was not successful', 'not_paid'],
  ['Payment not settled', 'not_paid'],
  ['Payment did not settle', 'not_paid'],
  ['Payment settled: false', 'not_paid'],
  ['{"settled":false}', 'not_paid'],
  ['You were charged $0.00', 'not_paid'],
  // Near misses on the other side.
  ['You were charged $0.01', 'paid'],
  ['Payment settled: true', 'paid'],
  ['Payment settled: 0x12ab', 'paid'],
  ['Payment settled. No answer came', 'paid'],
  ['No answer came, but payment was settled', 'paid'],
  ['{"error":"Payment successful"}', 'paid'],
  ['Payment was settled, so ask again if you must', 'paid'],
  ['Payment was not settled. Call again if you like', 'not_paid'],
  // Words that leave it open.
  ['if payment was settled, retry', null],
  ['If payment was not settled, retry', null],
  ['Cannot tell whether payment was settled', null],
  ['Could not confirm that payment was settled', null],
  ['You have not been charged twice', null],
  ['You would have been charged', null],
  ['You have not yet been charged', null],
  ['Payment settled: unknown', null],
  ['The request was not successful', null],
  ['You may not have been charged', 'unknown'],
  ['You may or may not have been charged', 'unknown'],
  ['You may already have been charged', 'unknown'],
  ['You could have been charged', 'unknown'],
] as const)('reads what %s says about the money', (text, told) => {
  expect(toldPaidOf({ told: text, error: null })).toBe(told);
  expect(toldPaidOf({ error: { name: 'Error', messagePrefix: text } })).toBe(told);
});

const NOT_PAID = 'Payment was not settled.';
const PAID = 'You have been charged';
const UNKNOWN = 'The payment outcome is unknown';
it.each([
  [NOT_PAID, 1, 1, 'wrong'],
  [NOT_PAID, 1, 0, 'right'],
  [NOT_PAID, 1, null, 'unproved'],
  [NOT_PAID, 0, null, 'right'],
  [PAID, 1, 1, 'right'],
  [PAID, 1, 0, 'wrong'],
  [PAID, 0, null, 'wrong'],
  [UNKNOWN, 1, 1, 'right'],
  [UNKNOWN, 1, null, 'right'],
  [UNKNOWN, 0, null, 'wrong'],
] as const)(
  'holds "%s" against %s signed and %s transfers',
  (told, signedAuthorisations, settlements, truth) => {
    expect(moneyTold({ told, error: null, signedAuthorisations, settlements })?.truth).toBe(truth);
  },
);

it('has nothing to hold against silence', () => {
  expect(
    moneyTold({ told: 'Payment Required', error: null, signedAuthorisations: 1, settlements: 1 }),
  ).toBeUndefined();
});
