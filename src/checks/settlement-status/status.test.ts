import { describe, expect, it } from 'vitest';
import { type Entry, MOVES, type State } from '../../accounting/states.ts';
import { digestJson } from '../../values/digest.ts';
import { Stage } from '../stage.suite.ts';
import { settlementStatus } from './check.ts';

const KEY = 'ab'.repeat(32);
const IDENTIFIER = 'pay_0123456789abcdef';

/** Only what the check reads matters; the rest is there to be seen if it leaked. */
const row = (state: State, createdAt: number): Entry =>
  ({
    state,
    createdAt,
    transaction: '0xCANARY',
    product: 'CANARY',
    amount: 'CANARY',
    payTo: 'CANARY',
  }) as unknown as Entry;

function stageWith(state: State, ageMs = 0): Stage {
  const stage = new Stage();
  stage.payments.set(KEY, row(state, stage.now - ageMs));
  stage.identifiers.set(digestJson([IDENTIFIER]), KEY);
  return stage;
}

describe.each([
  ['claimed', 'pending', 'same_payment'],
  ['settling', 'pending', 'same_payment'],
  ['settled', 'settled_not_delivered', 'same_payment'],
  ['delivered', 'delivered', 'same_payment'],
  ['released', 'not_charged', 'new_approval'],
  ['failed', 'not_charged', 'new_approval'],
] as [State, string, string][])('%s', (state, status, retry) => {
  it.each([{ paymentKey: KEY }, { paymentKey: `0x${KEY.toUpperCase()}` }, { paymentIdentifier: IDENTIFIER }])(
    'is told to %j and nothing more',
    async (body) => {
      const answer = await stageWith(state).ask(settlementStatus, body);
      expect(answer).toEqual({ status, next: { retry, detail: expect.any(String) } });
      expect(JSON.stringify(answer)).not.toContain('CANARY');
    },
  );
});

it('covers every state of a payment', () => {
  expect(Object.keys(MOVES).sort()).toEqual([
    'claimed',
    'delivered',
    'failed',
    'released',
    'settled',
    'settling',
  ]);
});

it('tells a payment that was never seen from one that cannot be named', async () => {
  const status = async (body: object) => (await new Stage().ask(settlementStatus, body)).status;
  expect(await status({ paymentKey: KEY })).toBe('never_seen');
  expect(await status({ paymentIdentifier: IDENTIFIER })).toBe('unknown');
});

it('never advises a new payment where money may have moved', async () => {
  const stage = stageWith('settling', 86_400_001);
  expect(await stage.ask(settlementStatus, { paymentKey: KEY })).toMatchObject({
    status: 'unknown',
    next: { retry: 'same_payment' },
  });
  const down = stageWith('delivered');
  down.storesDown = true;
  expect(await down.ask(settlementStatus, { paymentKey: KEY })).toMatchObject({
    status: 'unknown',
    next: { retry: 'same_payment' },
  });
});

it.each([
  {},
  { paymentKey: KEY, paymentIdentifier: IDENTIFIER },
  { paymentKey: KEY.slice(1) },
  { paymentKey: `${KEY}00` },
  { paymentIdentifier: 'short' },
  { paymentIdentifier: `${IDENTIFIER}!` },
])('refuses %j', async (body) => {
  expect((await new Stage().post(settlementStatus.path, body)).status).toBe(400);
});
