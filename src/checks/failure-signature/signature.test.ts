import { describe, expect, it } from 'vitest';
import { repeated } from '../../repeated.testing.ts';
import { Stage } from '../stage.suite.ts';
import { failureSignature } from './check.ts';
import { FACETS } from './facets.ts';
import type { MatchAnswer } from './schema.ts';
import { SIGNATURES } from './tables/index.ts';

const ask = async (body: object) => (await new Stage().ask(failureSignature, body)) as MatchAnswer;
const ids = ({ matches }: MatchAnswer) => matches.flatMap(({ id, reports }) => [id, ...reports]);
const first = ({ matches }: MatchAnswer) => matches[0]!.id;

/** Fragments, and what a runtime says of itself: no ground to be sure. */
const NOT_SURE = new Set(['FR-084', 'FR-020', 'FR-083']);

describe('messages as clients print them', () => {
  it.each([
    [
      'Failed to create payment payload: All payment requirements were rejected by spendControls.maxAmountPerPayment ($1, including USDC).',
      402,
      'FR-110',
    ],
    [
      'All payment requirements were rejected by spendControls: only default assets or entries in spendControls.allowedAssets are allowed.',
      undefined,
      'LR-22',
    ],
    ['Error: Payment amount exceeds maximum allowed', 402, 'FR-111'],
    ["x402-fetch: TypeError: Cannot read properties of undefined (reading 'map')", 402, 'FR-083'],
    [
      'ZodError: [{"code":"invalid_enum_value","received":"eip155:8453","options":["abstract","base"]}]',
      402,
      'FR-084',
    ],
    ['Failed to parse payment requirements: Invalid payment required response', 402, 'LR-03'],
    ['TypeError: fetch failed; cause: HeadersOverflowError: UND_ERR_HEADERS_OVERFLOW', undefined, 'FR-060'],
    ['upstream sent too big header while reading response header from upstream', 502, 'FR-060'],
    ['transaction did not confirm in time: context deadline exceeded', 402, 'FR-001'],
    ['No matching payment requirements', 402, 'FR-047'],
    ['x402 payment-required resource does not match response URL.', undefined, 'FR-078'],
    ['TypeError: Response body object should not be disturbed or locked', undefined, 'FR-076'],
    ['fee payer challenge already used', undefined, 'FR-028'],
    ['feePayer is required', undefined, 'FR-151'],
    ['MCP error -32602: Structured content does not match the tool’s output schema', undefined, 'FR-080'],
    ['We were charged twice, with a different nonce each time', undefined, 'FR-020'],
    ['no facilitator registered for scheme: exact and network: eip155:8453', 500, 'FR-048'],
  ])('%s', async (errorText, statusCode, id) => {
    const answer = await ask({ errorText, ...(statusCode && { statusCode }) });
    expect(first(answer)).toBe(id);
    expect(answer.matches[0]).toMatchObject({ confidence: NOT_SURE.has(id) ? 'possible' : 'strong' });
  });

  it('reads past case, spacing and typographic quotes', async () => {
    expect(ids(await ask({ errorText: 'CANNOT read  properties\nof undefined (reading ‘map’)' }))).toContain(
      'FR-083',
    );
  });
});

