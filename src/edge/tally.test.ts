import { expect, it } from 'vitest';
import type { Counts } from '../accounting/counters.ts';
import { isolateTally } from './tally.ts';

const GET = 'challenge.opportunity-check.GET.caller.none';
const POST = 'challenge.opportunity-check.POST.caller.none';

function stage(handOver: (counts: Counts) => Promise<void>) {
  const waits: (() => void)[] = [];
  const works: Promise<unknown>[] = [];
  const clock = {
    at: 0,
    now: () => clock.at,
    sleep: () => new Promise<void>((resolve) => waits.push(resolve)),
  };
  const count = isolateTally(5_000, clock, handOver);
  return {
    clock,
    works,
    waits,
    count: (name: typeof GET | typeof POST) => count(name, (work) => void works.push(work)),
    pause: async () => {
      waits.shift()!();
      await works.at(-1);
    },
  };
}

it('brings a thousand challenges over in one call', async () => {
  const brought: Counts[] = [];
  const { count, pause, works } = stage(async (counts) => void brought.push(counts));
  for (let i = 0; i < 1_000; i++) count(i % 4 === 0 ? POST : GET);
  expect([works.length, brought]).toEqual([1, []]);
  await pause();
  expect(brought).toEqual([{ [GET]: 750, [POST]: 250 }]);
  count(GET);
  await pause();
  expect(brought.at(-1)).toEqual({ [GET]: 1 });
});

it('does not count twice what may have arrived', async () => {
  const brought: Counts[] = [];
  const { count, pause } = stage(async (counts) => {
    brought.push(counts);
    if (brought.length === 1) throw new Error('the answer was lost');
  });
  count(GET);
  await pause();
  count(POST);
  await pause();
  expect(brought).toEqual([{ [GET]: 1 }, { [POST]: 1 }]);
});

it('goes on counting when the request that was to bring the counts was ended', async () => {
  const brought: Counts[] = [];
  const { clock, count, pause, waits, works } = stage(async (counts) => void brought.push(counts));
  count(GET);
  waits.length = 0;
  clock.at = 9_999;
  count(GET);
  expect(works.length).toBe(1);
  clock.at = 10_000;
  count(GET);
  await pause();
  expect(brought).toEqual([{ [GET]: 3 }]);
});
