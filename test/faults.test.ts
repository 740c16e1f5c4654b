import { describe, expect, it } from 'vitest';
import type { Purchase } from '../scripts/campaign/faults/crowd.ts';
import { disagreements, type Seen } from '../scripts/campaign/faults/judge.ts';
import { faultLeg, RECOVERY_MAX_MS, whatWasLate } from '../scripts/campaign/faults/leg.ts';
import { openMarket } from '../scripts/campaign/faults/market.ts';
import { matrix } from '../scripts/campaign/faults/matrix.ts';
import { FAULTS } from '../scripts/campaign/faults/rows.ts';
import { SETUPS } from '../scripts/campaign/faults/setups.ts';
import { BASE, SOLANA } from '../src/values/payment.ts';

/** A smoke of the fault campaign, and what its judge must not let pass. */

describe('under paid load, struck by', () => {
  it('a node that goes away and a process that is stopped: it sells again, and all agree', async () => {
    const market = await openMarket(SETUPS.base!);
    try {
      const faults = FAULTS.filter(({ name }) => name === 'node away' || name === 'process stopped');
      const cells = await faultLeg(market, faults, 'smoke');
      expect(cells.map(({ fault, rail }) => `${fault}, ${rail}`)).toEqual([
        'node away, Base',
        'process stopped, Base',
      ]);
      // How long it took is a fact about this machine too: the campaign fails by that, this test by the tries.
      for (const { faults: found } of cells) expect(found.filter(isNotLate)).toEqual([]);
      for (const { recoveryMs } of cells) expect(recoveryMs).toBeGreaterThan(0);
      for (const { tries } of cells) expect(tries).toBeLessThanOrEqual(MOST_TRIES);
    } finally {
      await market.close();
    }
  });
});

/** One try every 50 to 200 ms, slower on a slow machine: more than this take longer than five seconds on any. */
const MOST_TRIES = 100;

/** A buyer who was never served is a fault on any machine. */
const isNotLate = (fault: string): boolean =>
  !fault.startsWith('the first sale came after') && !fault.startsWith('a payment that was open ended after');

const bought = (changes: Partial<Purchase> = {}): Purchase => ({
  ...{ way: 'x402 Base', network: BASE, path: '/', price: 10_000n, headers: {}, nonce: '0xaa', signedAt: 0 },
  ...{ outcome: 'delivered', transaction: '0x01', said: [] },
  ...changes,
});
const row = { state: 'delivered', network: BASE, amount: '10000', transaction: '0x01' };
const charge = { nonce: '0xaa', transaction: '0x01' };
const seen = (changes: Partial<Seen> = {}): Seen => ({
  ...{ book: [bought()], rows: [row], charges: [charge], rose: new Map([[BASE, 10_000n]]), taken: new Set() },
  ...changes,
});

describe('the judge of the fault campaign', () => {
  const wrong = (changes: Partial<Seen>, network: typeof BASE | typeof SOLANA = BASE) =>
    disagreements(seen(changes)).get(network)!.join('\n');

  it('finds nothing where all agree', () => expect(wrong({})).toBe(''));

  it.each<[string, Partial<Seen>, RegExp]>([
    ['a second charge', { charges: [charge, charge] }, /charged 2 times/],
    ['a 402 for money that moved', { book: [bought({ outcome: 'declined', reason: 'no' })] }, /told no/],
    ['money without an answer', { book: [bought({ outcome: 'open' })] }, /never found an end/],
    ['an answer without money', { charges: [], rose: new Map([[BASE, 0n]]) }, /not charged/],
    ['a row that stays open', { rows: [row, { ...row, state: 'settling' }] }, /a row is settling/],
    ['a sale that the journal does not know', { rows: [] }, /journal counts 0 sales/],
    ['money that no sale explains', { rose: new Map([[BASE, 20_000n]]) }, /seller rose by 20000/],
  ])('finds %s', (_name, changes, words) => expect(wrong(changes)).toMatch(words));

  it('finds what comes late: the first sale after a fault, and the end of payments that were open', () => {
    expect(whatWasLate(5_000, 12_000)).toEqual([]);
    expect(whatWasLate(5_001, 0)).toEqual(['the first sale came after 5.0 s']);
    expect(whatWasLate(undefined, 0)).toEqual(['no new buyer was served within 60 s']);
    expect(whatWasLate(0, 12_001, ['a', 'b', 'b'])).toEqual([
      'a payment that was open ended after 12.0 s; its buyer was told a, b',
    ]);
    expect(whatWasLate(5_001, 12_001, ['a']).filter(isNotLate)).toEqual([]);
    expect(whatWasLate(undefined, 12_001).filter(isNotLate)).toHaveLength(1);
  });

  it('takes a sale that a reorg took for what it is, and no other', () => {
    const gone = { charges: [], rose: new Map([[BASE, 0n]]) };
    expect(wrong({ ...gone, taken: new Set(['0x01']) })).toBe('');
    expect(wrong({ ...gone, taken: new Set(['0x02']) })).toMatch(/not charged/);
  });

  it('does not let a lost sale excuse another one in the same transaction', () => {
    const two = { book: [bought(), bought({ nonce: '0xbb' })], rows: [row, row], taken: new Set(['0x01']) };
    expect(wrong(two)).toBe('');
    expect(wrong({ ...two, rows: [row] })).toMatch(/journal counts 0 sales/);
  });

  it('counts money by the sum where payments have no name on the chain', () => {
    const solana = { network: SOLANA, price: 100_000n };
    const paid = { book: [bought(solana)], rows: [{ ...row, network: SOLANA }] };
    expect(wrong({ ...paid, rose: new Map([[SOLANA, 100_000n]]) }, SOLANA)).toBe('');
    expect(wrong({ ...paid, rose: new Map([[SOLANA, 200_000n]]) }, SOLANA)).toMatch(/worth 100000/);
  });
});

describe('the table of the fault campaign', () => {
  it('shows seconds, why a cell is empty, and what failed', () => {
    const where = { setup: 'SQLite', rail: 'Base', faults: [] };
    const text = matrix([
      { ...where, fault: 'node away', recoveryMs: 1_234, waiting: 2, drainedMs: 3_210 },
      { ...where, fault: 'reorg', reason: 'final' },
      { ...where, fault: 'clock', recoveryMs: RECOVERY_MAX_MS + 1_000, faults: ['late'] },
    ]);
    for (const line of [
      /^node away +1\.2 \(3\.2\)$/m,
      /^reorg +\(1\)$/m,
      /^\(1\) {2}final$/m,
      /^clock +6\.0 !$/m,
      /: late$/m,
    ])
      expect(text).toMatch(line);
  });
});
