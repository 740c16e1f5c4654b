import { encodeAbiParameters, encodeEventTopics, type Hex } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { Transaction } from 'viem/tempo';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Payment, TempoHash, TempoTransaction } from '../../values/payment.ts';
import type { TempoChain } from './chain.ts';
import { memoFor } from './memo.testing.ts';
import { tempoSettler } from './settler.ts';
import { readTransaction, TIP20_ABI } from './transaction.ts';

const END = 1_800_000_000;
const SINCE = (END - 20) * 1_000;
const bound = { challengeId: 'challenge', realm: 'shop.example' };
const offer = {
  network: 'eip155:4217',
  asset: `0x${'20'.repeat(20)}`,
  amount: '100000',
  payTo: `0x${'5e'.repeat(20)}`,
} as const;
const named: TempoHash = { kind: 'tempo_hash', transaction: `0x${'77'.repeat(32)}`, ...bound };

const account = privateKeyToAccount(`0x${'11'.repeat(32)}`);
let signed: TempoTransaction;
beforeAll(async () => {
  const { z_SignatureEnvelope: SignatureEnvelope, z_TxEnvelopeTempo: Envelope } = Transaction;
  const envelope = Envelope.from({
    chainId: 4217,
    calls: [{ to: offer.asset, data: '0x' }],
    nonceKey: 2n ** 256n - 1n,
    validBefore: END,
  } as never);
  const signature = SignatureEnvelope.from(await account.sign({ hash: Envelope.getSignPayload(envelope) }));
  const read = await readTransaction(Envelope.serialize(envelope, { signature }));
  if (typeof read === 'string') throw new Error(read);
  signed = { kind: 'tempo_transaction', raw: read.raw, transaction: read.hash, ...bound };
});

/** Every read comes from a node of its own: what one knows says nothing of what the next one does. */
let now: number;
let held: boolean | undefined | Error;
let searched: [string, number, number][];
let sent: string[];
beforeEach(() => {
  now = END;
  held = false;
  searched = [];
  sent = [];
});
const chain = {
  now: async () => now,
  receipt: async () => undefined,
  send: async (raw: string) => void sent.push(raw),
  holds: async (...window: [string, number, number]) => {
    searched.push(window);
    if (held instanceof Error) throw held;
    return held;
  },
} as unknown as TempoChain;
const clock = () => {
  let at = END * 1_000;
  const sleep = async (ms: number) => {
    at += ms;
  };
  return { now: () => at, sleep };
};
const settler = () => tempoSettler({ chain, clock: clock(), pollMs: 500 });
const resolve = () =>
  settler().resolve({ offer, proof: signed, rawTransaction: signed.raw, since: SINCE } as never);

describe('a transaction that we sent and that no node shows', () => {
  it('is sent again, and nothing is said, while a block may still hold it', async () => {
    now = END + 30;
    expect(await resolve()).toEqual({ kind: 'unknown' });
    expect([sent, searched]).toEqual([[signed.raw], []]);
  });

  it('is only asked about in the seconds after a node took it, however often it is looked at', async () => {
    let receipts = 0;
    const counting = {
      ...chain,
      receipt: async () => void receipts++,
    } as unknown as TempoChain;
    const time = clock();
    const looks = tempoSettler({ chain: counting, clock: time, pollMs: 500 });
    const look = () =>
      looks.resolve({ offer, proof: signed, rawTransaction: signed.raw, since: SINCE } as never);
    await look();
    const [asked, began] = [receipts, time.now()];
    for (let i = 0; i < 100; i++) expect(await look()).toEqual({ kind: 'unknown' });
    expect([receipts - asked, sent.length, time.now() - began]).toEqual([100, 1, 0]);
    await time.sleep(6_000);
    await look();
    expect(sent).toHaveLength(2);
  });

  it('is over when no block of its window holds it', async () => {
    now = END + 31;
    expect(await resolve()).toEqual({ kind: 'failed', reason: 'authorization_expired' });
    expect(searched).toEqual([[signed.transaction, END - 60, END]]);
    expect(sent).toEqual([]);
  });

  // The time of a node that is well with the missing receipt of one that stopped: once a 402 for money that had moved.
  it.each<[string, boolean | undefined | Error]>([
    ['one of them holds it: the receipt was asked of a node that stopped', true],
    ['not all of them have been read yet', undefined],
    ['one of them cannot be read', new Error('the node has no such block')],
  ])('is not over when %s', async (_why, answer) => {
    now = END + 3_600;
    held = answer;
    expect(await resolve()).toEqual({ kind: 'unknown' });
  });
});

