import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { paymentKey } from '../../values/payment.ts';
import { DECLINES } from '../../values/problem.ts';
import { encodeHeader, PAYER, type SamplePayload, SELLER, samplePayload, sampleTerms } from '../testing.ts';
import { readX402Credential } from './x402-credential.ts';

const NOW_SECONDS = 1_795_000_000;
const NOW = NOW_SECONDS * 1_000;
const read = (payload: unknown) => readX402Credential(encodeHeader(payload), sampleTerms, NOW);
/** A payment as the journal would see it. */
const paid = (payload: unknown) => {
  const result = read(payload);
  return result.kind === 'payment' ? { payment: result.payment, offerJws: result.offerJws } : result;
};
const valid = () => samplePayload(NOW_SECONDS);

/** Every path to a value in a JSON tree. */
function pathsOf(value: unknown, path: readonly string[] = []): (readonly string[])[] {
  if (typeof value !== 'object' || value === null) return [path];
  return [path, ...Object.entries(value).flatMap(([key, child]) => pathsOf(child, [...path, key]))];
}

/** The tree with what is at `path` replaced, or removed. */
function changed(tree: unknown, [head, ...rest]: readonly string[], to: unknown): unknown {
  if (head === undefined) return to;
  const copy = { ...(tree as Record<string, unknown>) };
  const next = changed(copy[head], rest, to);
  if (next === undefined) delete copy[head];
  else copy[head] = next;
  return copy;
}

const INVALID_IDENTIFIER = { kind: 'refused', code: 'invalid_payment_identifier' };

