import { expect, it } from 'vitest';
import { toldOf } from './told.ts';

it.each([
  ['Request failed with status 503. Payment was not settled.', 'not_paid'],
  ['Payment outcome is unknown after sending a credential. Do not blindly retry.', 'unknown'],
  ['You may have been charged', 'unknown'],
  ['You have been charged', 'paid'],
  ['Payment Required', null],
  ['fetch failed', null],
] as const)('reads what %s says about the money', (text, told) => {
  expect(toldOf({ told: text, error: null })).toBe(told);
  expect(toldOf({ error: { name: 'Error', messagePrefix: text } })).toBe(told);
});
