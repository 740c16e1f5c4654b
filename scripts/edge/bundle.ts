import { readFileSync } from 'node:fs';
import { builtinModules } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';
import { build, type Plugin } from 'esbuild';

const root = fileURLToPath(new URL('../../', import.meta.url));

export interface Bundle {
  readonly code: string;
  readonly bytes: number;
  readonly gzipBytes: number;
  /** Everything that is imported at run time. */
  readonly imports: readonly string[];
  /** Bytes of the output by package, largest first. */
  readonly by: readonly (readonly [string, number])[];
}

/** The manifest is here for one member; the rest is nobody's business at the edge. */
const version: Plugin = {
  name: 'version',
  setup(plugin) {
    plugin.onLoad({ filter: /\/package\.json$/ }, ({ path }) =>
      path === join(root, 'package.json')
        ? {
            contents: JSON.stringify({ version: JSON.parse(readFileSync(path, 'utf8')).version }),
            loader: 'json',
          }
        : undefined,
    );
  },
};

/** zod's namespace holds its error texts in forty languages, which no answer of ours quotes. */
const oneLanguage: Plugin = {
  name: 'one-language',
  setup(plugin) {
    plugin.onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: "export { default as en } from './en.js';",
      loader: 'js',
    }));
  },
};

/** No module of ours does anything by being imported, so one of which nothing is used is left out, whatever it calls at its top. */
export const onlyWhatIsUsed = (root: string): Plugin => ({
  name: 'only-what-is-used',
  setup(plugin) {
    plugin.onResolve({ filter: /^\.{1,2}\/.*\.ts$/ }, ({ path, importer }) =>
      importer.startsWith(join(root, 'src'))
        ? { path: join(dirname(importer), path), sideEffects: false }
        : undefined,
    );
  },
});

/** The Worker as it is deployed: one module. `entry` is below the repository. */
export async function bundleEdge(entry = 'src/edge/worker.ts'): Promise<Bundle> {
  const result = await build({
    entryPoints: [join(root, entry)],
    absWorkingDir: root,
    bundle: true,
    write: false,
    minify: true,
    format: 'esm',
    target: 'es2022',
    platform: 'neutral',
    mainFields: ['module', 'main'],
    conditions: ['workerd', 'worker', 'browser'],
    // What is left of them in the Worker is a fault (faults.ts); a module that is left out may import what it likes.
    external: ['cloudflare:*', 'node:*', ...builtinModules],
    metafile: true,
    logLevel: 'error',
    plugins: [version, oneLanguage, onlyWhatIsUsed(root)],
  });
  const [file] = result.outputFiles;
  const [output] = Object.values(result.metafile.outputs);
  const by = new Map<string, number>();
  for (const [path, { bytesInOutput }] of Object.entries(output!.inputs)) {
    const name = /.*node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(path)?.[1] ?? 'assay';
    by.set(name, (by.get(name) ?? 0) + bytesInOutput);
  }
  return {
    code: file!.text,
    bytes: file!.contents.byteLength,
    gzipBytes: gzipSync(file!.contents, { level: 9 }).byteLength,
    imports: [...new Set(output!.imports.map(({ path }) => path))].sort(),
    by: [...by].sort((a, b) => b[1] - a[1]),
  };
}
