import { describe, expect, it } from 'vitest';
import { repeated } from '../repeated.testing.ts';
import { BEHAVIOURS } from './behaviours.ts';
import { caseIdOf } from './bench.ts';
import { BUILDS, CURRENT } from './builds.ts';
import { FIXES } from './fixes.ts';
import { lockDigest, readLock } from './lock.ts';
import { caseOf } from './replay.ts';
import { plan } from './run.ts';

const unique = (ids: readonly string[]) => expect(repeated(ids)).toEqual([]);

describe('the tables', () => {
  it('name everything once', () => {
    unique(BEHAVIOURS.map(({ id }) => id));
    unique(BUILDS.map(({ id }) => id));
    unique(FIXES.map(({ id }) => id));
    unique(plan({}).map(caseIdOf));
  });

  it('apply fixes to behaviours and builds that exist', () => {
    for (const { id, behaviourId, builds, control } of FIXES) {
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
    const withOption = FIXES.filter(({ ask }) => ask.nodeOption !== undefined);
    expect(withOption.map(({ id }) => id)).toEqual(['FX-017']);
    for (const { change, ask } of withOption) expect(change.split(' ')).toContain(ask.nodeOption);
  });

  it('plan every behaviour for every build: what is not run is a record too', () => {
    const planned = plan({}).filter(({ fix }) => fix === null);
    expect(planned).toHaveLength(BEHAVIOURS.length * BUILDS.length);
  });

  it('find every planned case again by its id', () => {
    for (const each of plan({})) {
      const found = caseOf(caseIdOf(each));
      expect(found && caseIdOf(found)).toBe(caseIdOf(each));
    }
    expect(caseOf('B04.nobody-1.0.0')).toBeUndefined();
    expect(caseOf('B04.x402-fetch-2.27.0+FX-999')).toBeUndefined();
  });
});

describe('the lock digest of a build', () => {
  const lock = readLock();

  it('stands on packages of the lock file, at the version that the build claims', () => {
    for (const build of BUILDS) {
      expect(lock[`node_modules/${build.package}`]?.version, build.id).toBe(build.version);
      if (build.scheme) expect(lock[`node_modules/${build.scheme}`]?.version, build.id).toBe(build.version);
    }
  });

  it('differs between builds, and changes with a dependency of a dependency', () => {
    // mppx is two builds of one package: over x402 and over MPP.
    const packages = BUILDS.filter(({ family }) => family !== 'mppx-tempo');
    unique(packages.map((build) => lockDigest(lock, build)));
    const build = BUILDS.find(({ id }) => id === 'x402-fetch-2.10.0')!;
    const key = 'node_modules/lab-x402-fetch-2.10.0/node_modules/@x402/core';
    const changed = { ...lock, [key]: { ...lock[key], integrity: 'sha512-other' } };
    expect(lockDigest(changed, build)).not.toBe(lockDigest(lock, build));
  });

  it('counts the copy of @x402/core that 2.0.0 shares with its scheme, not the newest', () => {
    const build = BUILDS.find(({ id }) => id === 'x402-fetch-2.0.0')!;
    const change = (key: string) => ({ ...lock, [key]: { ...lock[key], integrity: 'sha512-other' } });
    const owned = 'node_modules/lab-x402-evm-2.0.0/node_modules/@x402/core';
    expect(lockDigest(change(owned), build)).not.toBe(lockDigest(lock, build));
    expect(lockDigest(change('node_modules/@x402/core'), build)).toBe(lockDigest(lock, build));
  });
});

it('calls the three newest builds of the official client current', () => {
  const official = BUILDS.filter(({ name }) => name === '@x402/fetch').map(({ version }) => version);
  const newest = official.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true })).slice(-3);
  expect(CURRENT).toEqual(newest.map((version) => `x402-fetch-${version}`));
});
