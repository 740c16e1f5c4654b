import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  type Closure,
  closuresOf,
  inlined,
  installedIn,
  productsIn,
  sha256,
} from '../scripts/release/freeze.ts';
import {
  bundlesIn,
  faultsOf,
  type Manifest,
  manifestIn,
  namesOf,
  released,
} from '../scripts/release/kept.ts';
import { catalogue } from '../src/catalogue.ts';
import { frozen } from '../src/frozen.ts';
import { SAMPLE_NOW } from '../src/ledger/testing.ts';
import type { Frozen } from '../src/ports.ts';
import { REVISIONS } from '../src/revisions.derived.ts';

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'assay-release-'));
afterAll(() => rmSync(folder, { recursive: true }));

let closures: readonly Closure[];
beforeAll(async () => {
  closures = await closuresOf(ROOT);
});

const FACTS = { asOf: SAMPLE_NOW, release: 'v0.0.0-test' };
/** Loaded from beside node_modules, as releases/ is. */
async function loaded(name: string, code: string): Promise<Frozen> {
  const file = join(folder, `${name}.mjs`);
  writeFileSync(file, code);
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const { default: made } = (await import(pathToFileURL(file).href)) as { default: Frozen };
  rmSync(join(folder, 'node_modules'));
  return made;
}
/** What code imports as it parses: a text of an answer may say `from "`, too. */
async function importsOf(code: string): Promise<readonly string[]> {
  const { metafile } = await build({
    stdin: { contents: code },
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    external: ['*'],
  });
  return Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => path));
}
const answerOf = (revision: Frozen, body: unknown) =>
  revision.read({ method: 'POST', query: new URLSearchParams(), body })?.answer(FACTS);

