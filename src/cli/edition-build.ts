import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { Command } from 'commander';
import { editionFileName, readRecords, readReported, writeEdition } from '../adapters/edition-files.ts';
import type { SigningKeys } from '../adapters/signing-keys.ts';
import { catalogue } from '../catalogue.ts';
import { tokenTerms } from '../gate/assets.ts';
import { catalogueOn } from '../gate/by-network.ts';
import { buildEdition, EvidenceMissing } from '../ledger/build.ts';
import { editionIn } from '../ledger/freshness.ts';
import { routePrices } from '../ledger/routes.ts';
import type { Edition } from '../ledger/schema.ts';
import { signedText, soldWhole } from '../ledger/shared.ts';
import { LANGUAGE_OF, lastTestedEarlier, notRunOf, registriesOf } from '../ledger/tested-builds.ts';
import { signEdition, verifyContent } from '../ledger/verify.ts';
import type { Config } from '../origin/config.ts';
import { RELEASE } from '../release.ts';
import { DEFAULT_NETWORK, NETWORK_NAMES, type NetworkName } from '../values/networks.ts';
import { settings, withShelf } from './edition-shelf.ts';
import { guarded, read } from './reading.ts';

interface BuildFlags {
  readonly from?: string;
  readonly out?: string;
  readonly previous?: string;
  readonly short?: boolean;
}

export function buildCommand(): Command {
  return new Command('build')
    .description(
      'run the lab, make an edition from its records and sign it; says which builds could not be run; exit 1 if there is no evidence, 2 if a file cannot be read',
    )
    .option(
      '--from <folder>',
      'make it from what an earlier run of the lab wrote (default: run the lab now, into DATA_DIR/edition-lab)',
    )
    .option('--out <file>', 'where to write it (default: DATA_DIR/editions, where a sandbox finds it)')
    .option('--previous <file>', 'the edition before this one (default: the newest that is published here)')
    .option('--short', 'write the short form in which it is sold, a tenth as long')
    .action((flags: BuildFlags) =>
      guarded(async () => {
        const { config, keys } = settings();
        const previous =
          flags.previous === undefined ? await newest(config, keys) : previousIn(flags.previous);
        const records = readRecords(flags.from ?? (await labRun(join(config.dataDir, 'edition-lab'))));
        const content = buildEdition(records, readReported(), previous, {
          release: RELEASE,
          now: Date.now(),
          routes: routePrices(soldBy(config)),
        });
        const edition = await signEdition(content, keys.signer);
        const file = flags.out ?? join(config.dataDir, 'editions', editionFileName(edition));
        writeEdition(file, JSON.stringify(flags.short ? soldWhole(edition) : edition));
        console.log([`${file}: ${edition.contentDigest}`, ...told(edition)].join('\n  '));
      }),
    );
}

/** Every question to every build that is installed here. The folder is this command's own: what it held is removed. */
async function labRun(folder: string): Promise<string> {
  const [{ BUILDS }, { runLab }] = await Promise.all([import('../lab/builds.ts'), import('../lab/run.ts')]);
  if (BUILDS.length === 0)
    throw new EvidenceMissing('the installed package has no client builds: build editions in a checkout');
  rmSync(folder, { recursive: true, force: true });
  await runLab({ out: folder, now: Date.now });
  return folder;
}

/** What the edition holds, and what it could not hold. */
function told(edition: Edition): string[] {
  const { coverage, compatibilityMatrix, previousDigest, validUntil } = edition;
  const languages = registriesOf(compatibilityMatrix);
  const counts = languages.map(({ registry, builds }) => `${LANGUAGE_OF[registry]} ${builds}`).join(', ');
  const builds = languages.reduce((sum, each) => sum + each.builds, 0);
  const broken = compatibilityMatrix.filter(({ verdict }) => verdict === 'lab_error').map(({ id }) => id);
  return [
    `${coverage.offlineSdkCases} cases of ${builds} client builds (${counts}), ${coverage.observedSignatures} observed and ${coverage.reportedSignatures} reported failure signatures, ${coverage.verifiedMitigations} verified fixes`,
    `follows ${previousDigest}, good until ${validUntil}`,
    ...notRunOf(compatibilityMatrix).map(({ why, builds }) => `not run: ${builds.join(', ')}: ${why}`),
    ...lastTestedEarlier(edition).map(
      ({ build, observedAt, edition: digest }) => `${build} was last run on ${observedAt}, for ${digest}`,
    ),
    ...(broken.length === 0 ? [] : [`nothing is known of what broke off (lab_error): ${broken.join(', ')}`]),
  ];
}

/** What a service of this configuration sells, by the ways that it can be paid: a sandbox has every chain. */
const soldBy = ({ mode, networks }: Config) => {
  const inSandbox: readonly NetworkName[] = mode === 'sandbox' ? ['solana', 'tempo'] : [];
  const sold = NETWORK_NAMES.filter(
    (name) => name === DEFAULT_NETWORK || networks[name].rpcUrl !== undefined || inSandbox.includes(name),
  );
  return catalogueOn(catalogue, sold.map(tokenTerms)).products;
};

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
  const verdict = verifyContent(signedText(read(file).trimEnd()));
  if (!verdict.ok) throw new EvidenceMissing(`${file}: ${verdict.detail}`);
  return verdict.edition;
}
