import { basename, join, relative } from 'node:path';
import { build } from 'esbuild';
import { placedAs } from './source-places.ts';

/** What is started by a name of its own: the command, the library, and what these start as threads and processes. */
const ENTRIES: Readonly<Record<string, string>> = {
  assay: 'src/cli/main.ts',
  buyer: 'src/buyer/index.ts',
  'chain-guard': 'src/sandbox/chain-guard.ts',
  'solana-node': 'src/sandbox/solana-node.ts',
  'sqlite-worker': 'src/adapters/sql/sqlite-worker.ts',
  'recover-worker': 'src/adapters/evm/recover-worker.ts',
};
/** The lab runs in a checkout: its client builds are development packages. `assay lab` says so before it starts one. */
const NOT_PACKED = ['src/lab/worker/main.ts', 'src/lab/worker/inside.ts'];

/** Finds a file beside its own. */
export const CARRIED_BY_CODE = ['tiny-secp256k1'];
/** Native: used where somebody installed them. `litesvm` is asked for by name, the others speed their users up. */
const FROM_OUTSIDE = ['litesvm', 'pg-native', 'bufferutil', 'utf-8-validate'];

/** CommonJS inside asks for Node's modules by `require`. */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

export interface PackedCode {
  /** Folders of npm packages whose code is in the bundle, below the repository. */
  readonly packages: readonly string[];
}

/**
 * Service, command line and library as files in `folder`, which is one below the package's root: there `docs/`, `data/`
 * and `releases/` are where the source expects them, and what is loaded lazily stays a file of its own.
 */
export async function bundlePackage(root: string, folder: string): Promise<PackedCode> {
  const names = new Map(Object.entries(ENTRIES).map(([name, path]) => [join(root, path), name]));
  const { metafile } = await build({
    entryPoints: Object.entries(ENTRIES).map(([out, path]) => ({ in: join(root, path), out })),
    absWorkingDir: root,
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    splitting: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    // Names stay: a stack trace can be read without the maps.
    minifyWhitespace: true,
    minifySyntax: true,
    legalComments: 'none',
    sourcemap: true,
    sourcesContent: false,
    external: [...CARRIED_BY_CODE, ...FROM_OUTSIDE],
    banner: { js: REQUIRE },
    metafile: true,
    logLevel: 'error',
    plugins: [
      placedAs({
        below: join(root, 'src'),
        placeOf: (path) => `new URL(${JSON.stringify(`../${relative(root, path)}`)}, import.meta.url).href`,
        scriptAt: (path) => {
          const name = names.get(path);
          if (name === undefined && !NOT_PACKED.includes(relative(root, path)))
            throw new Error(`${basename(path)} is started as a process: add it to ENTRIES`);
          return `new URL("./${name}.mjs", import.meta.url)`;
        },
      }),
    ],
  });
  const inputs = Object.keys(metafile.inputs).map(
    (path) => /^(.*node_modules\/(?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1],
  );
  return { packages: [...new Set(inputs.filter((each) => each !== undefined))].sort() };
}
