import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reasonOf } from '../buyer/wire.ts';
import { filesOf } from '../products/agent-revenue-audit/files.ts';
import { auditResponse } from '../products/agent-revenue-audit/schema.ts';
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
export function saveArtefacts(folder: string, answer: unknown): void {
  const audit = auditResponse.safeParse(answer);
  const files = audit.success ? Object.entries(filesOf(audit.data)) : [];
  try {
    mkdirSync(folder, { recursive: true });
    for (const [name, text] of files) writeFileSync(join(folder, name), text, { flag: 'wx' });
    const said = `${files.length} in ${folder}: begin with README.md`;
    say(['Files', files.length > 0 ? said : 'none: this answer is no audit of the release that you run']);
  } catch (error) {
    say(['Files', `not written, the answer above is whole: ${reasonOf(error)}`]);
  }
}
