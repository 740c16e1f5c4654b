import { defineConfig } from 'vitest/config';

/** Two projects: `unit` needs nothing but Node; `live` starts real chains and services, one file at a time. */
export default defineConfig({
  test: {
    reporters: ['default', './config/closing-line.ts'],
    projects: [
      { test: { name: 'unit', include: ['src/**/*.test.ts'], testTimeout: 90_000 } },
      {
        test: {
          name: 'live',
          include: ['test/**/*.test.ts'],
          testTimeout: 120_000,
          hookTimeout: 120_000,
          fileParallelism: false,
        },
      },
    ],
  },
});
