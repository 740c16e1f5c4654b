import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { type Plugin, transform } from 'esbuild';

/** A script that a module runs as a thread or a process of its own. */
const OWN_SCRIPT = /new URL\("(\.[^"]+\.ts)", placeOfSource\)/g;

interface Places {
  /** Only files below this folder; a package keeps its own places. */
  readonly below: string;
  /** Texts by path that stand in for files. */
  readonly changed?: Readonly<Record<string, string>>;
  /** Code of the address that a file is to believe it has. */
  readonly placeOf: (path: string) => string;
  /** Code of the `URL` where a script runs from; without it the source runs. */
  readonly scriptAt?: (path: string) => string;
}

/** In a bundle, code stands where its source does not: what a module finds beside itself, it finds from there on. */
export const placedAs = ({ below, changed = {}, placeOf, scriptAt }: Places): Plugin => ({
  name: 'placed-as',
  setup(plugin) {
    plugin.onLoad({ filter: /\.ts$/ }, async ({ path }) => {
      if (!path.startsWith(below) || path.includes('/node_modules/')) return undefined;
      const contents = changed[path] ?? readFileSync(path, 'utf8');
      // Where it is code: a text that says `import.meta.url` keeps it.
      if (!contents.includes('import.meta.url')) return { loader: 'ts', contents };
      const define = { 'import.meta.url': 'placeOfSource' };
      const { code } = await transform(contents, { loader: 'ts', format: 'esm', target: 'node24', define });
      const own = code.replace(OWN_SCRIPT, (whole, script: string) =>
        scriptAt ? scriptAt(join(dirname(path), script)) : whole,
      );
      return { loader: 'js', contents: `const placeOfSource = ${placeOf(path)};\n${own}` };
    });
  },
});
