import { describe, expect, it } from 'vitest';
import { catalogue } from '../catalogue.ts';
import { anchorOfCase, CASES } from '../checks/failure-signature/cases/index.ts';
import { dictionary } from '../checks/failure-signature/dictionary/index.ts';
import { Stage } from '../checks/stage.suite.ts';
import { DECLINES, PROBLEMS, SITUATIONS } from '../values/problem.ts';

const ask = (path: string, init: RequestInit = {}) =>
  new Stage(catalogue).app.fetch(new Request(`http://127.0.0.1${path}`, init));
const CODES = '/api/failure-signature/codes';

describe('one code', () => {
  it.each(['insufficient_funds', 'INSUFFICIENT_FUNDS', ' insufficient_funds '])(
    '%j is answered',
    async (code) => {
      const answer = await ask(`${CODES}?code=${encodeURIComponent(code)}`);
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({
        status: 'known',
        entry: {
          id: 'insufficient_funds',
          cause: 'insufficient_funds',
          acts: 'buyer',
          moneyMoved: 'no',
          sendSameAgain: 'yes',
          signAnew: 'once_void',
          page: '/failures#insufficient_funds',
        },
        nearest: [],
      });
    },
  );

  it('that is the anchor of a case is that case', async () => {
    const answer = await ask(`${CODES}?code=case-settle-says-failed-to-execute`);
    expect(await answer.json()).toMatchObject({
      status: 'known',
      entry: null,
      case: { acts: 'seller', sendSameAgain: 'no', page: '/failures#case-settle-says-failed-to-execute' },
    });
  });

  it('that nobody has is unknown, with what is written alike and nothing of what was asked', async () => {
    const answer = await ask(`${CODES}?code=invalid_exact_evm_signature_canary`);
    const text = await answer.text();
    expect(JSON.parse(text)).toMatchObject({ status: 'unknown', entry: null });
    expect(JSON.parse(text).nearest).toContain('invalid_exact_evm_signature');
    expect(text).not.toContain('canary');
  });

  it('is refused when it is none, and another parameter changes nothing', async () => {
    expect((await ask(`${CODES}?code=`)).status).toBe(400);
    expect((await ask(`${CODES}?code=${'x'.repeat(201)}`)).status).toBe(400);
    expect(await (await ask(`${CODES}?src=x`)).text()).toBe(await (await ask(CODES)).text());
  });
});

it('the document holds every entry once, without the fixes that its causes say', async () => {
  const { entries, causes, cases } = (await (await ask(CODES)).json()) as {
    entries: { id: string; cause: string }[];
    causes: { cause: string }[];
    cases: { id: string }[];
  };
  expect(cases.map(({ id }) => id)).toEqual(CASES.map(anchorOfCase));
  expect(entries.map(({ id }) => id)).toEqual(dictionary().map(({ id }) => id));
  const declared = causes.map(({ cause }) => cause);
  expect(entries.filter(({ cause }) => !declared.includes(cause))).toEqual([]);
});

describe('the page', () => {
  it('has an anchor for every name, without script', async () => {
    const html = await (await ask('/failures', { headers: { accept: 'text/html' } })).text();
    const ids = new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id));
    const anchors = [...dictionary().map(({ id }) => id), ...CASES.map(anchorOfCase)];
    expect(anchors.filter((id) => !ids.has(id))).toEqual([]);
    expect(html).toContain(`action="${CODES}"`);
  });

  it('has every error of this service at the anchor that its type leads to, and in one table', async () => {
    const html = await (await ask('/failures', { headers: { accept: 'text/html' } })).text();
    const codes = [...Object.keys(PROBLEMS), ...Object.keys(SITUATIONS), ...Object.keys(DECLINES)];
    expect(codes.filter((code) => !html.includes(`id="${code}"`))).toEqual([]);
    const rows = html.slice(html.indexOf('id="own"'), html.indexOf('id="causes"'));
    expect(codes.filter((code) => !rows.includes(`href="#${code}"`))).toEqual([]);
  });

  it.each(Object.keys(PROBLEMS))('is where the type of %s leads', async (code) => {
    const answer = await ask(`/problems/${code}`);
    expect(answer.status).toBe(302);
    expect(answer.headers.get('location')).toBe(`/failures#${code}`);
  });

  it('is where the type of a refusal leads', async () => {
    const { type } = (await (await ask('/nothing-here')).json()) as { type: string };
    expect(type).toBe('/problems/not_found');
    expect((await ask(type)).headers.get('location')).toBe('/failures#not_found');
  });
});
