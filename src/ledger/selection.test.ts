import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, describe, expect, it } from 'vitest';
import { openSigningKeys } from '../adapters/signing-keys.ts';
import { reliabilityLedger } from '../products/agent-commerce-reliability-ledger/product.ts';
import type { ReportedIssue } from './build.ts';
import { buildEdition } from './build.ts';
import { includes } from './merkle.ts';
import { MONEY_RISKS, rowsOf } from './schema.ts';
import { type EditionPart, type Filter, faultsOf, isWhole, partOf } from './selection.ts';
import { SAMPLE_NOW, SAMPLE_ROUTES, sampleRecords } from './testing.ts';
import { isPart, signEdition, verifyEdition, verifyPart } from './verify.ts';

const folder = mkdtempSync(join(tmpdir(), 'assay-selection-'));
afterAll(() => rmSync(folder, { recursive: true }));
const keysIn = (name: string) =>
  openSigningKeys(join(folder, name), 'https://api.example', { create: true, now: SAMPLE_NOW }).signer;
const signer = keysIn('keys.json');

const REPORTED: ReportedIssue = {
  id: 'FR-001',
  title: 'Reported',
  stage: 'sign',
  symptom: 'It was said to sign for more.',
  statusCodes: [402],
  affects: '@x402/fetch',
  rootCause: 'unknown',
  mitigation: 'Set a limit.',
  mitigationStatus: 'open',
  moneyRisk: 'overpay',
  thread: 'https://example.com/1',
  date: '2026-01-01',
};
const edition = await signEdition(
  buildEdition(sampleRecords(), [REPORTED], undefined, {
    release: 'v0.0.0-test',
    now: SAMPLE_NOW,
    routes: SAMPLE_ROUTES,
  }),
  signer,
);
const { compatibilityMatrix: matrix, failureSignatures: failures } = edition;

const one = (values: readonly string[]) =>
  fc.option(fc.constantFrom(...values, 'no such'), { nil: undefined });
const filters = fc.record({
  client: one(matrix.map(({ client }) => client.name)),
  version: one(matrix.map(({ client }) => client.version)),
  behaviour: one(matrix.map(({ behaviourId }) => behaviourId)),
  severity: fc.option(fc.constantFrom(...MONEY_RISKS), { nil: undefined }),
});

/** The matrix rows that a filter means, told from each row alone. */
const meant = ({ client, version, behaviour, severity }: Filter) =>
  matrix.filter(
    (row) =>
      [row.client.name, undefined].includes(client) &&
      [row.client.version, undefined].includes(version) &&
      [row.behaviourId, undefined].includes(behaviour) &&
      (severity === undefined ||
        failures.some(({ caseIds, moneyRisk }) => moneyRisk === severity && caseIds.includes(row.id))),
  );
const without = <Row extends { readonly proof: unknown }>({ proof: _proof, ...row }: Row) => row;

