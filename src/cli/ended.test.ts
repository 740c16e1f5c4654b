import { describe, expect, it } from 'vitest';
import { oneLine } from './ended.ts';

describe('what is said of an error that nobody expected', () => {
  it.each([
    [new Error('one\ntwo'), 'one'],
    [new Error('asked https://key@rpc.example/v2/abc in vain'), 'asked (address) in vain'],
    [new Error('connect ECONNREFUSED 10.0.0.7:8545'), 'connect ECONNREFUSED (address)'],
    [new Error('connect ECONNREFUSED [::1]:8545'), 'connect ECONNREFUSED (address)'],
    [
      Object.assign(new Error('URL: http://a.b/c'), { shortMessage: 'HTTP request failed.' }),
      'HTTP request failed.',
    ],
    [Object.assign(new Error(''), { code: 'EPERM' }), 'Error EPERM'],
    [undefined, 'unknown'],
  ])('is its first line without addresses: %s', (error, line) => {
    expect(oneLine(error)).toBe(line);
  });
});