describe('readCredential', () => {
  it('reads a payment that fits our offer, with addresses in one spelling', () => {
    expect(paid(valid())).toEqual({
      payment: {
        rail: 'x402',
        key: paymentKey('eip155:8453', sampleTerms.offers[0]!.asset, PAYER, `0x${'0c'.repeat(32)}`),
        offer: sampleTerms.offers[0],
        payer: PAYER.toLowerCase(),
        validBefore: NOW_SECONDS + 120,
        proof: {
          kind: 'eip3009',
          authorization: {
            from: PAYER.toLowerCase(),
            to: sampleTerms.offers[0]!.payTo.toLowerCase(),
            value: '10000',
            validAfter: String(NOW_SECONDS - 600),
            validBefore: String(NOW_SECONDS + 120),
            nonce: `0x${'0c'.repeat(32)}`,
          },
          signature: `0x${'ab'.repeat(65)}`,
        },
      },
    });
  });

  const junk = fc.oneof(
    fc.constant(undefined),
    fc.jsonValue({ maxDepth: 3 }),
    fc.constantFrom(
      '',
      '0x',
      '10000',
      '9999',
      '-1',
      '1e4',
      'eip155:8453',
      'exact',
      2,
      1,
      '2',
      '0X',
      '__proto__',
    ),
    fc.bigInt({ min: 0n }).map(String),
    fc.uint8Array({ maxLength: 80 }).map((bytes) => `0x${Buffer.from(bytes).toString('hex')}`),
  );

  it('never throws on any change of a valid payment; it declines, or reads the very same terms', () => {
    const paths = pathsOf(valid());
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.constantFrom(...paths), junk), { minLength: 1, maxLength: 3 }),
        (changes) => {
          const payload = changes.reduce<unknown>(
            (tree, [path, to]) => (tree === null || typeof tree !== 'object' ? tree : safely(tree, path, to)),
            valid(),
          );
          const result = read(payload);
          if (result.kind === 'declined') expect(DECLINES).toHaveProperty(result.reason);
          if (result.kind !== 'payment') return;
          const { offer, proof } = result.payment;
          if (proof.kind !== 'eip3009') throw new Error(proof.kind);
          const { authorization } = proof;
          expect(offer).toBe(sampleTerms.offers[0]);
          expect([authorization.to, authorization.value]).toEqual([offer.payTo.toLowerCase(), offer.amount]);
          expect(result.payment.key).toBe(
            paymentKey(offer.network, offer.asset, authorization.from, authorization.nonce),
          );
        },
      ),
      { numRuns: 3_000 },
    );
  });

  it('never throws on any header text', () => {
    const characters = fc.constantFrom(...'ABab01+/=-_ ,{}"\u00e9');
    fc.assert(
      fc.property(
        fc.oneof(fc.string(), fc.string({ unit: characters, maxLength: 400 }), fc.string().map(btoaSafe)),
        (header) => {
          expect(['declined', 'payment']).toContain(readX402Credential(header, sampleTerms, NOW).kind);
        },
      ),
      { numRuns: 2_000 },
    );
  });

  it('sees one payment in every spelling of its hex and every order of its members', () => {
    fc.assert(
      fc.property(fc.array(fc.boolean(), { minLength: 1 }), fc.boolean(), (upper, backwards) => {
        const payload = valid();
        const { authorization } = payload.payload;
        for (const name of ['from', 'to', 'nonce'])
          authorization[name] = respelled(String(authorization[name]), upper);
        payload.payload.signature = respelled(String(payload.payload.signature), upper);
        const sent = backwards ? reversed(payload) : payload;
        expect(paid(sent)).toEqual(paid(valid()));
      }),
    );
  });

  it.each([
    ['wrong_asset', ['accepted', 'asset'], `0x${'11'.repeat(20)}`],
    ['settlement_refused', ['payload', 'authorization', 'from'], SELLER],
    ['wrong_recipient', ['payload', 'authorization', 'to'], `0x${'11'.repeat(20)}`],
    ['terms_mismatch', ['accepted', 'extra', 'name'], 'USDC'],
    ['resource_mismatch', ['resource', 'url'], 'https://api.example/api/other'],
    ['unsupported_scheme', ['accepted', 'scheme'], 'upto'],
    ['amount_too_low', ['payload', 'authorization', 'value'], '9999'],
    ['amount_too_high', ['payload', 'authorization', 'value'], '10001'],
    ['missing_signature', ['payload', 'signature'], ''],
    ['malformed_payment', ['payload', 'authorization', 'value'], '010000'],
    ['malformed_payment', ['payload', 'authorization', 'nonce'], '0x00'],
    ['malformed_payment', ['accepted'], []],
  ] as const)('%s: %j', (reason, path, to) => {
    expect(read(changed(valid(), path, to))).toMatchObject({ kind: 'declined', reason });
  });

  it.each(['"\\ud800"', '1e999', '-1e999'])('declines what has no canonical form: %s', (text) => {
    const json = JSON.stringify(changed(valid(), ['accepted', 'extra', 'name'], 'here')).replace(
      '"here"',
      text,
    );
    expect(readX402Credential(btoa(json), sampleTerms, NOW).kind).toBe('declined');
  });

  it('takes an identifier only as the extension allows it', () => {
    const withId = (id: unknown) =>
      read({ ...valid(), extensions: { 'payment-identifier': { info: { required: false, id } } } });
    expect(withId('pay_0123456789ab')).toMatchObject({
      kind: 'payment',
      payment: { identifier: 'pay_0123456789ab' },
    });
    expect(withId('x'.repeat(128))).toMatchObject({ kind: 'payment' });
    expect(withId(undefined)).toMatchObject({ kind: 'payment' });
    for (const id of [
      'x'.repeat(15),
      'x'.repeat(129),
      'with a space ____',
      'émigré_0123456789',
      ['x'.repeat(20)],
      7,
      null,
      {},
    ])
      expect(withId(id), JSON.stringify(id)).toEqual(INVALID_IDENTIFIER);
    expect(read({ ...valid(), extensions: { 'payment-identifier': 'pay_0123456789ab' } })).toEqual(
      INVALID_IDENTIFIER,
    );
  });

  it('finds the offer that the buyer accepted among those that it echoes', () => {
    const offers = [
      { format: 'jws', acceptIndex: 1, signature: 'other' },
      { format: 'jws', acceptIndex: 0, signature: 'mine' },
    ];
    const echo = (info: unknown) => read({ ...valid(), extensions: { 'offer-receipt': { info } } });
    expect(echo({ offers })).toMatchObject({ offerJws: 'mine' });
    for (const info of [
      {},
      { offers: 'x' },
      { offers: [null, 7] },
      { offers: [{ acceptIndex: 0, signature: 7 }] },
      { offers: [{ acceptIndex: 0, signature: 'x'.repeat(2_001) }] },
    ])
      expect(echo(info)).not.toHaveProperty('offerJws');
  });
});

