import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readFileSync, rmdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { packageFolder } from '../scripts/pack/folder.ts';
import { licencesOf } from '../scripts/pack/papers.ts';
import { provenanceOf } from '../scripts/pack/provenance.ts';
import { disposeServices, temporaryFolder } from './support/service.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
/** Where an operator's secrets are, beside files that the package has. */
const SECRETS = join(ROOT, 'ops/compose/secrets');
const PLANTED = join(SECRETS, `planted-by-a-test-${process.pid}`);
let folder = '';
const read = (path: string) => readFileSync(join(folder, path), 'utf8');
const run = (...args: string[]) =>
  execFileSync(process.execPath, [join(folder, 'bin/assay.mjs'), ...args], {
    encoding: 'utf8',
    cwd: folder,
    env: { PATH: process.env.PATH ?? '', DATA_DIR: join(folder, 'data-of-the-test') },
  });

beforeAll(async () => {
  // A blank, as paths of people have.
  folder = join(temporaryFolder(), 'the package');
  mkdirSync(SECRETS, { recursive: true });
  writeFileSync(PLANTED, 'a secret of an operator');
  try {
    await packageFolder(ROOT, folder, { types: false });
  } finally {
    rmSync(PLANTED);
    // Whoever keeps secrets there keeps them.
    if (globSync('*', { cwd: SECRETS }).length === 0) rmdirSync(SECRETS);
  }
}, 60_000);
afterAll(disposeServices);

it('what an archive was made of is said with digests, and a changed source changes them', () => {
  const at = temporaryFolder();
  const git = (...args: string[]) =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@t', ...args], {
      cwd: at,
      encoding: 'utf8',
    });
  const bill = { components: [{ purl: 'pkg:npm/a@1.0.0', hashes: [{ content: 'ab' }] }] };
  const [archive, root] = [join(at, 'assay-1.0.0.tgz'), at];
  for (const [name, text] of [
    ['package-lock.json', '{}'],
    ['a.ts', 'one'],
    ['assay-1.0.0.tgz', 'bytes'],
  ])
    writeFileSync(join(at, name!), text!);
  const made = () =>
    provenanceOf({ root, archive, version: '1.0.0', bill }) as {
      subject: { name: string; digest: { sha256: string } }[];
      predicate: {
        buildDefinition: {
          resolvedDependencies: { uri: string; digest: Record<string, string>; annotations?: object }[];
        };
      };
    };
  const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
  const dependencies = () => made().predicate.buildDefinition.resolvedDependencies;
  // Without git: the lock file and the packages.
  expect(dependencies().map(({ uri }) => uri)).toEqual(['urn:assay:package-lock.json', 'pkg:npm/a@1.0.0']);
  git('init', '-q');
  git('add', 'a.ts', 'package-lock.json');
  git('commit', '-qm', 'one');
  expect(made().subject).toEqual([
    { name: 'assay-1.0.0.tgz', digest: expect.objectContaining({ sha256: sha256('bytes') }) },
  ]);
  const [source, lock] = dependencies();
  expect(source).toEqual({
    uri: 'urn:assay:source',
    digest: {
      gitCommit: git('rev-parse', 'HEAD').trim(),
      sha256: sha256(`${sha256('one')}  a.ts\n${sha256('{}')}  package-lock.json\n`),
    },
    annotations: { changedSinceCommit: false },
  });
  expect(lock!.digest).toEqual({ sha256: sha256('{}') });
  writeFileSync(join(at, 'a.ts'), 'two');
  const [changed] = dependencies();
  expect(changed!.digest['sha256']).not.toBe(source!.digest['sha256']);
  expect(changed!.annotations).toEqual({ changedSinceCommit: true });
});

describe('the package', () => {
  it('starts by its own code and says its version', () => {
    expect(run('--version').trim()).toBe(`v${manifest.version}-founding`);
    // What it compiled is in its own folder, whatever that is called.
    expect(existsSync(join(folder, '.cache/compile'))).toBe(true);
  });

  it('has of `ops` what git tracks, and no secret that lies there', () => {
    const has = globSync('ops/**/*', { cwd: folder });
    expect(has).toContain('ops/compose/compose.yaml');
    expect(has.filter((path) => path.includes('secrets'))).toEqual([]);
  });

  it('finds what the source finds beside itself', () => {
    const [edition] = globSync('data/ledger/editions/2*.json', { cwd: folder });
    // With the keys that came with the release.
    expect(run('edition', 'verify', edition!)).toContain('holds, sha256:');
  });

  it('holds these things and no others', () => {
    const top = new Set(globSync('**/*', { cwd: folder }).map((path) => path.split('/')[0]));
    expect([...top].sort()).toEqual([
      ...['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'THIRD-PARTY-LICENSES.txt'],
      ...['bin', 'data', 'dist', 'docs', 'node_modules', 'ops', 'package.json', 'releases', 'sbom.cdx.json'],
    ]);
    const started = globSync('dist/*.mjs', { cwd: folder }).filter(
      (path) => !/-[A-Z0-9]{8}\.mjs$/.test(path),
    );
    expect(started.map((path) => path.slice('dist/'.length)).sort()).toMatchInlineSnapshot(`
      [
        "assay.mjs",
        "buyer.mjs",
        "chain-guard.mjs",
        "recover-worker.mjs",
        "solana-node.mjs",
        "sqlite-worker.mjs",
      ]
    `);
    expect(globSync('{src,test,bench,scripts}/**/*', { cwd: folder })).toEqual([]);
  });

  it('names every package whose code it has, with its licence', () => {
    const { components } = JSON.parse(read('sbom.cdx.json')) as {
      components: { name: string; licenses: { license: { id: string } }[]; hashes?: unknown }[];
    };
    const names = components.map(({ name }) => name);
    // Of the bundle, of the frozen answers, and beside the code.
    expect(names).toEqual(
      expect.arrayContaining(['viem', 'hono', 'pg', 'zod', 'tldts-core', 'tiny-secp256k1']),
    );
    expect(components.filter(({ hashes }) => !hashes)).toEqual([]);
    const licences = read('THIRD-PARTY-LICENSES.txt');
    for (const name of names) expect(licences).toContain(`${name} `);
    expect(licences).not.toContain('NOASSERTION');
  });

  it('is not made with code under another licence', () => {
    const other = {
      folder: 'node_modules/zod',
      name: 'zod',
      version: '1.0.0',
      licence: 'GPL-3.0',
      integrity: undefined,
    };
    expect(() => licencesOf(ROOT, [{ ...other, dependencies: [] }])).toThrow('zod (GPL-3.0)');
  });
});
