import type { Installed } from './installed.ts';
import { licenceTexts } from './installed.ts';

/** What goes with other people's code: their licences, and a list for programs that look for known faults. */

/** Allowed for code that we hand on: each only asks to be named. */
const ALLOWED = new Set(['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD']);

const RULE = '-'.repeat(80);

/** Throws when a licence asks for more than its text, so that nobody hands on such code without having looked. */
export function licencesOf(root: string, packages: readonly Installed[]): string {
  const other = packages.filter(({ licence }) => !ALLOWED.has(licence));
  if (other.length > 0)
    throw new Error(
      `licence not on the list of scripts/pack/papers.ts: ${other.map(({ name, licence }) => `${name} (${licence})`).join(', ')}`,
    );
  const byText = new Map<string, string[]>();
  for (const each of packages) {
    const text =
      licenceTexts(root, each).join('\n\n') || `The package brings no text. Its licence is ${each.licence}.`;
    byText.set(text, [...(byText.get(text) ?? []), `${each.name} ${each.version} (${each.licence})`]);
  }
  const parts = [...byText].map(([text, names]) => `${[...new Set(names)].sort().join('\n')}\n\n${text}`);
  return `Assay contains code of these packages, under these licences.\n\n${parts.map((part) => `${RULE}\n${part}\n`).join('\n')}`;
}

/** CycloneDX 1.6: every package whose code is in the bundle or beside it. */
export function billOfMaterials(version: string, packages: readonly Installed[]): object {
  const named = new Map(packages.map((each) => [purl(each), each]));
  return {
    bomFormat: 'CycloneDX',
    specVersion: '1.6',
    version: 1,
    metadata: {
      component: {
        type: 'application',
        'bom-ref': `pkg:npm/assay@${version}`,
        name: 'assay',
        version,
        licenses: [{ license: { id: 'MIT' } }],
        purl: `pkg:npm/assay@${version}`,
      },
    },
    components: [...named]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([ref, { name, version: of, licence, integrity }]) => ({
        type: 'library',
        'bom-ref': ref,
        name,
        version: of,
        licenses: [{ license: { id: licence } }],
        purl: ref,
        ...(integrity?.startsWith('sha512-') && {
          hashes: [
            {
              alg: 'SHA-512',
              content: Buffer.from(integrity.slice('sha512-'.length), 'base64').toString('hex'),
            },
          ],
        }),
      })),
  };
}

const purl = ({ name, version }: Installed): string => `pkg:npm/${name.replace('@', '%40')}@${version}`;