describe('numbers of an authorization', () => {
  it.each(['validAfter', 'validBefore'])('that no uint256 holds are malformed: %s', (member) => {
    for (const [number, kind] of [
      [2n ** 256n - 1n, 'payment'],
      [2n ** 256n, 'declined'],
      [10n ** 78n - 1n, 'declined'],
      [10n ** 78n, 'declined'],
    ] as const) {
      const payload = valid();
      payload.payload.authorization[member] = String(number);
      const result = read(payload);
      expect(result.kind).toBe(kind);
      if (result.kind === 'declined') expect(result.reason).toBe('malformed_payment');
    }
  });
});

describe('timing', () => {
  const within = (validAfter: number, validBefore: number | string, offerValidFor?: number) => {
    const payload = valid();
    Object.assign(payload.payload.authorization, {
      validAfter: String(NOW_SECONDS + validAfter),
      validBefore: typeof validBefore === 'string' ? validBefore : String(NOW_SECONDS + validBefore),
    });
    const result = read(payload);
    if (result.kind !== 'payment') throw new Error(JSON.stringify(result));
    return result.timing(NOW, offerValidFor === undefined ? undefined : NOW_SECONDS + offerValidFor);
  };

  it.each([
    [-600, 120, 'in_time'],
    [0, 20, 'in_time'],
    // Another node, whose clock is a little behind, may be beginning right now: no 402 yet.
    [0, 19, 'too_close'],
    [0, 15, 'too_close'],
    [0, 14, 'authorization_expired'],
    [0, -1, 'authorization_expired'],
    [1, 120, 'authorization_not_yet_valid'],
    // The official Go client signs for an hour, and its clock may run ahead.
    [-600, 3_600, 'in_time'],
    [-600, 3_660, 'in_time'],
    [-600, 3_661, 'authorization_window_too_long'],
    [-600, (2n ** 256n - 1n).toString(), 'authorization_window_too_long'],
  ] as const)('from %s to %s seconds: %s', (validAfter, validBefore, timing) => {
    expect(within(validAfter, validBefore)).toBe(timing);
  });

  it.each([
    [300, 'in_time'],
    [0, 'in_time'],
    [-1, 'too_close'],
    [-5, 'too_close'],
    [-6, 'offer_expired'],
  ] as const)('with an offer for %s more seconds: %s', (seconds, timing) => {
    expect(within(-600, 120, seconds)).toBe(timing);
  });
});

function safely(tree: unknown, path: readonly string[], to: unknown): unknown {
  try {
    return changed(tree, path, to);
  } catch {
    return tree;
  }
}

const btoaSafe = (text: string) => Buffer.from(text, 'utf8').toString('base64');
const respelled = (text: string, upper: boolean[]) =>
  `0x${[...text.slice(2)].map((char, i) => (upper[i % upper.length] ? char.toUpperCase() : char.toLowerCase())).join('')}`;
const reversed = (value: unknown): unknown =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
    ? Object.fromEntries(
        Object.entries(value as SamplePayload & object)
          .reverse()
          .map(([key, child]) => [key, reversed(child)]),
      )
    : value;
