import { readdirSync, readFileSync } from 'node:fs';
import type { Guide } from '../http/pages/guides.ts';

const FOLDER = new URL('../../docs/', import.meta.url);

/** The documentation that this release came with. Read once, when it is first asked for; empty where it was left out. */
export function guidesOfRelease(folder = FOLDER): readonly Guide[] {
  let files: string[] = [];
  try {
    files = readdirSync(folder).filter((each) => each.endsWith('.md'));
  } catch {
    return [];
  }
  return files
    .sort()
    .map((file) => ({ name: file.slice(0, -3), markdown: readFileSync(new URL(file, folder), 'utf8') }));
}
