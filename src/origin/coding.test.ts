import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { codingFor, encoder } from './coding.ts';

it.each([
  [undefined, undefined],
  ['', undefined],
  ['identity', undefined],
  ['deflate, zstd', undefined],
  ['gzip', 'gzip'],
  ['gzip, deflate, br', 'br'],
  ['BR;Q=0.1', 'br'],
  ['br;q=0, gzip;q=0.5', 'gzip'],
  ['*', 'br'],
  ['*;q=0', undefined],
  ['br;q=0, *', 'gzip'],
  ['gzip;q=none', undefined],
])('%s is answered with %s', (accepted, coding) => {
  expect(codingFor(accepted)).toBe(coding);
});

it('compresses what is the same for all, once, and nothing else', async () => {
  const encode = encoder();
  const reply = {
    status: 200,
    headers: { vary: 'Authorization' },
    body: '{"rows":[1,1,1]}',
    forAll: 'sha256:1',
  };
  const [one, other] = [await encode(reply, 'gzip'), await encode(reply, 'gzip')];
  expect(one.body).toBe(other.body);
  expect(gunzipSync(one.body as Buffer).toString()).toBe(reply.body);
  expect(one.headers).toEqual({ vary: 'Authorization, Accept-Encoding', 'content-encoding': 'gzip' });
  expect((await encode(reply, undefined)).headers).toEqual({ vary: 'Authorization, Accept-Encoding' });
  const { forAll: _digest, ...ofOne } = reply;
  expect(await encode(ofOne, 'gzip, br')).toBe(ofOne);
});

it('sends what cannot be compressed as it is, and tries again for the next one', async () => {
  const reply = { status: 200, headers: {}, body: '{}', forAll: 'sha256:1' };
  let tried = 0;
  const failing = () =>
    ++tried === 1 ? Promise.reject(new Error('no memory')) : Promise.resolve(Buffer.of(1));
  const encode = encoder({ br: failing, gzip: failing });
  expect(await encode(reply, 'br')).toEqual({ ...reply, headers: { vary: 'Accept-Encoding' } });
  expect((await encode(reply, 'br')).body).toEqual(Buffer.of(1));
  await encode(reply, 'br');
  expect(tried).toBe(2);
});
