import { defineConfig } from 'vitest/config';

/** Two projects: `unit` needs nothing but Node; `live` starts real chains and services, two files at a time. */
export default defineConfig({
  test: {
    reporters: ['default', './config/closing-line.ts'],
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 90_000 } },
      {
        test: {
          name: 'live',
          include: ['test/**/*.test.ts'],
          testTimeout: 240_000,
          hookTimeout: 240_000,
          // Each file is mostly processes that wait for each other: two at once fill two processors.
          maxWorkers: 2,
        },
      },
    ],
  },
});
