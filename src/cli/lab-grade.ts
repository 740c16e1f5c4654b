import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { shippedEditions } from '../adapters/edition-files.ts';
import { EvidenceMissing } from '../ledger/build.ts';
import { badgeOf, GRADES, gradesOf } from '../ledger/grade.ts';
import { signedText } from '../ledger/shared.ts';
import { verifyContent } from '../ledger/verify.ts';
import { guarded, read } from './reading.ts';

export const gradeCommand = (): Command =>
  new Command('grade')
    .description('how safe each client build is to call again, from the rows of an edition')
    .argument('[edition]', 'file of an edition (default: the newest that came with this release)')
    .option('--badges <folder>', 'write a badge for each build: <build>.svg, with the digest of the edition')
    .option('--json', 'print one JSON object')
    .action((file: string | undefined, options: { badges?: string; json?: boolean }) =>
      guarded(async () => {
        const text = file === undefined ? shippedEditions().editions.at(-1)?.text : read(file).trimEnd();
        if (text === undefined) throw new EvidenceMissing('no edition came with this release: name one');
        const verdict = verifyContent(signedText(text));
        if (!verdict.ok) throw new EvidenceMissing(`${file ?? 'the newest edition'}: ${verdict.detail}`);
        const { contentDigest } = verdict.edition;
        const grades = gradesOf(verdict.edition);
        if (options.badges !== undefined) {
          mkdirSync(options.badges, { recursive: true });
          for (const each of grades)
            writeFileSync(join(options.badges, `${each.build}.svg`), badgeOf(each, contentDigest));
        }
        if (options.json) return console.log(JSON.stringify({ edition: contentDigest, grades }, null, 2));
        for (const { grade, build, because, safeWith } of grades)
          console.log(`${grade ?? '?'}  ${build.padEnd(28)}${reason(grade, because, safeWith)}`);
        console.log('');
        for (const [grade, says] of Object.entries(GRADES)) console.log(`${grade}  ${says}`);
        console.log(`\nedition ${contentDigest}`);
      }),
    );

function reason(grade: unknown, because: readonly string[], safeWith: readonly string[] | null): string {
  if (grade === null) return 'a row that the grade needs was not run, broke off or is stale';
  if (because.length === 0) return '';
  const mend = safeWith === null ? 'no verified fix for all' : `safe with ${safeWith.join(', ')}`;
  return `${because.join(' ')}: ${mend}`;
}
