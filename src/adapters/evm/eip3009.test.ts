import fc from 'fast-check';
import { type Hex, hashTypedData } from 'viem';
import { describe, expect, it } from 'vitest';
import { USDC_BASE_TERMS } from '../../gate/assets.ts';
import type { Authorization, Offer, SignedAuthorization } from '../../values/payment.ts';
import { authorizationHash, payerSignatures, transferCall } from './eip3009.ts';

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

describe('payerSignatures', () => {
  /** Told what it is asked; a signature is good when it ends with the last byte of the digest. */
  const opened = () => {
    const asked: Hex[] = [];
    const isGood = payerSignatures(async ({ hash, signature }) => {
      asked.push(hash);
      return signature.endsWith(hash.slice(-2)) ? ONE.from : OTHER;
    });
    return { asked, isGood };
  };
  const OTHER = `0x${'99'.repeat(20)}`;
  const signedWell = (offer: Terms, authorization: Authorization): SignedAuthorization => {
    const hash = authorizationHash(offer, signed(authorization));
    return { ...signed(authorization), signature: `0x${'00'.repeat(64)}${hash.slice(-2)}` };
  };

  it('recover the signer of a good one once, however often it is shown', async () => {
    const { asked, isGood } = opened();
    for (let i = 0; i < 3; i++)
      expect(await isGood(USDC_BASE_TERMS, structuredClone(signedWell(USDC_BASE_TERMS, ONE)))).toBe(true);
    expect(asked).toHaveLength(1);
  });

  it('remember nothing of a bad one', async () => {
    const { asked, isGood } = opened();
    const bad = { ...signedWell(USDC_BASE_TERMS, ONE), signature: `0x${'00'.repeat(65)}` };
    const hash = authorizationHash(USDC_BASE_TERMS, bad);
    for (let i = 0; i < 2; i++) expect(await isGood(USDC_BASE_TERMS, bad)).toBe(hash.endsWith('00'));
    expect(asked).toHaveLength(2);
  });

  it.each<[string, Partial<Authorization>, Partial<Terms>]>([
    ['another payer', { from: OTHER }, {}],
    ['another recipient', { to: OTHER }, {}],
    ['another value', { value: '10001' }, {}],
    ['another beginning', { validAfter: '1' }, {}],
    ['another end', { validBefore: '1800000001' }, {}],
    ['another nonce', { nonce: `0x${'3d'.repeat(32)}` }, {}],
    ['another network', {}, { network: 'eip155:1' }],
    ['another asset', {}, { asset: OTHER }],
    ['another domain', {}, { extra: { name: 'USD Coin', version: '3' } }],
  ])('do not take a good signature for %s', async (_what, authorization, offer) => {
    const { asked, isGood } = opened();
    const good = signedWell(USDC_BASE_TERMS, ONE);
    expect(await isGood(USDC_BASE_TERMS, good)).toBe(true);
    const altered = { ...good, authorization: { ...ONE, ...authorization } };
    await isGood({ ...USDC_BASE_TERMS, ...offer }, altered);
    expect(asked).toHaveLength(2);
    expect(asked[1]).not.toBe(asked[0]);
  });

  it('never ask about what is not 65 bytes', async () => {
    const { asked, isGood } = opened();
    expect(await isGood(USDC_BASE_TERMS, signed(ONE))).toBe(false);
    expect(asked).toEqual([]);
  });

  it('forget the oldest of many', async () => {
    const { asked, isGood } = opened();
    const show = async (n: number) => {
      const authorization = { ...ONE, nonce: `0x${n.toString(16).padStart(64, '0')}` as const };
      return isGood(USDC_BASE_TERMS, signedWell(USDC_BASE_TERMS, authorization));
    };
    for (let n = 0; n <= 4_096; n++) await show(n);
    await show(4_096);
    expect(asked).toHaveLength(4_097);
    await show(0);
    expect(asked).toHaveLength(4_098);
  });
});

it('transferCall makes the call of one proof once, and another one for each other proof', () => {
  const one = { ...signed(ONE), signature: `0x${'11'.repeat(65)}` };
  const two = { ...one, authorization: { ...ONE, value: '10001' } };
  expect(transferCall(one)).toBe(transferCall({ ...one }));
  expect(transferCall(one)).not.toBe(transferCall(two));
});
