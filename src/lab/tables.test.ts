import { appendFileSync, cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { TEMPORARY } from '../adapters/temporary.testing.ts';
import { repeated } from '../repeated.testing.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { caseIdOf, openBench } from './bench.ts';
import { BUILDS, type Build, CURRENT, cameWithUs } from './builds.ts';
import { LAB_FIXES } from './fixes.ts';
import { placeOf, whyAbsent } from './install.ts';
import { digestOfLock, lockDigest, lockOf, rootsOf } from './lock.ts';
import { labCaseOf } from './replay.ts';
import { planCases } from './run.ts';

const unique = (ids: readonly string[]) => expect(repeated(ids)).toEqual([]);

describe('the tables', () => {
  it('name everything once', () => {
    unique(BEHAVIOURS.map(({ id }) => id));
    unique(BUILDS.map(({ id }) => id));
    unique(LAB_FIXES.map(({ id }) => id));
    unique(planCases({}).map(caseIdOf));
  });

  it('apply fixes to behaviours and builds that exist', () => {
    for (const { id, behaviourId, builds, control } of LAB_FIXES) {
      if (control)
        expect(
          BEHAVIOURS.some((row) => row.id === control),
          id,
        ).toBe(true);
      expect(
        BEHAVIOURS.some((row) => row.id === behaviourId),
        id,
      ).toBe(true);
      for (const each of builds)
        expect(
          BUILDS.some((build) => build.id === each),
          `${id} ${each}`,
        ).toBe(true);
    }
  });

  it('run a process with the very option that buyers are told', () => {
    const withOption = LAB_FIXES.filter(({ ask }) => ask.nodeOption !== undefined);
    expect(withOption.map(({ id }) => id)).toEqual(['FX-017']);
    for (const { change, ask } of withOption) expect(change.split(' ')).toContain(ask.nodeOption);
  });

  it('plan every behaviour of a build’s transport for it: what is not run is a record too', () => {
    const planned = planCases({}).filter(({ fix }) => fix === null);
    const overMcp = BEHAVIOURS.filter(({ seller }) => seller.mcp !== undefined).length;
    const asked = BUILDS.map(({ transport }) =>
      transport === 'mcp' ? overMcp : BEHAVIOURS.length - overMcp,
    );
    expect(planned).toHaveLength(asked.reduce((sum, each) => sum + each, 0));
    expect([...new Set(asked)].sort()).toEqual([overMcp, BEHAVIOURS.length - overMcp].sort());
  });

  it('find every planned case again by its id', () => {
    for (const each of planCases({})) {
      const found = labCaseOf(caseIdOf(each));
      expect(found && caseIdOf(found)).toBe(caseIdOf(each));
    }
    expect(labCaseOf('B04.nobody-1.0.0')).toBeUndefined();
    expect(labCaseOf('B04.x402-fetch-2.27.0+FX-999')).toBeUndefined();
  });
});

describe('the lock digest of a build', () => {
  it('stands on packages of its lock file, at the version that the build claims', () => {
    for (const build of BUILDS) {
      if (build.language !== 'node') continue;
      const lock = lockOf(build);
      for (const name of build.packages)
        expect(lock[`node_modules/${name}`]?.version, `${build.id} ${name}`).toBe(build.version);
    }
  });

  it('stands on archives with a hash, from the registry that the installer asks', () => {
    for (const build of BUILDS.filter((each) => each.language === 'node' && !cameWithUs(each)))
      for (const [key, entry] of Object.entries(lockOf(build)).filter(([key]) => key !== '')) {
        expect(entry.integrity, `${build.id} ${key}`).toMatch(/^sha512-/);
        expect(entry, `${build.id} ${key}`).not.toHaveProperty('resolved');
      }
  });

  it('differs between builds, and changes with a dependency of a dependency', () => {
    // mppx is two builds of one package: over x402 and over MPP.
    const packages = BUILDS.filter(({ worker }) => worker !== undefined && worker !== 'mppx-tempo');
    expect(repeated(packages.map(lockDigest))).toEqual([]);
    for (const id of ['x402-fetch-2.10.0', 'x402-fetch-2.27.0']) {
      const build = BUILDS.find((each) => each.id === id)!;
      const lock = lockOf(build);
      const key = 'node_modules/@x402/core';
      const changed = { ...lock, [key]: { ...lock[key], integrity: 'sha512-other' } };
      expect(digestOfLock(lock, rootsOf(build))).toBe(lockDigest(build));
      expect(digestOfLock(changed, rootsOf(build))).not.toBe(lockDigest(build));
    }
  });

  it('gives 2.0.0 the core that it was published with, not the newest', () => {
    const build = BUILDS.find(({ id }) => id === 'x402-fetch-2.0.0')!;
    expect(lockOf(build)['node_modules/@x402/core']?.version).toBe('2.0.0');
  });
});

/** How a lock file names a package with its hash, and with whatever else. */
const PINS = {
  python: { every: /^\S+==\S+/gm, hashed: /^\S+==[^\n]*\\\n +--hash=sha256:[0-9a-f]{64}/gm },
  go: { every: /^.+$/gm, hashed: /^\S+ v\S+ h1:[A-Za-z0-9+/]{43}=$/gm },
  rust: { every: /^source = "registry/gm, hashed: /^checksum = "[0-9a-f]{64}"/gm },
};

describe('builds of other languages', () => {
  const others = BUILDS.filter(({ language }) => language !== 'node');

  /** The client itself in its lock file. A Go module of version 2 without "/v2" in its path is named by its commit. */
  const pinOf = ({ language, packages: [name], version, folder }: Build): string => {
    if (language === 'python') return `\n${name}==${version} \\`;
    if (language === 'rust') return `\nversion = "${version}"\n`;
    const commit = /^require (\S+) (v0\.0\.0-\d{14}-[0-9a-f]{12})$/m.exec(
      readFileSync(join(folder, 'go.mod'), 'utf8'),
    );
    expect(commit?.[1]).toBe(name);
    return `\n${name} ${commit?.[2]} h1:`;
  };

  it.each(others.map((build) => [build.id, build] as const))(
    '%s is pinned by hashes at its version',
    (_id, build) => {
      const lock = readFileSync(join(build.folder, build.lock), 'utf8');
      expect(lock).toContain(pinOf(build));
      const { every, hashed } = PINS[build.language as keyof typeof PINS];
      expect(lock.match(hashed)?.length).toBe(lock.match(every)?.length);
      expect(build.run, 'a command').toBeDefined();
    },
  );

  it('say of what their caller cannot do that it was not run, and why', async () => {
    const bench = await openBench(() => '2026-01-01T00:00:00Z');
    const build = others.find(({ cannot }) => cannot.abort !== undefined)!;
    const row = BEHAVIOURS.find(({ id }) => id === 'B48')!;
    const { verdict, observed } = await bench.run({ build, row, fix: null });
    await bench.stop();
    expect([verdict, observed]).toEqual(['not_run', `not run: ${build.cannot.abort}`]);
  });
});

describe('builds', () => {
  it('that came with npm ci are at least three: a sandbox makes its edition with nothing else', () => {
    expect(CURRENT.length).toBeGreaterThanOrEqual(3);
    for (const id of CURRENT) expect(whyAbsent(BUILDS.find((build) => build.id === id)!), id).toBeUndefined();
  });

  it('that are not installed say so, and how to install them', () => {
    const build = BUILDS.find(({ id }) => id === 'x402-fetch-1.2.0')!;
    expect(whyAbsent(build, '/nowhere')).toContain('assay lab install node');
  });

  it('lie in a folder that changes with their lock file', () => {
    const installed = BUILDS.filter((build) => !cameWithUs(build));
    for (const build of installed) expect(placeOf(build, '/store')).toMatch(/^\/store\/\w+-[0-9a-f]{12}$/);
    const ofNode = installed.filter(({ language }) => language === 'node');
    expect(repeated(ofNode.map((build) => placeOf(build, '/store')))).toEqual([]);
  });

  it.each([
    ['rust', '../worker.rs'],
    ['go', 'sdk.go'],
    ['go', '../worker.go'],
  ])('that are compiled lie in a folder that changes with their source (%s, %s)', (language, source) => {
    const build = BUILDS.find((each) => each.language === language)!;
    const copy = mkdtempSync(join(TEMPORARY, 'assay-build-'));
    cpSync(join(build.folder, '..'), copy, { recursive: true });
    const folder = join(copy, build.id.replace(/^rs-/, ''));
    const copied = placeOf({ ...build, folder }, '/store');
    appendFileSync(join(folder, source), '\n');
    const changed = placeOf({ ...build, folder }, '/store');
    rmSync(copy, { recursive: true });
    expect(copied).toBe(placeOf(build, '/store'));
    expect(changed).not.toBe(copied);
  });
});
