import { describe, expect, it } from 'vitest';
import { campaign, savedSeeds, silentPoints } from './campaign.ts';
import { crewCampaign } from './crew.ts';
import { CORE_POINTS } from './faults.ts';
import { simulate } from './run.ts';

/** Enough for every fault point to strike. `npm run campaign` makes the thousands. */
const SEEDS = 4;
const MIXED_SEEDS = 25;

describe('the money path, simulated', () => {
  it(`breaks no invariant in ${CORE_POINTS.length} fault points × ${SEEDS} seeds, and every fault point strikes`, async () => {
    const result = await campaign({ from: 1, seeds: SEEDS, points: CORE_POINTS, stopAfter: 1 });
    expect(result.failures.map(({ seed, point, violations }) => ({ seed, point, violations }))).toEqual([]);
    expect(result.runs).toBe(CORE_POINTS.length * SEEDS);
    expect(silentPoints(result)).toEqual([]);
    expect(result.sold).toBeGreaterThan(result.runs);
  });

  it(`breaks no invariant without a focus in ${MIXED_SEEDS} seeds`, async () => {
    const { failures, runs } = await campaign({ from: 1, seeds: MIXED_SEEDS, points: [undefined] });
    expect(failures.map(({ seed, violations }) => ({ seed, violations }))).toEqual([]);
    expect(runs).toBe(MIXED_SEEDS);
  });

  it.each([
    ['where no node ever takes what was signed', 'chain.refuses_bytes'],
    ['and tells nobody 402 who has paid, behind a balancer with a node that stopped', 'chain.stopped_node'],
    ['when the token was paused for a while', 'token.paused'],
  ] as const)('sells on %s', async (_where, point) => {
    const { failures, fired } = await campaign({ from: 1, seeds: 10, points: [point] });
    expect(failures.map(({ seed, violations }) => ({ seed, violations }))).toEqual([]);
    expect(fired.get(point)).toBeGreaterThan(4);
  });

  it('finds on two threads what it finds on one, failures and all', async () => {
    const points = [undefined, 'crash.after_reserve', 'chain.reorg'] as const;
    const plan = { from: 3, seeds: 6, points, skipRecovery: true };
    const found = await campaign(plan);
    expect(found.failures.length).toBeGreaterThan(1);
    expect(await crewCampaign({ ...plan, threads: 2 })).toEqual(found);
  });

  it('breaks no invariant with the seeds that once broke one', async () => {
    for (const { seed, point } of savedSeeds()) {
      const { violations } = await simulate({ seed, point: point ?? undefined });
      expect(violations, `seed ${seed}, point ${point}`).toEqual([]);
    }
  });

  it('is the same run for the same seed, traced or not', async () => {
    for (const point of ['chain.reorg', 'disk.io_error', 'chain.mempool_drop', undefined] as const) {
      const first = await simulate({ seed: 7, point, trace: true });
      const second = await simulate({ seed: 7, point, trace: true });
      expect(second.trace).toEqual(first.trace);
      expect(second.digest).toBe(first.digest);
      expect((await simulate({ seed: 7, point })).digest).toBe(first.digest);
    }
  });

  it('leaves the real clock, timers and network as they were', async () => {
    const { Date: clock, setTimeout: timer, fetch: network } = globalThis;
    await simulate({ seed: 1 });
    expect(globalThis.Date).toBe(clock);
    expect(globalThis.setTimeout).toBe(timer);
    expect(globalThis.fetch).toBe(network);
  });
});
