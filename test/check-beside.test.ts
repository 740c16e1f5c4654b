import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, describe, expect, it } from 'vitest';
import { disposeServices, temporaryFolder } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const VITEST = join(ROOT, 'node_modules/vitest/vitest.mjs');

afterAll(disposeServices);

/** The run of the repository's own configuration with one small file of tests, beside a check that fails. */
function runBeside(...args: readonly string[]) {
  const script = join(temporaryFolder(), 'check.mjs');
  writeFileSync(script, `console.error('the check says', process.env.CHECK_BESIDE); process.exitCode = 1;`);
  const { VITEST_POOL_ID: _, VITEST_WORKER_ID: __, VITEST: ___, ...env } = process.env;
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [VITEST, 'run', 'src/values/json.test.ts', ...args],
    {
      cwd: ROOT,
      encoding: 'utf8',
      env: { ...env, CHECK_BESIDE: relative(ROOT, script) },
    },
  );
  return { status, printed: stdout + stderr };
}

describe('the check beside the tests', () => {
  it('fails the run under any reporter', () => {
    const { status, printed } = runBeside('--reporter=dot');
    expect(printed).toContain('npm run check failed');
    // What the check starts, and what tests start, starts no check.
    expect(printed).toContain('the check says undefined');
    expect(status).toBe(1);
  });

  it('is one more failure in the closing line', () => {
    const { status, printed } = runBeside();
    expect(printed).toMatch(/^\d+ passed, 1 failed$/m);
    expect(status).toBe(1);
  });
});
