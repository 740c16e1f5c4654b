/** What a product's answers are made of, as one file, and the name that follows from it. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { join } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { onlyWhatIsUsed } from '../edge/bundle.ts';

/** The import closure of one product: its own code bundled, npm packages named by the versions that are pinned. */
export interface Closure {
  readonly product: string;
  /** Digest of code and packages, so that what cannot alter an answer (a comment, a type) does not alter it. */
  readonly revision: string;
  readonly code: string;
  /** `name@version` of every package that the code can reach. */
  readonly packages: readonly string[];
}

export const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const productsIn = (root: string): readonly string[] =>
  readdirSync(join(root, 'src/products'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name)
    .sort();

export const closuresOf = (root: string): Promise<readonly Closure[]> =>
  Promise.all(productsIn(root).map((product) => closureOf(root, product)));

async function closureOf(root: string, product: string): Promise<Closure> {
  const contents = `
    import { frozen } from './src/frozen.ts';
    import * as folder from './src/products/${product}/product.ts';
    export default frozen(Object.values(folder).find(({ kind }) => kind === 'product'));`;
  const made = await bundled(root, {
    stdin: { contents, resolveDir: root, sourcefile: `${product}.ts`, loader: 'ts' },
    packages: 'external',
  });
  const packages = packagesOf(root, made.imports);
  return { product, revision: sha256([...packages, made.code].join('\n')).slice(0, 16), packages, ...made };
}

/** Where the policy's version is kept: it is in what it is made of, and left out when that is digested. */
export const POLICY_VERSION_FILE = 'src/policy/version.derived.ts';

/** The policy's version: digest of its rules, tables, model and code, so that it changes when an answer can. */
export async function policyVersionOf(root: string): Promise<string> {
  const unversioned: Plugin = {
    name: 'unversioned',
    setup(plugin) {
      plugin.onLoad({ filter: /\/policy\/version\.derived\.ts$/ }, () => ({
        contents: "export const POLICY_VERSION = '';",
        loader: 'ts',
      }));
    },
  };
  const contents =
    "export { evaluate } from './src/policy/policy.ts'; export * from './src/policy/redact.ts';";
  const { code, imports } = await bundled(root, {
    stdin: { contents, resolveDir: root, sourcefile: 'policy.ts', loader: 'ts' },
    packages: 'external',
    plugins: [onlyWhatIsUsed(root), unversioned],
  });
  return sha256([...packagesOf(root, imports), code].join('\n')).slice(0, 16);
}

/**
 * `code` with some of its packages in it, from what is installed: for the day on which another version is to be. Answers
 * the packages that it still takes from outside.
 */
export async function inlined(root: string, file: string, names: readonly string[]) {
  const fromOutside: Plugin = {
    name: 'from-outside',
    setup(plugin) {
      plugin.onResolve({ filter: /^[^./]/ }, ({ path, importer }) =>
        importer === file && !names.includes(packageIn(path)) ? { path, external: true } : undefined,
      );
    },
  };
  const made = await bundled(root, { entryPoints: [file], plugins: [fromOutside] });
  return { code: made.code, packages: packagesOf(root, made.imports) };
}

async function bundled(root: string, input: Parameters<typeof build>[0]) {
  const result = await build({
    absWorkingDir: root,
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'es2024',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    // Not `node`: a frozen answer is as pure as the code that it was made of.
    conditions: ['import', 'default'],
    // Names stay, so that git keeps the next revision as its difference from this one.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    charset: 'utf8',
    tsconfigRaw: { compilerOptions: { verbatimModuleSyntax: true } },
    plugins: [onlyWhatIsUsed(root)],
    logLevel: 'error',
    ...input,
  });
  const [output] = Object.values(result.metafile!.outputs);
  const imports = [...new Set(output!.imports.map(({ path }) => path))].sort();
  const impure = imports.filter((path) => path.startsWith('node:') || builtinModules.includes(path));
  if (impure.length > 0) throw new Error(`a product reaches ${impure.join(', ')}: answers are pure`);
  return { code: result.outputFiles![0]!.text, imports };
}

const packageIn = (specifier: string): string => /^(@[^/]+\/)?[^/]+/.exec(specifier)![0];

interface Locked {
  readonly version?: string;
  readonly dependencies?: Readonly<Record<string, string>>;
}
type Lock = Readonly<Record<string, Locked>>;

const lockOf = (root: string): Lock =>
  (JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { packages: Lock }).packages;

/** Every `name@version` that the lock file installs. */
export const installedIn = (root: string): ReadonlySet<string> =>
  new Set(
    Object.entries(lockOf(root)).map(
      ([path, { version }]) => `${path.split('node_modules/').at(-1)}@${version}`,
    ),
  );

/** The packages that these imports reach, each looked up as Node does it. */
function packagesOf(root: string, imports: readonly string[]): readonly string[] {
  const lock = lockOf(root);
  const found = new Map<string, string>();
  const visit = (name: string, from: string): void => {
    const path = [...nested(from), '']
      .map((base) => `${base}node_modules/${name}`)
      .find((each) => lock[each]);
    if (path === undefined) throw new Error(`${name} is not in package-lock.json`);
    if (found.has(path)) return;
    found.set(path, `${name}@${lock[path]!.version}`);
    for (const dependency of Object.keys(lock[path]!.dependencies ?? {})) visit(dependency, `${path}/`);
  };
  for (const specifier of imports) visit(packageIn(specifier), '');
  return [...new Set(found.values())].sort();
}

/** The folders whose own packages go before those of the root: `a/node_modules/b/` of `a/node_modules/b/`, then `a/`. */
function nested(from: string): readonly string[] {
  const parts = from.split(/(?<=\/)(?=node_modules\/)/);
  return from === '' ? [] : parts.map((_, index) => parts.slice(0, parts.length - index).join(''));
}
