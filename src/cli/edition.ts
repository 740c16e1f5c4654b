import { Command } from 'commander';
import { verifierOf } from '../adapters/signing-keys.ts';
import { EvidenceMissing } from '../ledger/build.ts';
import { signedText } from '../ledger/shared.ts';
import {
  isPart,
  signEdition,
  type VerifyJws,
  verifyChain,
  verifyEdition,
  verifyPart,
} from '../ledger/verify.ts';
import { buildCommand } from './edition-build.ts';
import { pullCommand } from './edition-pull.ts';
import { ownAndShipped, settings, withShelf } from './edition-shelf.ts';
import { DOES_NOT_HOLD, guarded, jwksIn, read, UNREADABLE } from './reading.ts';

export const editionCommand = (): Command =>
  new Command('edition')
    .description('make, check and publish editions of the reliability ledger')
    .addCommand(buildCommand())
    .addCommand(editionVerifyCommand('verify'))
    .addCommand(publishCommand())
    .addCommand(pullCommand());

/** `assay edition verify` and `assay verify edition` are one command. */
export function editionVerifyCommand(name: 'verify' | 'edition'): Command {
  return new Command(name)
    .description(
      'check editions offline: digest, rows, signature and chain; exit 0 valid, 1 not valid, 2 cannot be read',
    )
    .argument('<files...>', 'editions, oldest first, or the rows of one that a filter chose')
    .option(
      '--keys <file>',
      "a saved copy of the seller's /.well-known/jwks.json (default: our own keys and those of the release)",
    )
    .option('--json', 'print the verdict as JSON')
    .action((files: string[], { keys, json }: { keys?: string; json?: boolean }) =>
      guarded(async () => {
        const texts = files.map((file) => read(file).trimEnd());
        const verify = keys === undefined ? ownAndShipped() : verifierOf(jwksIn(keys));
        if (texts.length === 1 && isPart(texts[0]!)) return tellOfPart(files[0]!, texts[0]!, verify, json);
        const verdict = await verifyChain(texts.map(signedText), verify);
        if (json)
          console.log(
            JSON.stringify(
              verdict.ok
                ? { ok: true, digests: verdict.editions.map((each) => each.contentDigest) }
                : { ...verdict, file: files[verdict.index] },
            ),
          );
        else if (verdict.ok)
          for (const [i, { contentDigest, validUntil }] of verdict.editions.entries())
            console.log(`${files[i]}: holds, ${contentDigest}, good until ${validUntil}`);
        else console.error(`${files[verdict.index]}: ${verdict.detail} (${verdict.fault})`);
        if (!verdict.ok) process.exitCode = verdict.fault === 'unreadable' ? UNREADABLE : DOES_NOT_HOLD;
      }),
    );
}

/** What a filter chose: rows of one edition. */
async function tellOfPart(file: string, text: string, verify: VerifyJws, json = false): Promise<void> {
  const verdict = await verifyPart(text, verify);
  if (!verdict.ok) process.exitCode = DOES_NOT_HOLD;
  if (json) {
    const told = verdict.ok
      ? { ok: true, edition: verdict.part.contentDigest, ...verdict.part.selection }
      : { ...verdict, file };
    console.log(JSON.stringify(told));
  } else if (!verdict.ok) console.error(`${file}: ${verdict.detail} (${verdict.fault})`);
  else {
    const { selection, contentDigest, validUntil } = verdict.part;
    console.log(
      `${file}: ${selection.rows} of ${selection.of} rows hold, of ${contentDigest}, good until ${validUntil}`,
    );
  }
}

function publishCommand(): Command {
  return new Command('publish')
    .description(
      'publish an edition to the store of this configuration, signed with its key; running nodes see it within a second',
    )
    .argument('<file>', 'the edition')
    .action((file: string) =>
      guarded(async () => {
        const { config, keys } = settings();
        const verdict = await verifyEdition(signedText(read(file).trimEnd()), ownAndShipped(keys));
        if (!verdict.ok) throw new EvidenceMissing(`${file}: ${verdict.detail}`);
        const text = JSON.stringify(await signEdition(verdict.edition, keys.signer));
        const outcome = await withShelf(config, keys, (shelf) => shelf.publish(text));
        if (outcome.kind === 'refused') throw new EvidenceMissing(`${file}: ${outcome.detail}`);
        console.log(`${outcome.kind}: ${outcome.digest}`);
      }),
    );
}
