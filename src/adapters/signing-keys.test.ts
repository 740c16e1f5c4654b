import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { calculateJwkThumbprint, compactVerify, createLocalJWKSet, type JWK } from 'jose';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { didWeb } from '../values/did.ts';
import { openSigningKeys, rotateSigningKeys } from './signing-keys.ts';

const URL_HERE = 'https://api.example:8443';
let folder: string;
let path: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'assay-keys-'));
  path = join(folder, 'deep', 'keys.json');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (create = true) => openSigningKeys(path, URL_HERE, { create, now: Date.UTC(2026, 10, 21) });
const publicKeys = (keys: ReturnType<typeof open>) => keys.jwks.keys as (JWK & { kid: string })[];

describe('openSigningKeys', () => {
  it('makes a first key where it may, in a file that only its owner can read', () => {
    open();
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(existsSync(`${path}.new`)).toBe(false);
    expect(open().signer.kid).toBe(open().signer.kid);
  });

  it('makes none in production: it says what to do', () => {
    expect(() => open(false)).toThrow(/keys rotate/);
    expect(existsSync(path)).toBe(false);
  });

  it.each(['', '{}', '{"keys":[]}', 'not json'])('refuses a file that holds %j', (text) => {
    open();
    writeFileSync(path, text);
    expect(() => open()).toThrow();
    expect(readFileSync(path, 'utf8')).toBe(text);
  });

  it('publishes public keys only, named by their thumbprint, the same in jwks.json and did.json', async () => {
    const keys = open();
    const [jwk] = publicKeys(keys);
    expect(Object.keys(jwk!).sort()).toEqual(['alg', 'crv', 'iat', 'kid', 'kty', 'use', 'x']);
    expect(jwk!.kid).toBe(`${didWeb(URL_HERE)}#${await calculateJwkThumbprint(jwk!)}`);
    expect(jwk!.kid).toBe(keys.signer.kid);
    expect(JSON.stringify([keys.jwks, keys.did])).not.toContain('"d"');
    expect(keys.did).toMatchObject({
      id: 'did:web:api.example%3A8443',
      assertionMethod: [jwk!.kid],
      verificationMethod: [{ id: jwk!.kid, publicKeyJwk: { x: jwk!.x } }],
    });
  });
});

describe('sign', () => {
  it('is a compact JWS that jose verifies, over the canonical form, the same every time', async () => {
    const keys = open();
    const jws = await keys.signer.sign({ b: 1, a: '€' });
    expect(await keys.signer.sign({ a: '€', b: 1 })).toBe(jws);
    const { payload, protectedHeader } = await compactVerify(
      jws,
      createLocalJWKSet(keys.jwks as { keys: JWK[] }),
      { algorithms: ['EdDSA'] },
    );
    expect(new TextDecoder().decode(payload)).toBe('{"a":"€","b":1}');
    expect(protectedHeader).toEqual({ alg: 'EdDSA', kid: keys.signer.kid });
  });
});

describe('verify', () => {
  it('answers the payload of what we signed', async () => {
    const { signer } = open();
    expect(await signer.verify(await signer.sign({ a: 1 }))).toEqual({ a: 1 });
  });

  it('answers nothing for what we did not', async () => {
    const { signer } = open();
    const [head, payload, signature] = (await signer.sign({ a: 1 })).split('.') as [string, string, string];
    const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');
    const other = openSigningKeys(join(folder, 'other.json'), URL_HERE, { create: true, now: 0 });
    const strangers = [
      '',
      '.',
      '..',
      'a.b',
      `${head}.${payload}`,
      `${head}.${payload}.`,
      `${head}.${payload}.${signature}.x`,
      `${head}.${encode({ a: 2 })}.${signature}`,
      `${encode({ alg: 'none', kid: signer.kid })}.${payload}.${signature}`,
      `${encode({ alg: 'none', kid: signer.kid })}.${payload}.`,
      `${encode({ alg: 'HS256', kid: signer.kid })}.${payload}.${signature}`,
      `${encode({ alg: 'EdDSA' })}.${payload}.${signature}`,
      `${encode({ alg: 'EdDSA', kid: ['x'] })}.${payload}.${signature}`,
      `${encode(null)}.${payload}.${signature}`,
      await other.signer.sign({ a: 1 }),
    ];
    for (const jws of strangers) expect(await signer.verify(jws), jws.slice(0, 60)).toBeUndefined();
  });
});

describe('rotateSigningKeys', () => {
  it('signs with the new key, and what earlier keys signed still verifies, here and by the published keys', async () => {
    const before = await open().signer.sign({ when: 'before' });
    const rotated = rotateSigningKeys(path, Date.UTC(2026, 11, 1));
    expect(rotated.keys).toBe(2);
    const keys = open();
    expect(keys.signer.kid).toBe(`${didWeb(URL_HERE)}#${rotated.thumbprint}`);
    const after = await keys.signer.sign({ when: 'after' });
    expect([await keys.signer.verify(before), await keys.signer.verify(after)]).toEqual([
      { when: 'before' },
      { when: 'after' },
    ]);
    const published = createLocalJWKSet(keys.jwks as { keys: JWK[] });
    for (const jws of [before, after]) await expect(compactVerify(jws, published)).resolves.toBeDefined();
    expect(publicKeys(keys).map(({ kid }) => kid)[0]).toBe(keys.signer.kid);
    expect(publicKeys(keys)).toHaveLength(2);
  });

  it('makes the first key too, and keeps the file to its owner', () => {
    expect(rotateSigningKeys(path, 0).keys).toBe(1);
    chmodSync(path, 0o644);
    rotateSigningKeys(path, 0);
    expect(statSync(path).mode & 0o777).toBe(0o600);
    expect(open(false).jwks.keys).toHaveLength(2);
  });
});

describe('a key file that is not whole', () => {
  const kept = () =>
    JSON.parse(readFileSync(path, 'utf8')) as { keys: { thumbprint: string; privateJwk: object }[] };
  const saying = (change: (keys: ReturnType<typeof kept>['keys']) => unknown) => () => {
    open();
    writeFileSync(path, JSON.stringify({ keys: change(kept().keys) }));
  };

  it.each([
    [
      'is no JSON',
      () => {
        open();
        writeFileSync(path, '{"keys":[secret');
      },
    ],
    ['holds no key', saying(() => [])],
    [
      'has two halves that do not belong together',
      saying(([key]) => [
        { ...key, privateJwk: { ...key!.privateJwk, d: Buffer.alloc(32, 7).toString('base64url') } },
      ]),
    ],
    ['names a key wrongly', saying(([key]) => [{ ...key, thumbprint: 'another' }])],
  ])('is refused, and nothing of it is quoted: it %s', (_, spoil) => {
    spoil();
    expect(() => open(false)).toThrow(`signing key file ${path} is not whole: bring it back from a copy`);
  });
});

it.each([
  ['https://api.example', 'did:web:api.example'],
  ['https://api.example:8443', 'did:web:api.example%3A8443'],
  ['http://127.0.0.1:4021', 'did:web:127.0.0.1%3A4021'],
])('%s is %s', (url, did) => {
  expect(didWeb(url)).toBe(did);
});
