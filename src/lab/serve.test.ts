import { afterEach, describe, expect, it } from 'vitest';
import { behaviour } from './behaviours.ts';
import { askInWords, type Serving, serveCase, toldByCommand, toldIn, whyNotServed } from './serve.ts';

const row = (id: string) => behaviour(id)!;
const open: Serving[] = [];
const serving = async (id: string) => {
  const each = await serveCase(row(id), 2);
  open.push(each);
  return each;
};
afterEach(async () => {
  await Promise.all(open.splice(0).map((each) => each.stop()));
});
const CREDENTIAL = { 'payment-signature': Buffer.from('{"x402Version":2}').toString('base64') };

describe('a seller for anybody’s client', () => {
  it('names itself by its port, and its other origin by that one’s', async () => {
    const { given } = await serving('B15');
    const unpaid = await fetch(given.url);
    const challenge = JSON.parse(atob(unpaid.headers.get('payment-required')!)) as {
      resource: { url: string };
    };
    expect([unpaid.status, challenge.resource.url]).toEqual([402, given.url]);
    const paid = await fetch(given.url, { headers: CREDENTIAL, redirect: 'manual' });
    expect(paid.headers.get('location')).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/elsewhere$/);
    expect((await fetch(paid.headers.get('location')!)).status).toBe(204);
  });

  it('fails a client whose credential reached the other origin, and says so', async () => {
    const each = await serving('B15');
    await fetch(each.given.url);
    await fetch(each.given.url, { headers: CREDENTIAL });
    const { verdict, observed } = await each.judge({ status: 200, error: null });
    expect([verdict, observed]).toEqual(['fail', expect.stringContaining('reached the other origin')]);
  });

  it('counts what arrived for a client that does not count at the key', async () => {
    const quiet = await serving('B04');
    await fetch(quiet.given.url);
    expect((await quiet.judge({ status: 402, error: null })).verdict).toBe('pass');
    expect((await quiet.judge({ status: 402, error: null, signed: 1 })).verdict).not.toBe('pass');
    await fetch(quiet.given.url, { headers: CREDENTIAL });
    expect((await quiet.judge({ status: 200, error: null })).verdict).toBe('fail');
  });

  it('takes the last report that a command prints, or else its end', async () => {
    const each = await serving('B04');
    const says = (script: string) => toldByCommand(each, [process.execPath, '-e', script], {});
    const report = '{"status":200,"error":null}';
    expect(await says(`console.log('{"ready":true}\\n${report}\\nbye')`)).toEqual(JSON.parse(report));
    expect(await says('process.exit(3)')).toEqual({
      status: null,
      error: { name: 'Exit', message: 'the client ended with exit code 3' },
    });
    const fetches = `fetch(process.env.ASSAY_LAB_URL).then(() => {})`;
    expect(await says(fetches)).toEqual({ status: 402, error: null });
    const reads = `let t='';process.stdin.on('data',d=>t+=d).on('end',()=>console.log(JSON.stringify({status:JSON.parse(t).now>1.7e9?1:0,error:null})))`;
    expect(await says(reads)).toEqual({ status: 1, error: null });
  });
});

it.each([
  ['B44', 'whose clock the lab can set'],
  ['B56', 'offer signed for seller.example'],
  ['B42', 'MPP'],
  ['B50', 'HTTP/1.1'],
])('%s is not served, with the reason', (id, why) => {
  expect(whyNotServed(row(id))).toContain(why);
});

it('reads a report, and nothing that is none', () => {
  expect(toldIn('{"status":null,"error":{"name":"E","message":"m"},"signed":2}')?.signed).toBe(2);
  // As the lab's own workers say it.
  expect(toldIn('{"case":"B09.py","signed":1,"nonces":1,"status":200,"error":null}')?.signed).toBe(1);
  for (const line of [
    '',
    'done',
    '{}',
    '{"status":"200","error":null}',
    '{"status":200,"error":null,"signed":-1}',
  ])
    expect(toldIn(line), line).toBeUndefined();
});

it('says in words what the caller is to do', () => {
  expect(askInWords(row('B09').ask)).toBe(
    'GET the address. When that call fails, or its status is 500 or more, make the same call once more.',
  );
  expect(askInWords(row('B06').ask)).toBe(
    'Limit each payment to 10000 atomic units of USDC. GET the address.',
  );
});
