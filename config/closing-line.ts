import { availableParallelism, loadavg } from 'node:os';
import type { Reporter, TestCase, TestModule } from 'vitest/node';
import { CAMPAIGNS, SMOKE_MAX_MS } from '../scripts/campaign/table.ts';

/** Ends a run with one plain line that any CI can read: `668 passed, 0 failed, 2 skipped`. */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that does not load has no tests that could fail.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) count[test.result().state]++;
    }
    // Said and not failed for: a time is a fact about this machine too.
    for (const slow of slowSmokes(modules)) console.error(slow);
    const skipped = count.skipped + count.pending;
    console.log(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}

/** Load per processor (a run alone makes one and a half to two) from which on a time says nothing about a test. */
const BUSY = 3;

/** A smoke of ten seconds is a campaign that nobody waits for. Not judged where the machine does other things too. */
function slowSmokes(modules: readonly TestModule[]): string[] {
  if (process.env.CAMPAIGN_SIZE !== undefined || loadavg()[0]! > BUSY * availableParallelism()) return [];
  return CAMPAIGNS.flatMap(({ name, smoke }) => {
    const tests = modules
      .filter(({ relativeModuleId }) => relativeModuleId === smoke.file)
      .flatMap((module) => [...module.children.allTests()])
      .filter(({ fullName }) => fullName.startsWith(smoke.tests));
    const ms = tests.reduce((sum, test) => sum + durationOf(test), 0);
    return ms > SMOKE_MAX_MS
      ? [`the smoke of ${name} took ${Math.round(ms)} ms: at most ${SMOKE_MAX_MS}`]
      : [];
  });
}

const durationOf = (test: TestCase): number => test.diagnostic()?.duration ?? 0;
