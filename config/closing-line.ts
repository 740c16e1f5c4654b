import type { Reporter, TestModule } from 'vitest/node';
import { failedCheck } from './check-beside.ts';

/**
 * Ends a run with one plain line that any CI can read: `668 passed, 0 failed, 2 skipped`. Tests that passed only when they
 * were run again (vitest.config.ts says when that happens) are named before it. In `npm test` it waits for the check, and a
 * check that failed is one more failure.
 */
export default class ClosingLine implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): Promise<void> {
    const count = { passed: 0, failed: unhandledErrors.length, skipped: 0, pending: 0 };
    for (const module of modules) {
      // A file that does not load has no tests that could fail.
      if (module.state() === 'failed' && module.errors().length > 0) count.failed++;
      for (const test of module.children.allTests()) {
        count[test.result().state]++;
        if (test.diagnostic()?.flaky)
          console.log(`failed, then passed: ${module.relativeModuleId} > ${test.fullName}`);
      }
    }
    const printed = await failedCheck();
    if (printed !== undefined) {
      count.failed++;
      process.exitCode = 1;
      console.error(`npm run check failed:\n${printed}`);
    }
    const skipped = count.skipped + count.pending;
    console.log(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}
