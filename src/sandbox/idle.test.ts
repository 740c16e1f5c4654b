import { beforeEach, describe, expect, it } from 'vitest';
import { type IdleChain, mineIfIdle } from './idle.ts';

const NOW = 1_800_000_000_000;

let mined: number;
let holds: boolean;
beforeEach(() => {
  mined = 0;
  holds = false;
});
const chainAt = (ageMs: number) =>
  ({
    getBlock: async () => ({ timestamp: BigInt((NOW - ageMs) / 1_000) }),
    getAutomine: async () => !holds,
    mine: async () => void mined++,
  }) as unknown as IdleChain;

describe('a sandbox chain that nobody pays on', () => {
  it.each([
    ['five seconds old', 5_000, 1],
    ['an hour old', 3_600_000, 1],
    ['four seconds old', 4_000, 0],
    ['ahead of our clock', -600_000, 0],
  ])('whose newest block is %s', async (_what, age, blocks) => {
    await mineIfIdle(chainAt(age), NOW);
    expect(mined).toBe(blocks);
  });

  it('whose blocks somebody holds back makes none', async () => {
    holds = true;
    await mineIfIdle(chainAt(3_600_000), NOW);
    expect(mined).toBe(0);
  });
});
