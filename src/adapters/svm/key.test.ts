import { describe, expect, it } from 'vitest';
import { SOLANA_ACCOUNTS } from '../../sandbox/solana-accounts.ts';
import { base58 } from '../../values/base58.ts';
import { SOLANA_KEY_ADDRESSES } from '../../values/known-keys.ts';
import { isSignedBy, readSolanaKey } from './key.ts';

const [account, other] = SOLANA_ACCOUNTS;
const secret = Buffer.from(account!.secretKey, 'base64');
const message = new TextEncoder().encode('a message');

describe('readSolanaKey', () => {
  it.each([
    ['the array of solana-keygen', JSON.stringify([...secret])],
    ['base58', base58(secret)],
  ])('reads %s', (_, text) => {
    const key = readSolanaKey(text)!;
    expect(key.address).toBe(account!.address);
    expect(key.sign(message)).toEqual(account!.sign(message));
  });

  it.each([
    ['nothing', ''],
    ['half a key', base58(secret.subarray(0, 32))],
    ['halves of two keys', base58(Buffer.concat([secret.subarray(0, 32), Buffer.alloc(32, 7)]))],
    ['an array of words', '["a"]'],
    ['an array of large numbers', JSON.stringify(new Array(64).fill(256))],
    ['broken JSON', '[1,'],
    ['an EVM key', `0x${'11'.repeat(32)}`],
  ])('refuses %s', (_, text) => {
    expect(readSolanaKey(text)).toBeUndefined();
  });
});

describe('isSignedBy', () => {
  it('knows who signed what', () => {
    const signature = account!.sign(message);
    expect(isSignedBy(account!.address, message, signature)).toBe(true);
    expect(isSignedBy(other!.address, message, signature)).toBe(false);
    expect(isSignedBy(account!.address, message.slice(1), signature)).toBe(false);
    expect(isSignedBy(account!.address, message, new Uint8Array(64))).toBe(false);
    expect(isSignedBy('no address', message, signature)).toBe(false);
    // Bytes that are no point of the curve: a token account has no key.
    expect(isSignedBy('EPjFWdd5AufqSSqeM2qN1xzybapC8G4wEGGkZwyTDt1v', message, signature)).toBe(false);
  });
});

describe('the public test keys', () => {
  it('are those that production refuses', () => {
    expect([...SOLANA_KEY_ADDRESSES]).toEqual(SOLANA_ACCOUNTS.map(({ address }) => address));
  });
});
