import { describe, expect, it } from 'vitest';
import { codeOf, errorName, Failure } from './failure.ts';

const withCause = (name: string, more: object, cause?: unknown) =>
  Object.assign(new Error('0xsecret', { cause }), { name, ...more });

describe('what is said of an error', () => {
  it.each<[unknown, string]>([
    [new Failure('the goal was: buy 0xsecret', 'NO_LOG'), 'Failure NO_LOG'],
    [new TypeError('0xsecret'), 'TypeError'],
    [withCause('RpcRequestError', { code: -32000 }), 'RpcRequestError -32000'],
    [withCause('HttpRequestError', { status: 502 }), 'HttpRequestError 502'],
    [
      withCause('HttpRequestError', {}, withCause('Error', { code: 'ECONNREFUSED' })),
      'HttpRequestError < Error ECONNREFUSED',
    ],
    [withCause('Error', { code: 'what a caller said, 0xsecret' }), 'Error'],
    [withCause('Error', { code: '', status: 503 }), 'Error 503'],
    [withCause('Error', { code: { deep: '0xsecret' } }), 'Error'],
    ['0xsecret', 'unknown'],
    [undefined, 'unknown'],
  ])('%o', (error, said) => {
    expect(errorName(error)).toBe(said);
  });

  it('ends, where errors cause each other', () => {
    const error = new Failure('x', 'ROUND');
    error.cause = error;
    expect(errorName(error).split(' < ')).toHaveLength(5);
  });
});

it.each([
  ['names another payer', 'NAMES_ANOTHER_PAYER'],
  ['settle: status 502', 'SETTLE_STATUS_502'],
  ['refuses, but names a transaction', 'REFUSES_BUT_NAMES_A_TRANSACTION'],
])('%s is %s', (sentence, code) => {
  expect(codeOf(sentence)).toBe(code);
});