describe('challenges', () => {
  const entry = {
    scheme: 'exact',
    network: 'eip155:8453',
    amount: '10000',
    asset: '0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913',
    payTo: '0x1111111111111111111111111111111111111111',
    maxTimeoutSeconds: 60,
    extra: { name: 'USD Coin', version: '2' },
  };
  const of = (change: object, more: object[] = []) => ({
    x402Version: 2,
    resource: { url: 'https://x.example' },
    accepts: [{ ...entry, ...change }, ...more],
  });

  it.each([
    ['over the default cap', of({ amount: '5000000' }), 'FR-110'],
    ['display price beside amount', of({ price: '$0.01' }), 'FR-047'],
    ['testnet name on mainnet', of({ extra: { name: 'USDC', version: '2' } }), 'FR-043'],
    ['short network name', of({ network: 'base' }), 'FR-040'],
    ['decimal amount', of({ amount: '0.01' }), 'FR-042'],
    ['nothing to accept', { x402Version: 2, accepts: [] }, 'FR-052'],
    ['empty body', {}, 'FR-053'],
    ['http behind a proxy', { ...of({}), resource: { url: 'http://x.example' } }, 'FR-063'],
    ['null member', { ...of({}), error: null }, 'FR-074'],
    ['cheaper entry behind', of({}, [{ ...entry, amount: '9999' }]), 'LR-16'],
    ['unknown token', of({ asset: '0x2222222222222222222222222222222222222222' }), 'LR-22'],
    ['a day to pay', of({ maxTimeoutSeconds: 86_400 }), 'LR-26'],
    ['no fee payer', of({ network: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp' }), 'FR-151'],
    ['asset by symbol', of({ asset: 'USDC' }), 'FR-094'],
    ['a million times too dear', of({ amount: '10000000000' }), 'FR-041'],
  ])('%s', async (_name, challenge, id) => {
    expect(ids(await ask({ challenge }))).toContain(id);
    const header = Buffer.from(JSON.stringify(challenge)).toString('base64');
    const decoded = await ask({ challenge: header });
    expect(ids(decoded)).toContain(id);
    expect(decoded.challengeRead).toBe(true);
  });

  it('a sound challenge matches nothing', async () => {
    expect(await ask({ challenge: of({}) })).toMatchObject({
      status: 'no_match',
      matches: [],
      challengeRead: true,
    });
  });

  it('one that cannot be read is said to be so', async () => {
    expect(await ask({ challenge: 'not base64!' })).toMatchObject({
      status: 'no_match',
      challengeRead: false,
    });
    expect(ids(await ask({ challenge: 'A'.repeat(9_000) }))).toContain('FR-060');
  });
});

it('a status code supports a match and never makes one', async () => {
  const text = 'No matching payment requirements';
  expect((await ask({ errorText: text, statusCode: 402 })).matches[0]!.matchedOn).toEqual([
    'errorText',
    'statusCode',
  ]);
  expect((await ask({ errorText: text, statusCode: 418 })).matches[0]!.matchedOn).toEqual(['errorText']);
  expect((await new Stage().post(failureSignature.path, { statusCode: 402 })).status).toBe(400);
});

it('nothing published, nothing matched', async () => {
  for (const errorText of [
    'hello',
    'it does not work',
    'ECONNREFUSED 127.0.0.1:4021',
    '402 Payment Required',
  ])
    expect(await ask({ errorText })).toMatchObject({ status: 'no_match', matches: [] });
});

describe('tables', () => {
  it('have one row an id, a source, a day and a way to be matched', () => {
    expect(repeated(SIGNATURES.map(({ id }) => id))).toEqual([]);
    for (const row of SIGNATURES) {
      expect(row.id).toMatch(/^[FL]R-\d{2,3}$/);
      expect(row.date).toMatch(/^202[56]-\d\d-\d\d$/);
      expect(row.source.length).toBeGreaterThan(10);
      expect(row.says.length + row.challenge.length).toBeGreaterThan(0);
      for (const fragment of row.says.flat())
        expect(fragment).toBe(fragment.toLowerCase().replace(/\s+/g, ' ').trim());
    }
  });

  it('every row is found by what it says, among the best', async () => {
    for (const { id, says } of SIGNATURES)
      for (const fragments of says) {
        const answer = await ask({ errorText: fragments.join(' … ') });
        expect(ids(answer), `${id}: ${fragments.join(' + ')}`).toContain(id);
      }
  });

  it('every trait of a challenge belongs to a row', () => {
    const used = new Set(SIGNATURES.flatMap(({ challenge }) => challenge));
    expect([...used].sort()).toEqual(Object.keys(FACETS).sort());
  });
});
