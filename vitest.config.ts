import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import LongestFirst from './config/longest-first.ts';

// What Node made of a source is kept for the next process: threads and commands that tests start load the same files.
process.env.NODE_COMPILE_CACHE ??= fileURLToPath(new URL('.cache/compile', import.meta.url));

/** Tests beside the code need nothing but Node; those in `test/` start real chains and services. */
export default defineConfig({
  test: {
    reporters: ['default', './config/slow-files.ts', './config/closing-line.ts'],
    sequence: { sequencer: LongestFirst },
    // What differs, with little around it; `config/short-failures.ts` cuts what is still long.
    diff: { expand: false, contextLines: 2 },
    // Files that run one after the other in a process share its modules: loading them anew for each file was a third of
    // the run. For the same reason there is one project: two would not share a process.
    isolate: false,
    // Node loads the sources as it does for everybody else: no second compiler, and what it made of them is kept.
    experimental: { viteModuleRunner: false, nodeLoader: false },
    // More than the cores of the smallest machine: half the time of a file is waiting, for processes and for blocks. With
    // five instead of four, two cores take a fifth longer for the whole run.
    maxWorkers: 4,
    // The default makes V8 look through what is still in use again and again.
    execArgv: ['--max-semi-space-size=64'],
    // Whoever polls waits for a condition, not for a machine.
    expect: { poll: { timeout: 60_000 } },
    // CI shares its cores with strangers (.ci/run sets this). Whatever failed once is named at the end of the run.
    retry: Number(process.env.TEST_RETRIES ?? 0),
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    testTimeout: 240_000,
    hookTimeout: 240_000,
    setupFiles: ['./config/short-failures.ts', './config/seeded.ts', './config/smoke-cost.ts'],
    globalSetup: ['./config/check-beside.ts', './test/shared/global-setup.ts'],
  },
});
