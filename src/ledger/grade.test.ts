import { describe, expect, it } from 'vitest';
import { shippedEditions } from '../adapters/edition-files.ts';
import { buildEdition } from './build.ts';
import type { CaseRecord } from './evidence.ts';
import { badgeOf, type Grade, gradesOf, ONE_CALL, SECOND_CALL } from './grade.ts';
import type { Edition } from './schema.ts';
import { SAMPLE_NOW, SAMPLE_ROUTES, sampleRecord } from './testing.ts';

const DECIDING = [...ONE_CALL, ...SECOND_CALL];
type Change = Partial<CaseRecord>;

const editionOf = (records: readonly CaseRecord[]) =>
  buildEdition(records, [], undefined, { release: 'v0', now: SAMPLE_NOW, routes: SAMPLE_ROUTES });

/** A build that does everything right, but for what is given. */
const records = (changes: Readonly<Record<string, Change>> = {}): CaseRecord[] =>
  DECIDING.map((behaviourId) => sampleRecord({ behaviourId, ...changes[behaviourId] }));

const only = (all: readonly CaseRecord[]) => gradesOf(editionOf(all))[0]!;

const AGAIN: Change = { verdict: 'fail', signedAuthorisations: 2, distinctNonces: 2, settlements: 2 };
const DENIED: Change = { verdict: 'fail', told: 'Payment was not settled.' };

describe('the retry-safety grade', () => {
  it('is A where every deciding row holds', () => {
    expect(only(records())).toMatchObject({ grade: 'A', because: [], safeWith: [] });
  });

  it.each([
    ...SECOND_CALL.map((id) => [id, AGAIN, 'B'] as const),
    ...DECIDING.map((id) => [id, DENIED, 'C'] as const),
    ...ONE_CALL.map((id) => [id, AGAIN, 'D'] as const),
  ] satisfies (readonly [string, Change, Grade])[])('falls by %s with %o to %s', (id, change, grade) => {
    expect(only(records({ [id]: change }))).toMatchObject({ grade, because: [id], safeWith: null });
  });

  it('takes the worst of several, and names all', () => {
    const found = only(records({ B08: AGAIN, B54: DENIED, B09: AGAIN }));
    expect(found).toMatchObject({ grade: 'D', because: ['B08', 'B09', 'B54'] });
  });

  it('is not taken from a silent client for what it does not say', () => {
    expect(only(records({ B54: { verdict: 'pass', told: 'fetch failed' } })).grade).toBe('A');
  });

  it.each(['B08', 'B57', ...SECOND_CALL])('is none where %s was not run, or long ago', (id) => {
    expect(only(records({ [id]: { verdict: 'not_run' } })).grade).toBeNull();
    expect(only(records({ [id]: { observedAt: '2026-01-01T00:00:00Z' } })).grade).toBeNull();
  });

  it.each(
    ONE_CALL.flatMap((id) => [
      [id, { verdict: 'lab_error' }, null] as const,
      [id, { observedAt: '2026-01-01T00:00:00Z' }, null] as const,
      [id, { ...AGAIN, observedAt: '2026-01-01T00:00:00Z' }, null] as const,
      [id, { ...AGAIN, verdict: 'lab_error' }, 'D'] as const,
    ]) satisfies (readonly [string, Change, Grade | null])[],
  )('is not lifted by %s that was not seen: %o', (id, change, grade) => {
    expect(only(records({ [id]: change }))).toMatchObject({ grade, safeWith: null });
  });

  it.each(ONE_CALL)('is not lifted by another row either, which %s lowers and names no fix for', (id) => {
    const unseen = id === 'B08' ? 'B57' : 'B08';
    const failing = records({ [id]: AGAIN, [unseen]: { verdict: 'lab_error' } });
    const fixed = sampleRecord({ behaviourId: id, fixId: 'FX-006' });
    expect(only([...failing, fixed])).toMatchObject({ grade: 'D', because: [id], safeWith: null });
  });

  it('does without a row that does not arise in the protocol', () => {
    const other = ['B07', 'B23', 'B35', 'B46', 'B54', 'B61'];
    expect(only(records().filter(({ behaviourId }) => !other.includes(behaviourId))).grade).toBe('A');
    const notRun: Change = { verdict: 'not_run' };
    expect(only(records(Object.fromEntries(other.map((id) => [id, notRun])))).grade).toBe('A');
  });

  it.each(ONE_CALL)('is B at best where %s fails with one payment and no words', (id) => {
    expect(only(records({ [id]: { verdict: 'fail' } }))).toMatchObject({ grade: 'B', because: [id] });
  });

  it('names the fix of every failing row, and none where one row has none', () => {
    const failing = records({ B08: AGAIN, B09: AGAIN });
    const fixed = sampleRecord({ behaviourId: 'B09', fixId: 'FX-016' });
    const both = [fixed, sampleRecord({ behaviourId: 'B08', fixId: 'FX-006' })];
    expect(only([...failing, fixed]).safeWith).toBeNull();
    expect(only([...failing, ...both]).safeWith).toEqual(['FX-006', 'FX-016']);
    const worse = both.map((each) => ({ ...each, verdict: 'fail' as const }));
    expect(only([...failing, ...worse]).safeWith).toBeNull();
  });

  it('takes no fix that was verified with another build of the package alone', () => {
    const of = (protocol: CaseRecord['protocol'], given: Change) =>
      sampleRecord({ protocol, caseId: `${given.behaviourId}.some-${protocol}`, ...given });
    const both = (['x402v2', 'mpp'] as const).flatMap((protocol) =>
      DECIDING.map((behaviourId) => of(protocol, { behaviourId, ...(behaviourId === 'B08' ? AGAIN : {}) })),
    );
    const fixedIn = (protocol: CaseRecord['protocol']) =>
      of(protocol, { behaviourId: 'B08', fixId: 'FX-006', caseId: `B08.some-${protocol}+FX-006` });
    const safe = (...fixed: CaseRecord[]) =>
      gradesOf(editionOf([...both, ...fixed])).map(({ build, safeWith }) => [build, safeWith]);
    expect(safe(fixedIn('x402v2'))).toEqual([
      ['some-mpp', null],
      ['some-x402v2', null],
    ]);
    expect(safe(fixedIn('x402v2'), fixedIn('mpp'))).toEqual([
      ['some-mpp', ['FX-006']],
      ['some-x402v2', ['FX-006']],
    ]);
  });

  it('names what makes each graded build safe, in the newest edition that came with the release', () => {
    const edition = JSON.parse(shippedEditions().editions.at(-1)!.text) as Edition;
    const graded = gradesOf(edition).filter(({ grade }) => grade !== null);
    expect(graded.length).toBeGreaterThanOrEqual(30);
    expect(graded.filter(({ safeWith }) => safeWith === null).map(({ build }) => build)).toEqual([]);
  });

  it('stands on a badge with the digest of its edition', () => {
    const { contentDigest } = editionOf(records());
    const badge = badgeOf({ build: 'some-1.0.0', grade: 'B' }, contentDigest);
    expect(badge).toContain(`<title>some-1.0.0: retry safety B, edition ${contentDigest}</title>`);
    expect(badgeOf({ build: 'some-1.0.0', grade: null }, contentDigest)).toContain('>?</text>');
  });
});
