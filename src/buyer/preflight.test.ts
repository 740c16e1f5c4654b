import { afterAll, beforeAll, expect, it } from 'vitest';
import { sampleProduct } from '../gate/testing.ts';
import { matchIdOf } from '../ledger/match.ts';
import { matchWith } from './preflight.ts';
import { type ScriptedSeller, scriptedSeller } from './scripted-seller.testing.ts';

let seller: ScriptedSeller;
beforeAll(async () => {
  seller = await scriptedSeller({ product: sampleProduct, paid: [] });
});
afterAll(() => seller.close());

const matchId = matchIdOf(
  {
    match: 'exact',
    client: `@${'c'.repeat(40)}/${'p'.repeat(80)}`,
    asked: '10.20.30-rc.1+build',
    version: '10.20.30-rc.1+build',
    protocol: 'x402v2',
    method: 'POST',
    priceAtomic: '9007199254740991',
  } as Parameters<typeof matchIdOf>[0],
  'f'.repeat(64),
);
const found = {
  ...{ match: 'exact', detail: 'It was run.', matchId, evidenceVersion: '2.27.0', cases: 7 },
  versionsObserved: ['2.27.0', '10.20.30-rc.1+build'],
};
const ask = (answer: unknown) => {
  seller.script = { ...seller.script, others: { '/preflight': JSON.stringify(answer) } };
  return matchWith(`${seller.url}/preflight`, {});
};

it('takes a match of ours, the longest there is', async () => {
  expect(await ask(found)).toEqual({ id: matchId, says: 'exact: version 2.27.0 was run, 7 cases' });
});

it('says why there is none, in words of the seller', async () => {
  const none = { ...found, match: 'none', matchId: null, detail: 'Not\u001b[2J this one.' };
  await expect(ask(none)).rejects.toMatchObject({
    stop: 'refused_request',
    message: expect.stringMatching(/the seller says: "Not this one\. Run were: 2\.27\.0, 10\.20\.30-rc/),
  });
});

it.each([null, [], { ...found, matchId: 'a\r\nb' }, { ...found, evidenceVersion: '\u001b[2J' }])(
  'takes nothing else: %j',
  async (answer) => {
    await expect(ask(answer)).rejects.toMatchObject({ stop: 'refused_request' });
  },
);
