import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build, type Plugin } from 'esbuild';
import { bundleEdge } from '../../scripts/edge/bundle.ts';
import { placedAs } from '../../scripts/pack/source-places.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Loaded as they are: native code, or files beside their own. */
const AS_THEY_ARE = ['litesvm', 'pg-native', 'pino', 'tiny-secp256k1', '@modelcontextprotocol/*'];
/** CommonJS inside asks for Node's modules by `require`. */
const REQUIRE =
  "import { createRequire as createRequireOfBundle } from 'node:module'; const require = createRequireOfBundle(import.meta.url);";

/**
 * A quarter of a start is compiling what the last start compiled. The code is kept in this checkout alone, since a shared
 * folder would let others write what a service runs, and as soon as it runs: many are killed.
 */
const COMPILED = join(root, '.cache', 'compile');
const starting = (
  file: string,
): string => `import { enableCompileCache, flushCompileCache } from 'node:module';
enableCompileCache(${JSON.stringify(COMPILED)});
await import('./${file}');
flushCompileCache();
`;

/**
 * Files that a module finds beside itself are where its source is. `changed`: texts by path that stand in for files.
 * `scriptAt`: where a script runs from instead.
 */
export const whereTheSourceIs = (
  changed: Readonly<Record<string, string>> = {},
  scriptAt?: (entry: string) => string,
): Plugin =>
  placedAs({
    // Wherever it is: a test bundles copies of this checkout, too.
    below: '/',
    changed,
    placeOf: (path) => JSON.stringify(pathToFileURL(path).href),
    ...(scriptAt && {
      scriptAt: (entry) => `new URL(${JSON.stringify(pathToFileURL(scriptAt(entry)).href)})`,
    }),
  });

/** What most files of a run start. Made at once: what they share is read once, a second of a processor for each of them. */
const TOGETHER = [
  'src/cli/main.ts',
  'src/buyer/index.ts',
  'src/adapters/sql/sqlite-worker.ts',
  'src/adapters/evm/recover-worker.ts',
  'src/sandbox/chain-guard.ts',
  'src/sandbox/solana-node.ts',
  'test/shared/host.ts',
  'test/mpp/node.ts',
  'test/support/solana-service.ts',
].map((path) => join(root, path));

/** Scripts and all that they import, each as a few files, made when it is asked for and kept for the run. */
export class Bundles {
  readonly #folder = join(root, '.cache', 'bundles', String(process.pid));
  readonly #made = new Map<string, { readonly started: string; readonly built: Promise<void> }>();
  #folders = 0;
  #edge: Promise<string> | undefined;

  /** The file to start, once it and the scripts that it starts itself are there. */
  async of(entry: string): Promise<string> {
    const started = this.#scriptAt(entry);
    // A script that is built may name others, one that it comes from too.
    for (const { built } of this.#made.values()) await built;
    return started;
  }

  #scriptAt(entry: string): string {
    const made = this.#made.get(entry);
    if (made) return made.started;
    const entries = TOGETHER.includes(entry) ? TOGETHER : [entry];
    const folder = join(this.#folder, String(this.#folders++));
    const built = this.#build(entries, folder);
    mkdirSync(folder, { recursive: true });
    for (const each of entries) {
      const started = join(folder, `start-${nameOf(each)}.mjs`);
      this.#made.set(each, { started, built });
      writeFileSync(started, starting(`${nameOf(each)}.mjs`));
    }
    return this.#made.get(entry)!.started;
  }

  async #build(entries: readonly string[], folder: string): Promise<void> {
    await build({
      entryPoints: entries.map((entry) => ({ in: entry, out: nameOf(entry) })),
      absWorkingDir: root,
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      splitting: true,
      format: 'esm',
      platform: 'node',
      target: 'node24',
      external: AS_THEY_ARE,
      banner: { js: REQUIRE },
      plugins: [whereTheSourceIs({}, (script) => this.#scriptAt(script))],
      logLevel: 'error',
    });
  }

  /** The Worker, bundled as it is deployed. */
  edge(): Promise<string> {
    this.#edge ??= bundleEdge().then(({ code }) => {
      const file = join(this.#folder, 'edge.mjs');
      mkdirSync(this.#folder, { recursive: true });
      writeFileSync(file, code);
      return file;
    });
    return this.#edge;
  }

  remove(): void {
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

const nameOf = (entry: string): string => basename(entry, '.ts');
