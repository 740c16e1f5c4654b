import type { Reporter, TestModule } from 'vitest/node';

/**
 * Ends a run with one plain line that any CI can read: `668 passed, 0 failed, 2 skipped`. Tests that passed only when they
 * were run again (vitest.config.ts says when that happens) are named before it.
 */
export default class ClosingLine implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
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
    const skipped = count.skipped + count.pending;
    console.log(`${count.passed} passed, ${count.failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`);
  }
}
