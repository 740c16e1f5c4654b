import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it } from 'vitest';

const BODIES = fileURLToPath(new URL('../bench/bodies.ts', import.meta.url));

/** The small version of `campaign --only costs`: that each body is measured and none is refused unread. Not how dear it is. */
it('the dearest bodies that cost nothing are answered', async () => {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [
    BODIES,
    '--runs',
    '1',
    '--any-speed',
  ]);
  expect(stderr).toBe('');
  expect(stdout.split('\n').length).toBeGreaterThan(25);
});
