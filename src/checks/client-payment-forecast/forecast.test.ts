import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { spendControlsFor } from '../../values/limits.ts';
import { fakeAudit, Stage, WITHOUT_AUDIT } from '../stage.suite.ts';
import { clientForecast } from './check.ts';
import type { Forecast } from './schema.ts';
import { DEFAULTS, FORECAST_CLIENTS, FORECAST_NOTES, spendControlsCall } from './tables.ts';
import { overlaps, parseRange, parseVersion, type Version } from './versions.ts';

const inRange = (version: Version, ours: string) => overlaps([version, version], ours);

const CHECK = '/api/opportunity-check';
const AUDIT = '/api/agent-revenue-audit';
const ask = async (client: string, clientVersion: string, route: string, stage = new Stage()) =>
  (await stage.ask(clientForecast, { client, clientVersion, route })) as Forecast;

describe('the published runs', () => {
  it.each([
    ['@x402/fetch', '2.27.0', CHECK, 'will_sign', true, 'reproduced'],
    ['@x402/fetch', '2.27.0', AUDIT, 'will_refuse', false, 'reproduced'],
    ['@x402/fetch', '2.23.0', AUDIT, 'will_refuse', false, 'reported'],
    ['@x402/fetch', '2.26.9', CHECK, 'will_sign', true, 'reported'],
    ['@x402/fetch', '2.22.4', AUDIT, 'will_sign', true, 'reported'],
    ['@x402/fetch', '2.10.0', AUDIT, 'will_sign', true, 'reproduced'],
    ['@x402/fetch', '2.0.0', AUDIT, 'will_sign', true, 'reproduced'],
    ['x402-fetch', '1.2.0', CHECK, 'cannot_pay', false, 'reproduced'],
    ['x402-fetch', '0.7.0', AUDIT, 'cannot_pay', false, 'reproduced'],
    ['mppx', '0.11.0', AUDIT, 'depends_on_configuration', null, 'reproduced'],
    ['X402/Fetch', 'v2.27.0', CHECK, 'will_sign', true, 'reproduced'],
  ])('%s %s on %s: %s', async (client, version, route, status, signsByDefault, evidence) => {
    expect(await ask(client, version, route)).toMatchObject({ status, signsByDefault, basis: { evidence } });
  });

  it('gives the exact override and what stops the client', async () => {
    const answer = await ask('@x402/fetch', '2.27.0', AUDIT);
    expect(answer.override).toBe(
      `wrapFetchWithPaymentFromConfig(fetch, { schemes: [{ network: 'eip155:8453', client: new ExactEvmScheme(signer) }], spendControls: { maxAmountPerPayment: "$5" } })`,
    );
    expect(answer.stoppedBy?.what).toContain('1000000');
    expect(spendControlsCall('$5')).toContain(spendControlsFor(fakeAudit.price)!);
  });

  it('lists what a build does not guard', async () => {
    const ids = (rows: Forecast['risks']) => rows.map(({ id }) => id);
    expect(ids((await ask('@x402/fetch', '2.0.0', CHECK)).risks)).toEqual([
      'CN-03',
      'CN-04',
      'CN-05',
      'CN-06',
    ]);
    expect(ids((await ask('@x402/fetch', '2.27.0', CHECK)).risks)).not.toContain('CN-06');
    expect(ids((await ask('@x402/fetch', '2.0.0', AUDIT)).conditions)).toEqual(['CN-02']);
  });
});

describe('without evidence', () => {
  it.each([
    ['@x402/fetch', '2.28.0'],
    ['@x402/fetch', '2.27.1'],
    ['@x402/fetch', '2.11.0'],
    ['@x402/fetch', '2.9.9'],
    ['@x402/fetch', '3.0.0'],
    ['@x402/fetch', '2.27.0-beta.1'],
    ['@x402/fetch', 'latest'],
    ['@x402/axios', '2.27.0'],
    ['x402-fetch', '1.1.0'],
    ['mppx', '0.10.1'],
    ['python-x402', '2.20.0'],
    ['__proto__', '1.0.0'],
  ])('%s %s is not guessed', async (client, version) => {
    const answer = await ask(client, version, CHECK);
    expect(answer.build?.fit).toBe('none');
    expect(answer).toMatchObject({
      status: 'insufficient_evidence',
      signsByDefault: null,
      override: null,
      basis: null,
      stoppedBy: null,
    });
  });

  it('any version outside the published ranges stays unanswered', async () => {
    const part = fc.nat({ max: 40 });
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...Object.keys(FORECAST_CLIENTS)),
        fc.tuple(part, part, part),
        async (client, parts) => {
          const version = parts.join('.');
          const covered = DEFAULTS.some(
            (row) => row.client === client && inRange(parseVersion(version)!, row.versions),
          );
          expect((await ask(client, version, CHECK)).status === 'insufficient_evidence').toBe(!covered);
        },
      ),
    );
  });

  it('says which route is not sold', async () => {
    expect(await ask('@x402/fetch', '2.27.0', AUDIT, new Stage(WITHOUT_AUDIT))).toMatchObject({
      status: 'route_not_sold_here',
      price: null,
    });
  });
});

describe('tables', () => {
  it('hold one answer for a version at the most', () => {
    for (const row of DEFAULTS)
      for (const other of DEFAULTS)
        if (row !== other && row.client === other.client) {
          const start = parseVersion(other.versions.split(' - ')[0]!)!;
          expect(inRange(start, row.versions)).toBe(false);
        }
  });
  it('name a source and a day for every row', () => {
    for (const { source, date, versions, evidence } of [...DEFAULTS, ...FORECAST_NOTES]) {
      expect(source.length).toBeGreaterThan(10);
      expect(date).toMatch(/^2026-\d\d-\d\d$/);
      expect(inRange([999_999, 0, 0], versions)).toBe(false);
      if (evidence === 'reproduced') expect(versions).not.toContain(' - ');
    }
  });
});

it('reads ranges', () => {
  expect(inRange([2, 26, 31], '2.23.0 - 2.26.x')).toBe(true);
  expect(inRange([2, 27, 0], '2.23.0 - 2.26.x')).toBe(false);
  expect(inRange([2, 22, 99], '2.23.0 - 2.26.x')).toBe(false);
  expect(parseVersion('01.2.3')).toBeUndefined();
  const END = 999_999;
  expect(parseRange('^2.27.0')).toEqual([
    [2, 27, 0],
    [2, END, END],
  ]);
  expect(parseRange('^0.11.2')).toEqual([
    [0, 11, 2],
    [0, 11, END],
  ]);
  expect(parseRange('^0.0.3')).toEqual([
    [0, 0, 3],
    [0, 0, 3],
  ]);
  expect(parseRange('~2.23.4')).toEqual([
    [2, 23, 4],
    [2, 23, END],
  ]);
  expect(parseRange('2.27')).toEqual([
    [2, 27, 0],
    [2, 27, END],
  ]);
  expect(parseRange('2.x')).toEqual([
    [2, 0, 0],
    [2, END, END],
  ]);
  expect(parseRange('>=2.1.0')).toEqual([
    [2, 1, 0],
    [END, END, END],
  ]);
  for (const odd of ['latest', '2.x.1', '>=2 <3', '^2.27.0-beta.1', '', 'workspace:*', '1.2.3.4'])
    expect(parseRange(odd)).toBeUndefined();
  expect(() => inRange([1, 0, 0], '>=2')).toThrow(RangeError);
});
