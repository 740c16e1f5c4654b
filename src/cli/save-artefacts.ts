import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../buyer/wire.ts';
import { say } from './buy-money.ts';
import { stop } from './buyer-keys.ts';

/** Before anything is asked for or paid: the product has files, and the folder holds nothing that would be replaced. */
export function checkFolder(folder: string | undefined, product: string | undefined): void {
  if (folder === undefined) return;
  if (product !== undefined && product !== 'agent-revenue-audit')
    stop('usage', `--save-artefacts is for agent-revenue-audit: ${product} has no files`);
  if (existsSync(folder) && readdirSync(folder).length > 0)
    stop('usage', 'the folder of --save-artefacts is not empty: nothing in it is replaced');
}

/** Writes what was bought as files that run. Whatever goes wrong here, the answer was paid for and printed: no stop. */
export async function saveArtefacts(folder: string, answer: unknown): Promise<void> {
  try {
    const files = Object.entries(await filesIn(answer));
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text, { flag: 'wx' });
    const said = `${files.length} in ${folder}: begin with README.md`;
    say(['Files', files.length > 0 ? said : 'none: this answer is no audit of the release that you run']);
  } catch (error) {
    say(['Files', `not written, the answer above is whole: ${reasonOf(error)}`]);
  }
}

/** Half of what `assay buy` would load, for one option of one product. */
async function filesIn(answer: unknown): Promise<Readonly<Record<string, string>>> {
  const { auditResponse } = await import('../products/agent-revenue-audit/schema.ts');
  const { filesOf } = await import('../products/agent-revenue-audit/files.ts');
  const audit = auditResponse.safeParse(answer);
  return audit.success ? filesOf(audit.data) : {};
}
