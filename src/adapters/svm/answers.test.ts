import { describe, expect, it } from 'vitest';
import { ANSWERS, type Method } from './answers.ts';

/** What decides about money, by method: an answer of each form that is read, and one that must be none. */

const at = (value: unknown) => ({ context: { slot: 1_000 }, value });
const failure = { InstructionError: [2, { Custom: 1 }] };
const meta = { err: null, preTokenBalances: [], postTokenBalances: [] };
const transaction = { signatures: ['a'], message: { accountKeys: [] } };
const withoutErr = { preTokenBalances: [], postTokenBalances: [] };

const READ: readonly (readonly [Method, unknown])[] = [
  ['isBlockhashValid', at(true)],
  ['isBlockhashValid', at(false)],
  ['isBlockhashValid', at(null)],
  ['getTransaction', null],
  ['getTransaction', { slot: 1, transaction, meta }],
  ['getTransaction', { slot: 1, transaction, meta: { ...meta, err: failure } }],
  ['simulateTransaction', at({ err: null })],
  ['simulateTransaction', at({ err: 'BlockhashNotFound' })],
  ['getSignatureStatuses', at([null])],
  ['getSignatureStatuses', at([{ err: failure, confirmationStatus: 'finalized' }])],
  ['getBlockTime', null],
];

/** Each could be taken for "is over", "succeeded" or "has failed" by code that asks whether it is true. */
const NONE: readonly (readonly [Method, unknown])[] = [
  ...['false', '', 0, 1, [], {}].map((value) => ['isBlockhashValid', at(value)] as const),
  ['isBlockhashValid', { context: { slot: 1_000 } }],
  ['isBlockhashValid', false],
  ['getTransaction', { slot: 1, transaction, meta: withoutErr }],
  ['getTransaction', { slot: 1, transaction, meta: null }],
  ...[false, true, '', 'not an error', 0, {}, [], { A: 1, B: 2 }].map(
    (err) => ['getTransaction', { slot: 1, transaction, meta: { ...meta, err } }] as const,
  ),
  ['simulateTransaction', at({})],
  ['simulateTransaction', at({ err: false })],
  ['getSignatureStatuses', at([{ confirmationStatus: 'finalized' }])],
  ['getSignatureStatuses', at([{ err: null, confirmationStatus: 'rooted' }])],
  ['getSignaturesForAddress', [{ signature: 'a', slot: 1 }]],
  ['getBlockTime', '1795000000'],
];
const named = ([method, answer]: readonly [Method, unknown]) => [method, JSON.stringify(answer)] as const;

describe('an answer of a Solana node', () => {
  it.each(READ.map(named))('is read: %s %s', (method, answer) => {
    expect(ANSWERS[method].safeParse(JSON.parse(answer)).success).toBe(true);
  });
  it.each(NONE.map(named))('is none: %s %s', (method, answer) => {
    expect(ANSWERS[method].safeParse(JSON.parse(answer)).success).toBe(false);
  });
});
