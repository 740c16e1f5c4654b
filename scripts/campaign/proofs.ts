import { globSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { CAMPAIGNS, propertyTests } from './table.ts';

/** Which test files make fewer cases in `npm test` than in a campaign, and which campaigns make the others. */

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Test files that read how much they are to make, themselves or in the suite that they run. */
const fewerLive = (): readonly string[] =>
  globSync('{src,test}/**/*.test.ts', { cwd: root, exclude: ['**/node_modules'] })
    .filter((file) =>
      /from '[./]+(?:(?:test\/)?support\/campaign|src\/adapters\/journal\.suite)\.ts'/.test(
        readFileSync(root + file, 'utf8'),
      ),
    )
    .sort();

interface Proof {
  readonly file: string;
  /** Empty: cases that are lost. */
  readonly campaigns: readonly string[];
}

/** What the file of a smoke proves in small, the scripts of its campaign prove in large: it counts as made by it. */
export function proofsWithFewer(): readonly Proof[] {
  const made = CAMPAIGNS.map(({ name, smoke, steps }) => ({
    name,
    files: new Set([smoke.file, ...steps('full', 0, 'folder').flatMap(({ args }) => args)]),
  }));
  return [...fewerLive(), ...propertyTests().toSorted()].map((file) => ({
    file,
    campaigns: made.filter(({ files }) => files.has(file)).map(({ name }) => name),
  }));
}
