import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

/**
 * What an archive was made of: an in-toto statement with a SLSA provenance predicate. It is not signed. Whoever hands the
 * archive on signs this file, and whoever gets both compares digests.
 */

const BUILD_TYPE = 'urn:assay:npm-run-pack:1';
const BUILDER = 'urn:assay:whoever-ran-it';

interface Digests {
  readonly [algorithm: string]: string;
}

const hashOf = (algorithm: 'sha256' | 'sha512', bytes: string | Uint8Array): string =>
  createHash(algorithm).update(bytes).digest('hex');

const git = (root: string, ...args: string[]): string =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64_000_000 });

/** Every tracked file as it lies there, so that a change which was never committed is seen. */
function sourcesIn(root: string): readonly string[] {
  return git(root, 'ls-files', '-z')
    .split('\0')
    .filter((path) => path !== '' && existsSync(join(root, path)))
    .sort();
}

/** One digest over all of them: of lines as `sha256sum` writes them. */
const digestOfSources = (root: string): string =>
  hashOf(
    'sha256',
    sourcesIn(root)
      .map((path) => `${hashOf('sha256', readFileSync(join(root, path)))}  ${path}\n`)
      .join(''),
  );

/** Of a checkout: its commit, and whether what lay there was that commit. Without git nothing is known of either. */
function sourceOf(root: string): readonly { uri: string; digest: Digests; annotations?: object }[] {
  if (!existsSync(join(root, '.git'))) return [];
  const changed = git(root, 'status', '--porcelain', '--untracked-files=no').trim() !== '';
  return [
    {
      uri: 'urn:assay:source',
      digest: { gitCommit: git(root, 'rev-parse', 'HEAD').trim(), sha256: digestOfSources(root) },
      annotations: { changedSinceCommit: changed },
    },
  ];
}

interface Made {
  readonly root: string;
  readonly archive: string;
  readonly version: string;
  /** `bomFormat: CycloneDX`, as the package carries it: whose code is in it. */
  readonly bill: {
    readonly components: readonly { purl: string; hashes?: readonly { content: string }[] }[];
  };
}

export function provenanceOf({ root, archive, version, bill }: Made): object {
  const bytes = readFileSync(archive);
  const lock = readFileSync(join(root, 'package-lock.json'));
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [
      {
        name: basename(archive),
        digest: { sha256: hashOf('sha256', bytes), sha512: hashOf('sha512', bytes) },
      },
    ],
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: BUILD_TYPE,
        externalParameters: { command: 'npm run pack', version },
        internalParameters: { node: process.version, os: process.platform, cpu: process.arch },
        resolvedDependencies: [
          ...sourceOf(root),
          { uri: 'urn:assay:package-lock.json', digest: { sha256: hashOf('sha256', lock) } },
          ...bill.components.map(({ purl, hashes: [hash] = [] }) => ({
            uri: purl,
            ...(hash && { digest: { sha512: hash.content } }),
          })),
        ],
      },
      runDetails: { builder: { id: BUILDER } },
    },
  };
}