describe('a transaction that its buyer has sent', () => {
  const payment = { proof: named, offer, payer: '', validBefore: END } as unknown as Payment<TempoHash>;
  const looked = async (receipt: object, payer = '') => {
    const it = tempoSettler({
      chain: { ...chain, receipt: async () => receipt } as unknown as TempoChain,
      clock: clock(),
      pollMs: 500,
    });
    return it.verify({ ...payment, payer });
  };

  it('and that pays nothing of this challenge moved money all the same: worthless, and no 402', async () => {
    expect(await looked({ status: 'success', logs: [] })).toEqual({
      kind: 'worthless',
      as: 'paid_otherwise',
    });
  });

  it('and that was reverted moved none: declined', async () => {
    expect(await looked({ status: 'reverted', logs: [] })).toEqual({
      kind: 'declined',
      reason: 'settlement_refused',
    });
  });
});

it('what a node took and passed on to nobody is sent again while its receipt is waited for', async () => {
  const honest = {
    ...chain,
    receipt: async () => (sent.length < 3 ? undefined : ({ status: 'reverted', logs: [] } as never)),
  };
  const settling = (node: TempoChain) =>
    tempoSettler({ chain: node, clock: clock(), pollMs: 500 }).settle(
      { proof: signed, offer } as unknown as Payment<TempoTransaction>,
      async () => true,
    );
  expect(await settling(honest)).toEqual({ kind: 'failed', reason: 'settlement_refused' });
  expect(sent).toEqual([signed.raw, signed.raw, signed.raw]);
  // Who calls it known has it: it is waited for as long as ever.
  const known = {
    ...chain,
    send: async (raw: string) => {
      if (sent.push(raw) > 1) throw new Error('already known');
    },
  };
  sent = [];
  expect(await settling(known)).toEqual({ kind: 'unknown' });
  expect(sent.length).toBe(10);
});

it('a transaction that only its hash names is never called missing, however late it is', async () => {
  now = END + 86_400;
  const payment = { proof: named, offer, payer: '', validBefore: END } as unknown as Payment<TempoHash>;
  expect(await settler().verify(payment)).toEqual({ kind: 'unseen' });
  const row = { offer, proof: named, rawTransaction: null as Hex | null, since: SINCE };
  expect(await settler().resolve(row as never)).toEqual({ kind: 'unknown' });
});

it('waits for a receipt as long as it says when somebody sets the clock back', async () => {
  let ticks = 0;
  const sleep = async (ms: number) => {
    ticks += ms;
    if (ticks > 60_000) throw new Error('it waits for ever');
  };
  // It is set back at every look: by its time the wait would never end.
  const setBack = { now: () => -ticks * 1_000, ticks: () => ticks, sleep };
  const waiting = tempoSettler({ chain, clock: setBack, pollMs: 500 });
  const row = { offer, proof: signed, rawTransaction: signed.raw, since: SINCE };
  expect(await waiting.resolve(row as never)).toEqual({ kind: 'unknown' });
  expect(ticks).toBe(2_000);
});

describe('a payment from the recipient to itself', () => {
  const paidBy = (from: Hex) => ({
    address: offer.asset,
    topics: encodeEventTopics({
      abi: TIP20_ABI,
      eventName: 'TransferWithMemo',
      args: { from, to: offer.payTo, memo: memoFor(bound) },
    }),
    data: encodeAbiParameters([{ type: 'uint256' }], [BigInt(offer.amount)]),
  });
  const ofHash = { proof: named, offer, payer: '', validBefore: END } as unknown as Payment<TempoHash>;

  it.each<[string, Hex, string]>([
    ['somebody else', account.address, 'paid'],
    ['itself', offer.payTo, 'worthless'],
  ])('that is on the chain, sent by %s', async (_who, from, kind) => {
    const receipt = async () => ({ status: 'success', logs: [paidBy(from)] });
    const it = tempoSettler({
      chain: { ...chain, receipt } as unknown as TempoChain,
      clock: clock(),
      pollMs: 500,
    });
    expect(await it.verify(ofHash)).toMatchObject({ kind });
  });

  it.each([
    ['somebody else', offer.payTo, 'payment_not_bound'],
    ['itself', account.address, 'settlement_refused'],
  ])('that we were to send, signed by %s', async (_who, payTo, reason) => {
    const payment = { proof: signed, offer: { ...offer, payTo }, payer: account.address, validBefore: END };
    expect(await settler().verify(payment as never)).toEqual({ kind: 'declined', reason });
    expect(sent).toEqual([]);
  });
});
