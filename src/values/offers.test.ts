import { verifyOfferSignatureJWS } from '@x402/extensions/offer-receipt';
import { CompactSign, exportJWK, generateKeyPair } from 'jose';
import { describe, expect, it } from 'vitest';
import { isJwsOf } from './offers.ts';

const { privateKey, publicKey } = await generateKeyPair('EdDSA', { crv: 'Ed25519', extractable: true });
const { x = '' } = await exportJWK(publicKey);
const other = await exportJWK((await generateKeyPair('EdDSA', { crv: 'Ed25519' })).publicKey);

const signed = (payload: object, header: object = { alg: 'EdDSA', kid: 'did:web:a.example#k' }) =>
  new CompactSign(new TextEncoder().encode(JSON.stringify(payload)))
    .setProtectedHeader(header as { alg: string })
    .sign(privateKey);
const official = (jws: string, key: string) =>
  verifyOfferSignatureJWS(
    { format: 'jws', signature: jws },
    { kty: 'OKP', crv: 'Ed25519', x: key, alg: 'EdDSA' },
  ).then(
    () => true,
    () => false,
  );
/** Signed well, under a head that the library would not sign. */
async function signedUnder(header: object): Promise<string> {
  const said = `${encoded(header)}.${encoded({ amount: '20000' })}`;
  const bytes = await crypto.subtle.sign('Ed25519', privateKey as CryptoKey, new TextEncoder().encode(said));
  return `${said}.${Buffer.from(bytes).toString('base64url')}`;
}
const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('isJwsOf', async () => {
  const good = await signed({ amount: '20000' });
  const [head, body, tail] = good.split('.');
  const cases: readonly (readonly [string, string, string])[] = [
    ['as it was signed', good, x],
    ['with other words', `${head}.${encoded({ amount: '1' })}.${tail}`, x],
    ['with another head', `${encoded({ alg: 'EdDSA' })}.${body}.${tail}`, x],
    ['with a head of no algorithm', `${encoded({ alg: 'none' })}.${body}.`, x],
    ['with a head of a shared secret', `${encoded({ alg: 'HS256' })}.${body}.${tail}`, x],
    ['signed under the name of a shared secret', await signedUnder({ alg: 'HS256' }), x],
    ['signed under no name', await signedUnder({}), x],
    ['signed with a member that must be understood', await signedUnder({ alg: 'EdDSA', crit: ['exp'] }), x],
    ['under another key', good, other.x!],
    ['under no point of the curve', good, 'A'.repeat(43)],
    ['without its signature', `${head}.${body}.`, x],
    ['with a short signature', `${head}.${body}.${tail!.slice(0, 40)}`, x],
    ['with a fourth part', `${good}.${tail}`, x],
    ['with a changed signature', `${head}.${body}.${tail!.replace(/^./, (a) => (a === 'A' ? 'B' : 'A'))}`, x],
    ['as no JWS', 'not.a.jws', x],
    ['as nothing', '', x],
  ];

  it.each(cases)('%s: says what the official library says', async (_, jws, key) => {
    expect(isJwsOf(jws, { x: key })).toBe(await official(jws, key));
  });

  it('a key of small order signs nothing, although every signature would fit it', () => {
    const point = Buffer.from([1, ...Array(31).fill(0)]);
    const signature = Buffer.concat([point, Buffer.alloc(32)]).toString('base64url');
    expect(isJwsOf(`${head}.${body}.${signature}`, { x: point.toString('base64url') })).toBe(false);
  });

  it('holds for what was signed, and is needed', () => {
    expect(isJwsOf(good, { x })).toBe(true);
    expect(cases.filter(([, jws, key]) => isJwsOf(jws, { x: key }))).toHaveLength(1);
  });
});
