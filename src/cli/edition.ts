import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { editionFileName, readRecords, readReported, writeEdition } from '../adapters/edition-files.ts';
import { type SigningKeys, verifierOf } from '../adapters/signing-keys.ts';
import { catalogue } from '../catalogue.ts';
import { tokenTerms } from '../gate/assets.ts';
import { catalogueOn } from '../gate/by-network.ts';
import { buildEdition, EvidenceMissing } from '../ledger/build.ts';
import { editionIn } from '../ledger/freshness.ts';
import { routePrices } from '../ledger/routes.ts';
import type { Edition } from '../ledger/schema.ts';
import { signedText } from '../ledger/shared.ts';
import {
  isPart,
  signEdition,
  type VerifyJws,
  verifyChain,
  verifyContent,
  verifyEdition,
  verifyPart,
} from '../ledger/verify.ts';
import type { Config } from '../origin/config.ts';
import { RELEASE } from '../release.ts';
import { DEFAULT_NETWORK, NETWORK_NAMES, type NetworkName } from '../values/networks.ts';
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

function buildCommand(): Command {
  return new Command('build')
    .description(
      'make an edition from lab records and sign it; exit 1 if there is no evidence, 2 if a file cannot be read',
    )
    .requiredOption('--from <folder>', 'what the lab wrote: one file a case')
    .option('--out <file>', 'where to write it (default: DATA_DIR/editions, where a sandbox finds it)')
    .option('--previous <file>', 'the edition before this one (default: the newest that is published here)')
    .action((options: { from: string; out?: string; previous?: string }) =>
      guarded(async () => {
        const { config, keys } = settings();
        const previous =
          options.previous === undefined ? await newest(config, keys) : previousIn(options.previous);
        const content = buildEdition(readRecords(options.from), readReported(), previous, {
          release: RELEASE,
          now: Date.now(),
          routes: routePrices(soldBy(config)),
        });
        const edition = await signEdition(content, keys.signer);
        const file = options.out ?? join(config.dataDir, 'editions', editionFileName(edition));
        writeEdition(file, JSON.stringify(edition));
        const { coverage, contentDigest, validUntil } = edition;
        console.log(
          `${file}: ${contentDigest}\n  ${coverage.offlineSdkCases} cases of ${coverage.clientVersions} client builds, ${coverage.observedSignatures} observed and ${coverage.reportedSignatures} reported failure signatures, ${coverage.verifiedMitigations} verified fixes\n  follows ${edition.previousDigest}, good until ${validUntil}`,
        );
      }),
    );
}

/** What a service of this configuration sells, by the ways that it can be paid: a sandbox has every chain. */
const soldBy = ({ mode, networks }: Config) => {
  const inSandbox: readonly NetworkName[] = mode === 'sandbox' ? ['solana', 'tempo'] : [];
  const sold = NETWORK_NAMES.filter(
    (name) => name === DEFAULT_NETWORK || networks[name].rpcUrl !== undefined || inSandbox.includes(name),
  );
  return catalogueOn(catalogue, sold.map(tokenTerms)).products;
};

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

async function newest(config: Config, keys: SigningKeys): Promise<Edition | undefined> {
  if (config.databaseUrl === undefined && !existsSync(join(config.dataDir, 'journal.sqlite')))
    return undefined;
  const latest = await withShelf(config, keys, (shelf) => shelf.latest());
  if (latest?.fault !== undefined)
    throw new EvidenceMissing(
      'the newest published edition does not hold: name the one to follow with --previous',
    );
  return latest && editionIn(latest);
}

function previousIn(file: string): Edition {
  const verdict = verifyContent(read(file).trimEnd());
  if (!verdict.ok) throw new EvidenceMissing(`${file}: ${verdict.detail}`);
  return verdict.edition;
}
