import { record } from '../../values/challenge.ts';

export const LOCKS = ['package-lock.json', 'pnpm-lock.yaml', 'poetry.lock', 'uv.lock'] as const;
export type LockName = (typeof LOCKS)[number];

/** A payment package as it is installed. */
export interface Installed {
  readonly name: string;
  readonly version: string;
  /** Version of the `@x402/core` that it loads; null: it loads none, or that cannot be told. */
  readonly core: string | null;
}

export const CORE = '@x402/core';
/** Packages that pay. The rest of a lock file is not looked at, and no other name of it is said again. */
const PAYS = new Set([
  CORE,
  ...['evm', 'svm', 'fetch', 'axios', 'express', 'hono', 'next', 'extensions', 'mcp', 'paywall'].map(
    (name) => `@x402/${name}`,
  ),
  ...['x402', 'x402-fetch', 'x402-axios', 'x402-express', 'x402-hono', 'x402-next', '@coinbase/x402'],
  ...['mppx', 'pympp', '@coinbase/payments-mcp', 'payments-mcp'],
]);

/** Undefined: it is none of these files, or one that is cut off. Linear in the text. */
export function readLock(
  text: string,
): { readonly lock: LockName; readonly installed: readonly Installed[] } | undefined {
  if (text.trimStart().startsWith('{')) return ofNpm(text);
  if (/^lockfileVersion:/m.test(text)) return { lock: 'pnpm-lock.yaml', installed: ofPnpm(text) };
  if (/^\[\[package\]\]/m.test(text)) {
    const lock = /^content-hash = /m.test(text) ? 'poetry.lock' : 'uv.lock';
    return { lock, installed: ofToml(text) };
  }
  return undefined;
}

/** Packages that were named one by one: only where there is one core is it known which one is loaded. */
export function ofList(
  packages: readonly { readonly name: string; readonly version: string }[],
): readonly Installed[] {
  const paying = packages.filter(({ name }) => PAYS.has(name));
  const cores = new Set(paying.filter(({ name }) => name === CORE).map(({ version }) => version));
  const [core] = cores.size === 1 ? cores : [null];
  return paying.map((each) => ({ ...each, core: loadsCore(each.name) ? (core ?? null) : null }));
}

const loadsCore = (name: string): boolean => name.startsWith('@x402/') && name !== CORE;

function ofNpm(text: string): ReturnType<typeof readLock> {
  // JSON that is no lock file, or is cut off, is not taken apart: it can be made to cost more than one that is.
  if (!text.includes('"lockfileVersion"') || !text.trimEnd().endsWith('}')) return undefined;
  let file: Readonly<Record<string, unknown>>;
  try {
    file = record(JSON.parse(text));
  } catch {
    return undefined;
  }
  if (file.lockfileVersion === undefined) return undefined;
  const at = file.packages === undefined ? nested(file.dependencies) : flat(record(file.packages));
  const installed = [...at].filter(([, { name }]) => PAYS.has(name));
  return {
    lock: 'package-lock.json',
    installed: installed.map(([path, { name, version }]) => ({
      name,
      version,
      core: loadsCore(name) ? coreFrom(path, at) : null,
    })),
  };
}

type Places = ReadonlyMap<string, { readonly name: string; readonly version: string }>;

/** Versions 2 and 3: each place of node_modules by its path. An alias names what is really there. */
function flat(packages: Readonly<Record<string, unknown>>): Places {
  return new Map(
    Object.entries(packages).flatMap(([path, value]) => {
      const { name, version } = record(value);
      const from = path.lastIndexOf('node_modules/');
      if (from < 0 || typeof version !== 'string') return [];
      const own = typeof name === 'string' ? name : path.slice(from + 'node_modules/'.length);
      return [[path, { name: own, version }] as const];
    }),
  );
}

const MAX_DEPTH = 30;

/** Version 1: trees of dependencies, one below the other. */
function nested(dependencies: unknown): Places {
  const places = new Map<string, { name: string; version: string }>();
  const open: [path: string, tree: unknown, depth: number][] = [['', dependencies, 0]];
  for (let next = open.pop(); next; next = open.pop()) {
    const [path, tree, depth] = next;
    for (const [name, value] of Object.entries(record(tree))) {
      const { version, dependencies: below } = record(value);
      const own = `${path && `${path}/`}node_modules/${name}`;
      if (typeof version === 'string') places.set(own, { name, version });
      if (below !== undefined && depth < MAX_DEPTH) open.push([own, below, depth + 1]);
    }
  }
  return places;
}

/** The core that Node finds from a place: in its own node_modules, else in those above. */
function coreFrom(path: string, places: Places): string | null {
  for (let from = path; ; from = from.slice(0, Math.max(0, from.lastIndexOf('/')))) {
    const found = places.get(`${from && `${from}/`}node_modules/${CORE}`);
    if (found) return found.version;
    if (from === '') return null;
  }
}

const PNPM_ENTRY = /^ {2}(['"]?)\/?((?:@[^/'"\s]+\/)?[^@/'"\s(]+)[@/]([0-9][^('"_:\s]*)[^:\n]*\1:\s*$/;
const PNPM_CORE = /^ {6}'@x402\/core': ['"]?(?:\/?@x402\/core[@/])?([0-9][^('"_\s]*)/;

function ofPnpm(text: string): readonly Installed[] {
  const found = new Map<string, Installed>();
  let current: Installed | undefined;
  let depends = false;
  for (const line of text.split('\n')) {
    if (/^\S/.test(line)) current = undefined;
    const entry = line.startsWith('  ') && line[2] !== ' ' ? PNPM_ENTRY.exec(line.trimEnd()) : undefined;
    if (line.startsWith('  ') && line[2] !== ' ' && line.trim()) {
      const [, , name = '', version = ''] = entry ?? [];
      current = PAYS.has(name) ? { name, version, core: null } : undefined;
      depends = false;
      if (current) found.set(keyOf(current), found.get(keyOf(current)) ?? current);
    }
    if (/^ {4}\S/.test(line)) depends = line.trim() === 'dependencies:';
    const core = current && depends ? PNPM_CORE.exec(line)?.[1] : undefined;
    if (current && core && loadsCore(current.name)) found.set(keyOf(current), { ...current, core });
  }
  return [...found.values()];
}

const keyOf = ({ name, version }: Installed): string => `${name}@${version}`;

const ofToml = (text: string): readonly Installed[] =>
  text
    .split(/^\[\[package\]\]\s*$/m)
    .slice(1)
    .flatMap((block) => {
      const name = /^name = "([^"]+)"/m.exec(block)?.[1];
      const version = /^version = "([^"]+)"/m.exec(block)?.[1];
      return name && version && PAYS.has(name) ? [{ name, version, core: null }] : [];
    });
