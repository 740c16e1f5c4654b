import fc from 'fast-check';
import { type Hex, hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { Authorization, Offer, SignedAuthorization } from '../../values/payment.ts';
import { authorizationHash } from './eip3009.ts';

const TYPES = {
  TransferWithAuthorization: [
    { name: 'from', type: 'address' },
    { name: 'to', type: 'address' },
    { name: 'value', type: 'uint256' },
    { name: 'validAfter', type: 'uint256' },
    { name: 'validBefore', type: 'uint256' },
    { name: 'nonce', type: 'bytes32' },
  ],
} as const;

type Terms = Pick<Offer, 'network' | 'asset' | 'extra'>;

/** The same digest by viem, from the type table. */
const byViem = ({ network, asset, extra }: Terms, authorization: Authorization): Hex =>
  hashTypedData({
    domain: {
      name: extra.name!,
      version: extra.version!,
      chainId: Number(network.slice('eip155:'.length)),
      verifyingContract: asset as Hex,
    },
    types: TYPES,
    primaryType: 'TransferWithAuthorization',
    message: {
      from: authorization.from as Hex,
      to: authorization.to as Hex,
      value: BigInt(authorization.value),
      validAfter: BigInt(authorization.validAfter),
      validBefore: BigInt(authorization.validBefore),
      nonce: authorization.nonce as Hex,
    },
  });

const hex = (bytes: number) =>
  fc
    .uint8Array({ minLength: bytes, maxLength: bytes })
    .map((each): Hex => `0x${Buffer.from(each).toString('hex')}`);
/** Every width of number, not only the widest. */
const uint = fc
  .integer({ min: 0, max: 256 })
  .chain((bits) => fc.bigInt({ min: 0n, max: 2n ** BigInt(bits) - 1n }))
  .map(String);
const authorizations = fc.record({
  from: hex(20),
  to: hex(20),
  value: uint,
  validAfter: uint,
  validBefore: uint,
  nonce: hex(32),
});
const terms: fc.Arbitrary<Terms> = fc.record({
  network: fc.nat().map((id): Offer['network'] => `eip155:${id}`),
  asset: hex(20),
  extra: fc.record({ name: fc.string({ unit: 'grapheme' }), version: fc.string() }),
});
const signed = (authorization: Authorization): SignedAuthorization => ({
  kind: 'eip3009',
  authorization,
  signature: '0x',
});

const ONE: Authorization = {
  from: `0x${'1a'.repeat(20)}`,
  to: `0x${'2b'.repeat(20)}`,
  value: '10000',
  validAfter: '0',
  validBefore: '1800000000',
  nonce: `0x${'3c'.repeat(32)}`,
};

describe('authorizationHash', () => {
  it('is the EIP-712 digest that viem makes, for any domain and any authorization', () => {
    fc.assert(
      fc.property(terms, authorizations, (offer, authorization) => {
        expect(authorizationHash(offer, signed(authorization))).toBe(byViem(offer, authorization));
      }),
      { numRuns: 300 },
    );
  });

  it('is the same when the domain is remembered, and never that of another domain', () => {
    const other = { ...USDC_BASE_TERMS, extra: { ...USDC_BASE_TERMS.extra, version: '3' } };
    for (const offer of [USDC_BASE_TERMS, other, USDC_BASE_TERMS, other])
      expect(authorizationHash(offer, signed(ONE))).toBe(byViem(offer, ONE));
    expect(byViem(other, ONE)).not.toBe(byViem(USDC_BASE_TERMS, ONE));
  });

  it('throws rather than let one field run into the next', () => {
    const faults: Partial<Authorization>[] = [
      { from: ONE.nonce },
      { to: '0x' },
      { nonce: ONE.from },
      { nonce: `0x${'zz'.repeat(32)}` },
      { value: String(2n ** 256n) },
      { value: '-1' },
      { validBefore: 'soon' },
    ];
    for (const fault of faults)
      expect(() => authorizationHash(USDC_BASE_TERMS, signed({ ...ONE, ...fault }))).toThrow(
        /uint256|bytes|BigInt/,
      );
  });
});
