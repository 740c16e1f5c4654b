import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import type { Frozen, Revisions } from '../ports.ts';
import { digestBytes } from '../values/digest.ts';

/**
 * Bundles that releases froze, as files `<product>/<revision>.mjs`. Each is loaded when a payment first needs it, and
 * run only if it is the one that the manifest names. A release drops old bundles from both: one that an operator has
 * brought back is in no manifest, and is held to the digest that a row keeps of its answer.
 */
const RELEASES = new URL('../../releases/', import.meta.url);

export function frozenRevisions(
  report: (where: string, error: unknown) => void = () => {},
  folder: URL = RELEASES,
): Revisions {
  const loaded = new Map<string, Promise<Frozen>>();
  return {
    find(product, revision) {
      const name = `${product}/${revision}`;
      const known = loaded.get(name);
      if (known) return known;
      const loading = load(name, folder).catch((error: unknown) => {
        loaded.delete(name);
        report('revision', error);
        throw error;
      });
      loaded.set(name, loading);
      return loading;
    },
  };
}

/** What comes out of the journal names a file, so it is held to the form of a name. */
const NAME = /^[a-z0-9-]{1,64}\/[0-9a-f]{16}$/;

async function load(name: string, folder: URL): Promise<Frozen> {
  const file = new URL(`${name}.mjs`, folder);
  if (!NAME.test(name) || !existsSync(file)) throw new Error(`${name} is not in releases/`);
  const kept = (await manifestIn(folder)).bundles[name];
  if (kept && digestBytes(await readFile(file, 'utf8')) !== kept.digest)
    throw new Error(`${name} in releases/ is not what was released: bring it back from git`);
  const { default: frozen } = (await import(file.href)) as { default: Frozen };
  return frozen;
}

interface Manifest {
  readonly bundles: Readonly<Record<string, { readonly digest: string } | undefined>>;
}

const manifestIn = async (folder: URL): Promise<Manifest> =>
  JSON.parse(await readFile(new URL('manifest.json', folder), 'utf8')) as Manifest;
