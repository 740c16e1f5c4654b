import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { frozenRevisions } from './revisions.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-revisions-'));
afterAll(() => rmSync(folder, { recursive: true }));
const reports: string[] = [];
const revisions = frozenRevisions(
  (_where, error) => reports.push(String(error)),
  pathToFileURL(`${folder}/`),
);
const keep = (name: string, code: string) => {
  mkdirSync(join(folder, 'sample'), { recursive: true });
  writeFileSync(join(folder, `${name}.mjs`), code);
};

it('are loaded from their file, and found once it is put there', async () => {
  const name = '0123456789abcdef';
  await expect(revisions.find('sample', name)).rejects.toThrow('not in releases/');
  expect(reports).toHaveLength(1);
  keep(`sample/${name}`, "export default { read: () => ({ fingerprint: 'f', answer: () => '{}' }) };");
  const found = await revisions.find('sample', name);
  expect(found.read({ method: 'GET', query: new URLSearchParams(), body: null })?.fingerprint).toBe('f');
  expect(await revisions.find('sample', name)).toBe(found);
});

it.each(['../sample/0123456789abcdef', '0123456789ABCDEF', 'none', '', '%2e%2e'])(
  'are named by a digest and by nothing else: "%s"',
  async (revision) => {
    keep('sample/none', 'throw new Error("this was run")');
    await expect(revisions.find('sample', revision)).rejects.toThrow('not in releases/');
  },
);
