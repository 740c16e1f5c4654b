import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { BLOCKS } from './model-doc.testing.ts';

const page = await readFile(join(import.meta.dirname, '../../../docs/audit-model.md'), 'utf8');

test.each(Object.entries(BLOCKS))('docs/audit-model.md states %s as the tables do', (name, wanted) => {
  const block = new RegExp(`<!-- ${name} -->\\n\\n([\\s\\S]*?)\\n\\n<!-- /${name} -->`, 'u').exec(page)?.[1];
  expect(block).toBe(wanted);
});
