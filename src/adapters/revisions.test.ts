import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, expect, it } from 'vitest';
import { digestBytes } from '../values/digest.ts';
import { frozenRevisions } from './revisions.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-revisions-'));
afterAll(() => rmSync(folder, { recursive: true }));
const reports: string[] = [];
const revisions = frozenRevisions(
  (_where, error) => reports.push(String(error)),
  pathToFileURL(`${folder}/`),
);
const list = (bundles: Record<string, { digest: string }>) =>
  writeFileSync(join(folder, 'manifest.json'), JSON.stringify({ releases: [], bundles }));
const CODE = "export default { read: () => ({ fingerprint: 'f', answer: () => '{}' }) };";
const GIVEN = { method: 'GET', query: new URLSearchParams(), body: null } as const;
const keep = (name: string, code: string) => {
  mkdirSync(join(folder, 'sample'), { recursive: true });
  writeFileSync(join(folder, `${name}.mjs`), code);
};

it('are loaded from their file, and found once it is put there', async () => {
  const name = '0123456789abcdef';
  await expect(revisions.find('sample', name)).rejects.toThrow('not in releases/');
  expect(reports).toHaveLength(1);
  list({ [`sample/${name}`]: { digest: digestBytes(CODE) } });
  keep(`sample/${name}`, CODE);
  const found = await revisions.find('sample', name);
  expect(found.read(GIVEN)?.fingerprint).toBe('f');
  expect(await revisions.find('sample', name)).toBe(found);
});

it.each(['../sample/0123456789abcdef', '0123456789ABCDEF', 'none', '', '%2e%2e'])(
  'are named by a digest and by nothing else: "%s"',
  async (revision) => {
    keep('sample/none', 'throw new Error("this was run")');
    await expect(revisions.find('sample', revision)).rejects.toThrow('not in releases/');
  },
);

it('are run only as they were released, and found once the right bytes are back', async () => {
  const name = 'fedcba9876543210';
  list({ [`sample/${name}`]: { digest: digestBytes(CODE) } });
  const changed = `globalThis.wasRun = true;${CODE.replace("'{}'", "'{ }'")}`;
  keep(`sample/${name}`, changed);
  await expect(revisions.find('sample', name)).rejects.toThrow('is not what was released');
  expect(globalThis).not.toHaveProperty('wasRun');
  keep(`sample/${name}`, CODE);
  expect((await revisions.find('sample', name)).read(GIVEN)?.fingerprint).toBe('f');
});

it('are run from no folder whose manifest is gone, and from one that has forgotten them', async () => {
  const name = 'aaaabbbbccccdddd';
  keep(`sample/${name}`, CODE);
  rmSync(join(folder, 'manifest.json'));
  await expect(revisions.find('sample', name)).rejects.toThrow();
  list({});
  expect((await revisions.find('sample', name)).read(GIVEN)?.fingerprint).toBe('f');
});

it('are, in this checkout, every one as it was released', async () => {
  const { bundles } = JSON.parse(
    readFileSync(new URL('../../releases/manifest.json', import.meta.url), 'utf8'),
  ) as { bundles: object };
  const here = frozenRevisions();
  for (const name of Object.keys(bundles)) {
    const [product, revision] = name.split('/') as [string, string];
    expect(await here.find(product, revision), name).toHaveProperty('read');
  }
});
