import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../amount.testing.ts';
import { evaluate } from './policy.ts';
import { walk } from './walk.ts';

const judge = (preview: unknown) => {
  const { text, overrun } = walk(preview);
  return evaluate(
    { payloadPreview: text },
    { requireScope: false, redactable: true, intentFields: [], describing: [], unread: overrun },
  );
};
const kindsIn = (preview: unknown): string[] => judge(preview).privacyCheck.findings.map(({ kind }) => kind);

describe('a preview keeps its types', () => {
  it.each<[string, object]>([
    ['a number with a fraction is no card', { amount: 4111111.111111111, ratio: 0.4111111111111111 }],
    [
      'a number is no card without a name that says so',
      { n: 4111111111111111, data: [5500000000000004, 12] },
    ],
    ['identifiers', { user_id: 'u_8Hq2nVx71', account: '12345678', server: 'srv-12', user: 'admin' }],
    ['numbers that name rows', { order_id: '4111111111111111', token_id: 862486453726, key: 546770522138 }],
    ['a seed of random numbers', { seed: 42, mnemonic: false, words: 12 }],
    ['a name of a thing', { name: 'Daniel Weather', version: '1.2.0', license: 'MIT' }],
    [
      'digests under any plain name',
      { a: 'ab'.repeat(32), etag: '0f'.repeat(16), key: `0x${'1c'.repeat(32)}` },
    ],
    ['bytes that are measures', { pixels: Array.from({ length: 48 }, (_, i) => (i * 37) % 256) }],
    [
      'members of list words',
      {
        type: 'array',
        number: 'exact',
        object: 'one',
        item: 'all',
        minimum: 'zero',
        length: 'maximum',
        add: 'like',
      },
    ],
  ])('%s', (_name, preview) => {
    expect(kindsIn(preview)).toEqual([]);
  });

  it.each<[string, object, string]>([
    ['a card by its name', { card: 4111111111111111 }, 'financial.card'],
    ['a card in a string', { x: '4111 1111 1111 1111' }, 'financial.card'],
    ['a person by its siblings', { name: 'Maria Silva', email: 'maria@silva.pt' }, 'pii.person_name'],
    [
      'a digest under the name of a key',
      { private_key: `0x${'1c'.repeat(31)}9a` },
      'wallet.hex32_possible_private_key',
    ],
    [
      'a value under the name above it',
      { api_key: { value: '8f14e45fceea167a5a36dedd4bea2543' } },
      'secret.labelled_key',
    ],
    [
      'bytes of Node that spell a text',
      { body: { type: 'Buffer', data: [...Buffer.from('mail jane.roe@gmail.com')] } },
      'pii.email',
    ],
    [
      'a key of 64 bytes',
      { k: Array.from({ length: 64 }, (_, i) => (i * 91 + 7) % 256) },
      'wallet.secret_key_bytes',
    ],
    [
      'halves of a key',
      { part1: 'ghp_a8Kd02LmQ9xZ7vB3nT', part2: '5rY1wE6uI4oP0sAfGhXy' },
      'secret.github_token',
    ],
    ['a mailbox in two members', { local: 'jane.roe', domain: 'gmail.com' }, 'pii.email'],
    [
      'a phrase of one word in each member',
      Object.fromEntries(
        'legal winner thank year wave sausage worth useful legal winner thank yellow'
          .split(' ')
          .map((word, i) => [`word${i + 1}`, word]),
      ),
      'wallet.seed_phrase',
    ],
  ])('still finds %s', (_name, preview, kind) => {
    expect(kindsIn(preview)).toContain(kind);
  });

  it('stops no preview of random numbers, UUIDs and digests', () => {
    const hex = (size: number) => fc.stringMatching(new RegExp(`^[0-9a-f]{${size}}$`));
    const drawn = fc.oneof(
      fc.double({ noNaN: true }),
      fc.integer(),
      fc.bigInt({ min: 0n, max: 10n ** 16n }).map(Number),
      fc.uuid(),
      fc.constantFrom(32, 40, 64, 96, 128).chain(hex),
      hex(64).map((digest) => `0x${digest}`),
      hex(64).map((digest) => `sha256:${digest}`),
    );
    const name = fc.constantFrom(
      ...'id value n count total amount data items key index hash digest user account server ref order_id trace size etag token_id'.split(
        ' ',
      ),
    );
    const preview = fc.dictionary(name, fc.oneof(drawn, fc.array(drawn, { maxLength: 24 })), { maxKeys: 12 });
    fc.assert(
      fc.property(preview, (some) => {
        expect(judge(some).policyCheck.decision).toBe('allow');
      }),
      { numRuns: amount(25, 300) },
    );
  });
});

/** Rows of a set (data/policy/<set>/README.md says who wrote it). */
const rowsOf = <Row>(set: string, name: string): Row[] =>
  readFileSync(new URL(`../../data/policy/${set}/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

it.each(['own', 'stranger-tuned'])('finds nothing in the ordinary bodies of %s', (set) => {
  const found = rowsOf<{ id: string; json: object }>(set, 'harmless-json').flatMap(({ id, json }) =>
    judge(json).policyCheck.allFindings.map((finding) => `${id} ${finding}`),
  );
  expect(found).toEqual([]);
});

it.each([
  [{ driver: { lat: 52.5200081, lng: 13.4049541 } }, 'pii.geo_point'],
  [{ client: { ip: '84.112.33.21' } }, 'pii.ip_address'],
  [{ user: { address: '0x95222290dd7278aa3ddd389cc1e1d165cc4bafe5' } }, 'wallet.evm_address'],
  [{ id: 'ghp_16C7e42F292c6912E7710c838347Ae178B4a' }, 'secret'],
  [
    {
      keys: [
        {
          kty: 'RSA',
          n: '0vx7agoebGcQSuuPiLJXZptN9nndrQmbXEps2aiAFbWhM78LhWx4',
          d: 'X4cTteJY_gn4FYPsXB8rdXix5vwsg1FLN5E3EaG6RJoVH-HLLKD9',
        },
      ],
    },
    'secret',
  ],
])('still finds what is somebody’s in %j', (body, kind) => {
  expect(judge(body).policyCheck.allFindings.join()).toContain(kind);
});

it.each([
  [{ deploy_key: `ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAI${'Kq7Zp2Vt9Wx4'.repeat(3)} ci` }],
  [{ headers: { Authorization: 'Bearer YOUR_TOKEN_HERE' } }],
  [{ nextPageToken: 'Qk3vLp9XaWt2Zr8Nd5Ys7Bm4Hc6Jf1Ug0Te' }],
  [{ signature: 'r6HU'.repeat(22), slot: 287114029 }],
  [{ range: 'ip4:203.0.113.0/24', agent: 'Firefox/121.0.0.0' }],
  [{ bic: 'COBADEFFXXX', country: 'DE' }],
])('leaves alone what is published or nobody’s in %j', (body) => {
  expect(judge(body).policyCheck.allFindings).toEqual([]);
});
