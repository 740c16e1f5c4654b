import { describe, expect, it } from 'vitest';
import type { Payment, SignedAuthorization } from '../../values/payment.ts';
import { lookFirst } from './authorization.ts';
import type { Chain } from './chain.ts';

const NOW = 1_795_000_000_000;
const HOUR = 3_600_000;
/** How long before its end a payment can have been signed at the earliest. */
const WINDOW = HOUR + 60_000;
const DAY = 24 * HOUR;

/** A chain on which the authorization is used, and when it was asked how far back to look for the log. */
function usedChain() {
  const asked: number[] = [];
  const chain = {
    look: async () => ({ used: true, balance: 0n, revert: undefined }),
    findTransfer: async (_terms: unknown, _signed: unknown, since: number) => {
      asked.push(since);
      return { transaction: '0xabc', sender: '0xdef' };
    },
  } as unknown as Chain;
  return { asked, chain };
}
const until = (ms: number) =>
  ({
    offer: { amount: '10000' },
    proof: { kind: 'eip3009', authorization: { validBefore: String(ms / 1_000) } },
  }) as unknown as Payment<SignedAuthorization>;
const clock = { now: () => NOW, sleep: async () => {} };

describe('a used authorization without a row', () => {
  it.each([
    ['that could still be used', NOW + 60_000, NOW - WINDOW],
    [
      'that ran out hours ago: its log is looked for where it must be',
      NOW - 5 * HOUR,
      NOW - 5 * HOUR - WINDOW,
    ],
    ['that ran out a day ago', NOW - DAY, NOW - DAY - WINDOW],
  ])('%s', async (_name, end, since) => {
    const { asked, chain } = usedChain();
    expect(await lookFirst(until(end), chain, clock, 'alone')).toEqual({
      kind: 'paid',
      transaction: '0xabc',
      sender: '0xdef',
    });
    expect(asked).toEqual([since]);
  });

  it('that ran out longer ago than answers are delivered again: worthless, no 402, and no log is looked for', async () => {
    const { asked, chain } = usedChain();
    expect(await lookFirst(until(NOW - DAY - 1_000), chain, clock, 'alone')).toEqual({
      kind: 'worthless',
      as: 'used_long_ago',
    });
    expect(asked).toEqual([]);
  });
});

describe('a valid authorization whose transfer reverts', () => {
  const look = async (revert: string) => {
    const chain = { look: async () => ({ used: false, balance: 10_000n, revert }) } as unknown as Chain;
    return lookFirst(until(NOW + 60_000), chain, clock, 'shared');
  };

  it('is declined for what is wrong with it', async () => {
    expect(await look('FiatTokenV2: authorization is expired')).toEqual({
      kind: 'declined',
      reason: 'authorization_expired',
    });
    expect(await look('Blacklistable: account is blacklisted')).toEqual({
      kind: 'declined',
      reason: 'settlement_refused',
    });
  });

  it('is not declined while the token is paused for everybody: the same payment can be sold soon', async () => {
    expect(await look('Pausable: paused')).toEqual({ kind: 'unreachable' });
  });
});
