/**
 * `npm run release [patch | minor | major | x.y.z]`: the next version, its changelog, and the code behind its answers
 * frozen, so that a later release can give them again. `npm run release -- inline [package…]`: puts packages into the
 * bundles that use them, before other versions are installed.
 */
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { labelOf } from '../src/release.ts';
import { type Closure, closuresOf, inlined, installedIn, sha256 } from './release/freeze.ts';
import {
  bundlesIn,
  faultsOf,
  fileOf,
  jsonFile,
  MANIFEST,
  manifestIn,
  released,
  remove,
  write,
} from './release/kept.ts';

const root = fileURLToPath(new URL('../', import.meta.url));
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const CHANGELOG = 'CHANGELOG.md';
const UNRELEASED = '## Unreleased\n';

const HELP = `The next version, its changelog, and the code behind its answers frozen, so that a later release can give them again.

  npm run release                       the next patch
  npm run release -- minor              patch, minor, major, or a version such as 1.4.0
  npm run release -- inline [package…]  puts packages into the bundles that use them, before other versions are installed`;

const [what = 'patch', ...names] = process.argv.slice(2);
if (!/^(?:inline|patch|minor|major|\d+\.\d+\.\d+)$/.test(what)) {
  const asked = what === '--help' || what === '-h';
  console[asked ? 'log' : 'error'](
    asked ? HELP : `"${what}" is no patch, minor, major or version\n\n${HELP}`,
  );
  process.exit(asked ? 0 : 2);
}
if (what === 'inline') await inline(names);
else await release(what);

async function release(step: string): Promise<void> {
  const before = manifestIn(root);
  const faults = before.releases.length === 0 ? [] : faultsOf(before, bundlesIn(root), installedIn(root));
  if (faults.length > 0) throw new Error(faults.join('\n'));
  const version = next((JSON.parse(read('package.json')) as { version: string }).version, step);
  const label = labelOf(version);
  const closures = await closuresOf(root);
  const { manifest, added, gone } = released(before, closures, label, new Date());
  const told = changelog(read(CHANGELOG), label, closures, before.releases[0]?.sells ?? {});

  // The bundles first: whatever stops this half-way, nothing that was sold is lost.
  for (const [name, { code }] of added) write(root, fileOf(name), code);
  write(root, MANIFEST, jsonFile(manifest));
  for (const name of gone) remove(root, fileOf(name));
  write(root, CHANGELOG, told);
  bump(version);
  execFileSync(process.execPath, [join(root, 'scripts/derive.ts')], { cwd: root, stdio: 'inherit' });
  console.log(
    `${label}: ${added.size} revisions frozen, ${gone.length} bundles gone. Run "npm test", then commit.`,
  );
}

/** The version stands in two files, in one of them twice. The label follows from it. */
function bump(version: string): void {
  const change = (path: string, pattern: RegExp) =>
    write(root, path, read(path).replace(pattern, `$1${version}$2`));
  change('package.json', /^({\n {2}"name": "[^"]+",\n {2}"version": ")[^"]+(")/);
  change('package-lock.json', /^({\n {2}"name": "[^"]+",\n {2}"version": ")[^"]+(")/);
  change('package-lock.json', /("packages": {\n {4}"": {\n {6}"name": "[^"]+",\n {6}"version": ")[^"]+(")/);
}

function next(version: string, step: string): string {
  if (/^\d+\.\d+\.\d+$/.test(step)) return step;
  const [major = 0, minor = 0, patch = 0] = version.split('.').map(Number);
  if (step === 'patch') return `${major}.${minor}.${patch + 1}`;
  if (step === 'minor') return `${major}.${minor + 1}.0`;
  return `${major + 1}.0.0`;
}

/** What was written under "Unreleased" becomes this release's, and which answers are others than before. */
function changelog(
  text: string,
  label: string,
  closures: readonly Closure[],
  sold: Readonly<Record<string, string>>,
): string {
  if (!text.includes(UNRELEASED)) throw new Error(`${CHANGELOG} has no "## Unreleased"`);
  const changed = closures
    .filter(({ product, revision }) => sold[product] !== revision)
    .map(({ product, revision }) => `- \`${product}\` answers by revision \`${revision}\`.\n`);
  const heading = `## ${label}, ${new Date().toISOString().slice(0, 10)}\n`;
  const [above, below] = text.split(UNRELEASED) as [string, string];
  const [own, ...older] = below.split(/^(?=## )/m);
  const told = [own!.trim(), changed.join('').trim()].filter(Boolean).join('\n');
  return `${above}${UNRELEASED}\n${heading}\n${told}\n\n${older.join('')}`.trimEnd().concat('\n');
}

async function inline(wanted: readonly string[]): Promise<void> {
  const { releases, bundles } = manifestIn(root);
  const installed = installedIn(root);
  const changed: Record<string, (typeof bundles)[string]> = { ...bundles };
  for (const [name, { packages }] of Object.entries(bundles)) {
    const nameOf = (each: string) => each.slice(0, each.lastIndexOf('@'));
    const chosen = packages.filter((each) => wanted.length === 0 || wanted.includes(nameOf(each)));
    if (chosen.length === 0) continue;
    const lost = packages.filter((each) => !installed.has(each));
    if (lost.length > 0) throw new Error(`${name} needs ${lost.join(', ')}: put it back first`);
    const { code, packages: outside } = await inlined(root, join(root, fileOf(name)), chosen.map(nameOf));
    write(root, fileOf(name), code);
    changed[name] = { digest: `sha256:${sha256(code)}`, packages: outside };
    console.log(`${name}: ${chosen.join(', ')} inlined`);
  }
  write(root, MANIFEST, jsonFile({ releases, bundles: changed }));
}
