import fc from 'fast-check';
import { type Hex, toHex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it } from 'vitest';
import { recoverSigner, settlerAccount } from './secp256k1.ts';

const KEY: Hex = '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80';
const theirs = privateKeyToAccount(KEY);
const ours = settlerAccount(KEY);

describe('the settler’s account', () => {
  it('has the address and public key that viem finds, whatever the key', async () => {
    const plain = ({ address, publicKey, source, type }: typeof theirs) => ({
      address,
      publicKey,
      source,
      type,
    });
    await fc.assert(
      fc.property(fc.uint8Array({ minLength: 32, maxLength: 32 }), (bytes) => {
        bytes[0] = 1;
        expect(plain(settlerAccount(toHex(bytes)))).toEqual(plain(privateKeyToAccount(toHex(bytes))));
      }),
      { numRuns: 20 },
    );
    expect(() => settlerAccount(`0x${'00'.repeat(32)}`)).toThrow();
  });

  it('signs all else as viem does', async () => {
    expect(Object.keys(ours).sort()).toEqual(
      Object.keys(theirs)
        .filter((name) => theirs[name as keyof typeof theirs] !== undefined)
        .sort(),
    );
    const message = { message: 'a text' };
    expect(await ours.signMessage(message)).toBe(await theirs.signMessage(message));
  });

  it('signs the very bytes that viem signs', async () => {
    const word = fc.bigInt({ min: 0n, max: 2n ** 64n });
    const transaction = fc.record({
      nonce: fc.nat(),
      gas: word,
      maxFeePerGas: word.map((fee) => fee + 2n ** 64n),
      maxPriorityFeePerGas: word,
      data: fc.uint8Array({ maxLength: 300 }).map((bytes) => toHex(bytes)),
    });
    await fc.assert(
      fc.asyncProperty(transaction, async (given) => {
        const whole = { ...given, type: 'eip1559', chainId: 8453, to: theirs.address } as const;
        expect(await ours.signTransaction(whole)).toBe(await theirs.signTransaction(whole));
      }),
      { numRuns: 60 },
    );
  });
});

describe('recoverSigner', () => {
  const hash: Hex = `0x${'5a'.repeat(32)}`;
  it('says who signed, for both spellings of the parity', async () => {
    const signature = await theirs.sign({ hash });
    const flat = `${signature.slice(0, -2)}0${Number.parseInt(signature.slice(-2), 16) - 27}` as Hex;
    for (const each of [signature, flat])
      expect(await recoverSigner({ hash, signature: each })).toBe(theirs.address.toLowerCase());
  });

  it.each([
    ['zero', `0x${'00'.repeat(64)}1b`],
    ['above the order of the curve', `0x${'ff'.repeat(64)}1b`],
    ['of no parity', `0x${'11'.repeat(64)}05`],
  ] as const)('knows nobody behind a signature that is %s', async (_what, signature) => {
    expect(await recoverSigner({ hash, signature })).toBeNull();
  });
});
