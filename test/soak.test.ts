import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const SOAK = fileURLToPath(new URL('../bench/soak.ts', import.meta.url));

/** The small version of `npm run soak`: that it loads, counts and judges. How quick answers are is not asked here. */
it('under load for seconds: challenges, free routes and sales, each answered rightly', async () => {
  const args = [SOAK, '--minutes', '0.04', '--rate', '40', '--warm-up', '40', '--any-speed', '--json'];
  const { stdout } = await promisify(execFile)(process.execPath, args);
  const { answers, faults } = JSON.parse(stdout) as {
    answers: Readonly<Record<string, number>>;
    faults: readonly string[];
  };
  expect(faults).toEqual([]);
  expect(Object.values(answers).every((n) => n > 0)).toBe(true);
  expect(Object.values(answers).reduce((sum, n) => sum + n, 0)).toBeGreaterThan(60);
});
