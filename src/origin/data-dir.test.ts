import { mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { holdDataDir } from './data-dir.ts';

const dataDir = mkdtempSync(join(TEMPORARY, 'assay-held-'));
afterAll(() => rmSync(dataDir, { recursive: true, force: true }));

const hold = (databaseUrl: string | undefined, name: string) =>
  holdDataDir({ dataDir, databaseUrl }, name, 0);

it('an SQLite journal has one process, whatever its name, until it lets go', async () => {
  const held = await hold(undefined, 'one');
  await expect(hold(undefined, 'two')).rejects.toThrow('another process uses DATA_DIR: stop it');
  held.release();
  (await hold(undefined, 'two')).release();
});

it('on PostgreSQL a name has one process, and others may share the folder', async () => {
  const url = 'postgres://somewhere';
  const held = await hold(url, 'one#1');
  const other = await hold(url, 'one#2');
  await expect(hold(url, 'one#1')).rejects.toThrow('another process uses DATA_DIR under this name: stop it');
  held.release();
  other.release();
});
