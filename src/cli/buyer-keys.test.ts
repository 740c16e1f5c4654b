import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { PurchaseStopped, STOPS } from '../buyer/stops.ts';
import { solanaAccount } from '../sandbox/solana-accounts.ts';
import { buyerEvmKey, walletFor } from './buyer-keys.ts';

/** What `assay buy` says of a key file that holds no key: what to do, and nothing of what is in the file. */

const folder = mkdtempSync(join(tmpdir(), 'assay-keys-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The order of secp256k1: the first number that is no key any more. */
const ORDER = 'fffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141';
const KEY = '59c6995e998f97a5a0044966f0945389dc9e86dae88c7a8412f4603b6b78690d';
const SELLER = 'https://seller.example';

const fileWith = (content: string): string => {
  const path = join(folder, 'key');
  writeFileSync(path, content);
  return path;
};

describe.each(['base', 'solana'] as const)('a key file for %s', (network) => {
  it.each([
    ['nothing', ''],
    ['other text', 'correct horse battery staple'],
    ['a key that is too short', KEY.slice(2)],
    ['a key that is too long', `${KEY}00`],
    ['no hex', `zz${KEY.slice(2)}`],
    ['zero', '0'.repeat(64)],
    ['the order of the curve', ORDER],
    ['JSON that is no list', '{"key":"4f3edf98"}'],
    ['a list of other numbers', '[256,-1]'],
    ['JSON that breaks off', '[12,34,5'],
  ])('with %s stops the purchase and says nothing of it', async (_name, content) => {
    const stopped = await walletFor(
      { keyFile: fileWith(`${content}\n`), network, solanaRpc: 'http://127.0.0.1:1' },
      SELLER,
    ).catch((error: unknown) => error);
    expect(stopped).toBeInstanceOf(PurchaseStopped);
    const { stop, message } = stopped as PurchaseStopped;
    expect([stop, STOPS[stop].exit]).toEqual(['no_wallet', 16]);
    expect(message).toMatch(/^the key file holds no (EVM|Solana) key \([^)]*\)$/);
    for (const part of content.match(/.{8}/g) ?? []) expect(message).not.toContain(part);
  });

  it('that cannot be read stops the purchase, and its name is not repeated: it may be the key itself', async () => {
    const stopped = await walletFor({ keyFile: KEY, network }, SELLER).catch((error: unknown) => error);
    expect(stopped).toMatchObject({
      stop: 'no_wallet',
      message: 'the file of --key-file cannot be read',
    });
  });
});

it('takes a key with and without 0x, in either case', () => {
  for (const text of [KEY, `0x${KEY}`, `0x${KEY.toUpperCase()}`])
    expect(buyerEvmKey(fileWith(`${text}\n`), undefined).toLowerCase()).toBe(`0x${KEY}`);
});

it('takes the key of a sandbox account of Solana', async () => {
  const { address, secretKey } = solanaAccount('seller');
  const wallet = await walletFor(
    {
      keyFile: fileWith(JSON.stringify([...Buffer.from(secretKey, 'base64')])),
      network: 'solana',
      solanaRpc: 'http://127.0.0.1:1',
    },
    SELLER,
  );
  expect(wallet.address).toBe(address);
});
