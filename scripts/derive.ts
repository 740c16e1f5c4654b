/** What follows from the code and is kept in the repository: written by `npm run derive`, compared by `--check`. */
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { VERIFIED_FILE, verifiedText } from '../src/adapters/edition-files.ts';
import { openapi } from '../src/discovery/openapi.ts';
import { soldProducts } from '../src/discovery/sold.ts';
import { USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS } from '../src/gate/assets.ts';
import { BEHAVIOURS } from '../src/lab/behaviours.ts';
import { RELEASE } from '../src/release.ts';
import { TOKENS_FILE, tokensText } from './assets.ts';
import { LEARNT_FILE, learntText } from './failures/learn.ts';
import { SAID_FILE, saidText } from './failures/said.ts';
import { closuresOf, installedIn, POLICY_VERSION_FILE, policyVersionOf } from './release/freeze.ts';
import { bundlesIn, faultsOf, fileOf, manifestIn } from './release/kept.ts';

const root = new URL('../', import.meta.url);
const folder = fileURLToPath(root);
const check = process.argv.includes('--check');

// What products are made of has it in it, too.
const version = settle({ [POLICY_VERSION_FILE]: policyVersion(await policyVersionOf(folder)) });
const closures = await closuresOf(folder);
const early: Readonly<Record<string, string>> = {
  'src/checks/index.derived.ts': checksIndex(),
  'src/revisions.derived.ts': revisions(),
  [TOKENS_FILE]: tokensText(read(TOKENS_FILE)),
  [SAID_FILE]: saidText(folder, read(SAID_FILE)),
  ...bundlesAgain(),
};
// The catalogue cannot be read before this is written: a merge may have left it as no program.
const first = [
  ...version,
  ...settle(early),
  ...settle({ [LEARNT_FILE]: await learntText(folder, read(LEARNT_FILE)) }),
];
const { catalogue } = await import('../src/catalogue.ts');
const { BLOCKS } = await import('./derived-tables.ts');

/** Described with every way to pay that an instance may have; one that has fewer describes fewer. */
const configured = [USDC_BASE_TERMS, USDC_SOLANA, USDC_TEMPO_TERMS].map(({ rail, network, asset }) => ({
  rail,
  network,
  asset,
}));

const derived: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    Object.entries(BLOCKS).map(([path, blocks]) => [
      path,
      Object.entries(blocks).reduce((text, [name, make]) => withBlock(path, text, name, make()), read(path)),
    ]),
  ),
  'src/ledger/behaviours.artefact.json': `${JSON.stringify(Object.fromEntries(BEHAVIOURS.map(({ id, title }) => [id, title])), null, 2)}\n`,
  [VERIFIED_FILE]: verifiedText(),
  'docs/openapi.json': `${JSON.stringify(openapi({ catalogue, publicUrl: 'https://assay.example', release: RELEASE, mode: 'production', configured }), null, 2)}\n`,
  // The edge cannot hold the products; what it must know of them it holds as data.
  'src/discovery/sold.artefact.json': `${JSON.stringify(soldProducts(catalogue), null, 2)}\n`,
};

const stale = [...first, ...settle(derived)];
for (const path of stale) console.log(`${check ? 'stale' : 'written'}: ${path}`);
const faults = faultsOf(manifestIn(folder), bundlesIn(folder), installedIn(folder));
for (const fault of faults) console.error(fault);
if (check && stale.length > 0) console.error('Run "npm run derive" and commit what it writes.');
if (faults.length > 0 || (check && stale.length > 0)) process.exit(1);

/** Writes what is not as it should be, unless it is only asked for. Answers its paths. */
function settle(files: Readonly<Record<string, string>>): readonly string[] {
  const others = Object.entries(files).filter(([path, text]) => read(path) !== text);
  if (!check) for (const [path, text] of others) writeFileSync(new URL(path, root), text);
  return others.map(([path]) => path);
}

/** Lines of a text, so that two branches' below each other are still a program. */
function policyVersion(digest: string): string {
  return `/** Version of the policy: digest of its rules, tables, model and code. Written by "npm run derive"; do not merge it by hand. */
const WRITTEN = \`
${digest}
\`;
export const POLICY_VERSION = WRITTEN.trim().slice(0, ${digest.length});
`;
}

/** Pairs, so that two branches' lines side by side are still a program: .gitattributes merges them so. */
function revisions(): string {
  const rows = closures.map(({ product, revision }) => `  ['${product}', '${revision}'],`);
  return `/** Revision of each product: digest of all that its answers are made of. Written by "npm run derive"; do not merge it by hand. */
export const REVISIONS: Readonly<Record<string, string>> = Object.fromEntries([
${rows.join('\n')}
]);
`;
}

/** What each folder of checks says is to be published, so that a check is declared in its folder and nowhere else. */
function checksIndex(): string {
  const folders = globSync('src/checks/*/check.ts', { cwd: root })
    .filter((path) => read(path).includes('export const FREE = ['))
    .map((path) => path.split('/')[2]!)
    .sort();
  const nameOf = (id: string) => id.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  return `/** Every free check that stands in a folder of its own. Written by "npm run derive"; do not merge it by hand. */
${folders.map((id) => `import { FREE as ${nameOf(id)} } from './${id}/check.ts';`).join('\n')}

export const FREE_CHECKS = [
${folders.map((id) => `  ...${nameOf(id)},`).join('\n')}
];
`;
}

/** A released bundle that is missing while its source is still here is made again. */
function bundlesAgain(): Readonly<Record<string, string>> {
  const { bundles } = manifestIn(folder);
  const there = bundlesIn(folder);
  return Object.fromEntries(
    closures
      .map(({ product, revision, code }) => [`${product}/${revision}`, code] as const)
      .filter(([name]) => bundles[name] && !there.has(name))
      .map(([name, code]) => [fileOf(name), code]),
  );
}

function withBlock(path: string, text: string, name: string, block: string): string {
  const [open, close] = [`<!-- derived:${name} -->`, `<!-- /derived:${name} -->`];
  const [from, to] = [text.indexOf(open), text.indexOf(close)];
  if (from < 0 || to < from) throw new Error(`${path} has no ${open} … ${close}`);
  return `${text.slice(0, from + open.length)}\n${block}\n${text.slice(to)}`;
}

function read(path: string): string {
  try {
    return readFileSync(new URL(path, root), 'utf8');
  } catch {
    return '';
  }
}