describe('a revision', () => {
  it('is worked out for each product of the catalogue, which is named as its folder is', () => {
    expect(productsIn(ROOT)).toEqual(catalogue.products.map(({ id }) => id).sort());
    for (const { id, revision } of catalogue.products) {
      expect(revision).toMatch(/^[0-9a-f]{16}$/);
      expect(revision).toBe(REVISIONS[id]);
    }
  });

  it('bundled answers as its source does, and needs nothing but pinned packages', async () => {
    const { code, packages } = closures.find(({ product }) => product === 'opportunity-check')!;
    expect(code).not.toMatch(/from"(?:node:|\.{1,2}\/)/);
    for (const each of packages) expect(installedIn(ROOT)).toContain(each);
    const source = catalogue.products.find(({ id }) => id === 'opportunity-check')!;
    const body = source.forms.find(({ method }) => method === 'POST')!.example;
    const own = answerOf(frozen(source), body);
    expect(own).toContain('"recommendation"');
    expect(answerOf(await loaded('opportunity', code), body)).toBe(own);
  });

  it('names what its packages reach themselves', () => {
    const { packages } = closures.find(({ product }) => product === 'opportunity-check')!;
    expect(packages.filter((each) => each.startsWith('tldts-core@'))).toHaveLength(1);
  });

  it('is another one when a table changes, and the same one when only a comment or a type does', async () => {
    const tree = join(folder, 'tree');
    mkdirSync(tree);
    for (const each of ['src', 'package-lock.json'])
      cpSync(join(ROOT, each), join(tree, each), { recursive: true });
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    const edited = async (path: string, change: (text: string) => string) => {
      const before = readFileSync(join(tree, path), 'utf8');
      writeFileSync(join(tree, path), change(before));
      expect(change(before)).not.toBe(before);
      const now = await closuresOf(tree);
      writeFileSync(join(tree, path), before);
      return now
        .filter(
          ({ product, revision }) => revision !== closures.find((own) => own.product === product)!.revision,
        )
        .map(({ product }) => product);
    };
    const comment = '/** Nothing. */\nexport type Nothing = undefined;\n';
    expect(await edited('src/values/json.ts', (text) => comment + text)).toEqual([]);
    expect(
      await edited('src/values/json.ts', (text) => text.replaceAll('JSON.stringify(', 'JSON.stringify?.(')),
    ).toEqual(productsIn(ROOT));
    const witness = 'src/products/x402-compatibility-witness/product.ts';
    expect(await edited(witness, (text) => text.replace("title: '", "title: 'New "))).toEqual([
      'x402-compatibility-witness',
    ]);
    const pinned = (text: string) =>
      text.replace(/("node_modules\/tldts": \{\s+"version": ")[^"]+/, '$10.0.0');
    expect(await edited('package-lock.json', pinned)).toEqual(['opportunity-check']);
  });
});

describe('what releases leave behind', () => {
  const made = (product: string, code: string, packages: readonly string[] = ['zod@1.0.0']): Closure => ({
    product,
    code,
    packages,
    revision: sha256(code).slice(0, 16),
  });
  const EMPTY: Manifest = { releases: [], bundles: {} };
  const INSTALLED = new Set(['zod@1.0.0']);
  const day = (n: number) => new Date(Date.UTC(2026, 0, 1 + n));
  const first = released(EMPTY, [made('a', 'a1'), made('b', 'b1')], 'v1', day(0));
  const second = released(first.manifest, [made('a', 'a2'), made('b', 'b1')], 'v2', day(1));
  const files = (...codes: readonly (readonly [string, string])[]) =>
    new Map(codes.map(([product, code]) => [`${product}/${sha256(code).slice(0, 16)}`, code]));
  const ALL = files(['a', 'a1'], ['a', 'a2'], ['b', 'b1']);

  it('is a bundle for every revision that is new, once', () => {
    expect([...first.added.keys()]).toEqual([...files(['a', 'a1'], ['b', 'b1']).keys()]);
    expect([...second.added.keys()]).toEqual([...files(['a', 'a2']).keys()]);
    expect(faultsOf(second.manifest, ALL, INSTALLED)).toEqual([]);
  });

  it('is missed by the check when a bundle is not there, is changed, or is of no release at all', () => {
    const [lost] = files(['a', 'a1']).keys();
    expect(faultsOf(second.manifest, files(['a', 'a2'], ['b', 'b1']), INSTALLED)).toEqual([
      expect.stringContaining(`${lost} was released and releases/${lost}.mjs is not there`),
    ]);
    expect(faultsOf(second.manifest, new Map([...ALL, [lost!, 'other']]), INSTALLED)).toEqual([
      expect.stringContaining('is not what was released'),
    ]);
    expect(faultsOf(EMPTY, ALL, INSTALLED)).toHaveLength(1);
  });

  it('is missed by the check when a package of a bundle is there in another version only', () => {
    const faults = faultsOf(second.manifest, ALL, new Set(['zod@1.0.1']));
    expect(faults).toHaveLength(3);
    expect(faults[0]).toMatch(
      /was released with zod@1\.0\.0, which is not installed any more.*release -- inline/,
    );
  });

  it('goes ninety days after the last release that sold it, and not before', () => {
    const [old] = files(['a', 'a1']).keys();
    const at = (n: number) => released(second.manifest, [made('a', 'a2'), made('b', 'b1')], 'v3', day(n));
    expect(at(90).gone).toEqual([]);
    const late = at(92);
    expect(late.gone).toEqual([old]);
    expect(late.manifest.releases.map(({ release }) => release)).toEqual(['v3', 'v2']);
    expect(Object.keys(late.manifest.bundles)).toEqual([...files(['a', 'a2'], ['b', 'b1']).keys()]);
  });

  it('is here for every release of this repository', () => {
    const manifest = manifestIn(ROOT);
    expect(manifest.releases.length).toBeGreaterThan(0);
    expect(faultsOf(manifest, bundlesIn(ROOT), installedIn(ROOT))).toEqual([]);
    expect([...bundlesIn(ROOT).keys()].sort()).toEqual(
      [...new Set(manifest.releases.flatMap(namesOf))].sort(),
    );
  });

  it('takes a package in before its version changes, and answers as it did', async () => {
    const { code, packages } = closures.find(({ product }) => product === 'x402-compatibility-witness')!;
    // Beside node_modules: what is inlined is what is installed.
    const file = join(ROOT, '.cache', `inline-${process.pid}.mjs`);
    mkdirSync(join(ROOT, '.cache'), { recursive: true });
    writeFileSync(file, code);
    const names = packages.map((each) => each.slice(0, each.lastIndexOf('@')));
    const whole = await inlined(ROOT, file, names).finally(() => rmSync(file));
    expect(whole.packages).toEqual([]);
    expect(await importsOf(whole.code)).toEqual([]);
    expect(
      await importsOf(`${whole.code}import{z as real}from"zod";export const held=[real,import("viem")];`),
    ).toEqual(['zod', 'viem']);
    const alone = join(folder, 'alone.mjs');
    writeFileSync(alone, whole.code);
    const { default: made } = (await import(pathToFileURL(alone).href)) as { default: Frozen };
    const source = catalogue.products.find(({ id }) => id === 'x402-compatibility-witness')!;
    const given = { method: 'GET', query: new URLSearchParams({ match: 'any' }), body: undefined } as const;
    expect(made.read(given)?.fingerprint).toBe(frozen(source).read(given)?.fingerprint);
    expect(made.read(given)?.fingerprint).toMatch(/^sha256:/);
  });
});
