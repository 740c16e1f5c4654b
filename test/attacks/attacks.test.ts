import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { IN_CAMPAIGN, sized } from '../support/campaign.ts';
import { disposeServices } from '../support/service.ts';
import { type AttackCase, attackCases, firstOfEachArea, parseCases, sentencesOf } from './case.ts';
import { CHECKS } from './checks/index.ts';
import { GIVENS } from './givens.ts';
import { type Lab, remoteLab, startLab } from './lab.ts';
import { countsOf, tableOf } from './report.ts';
import { ambiguousGivens, ownLabOf, runCase, unknownIn, type Verdict } from './runner.ts';

/** Every attack against the service as a process; in `npm test` one of each area. */

/** Rows that only an edge can be asked: `edge.test.ts` does. */
const AT_AN_EDGE = ['edge-03', 'edge-04'];

/** Whether a row leaves the service as it was, so that all of these can share one. */
const shares = (row: AttackCase): boolean => ownLabOf(row) === undefined;
const made = sized({
  smoke: firstOfEachArea(attackCases.filter((row) => shares(row) && !AT_AN_EDGE.includes(row.id))),
  short: attackCases.filter((row) => shares(row) || AT_AN_EDGE.includes(row.id)),
  full: attackCases,
});

let lab: Lab;
const verdicts: Verdict[] = [];

beforeAll(async () => {
  lab = await startLab({ mpp: true, solana: true });
});
afterAll(async () => {
  await lab.stop();
  await disposeServices();
  console.log(tableOf(verdicts));
});

describe('the tables', () => {
  it.each(attackCases)('know every sentence and macro of $id', (row) => {
    expect(unknownIn(row)).toEqual([]);
    const givens = sentencesOf(row).filter(({ kind }) => kind === 'given');
    expect(ambiguousGivens(givens.map(({ text }) => text))).toEqual([]);
  });

  it('have no sentence that no row says', () => {
    const said = new Set(attackCases.flatMap(sentencesOf).map(({ text }) => text));
    expect([...CHECKS.keys()].filter((sentence) => !said.has(sentence))).toEqual([]);
    const givens = attackCases.flatMap(sentencesOf).filter(({ kind }) => kind === 'given');
    expect(GIVENS.filter(({ pattern }) => !givens.some(({ text }) => pattern.test(text)))).toEqual([]);
  });

  it('refuse to pass over a sentence, a macro or a column that nobody knows', async () => {
    const [row] = attackCases;
    const with_ = (expectation: object, request = {}) =>
      parseCases([
        { ...row, request: { ...row!.request, ...request }, expect: { ...row!.expect, ...expectation } },
      ])[0]!;
    expect(await runCase(with_({ must: ['the moon is full'] }), lab)).toMatchObject({
      state: 'failed',
      failures: ['no check for: the moon is full'],
    });
    expect(await runCase(with_({}, { target: '/{{nonsense:1}}' }), lab)).toMatchObject({
      state: 'failed',
      failures: ['no macro for: {{nonsense}}'],
    });
    expect(() => parseCases([{ ...row, precondition: 'x' }])).toThrow();
    expect(() => parseCases([row, row])).toThrow('twice');
  });
});

it('a row that was made again counts once, by its last verdict', async () => {
  const [failed, other] = await Promise.all(
    attackCases.slice(0, 2).map((row) => runCase({ ...row, expect: { ...row.expect, must: ['?'] } }, lab)),
  );
  const again: Verdict = { ...failed!, state: 'passed', failures: [] };
  expect(countsOf([failed!, other!, again])).toEqual({ passed: 1, failed: 1 });
  expect(countsOf([again, failed!])).toEqual({ failed: 1 });
  expect(tableOf([failed!, again])).toContain('\n1 rows: 1 passed');
});

describe('every attack', () => {
  it.each(made)('$id $title', async (row) => {
    const verdict = await runCase(row, lab, { ownLab: startLab });
    verdicts.push(verdict);
    const expected = AT_AN_EDGE.includes(row.id)
      ? { state: 'not published', failures: ['the edge'] }
      : { state: 'passed', failures: [] };
    expect(verdict, tableOf([verdict])).toMatchObject(expected);
  });

  it('was made', () => {
    const atAnEdge = made.filter(({ id }) => AT_AN_EDGE.includes(id)).length;
    expect(countsOf(verdicts)).toEqual({
      passed: made.length - atAnEdge,
      ...(atAnEdge > 0 && { 'not published': atAnEdge }),
    });
    expect(made.length).toBeGreaterThan(15);
  });
});

/** The runner can fail: services that do each thing wrong that a row forbids. */
describe('a service that', () => {
  const openapi = () => JSON.stringify(lab.openapi);
  const BAD: Readonly<
    Record<string, (target: string) => { status: number; headers: Record<string, string>; body: string }>
  > = {
    'gives everything away': () => ({
      status: 200,
      headers: {},
      body: '{"status":"complete","commercial":{}}',
    }),
    'fails at everything': () => ({
      status: 500,
      headers: { 'x-powered-by': 'Express', 'set-cookie': 'a=b' },
      body: 'Error: boom\n    at handler (/app/node_modules/x/index.js:1:2)',
    }),
    'redirects and lets caches keep it': (target) => ({
      status: 302,
      headers: { location: `//evil.example${target}`, etag: '"1"' },
      body: '',
    }),
  };

  it.each(Object.entries(BAD).slice(0, IN_CAMPAIGN ? undefined : 1))(
    '%s fails every row',
    async (_name, answer) => {
      const server = createServer((request, response) => {
        const { status, headers, body } =
          request.url === '/openapi.json'
            ? { status: 200, headers: {}, body: openapi() }
            : answer(request.url ?? '');
        response.writeHead(status, headers).end(body);
      });
      await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
      const bad = await remoteLab(`http://127.0.0.1:${(server.address() as AddressInfo).port}`, {
        rpcUrl: lab.chain!.rpcUrl,
      });
      // A bad service speaks HTTP well: what it cannot get wrong is not among these.
      const rows = attackCases.filter(
        ({ area, steps, together, request, given }) =>
          ['settle', 'fields', 'time', 'header', 'path', 'json'].includes(area) &&
          !steps &&
          !together &&
          !given &&
          request.as !== 'raw',
      );
      const passed = [];
      for (const row of rows) if ((await runCase(row, bad)).state === 'passed') passed.push(row.id);
      server.close();
      server.closeAllConnections();
      expect(rows.length).toBeGreaterThan(40);
      expect(passed).toEqual([]);
    },
  );
});
