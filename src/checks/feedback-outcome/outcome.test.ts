import { beforeEach, describe, expect, it } from 'vitest';
import { CALL_OUTCOME_WORDS } from '../../accounting/outcomes.ts';
import type { Entry } from '../../accounting/states.ts';
import { opportunityCheck } from '../../products/opportunity-check/product.ts';
import { digestBytes } from '../../values/digest.ts';
import { outcome as check, Stage } from '../stage.suite.ts';

const [post, get] = opportunityCheck.forms;
const FACTS = { asOf: Date.UTC(2026, 10, 21), release: 'v0' };
const ANSWER = post!.run(post!.input.parse(post!.example), FACTS) as {
  trustProfile: { probability: number; evidence: { signal: string; state: string }[] };
};
const TEXT = JSON.stringify(ANSWER);
const KEY = 'ab'.repeat(32);

let stage: Stage;
beforeEach(() => {
  stage = new Stage();
});

/** A delivery receipt of ours over these bytes. */
function receiptFor(text: string, given: object = {}): string {
  const jws = `h.${stage.signed.size}.s`;
  const bound = { version: 1, product: 'opportunity-check', paymentKey: KEY, bodyDigest: digestBytes(text) };
  stage.signed.set(jws, { ...bound, payer: '0xCANARY', ...given });
  return jws;
}
const report = (receipt: string, body: unknown = TEXT, outcome = 'paid_and_good') =>
  stage.ask(check, { receipt, body, outcome });
const COUNTED = { recorded: true, reason: 'counted' };
const nothingIsLeft = () => expect([stage.counters.size, stage.reported.size]).toEqual([0, 0]);

describe.each(CALL_OUTCOME_WORDS)('%s', (outcome) => {
  it('is counted by the stated percent and by each weighed signal, and only a digest is kept', async () => {
    expect(await report(receiptFor(TEXT), ANSWER, outcome)).toMatchObject(COUNTED);
    const { probability, evidence } = ANSWER.trustProfile;
    expect(Object.fromEntries(stage.counters)).toEqual({
      [`calibration.forecast.${Math.round(probability * 100)}.${outcome}`]: 1,
      ...Object.fromEntries(
        evidence.map(({ signal, state }) => [`calibration.signal.${signal}.${state}.${outcome}`, 1]),
      ),
    });
    expect(evidence.length).toBeGreaterThan(3);
    expect([...stage.reported]).toEqual([expect.stringMatching(/^sha256:[0-9a-f]{64}$/)]);
  });
});

it('counts a receipt once, by its first word, and answers the same each time: fifty at once too', async () => {
  const receipt = receiptFor(TEXT);
  const answers = await Promise.all(Array.from({ length: 50 }, () => report(receipt)));
  answers.push(await report(receipt, ANSWER, 'paid_and_bad'));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject(COUNTED);
  expect([...stage.counters.keys()].filter((name) => name.endsWith('paid_and_bad'))).toEqual([]);
  expect([...stage.counters.values()].every((n) => n === 1)).toBe(true);
});

it('counts one payment once, however its receipt is spelled or signed anew', async () => {
  await report(receiptFor(TEXT));
  const again = await report(receiptFor(TEXT, { resourceUrl: 'https://moved.example' }));
  expect(again).toMatchObject(COUNTED);
  expect(stage.reported.size).toBe(1);
  expect([...stage.counters.values()].every((n) => n === 1)).toBe(true);
});

const REFUSED: readonly (readonly [what: string, receipt: () => string, reason: string])[] = [
  ['a receipt of nobody', () => 'e30.e30.e30', 'receipt_not_ours'],
  ['something else that we sign', () => receiptFor(TEXT, { bodyDigest: undefined }), 'receipt_not_ours'],
  ['a receipt of other bytes', () => receiptFor(`${TEXT} `), 'body_not_bound'],
  [
    'a receipt of another product',
    () => receiptFor(TEXT, { product: 'agent-revenue-audit' }),
    'no_probability',
  ],
];
it.each(REFUSED)('counts nothing for %s', async (_what, receipt, reason) => {
  expect(await report(receipt())).toMatchObject({ recorded: false, reason });
  nothingIsLeft();
});

it('counts nothing for a body that was changed', async () => {
  const { trustProfile } = ANSWER;
  const better = { ...ANSWER, trustProfile: { ...trustProfile, probability: 0.99 } };
  expect(await report(receiptFor(TEXT), better)).toMatchObject({ reason: 'body_not_bound' });
  nothingIsLeft();
});

it('counts nothing for what we say of ourselves', async () => {
  const proof = JSON.stringify(get!.run({}, FACTS));
  const said = await check.run(
    { receipt: receiptFor(proof), body: proof, outcome: 'paid_and_good' },
    stage.context,
  );
  expect(said).toMatchObject({ recorded: false, reason: 'no_probability' });
  nothingIsLeft();
});

it('counts nothing for the operator, neither for its token nor for what it paid for', async () => {
  stage.operator = true;
  expect(await report(receiptFor(TEXT))).toMatchObject({ reason: 'operator_or_monitor' });
  stage.operator = false;
  for (const evidence of ['owner_funded_qa', 'operator_or_monitor'] as const) {
    stage.payments.set(KEY, { evidence } as Entry);
    expect(await report(receiptFor(TEXT))).toMatchObject({ recorded: false, reason: 'operator_or_monitor' });
  }
  nothingIsLeft();
  stage.payments.set(KEY, { evidence: 'unknown' } as Entry);
  expect(await report(receiptFor(TEXT))).toMatchObject(COUNTED);
});

it('says to send it again when the journal cannot be asked, and counts it then', async () => {
  stage.storesDown = true;
  expect(await report(receiptFor(TEXT))).toMatchObject({ recorded: false, reason: 'try_again' });
  nothingIsLeft();
  stage.storesDown = false;
  expect(await report(receiptFor(TEXT))).toMatchObject(COUNTED);
});

it('passes over a signal that this release does not know', async () => {
  const { trustProfile } = ANSWER;
  const evidence = [...trustProfile.evidence, { signal: 'made_up', state: 'present' }];
  const text = JSON.stringify({ ...ANSWER, trustProfile: { ...trustProfile, evidence } });
  expect(await report(receiptFor(text), text)).toMatchObject(COUNTED);
  expect([...stage.counters.keys()].join()).not.toContain('made_up');
});

it.each([
  { receipt: 'a.b.c', body: {}, outcome: 'good' },
  { receipt: 'a.b.c', body: [], outcome: 'paid_and_good' },
  { receipt: '', body: {}, outcome: 'paid_and_good' },
  { body: {}, outcome: 'paid_and_good' },
  { receipt: 'a.b.c', body: {}, outcome: 'paid_and_good', note: 'x' },
])('refuses %j', async (body) => {
  expect((await stage.post(check.path, body)).status).toBe(400);
});
