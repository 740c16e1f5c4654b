import { availableParallelism, loadavg } from 'node:os';
import { afterEach, beforeEach } from 'vitest';
import { CAMPAIGNS, SMOKE_MAX_CPU_SECONDS } from '../scripts/campaign/table.ts';
import { cpuSecondsBelow } from './cpu.ts';

/**
 * A smoke that costs more than ten seconds of a processor is a campaign that nobody waits for: it fails. What the test's
 * process and all below it worked is counted, not how long it took. Not judged where the machine does other things too:
 * cores that are shared do half as much in a second.
 */
const BUSY_PER_CORE = 3;
const isBusy = (): boolean => loadavg()[0]! > BUSY_PER_CORE * availableParallelism();

const smokesOf = (file: string) =>
  process.env.CAMPAIGN_SIZE === undefined
    ? CAMPAIGNS.filter(({ smoke }) => file.endsWith(`/${smoke.file}`))
    : [];

const spent = new Map<string, number>();
let before = 0;

beforeEach(({ task }) => {
  if (smokesOf(task.file.filepath).length > 0) before = cpuSecondsBelow(process.pid);
});
afterEach(({ task }) => {
  const named = smokesOf(task.file.filepath).filter(({ smoke }) => task.fullTestName.startsWith(smoke.tests));
  if (named.length === 0) return;
  const seconds = cpuSecondsBelow(process.pid) - before;
  for (const { name, smoke } of named) {
    const sum = (spent.get(name) ?? 0) + seconds;
    spent.set(name, sum);
    if (sum > SMOKE_MAX_CPU_SECONDS && !isBusy())
      throw new Error(
        `the smoke of ${name} (${smoke.tests}) took ${sum.toFixed(1)} s of a processor: at most ${SMOKE_MAX_CPU_SECONDS}`,
      );
  }
});