describe('rows of an edition by a filter', () => {
  it('are exactly those that it means, each proved under the signed root, or a fault that names what has rows', () => {
    fc.assert(
      fc.property(filters, (filter) => {
        if (isWhole(filter)) return;
        const faults = faultsOf(edition, filter);
        const rows = meant(filter);
        if (faults.length > 0) {
          expect(rows).toEqual([]);
          for (const { path, allowed } of faults) {
            expect(JSON.stringify(faults)).not.toContain('no such');
            if (path === '') continue;
            expect(allowed!.length).toBeGreaterThan(0);
            // Any one that is named has rows, by itself at least.
            for (const value of allowed!) expect(faultsOf(edition, { [path]: value })).toEqual([]);
          }
          return;
        }
        const part = partOf(edition, filter);
        expect(part.compatibilityMatrix.map(without)).toEqual(rows);
        const all = [...part.compatibilityMatrix, ...part.failureSignatures, ...part.verifiedFixes];
        expect(part.selection.rows).toBe(all.length);
        if (filter.severity === undefined) expect(all.length).toBeGreaterThan(0);
        for (const { proof, ...row } of all) {
          expect(rowsOf(edition)[proof.index]).toEqual(row);
          expect(includes(edition.rowsRoot, row, proof)).toBe(true);
        }
        for (const { moneyRisk, caseIds } of part.failureSignatures) {
          if (filter.severity) expect(moneyRisk).toBe(filter.severity);
          if (filter.client || filter.version || filter.behaviour)
            expect(rows.some(({ id }) => caseIds.includes(id))).toBe(true);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('are told of for free alike whatever failures they show: by no severity does an answer differ', () => {
    const had = new Set(failures.map(({ moneyRisk }) => moneyRisk));
    expect(had.size).toBeGreaterThan(1);
    fc.assert(
      fc.property(filters, ({ severity: _severity, ...build }) => {
        const told = faultsOf(edition, build);
        for (const severity of had) expect(faultsOf(edition, { ...build, severity })).toEqual(told);
      }),
      { numRuns: 40 },
    );
    // A severity that nothing in the edition has is an unknown value as any other.
    const none = MONEY_RISKS.find((risk) => !had.has(risk))!;
    const allowed = MONEY_RISKS.filter((risk) => had.has(risk));
    expect(faultsOf(edition, { severity: none })).toMatchObject([{ path: 'severity', allowed }]);
  });

  it('may be none: that a build shows no such failure is sold, under the same signature', async () => {
    const part = partOf(edition, { client: '@x402/fetch', behaviour: 'B01', severity: 'double_charge' });
    expect(part.selection).toMatchObject({ rows: 0, of: edition.rowsCount });
    expect(reliabilityLedger.response.safeParse(part).error).toBeUndefined();
    expect(await verifyPart(JSON.stringify(part), signer.verify)).toMatchObject({ ok: true });
  });

  it('keep the contract of the whole, under the digest and signature of the edition', () => {
    const part = partOf(edition, { client: '@x402/fetch', severity: 'double_charge' });
    expect(reliabilityLedger.response.safeParse(part).error).toBeUndefined();
    expect(part).toMatchObject({
      schemaVersion: '1.4.0',
      contentDigest: edition.contentDigest,
      signature: edition.signature,
      selection: { filter: { client: '@x402/fetch', severity: 'double_charge' }, of: edition.rowsCount },
    });
    expect(part.buyerRuntimeRecipes).toHaveLength(5);
    const ids = new Set(part.compatibilityMatrix.map(({ id }) => id));
    expect(part.sdkFindings.findings.every(({ caseId }) => ids.has(caseId))).toBe(true);
    expect(part.failureSignatures.map(({ id }) => id)).toEqual(['FS-006']);
  });

  it('have what was reported in public by its severity alone: nobody knows which case it is', () => {
    const ids = (filter: Filter) => partOf(edition, filter).failureSignatures.map(({ id }) => id);
    expect(ids({ severity: 'overpay' })).toContain('FR-001');
    expect(ids({ client: '@x402/fetch' })).not.toContain('FR-001');
  });

  it('are named where a value is unknown: a version as one of the client that was named', () => {
    const told = (filter: Filter) => faultsOf(edition, filter).map(({ path, allowed }) => [path, allowed]);
    expect(told({ client: 'x402-fetch', version: '9' })).toEqual([['version', ['1.2.0']]]);
    expect(told({ version: '9' })).toEqual([['version', ['0.11.0', '1.2.0', '2.10.0', '2.27.0']]]);
    expect(told({ client: 'axios' })).toEqual([['client', ['@x402/fetch', 'mppx', 'x402-fetch']]]);
    expect(told({ client: 'mppx', behaviour: 'B01' })).toEqual([
      ['behaviour', ['B42']],
      ['client', ['@x402/fetch', 'x402-fetch']],
    ]);
  });
});

describe('part of an edition, checked offline', () => {
  const part = partOf(edition, { client: '@x402/fetch', behaviour: 'B09' });
  const verdict = (changed: object = {}, verify = signer.verify) =>
    verifyPart(JSON.stringify({ ...part, ...changed }), verify);
  const [row] = part.compatibilityMatrix;

  it('holds as it was sold, and is no whole edition', async () => {
    expect(await verdict()).toMatchObject({ ok: true });
    expect([isPart(JSON.stringify(part)), isPart(JSON.stringify(edition))]).toEqual([true, false]);
    expect(await verifyEdition(JSON.stringify(part), signer.verify)).toMatchObject({ fault: 'schema' });
  });

  it.each([
    ['a row that says something else', { compatibilityMatrix: [{ ...row, verdict: 'pass' }] }, 'rows'],
    ['a row less', { compatibilityMatrix: part.compatibilityMatrix.slice(1) }, 'rows'],
    ['one row in the place of all', { compatibilityMatrix: part.compatibilityMatrix.map(() => row) }, 'rows'],
    ['another number of rows in all', { selection: { ...part.selection, of: 1 } }, 'rows'],
    ['another number of rows', { selection: { ...part.selection, rows: 1 } }, 'rows'],
    ['another filter', { selection: { ...part.selection, filter: { client: 'mppx' } } }, 'rows'],
    ['a later end', { validUntil: '2030-01-01T00:00:00.000Z' }, 'signature'],
    ['another edition', { contentDigest: `sha256:${'0'.repeat(64)}` }, 'signature'],
    ['a member that no schema knows', { more: 1 }, 'schema'],
    ['no selection', { selection: undefined }, 'schema'],
  ])('does not hold with %s', async (_name, changed, fault) => {
    expect(await verdict(changed)).toMatchObject({ ok: false, fault });
  });

  // Rows of the edition with their proofs, which another filter chooses.
  const whole = partOf(edition, {});
  const { compatibilityMatrix, failureSignatures, verifiedFixes } = whole;
  const severe = partOf(edition, { severity: 'double_charge' });
  const chosenBy = (sold: EditionPart, filter: Filter, more: Partial<EditionPart>) => {
    const made = { ...sold, ...more };
    const all = [made.compatibilityMatrix, made.failureSignatures, made.verifiedFixes] as const;
    const rows = all.reduce((sum, { length }) => sum + length, 0);
    return { ...made, selection: { ...sold.selection, filter, rows } };
  };
  const risk = (is: boolean) => (row: { moneyRisk: string }) => (row.moneyRisk === 'double_charge') === is;
  it.each<[string, EditionPart, Filter, Partial<EditionPart>]>([
    [
      'a row that shows no such failure',
      severe,
      { severity: 'double_charge' },
      {
        compatibilityMatrix: compatibilityMatrix.filter(
          ({ id }) => !severe.failureSignatures.some(({ caseIds }) => caseIds.includes(id)),
        ),
      },
    ],
    [
      'a failure of another severity',
      severe,
      { severity: 'double_charge' },
      { failureSignatures: failureSignatures.filter(risk(false)) },
    ],
    ['rows under another severity', severe, { severity: 'leak' }, {}],
    ['a failure that none of its rows shows', part, part.selection.filter, { failureSignatures }],
    ['a fix of no failure here', part, part.selection.filter, { failureSignatures: [], verifiedFixes }],
  ])('does not hold with %s, proved as it is', async (_name, sold, filter, more) => {
    const text = JSON.stringify(chosenBy(sold, filter, more));
    expect(await verifyPart(JSON.stringify(sold), signer.verify)).toMatchObject({ ok: true });
    expect(await verifyPart(text, signer.verify)).toMatchObject({
      ...{ ok: false, fault: 'rows' },
      detail: expect.stringContaining('is not a row of this filter'),
    });
  });

  it('does not hold with another key, nor under a root of its own', async () => {
    expect(await verdict({}, keysIn('other.json').verify)).toMatchObject({ fault: 'signature' });
    const lie = { ...row!, verdict: 'pass' as const };
    const { proof: _proof, ...leaf } = lie;
    const { treeOf } = await import('./merkle.ts');
    const tree = treeOf([leaf]);
    const forged = {
      compatibilityMatrix: [{ ...leaf, proof: tree.proof(0) }],
      ...{ failureSignatures: [], verifiedFixes: [], rowsRoot: tree.root, rowsCount: 1 },
      selection: { ...part.selection, rows: 1, of: 1 },
    };
    expect(await verdict(forged)).toMatchObject({ fault: 'signature' });
  });
});
