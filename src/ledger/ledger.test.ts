import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shippedEditions } from '../adapters/edition-files.ts';
import { catalogue } from '../catalogue.ts';
import { repeated } from '../repeated.testing.ts';
import { digestJson } from '../values/digest.ts';
import { DAY_MS } from '../values/time.ts';
import { buildEdition, contentDigestOf, EvidenceMissing, GENESIS, type ReportedIssue } from './build.ts';
import { type CaseRecord, caseDigest } from './evidence.ts';
import { fitOf, rowsOfBuild } from './fit.ts';
import { FIXES } from './fixes.ts';
import { observedBuilds } from './match.ts';
import { includes, treeOf } from './merkle.ts';
import { routePrices } from './routes.ts';
import { type Edition, editionSchema, rowsOf } from './schema.ts';
import { SIGNATURE_RULES } from './signatures.ts';
import { lastTestedEarlier, notRunOf, registriesOf } from './tested-builds.ts';
import {
  SAMPLE_NOW,
  SAMPLE_ROUTES,
  sampleEdition,
  sampleRecord,
  sampleRecords,
  UNSIGNED,
} from './testing.ts';

const options = { release: 'v0.0.0-test', now: SAMPLE_NOW, routes: SAMPLE_ROUTES };
const build = (records = sampleRecords(), previous?: Parameters<typeof buildEdition>[2], now = SAMPLE_NOW) =>
  buildEdition(records, [], previous, { ...options, now });
const signed = (now = SAMPLE_NOW) => ({ ...sampleEdition(now), signature: UNSIGNED });

describe('an edition', () => {
  it('has the published shape and follows nothing when it is the first', () => {
    const edition = signed();
    expect(editionSchema.safeParse(edition).error).toBeUndefined();
    expect(edition.previousDigest).toBe(GENESIS);
    expect(edition.contentDigest).toBe(contentDigestOf(edition));
    expect(Date.parse(edition.validUntil) - Date.parse(edition.generatedAt)).toBe(7 * DAY_MS);
    expect(edition.buyerRuntimeRecipes.map(({ id }) => id)).toEqual([
      'x402-fetch-v2',
      'x402-axios',
      'mppx-tempo',
      'mcp-bazaar-proxy',
      'agent-wallet-cli',
    ]);
  });

  it('is the same again from the same evidence, in whatever order', () => {
    const records = sampleRecords();
    expect(build([...records].reverse())).toEqual(build(records));
  });

  it('is not made of nothing', () => {
    expect(() => build([])).toThrow(EvidenceMissing);
    expect(() => build([sampleRecord({ behaviourId: 'B05', fixId: 'FX-001' })])).toThrow(/no lab records/);
    expect(() => build([sampleRecord(), sampleRecord()])).toThrow(/is there twice/);
    expect(() => build(sampleRecords().map((each) => ({ ...each, verdict: 'lab_error' })))).toThrow(
      /could not run any client/,
    );
  });

  it('carries every record as a row whose digest can be computed again', () => {
    const records = sampleRecords();
    const { compatibilityMatrix } = build(records);
    const plain = records.filter(({ fixId }) => fixId === null);
    expect(compatibilityMatrix.map(({ id }) => id).sort()).toEqual(plain.map(({ caseId }) => caseId).sort());
    for (const row of compatibilityMatrix)
      expect(row.caseDigest).toBe(caseDigest(plain.find(({ caseId }) => caseId === row.id)!));
  });

  it('counts what was observed, and nothing that was not run or is stale', () => {
    const old = { observedAt: new Date(SAMPLE_NOW - 31 * DAY_MS).toISOString() };
    const client = {
      name: 'old',
      version: '1.0.0',
      ecosystem: 'npm',
      lockDigest: `sha256:${'4'.repeat(64)}`,
    } as const;
    const { coverage, compatibilityMatrix } = build([...sampleRecords(), sampleRecord({ client, ...old })]);
    expect(compatibilityMatrix.find((row) => row.client.name === 'old')).toMatchObject({ stale: true });
    const run = compatibilityMatrix.filter(({ verdict, stale }) => verdict !== 'not_run' && !stale);
    expect(coverage).toMatchObject({
      buyerClients: 2,
      clientVersions: 3,
      offlineSdkCases: run.length,
      notRunCases: 1,
      staleCases: 1,
      verifiedMitigations: 1,
      currentBuyerRuntimesVerified: 1,
    });
  });

  it.each([
    ['a millisecond before thirty days', 30 * DAY_MS - 1, false],
    ['at thirty days', 30 * DAY_MS, true],
    ['a millisecond later', 30 * DAY_MS + 1, true],
  ])('calls a row stale %s: %s', (_name, age, stale) => {
    const record = sampleRecord({ observedAt: new Date(SAMPLE_NOW - age).toISOString() });
    expect(build([record]).compatibilityMatrix[0]!.stale).toBe(stale);
  });
});

describe('failure signatures', () => {
  it('are named only while a record shows them, with the builds that do', () => {
    const { failureSignatures } = build();
    const byId = new Map(failureSignatures.map((each) => [each.id, each]));
    expect(byId.get('FS-001')!.affects).toEqual([{ client: '@x402/fetch', versionRange: '2.27.0' }]);
    expect(byId.get('FS-006')!.affects).toEqual([
      { client: '@x402/fetch', versionRange: '2.10.0, 2.27.0' },
      { client: 'x402-fetch', versionRange: '1.2.0' },
    ]);
    expect(byId.get('FS-011')!.affects).toEqual([{ client: '@x402/fetch', versionRange: '2.10.0' }]);
    const fixed = sampleRecords().filter(({ behaviourId }) => behaviourId !== 'B09');
    expect(build(fixed).failureSignatures.map(({ id }) => id)).not.toContain('FS-006');
    for (const { evidence, caseIds } of failureSignatures)
      expect([evidence, caseIds.length > 0]).toEqual(['observed', true]);
  });

  it('leave no failing case unnamed', () => {
    const odd = sampleRecord({ behaviourId: 'B77', verdict: 'fail', observed: 'it sang' });
    const found = build([...sampleRecords(), odd]).failureSignatures.find(({ id }) => id === 'FS-177');
    expect(found).toMatchObject({ symptom: 'it sang', caseIds: [odd.caseId] });
  });

  it('keep what was reported apart, with its thread', () => {
    const reported: ReportedIssue = {
      id: 'FR-001',
      title: 't',
      stage: 'settle',
      symptom: 's',
      statusCodes: [402],
      affects: 'a',
      rootCause: 'c',
      mitigation: 'm',
      mitigationStatus: 'open',
      moneyRisk: 'stuck',
      thread: 'https://example.com/issues/1',
      date: '2026-01-31',
    };
    const { failureSignatures, coverage } = buildEdition(sampleRecords(), [reported], undefined, options);
    expect(failureSignatures.find(({ id }) => id === 'FR-001')).toMatchObject({
      evidence: 'reported',
      caseIds: [],
      source: { thread: reported.thread, date: reported.date },
      lastVerified: null,
    });
    expect(coverage).toMatchObject({ reportedSignatures: 1 });
    for (const { id, evidence } of failureSignatures)
      expect(id.startsWith(evidence === 'observed' ? 'FS-' : 'FR-')).toBe(true);
  });

  it('are named in the edition that is shipped: nothing failed there that no rule tells', () => {
    const { editions } = shippedEditions();
    const { failureSignatures, verifiedFixes } = JSON.parse(editions.at(-1)!.text) as Edition;
    const observed = failureSignatures.filter(({ evidence }) => evidence === 'observed').map(({ id }) => id);
    expect(observed.filter((id) => !SIGNATURE_RULES.some((rule) => rule.id === id))).toEqual([]);
    expect(SIGNATURE_RULES.map(({ id }) => id).filter((id) => !observed.includes(id))).toEqual([]);
    expect(verifiedFixes.map(({ id }) => id)).toEqual(FIXES.map(({ id }) => id));
  });

  it.each([
    ['@coinbase/agentkit', 'Payment was not settled.', ['FS-028']],
    ['another-client', 'Payment was not settled.', ['FS-028']],
    ['@coinbase/agentkit', undefined, ['FS-154']],
    ['@dexterai/x402', 'You may have been charged', ['FS-154']],
  ] as const)('call it a denial where %s says %s, and nowhere else', (name, told, ids) => {
    const client = { ...sampleRecord().client, name };
    const record = sampleRecord({ client, behaviourId: 'B54', verdict: 'fail', ...(told ? { told } : {}) });
    expect(build([record]).failureSignatures.map(({ id }) => id)).toEqual(ids);
  });

  it('have ids of their own', () => {
    const ids = SIGNATURE_RULES.map(({ id }) => id);
    expect(repeated(ids)).toEqual([]);
  });
});

describe('a verified fix', () => {
  const fixes = (change: (records: ReturnType<typeof sampleRecords>) => ReturnType<typeof sampleRecords>) =>
    build(change(sampleRecords())).verifiedFixes;

  it('has a run before, which shows the failure, and one after, which does not', () => {
    const [fix] = fixes((records) => records);
    expect(fix).toMatchObject({
      id: 'FX-001',
      signatureId: 'FS-001',
      before: { caseId: 'B05.x402-fetch-2.27.0', verdict: 'fail' },
      after: { caseId: 'B05.x402-fetch-2.27.0+FX-001', verdict: 'pass' },
      verifiedWith: ['@x402/fetch@2.27.0'],
    });
  });

  it.each([
    ['without the run before', (each: { caseId: string }) => each.caseId !== 'B05.x402-fetch-2.27.0'],
    ['without the run after', (each: { caseId: string }) => !each.caseId.includes('+')],
  ])('%s is none', (_name, keep) => {
    expect(fixes((records) => records.filter(keep))).toEqual([]);
  });

  it('that did not help is none', () => {
    expect(
      fixes((records) =>
        records.map((each) => (each.fixId ? { ...each, verdict: 'fail', signedAuthorisations: 0 } : each)),
      ),
    ).toEqual([]);
  });

  it('is none when only another case of it passed', () => {
    expect(
      fixes((records) =>
        records.map((each) =>
          each.fixId ? { ...each, behaviourId: 'B04', caseId: 'B04.other+FX-001' } : each,
        ),
      ),
    ).toEqual([]);
  });

  it.each([
    ['and an honest purchase with it is seen', 'pass', ['FX-015']],
    ['and an honest purchase with it fails', 'fail', []],
    ['and no honest purchase with it was tried', undefined, []],
  ] as const)('that refuses is one only when it passes %s', (_name, control, found) => {
    const refusing = { ...sampleRecord({}).client, name: 'refusing' };
    const run = (behaviourId: string, verdict: 'pass' | 'fail', fixId: string | null) =>
      sampleRecord({
        client: refusing,
        ...{ behaviourId, verdict, fixId },
        signedAuthorisations: verdict === 'fail' || behaviourId === 'B01' ? 1 : 0,
      });
    const records = [
      run('B04', 'fail', null),
      run('B04', 'pass', 'FX-015'),
      ...(control ? [run('B01', control, 'FX-015')] : []),
    ];
    expect(build(records).verifiedFixes.map(({ id }) => id)).toEqual(found);
  });
});

describe('the difference to the edition before', () => {
  const next = SAMPLE_NOW + DAY_MS;

  it('is none when nothing but the day changed, and says so', () => {
    const edition = build(sampleRecords(next), signed(), next);
    expect(edition.previousDigest).toBe(signed().contentDigest);
    expect(edition.editionDelta).toMatchObject({ noChange: true, added: [], changed: [], removed: [] });
    expect(edition.historicalEvidence.items).toEqual([]);
  });

  it('names what was added, changed, removed and became stale, by id', () => {
    const records = sampleRecords(next)
      .filter(({ caseId }) => caseId !== 'B00.x402-fetch-1.2.0')
      .map((each) => (each.caseId === 'B01.x402-fetch-2.10.0' ? { ...each, observed: 'other' } : each))
      .map((each) =>
        each.caseId === 'B02.x402-fetch-2.10.0'
          ? { ...each, observedAt: new Date(next - 30 * DAY_MS).toISOString() }
          : each,
      );
    const { editionDelta, historicalEvidence } = build(
      [...records, sampleRecord({ behaviourId: 'B55' })],
      signed(),
      next,
    );
    expect(editionDelta).toMatchObject({
      noChange: false,
      added: ['B55.x402-fetch-2.27.0'],
      changed: [
        { id: 'B01.x402-fetch-2.10.0', from: { observed: 'B01 was observed' }, to: { observed: 'other' } },
      ],
      removed: ['B00.x402-fetch-1.2.0'],
      newlyStale: ['B02.x402-fetch-2.10.0'],
    });
    expect(historicalEvidence.items.map(({ rowId }) => rowId)).toEqual(['B00.x402-fetch-1.2.0']);
  });

  it('calls history what was not observed again, from the edition that saw it first', () => {
    const second = build(sampleRecords(), signed(), next);
    expect(second.historicalEvidence.items).toHaveLength(second.compatibilityMatrix.length);
    const third = build(sampleRecords(), { ...second, signature: UNSIGNED }, next + DAY_MS);
    expect(third.historicalEvidence.items[0]).toMatchObject({
      originalDigest: signed().contentDigest,
      originalEdition: signed().generatedAt,
    });
  });

  it('says where a build was tested that this machine could not run', () => {
    const why = 'it is not installed here';
    const absent = (records: CaseRecord[]) =>
      records.map((each) =>
        each.client.name === 'x402-fetch'
          ? { ...each, verdict: 'not_run' as const, observed: `not run: ${why}`, settlements: null }
          : each,
      );
    const second = build(absent(sampleRecords(next)), signed(), next);
    const builds = ['x402-fetch-1.2.0'];
    expect(registriesOf(signed().compatibilityMatrix)).toEqual([{ registry: 'npm', builds: 3 }]);
    expect(registriesOf(second.compatibilityMatrix)).toEqual([{ registry: 'npm', builds: 2 }]);
    expect(notRunOf(second.compatibilityMatrix)).toContainEqual({ why, builds });
    const rows = signed().compatibilityMatrix.filter(({ client }) => client.name === 'x402-fetch');
    const tested = {
      build: builds[0],
      rows: rows.length,
      observedAt: rows[0]!.observedAt,
      edition: signed().contentDigest,
    };
    expect(lastTestedEarlier(second)).toEqual([tested]);
    // A week later it still says so, and no longer once the build was run.
    const third = build(
      absent(sampleRecords(next + DAY_MS)),
      { ...second, signature: UNSIGNED },
      next + DAY_MS,
    );
    expect(lastTestedEarlier(third)).toEqual([tested]);
    const again = build(
      sampleRecords(next + 2 * DAY_MS),
      { ...third, signature: UNSIGNED },
      next + 2 * DAY_MS,
    );
    expect(lastTestedEarlier(again)).toEqual([]);
    expect(again.historicalEvidence.items).toEqual([]);
  });

  it('cannot follow an edition of its own time or a later one', () => {
    expect(() => build(sampleRecords(), signed(SAMPLE_NOW))).toThrow(/not older/);
  });
});

describe('the hash tree', () => {
  it('proves every row of every number of rows, and no other row', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 70 }), fc.nat(), (leaves, pick) => {
        const rows = Array.from({ length: leaves }, (_, i) => ({ row: i }));
        const tree = treeOf(rows);
        const proof = tree.proof(pick % leaves);
        expect(includes(tree.root, rows[proof.index], proof)).toBe(true);
        expect(includes(tree.root, { row: -1 }, proof)).toBe(false);
        if (leaves > 1)
          expect(
            includes(tree.root, rows[proof.index], { ...proof, index: (proof.index + 1) % leaves }),
          ).toBe(false);
        for (const [i] of proof.path.entries())
          expect(
            includes(tree.root, rows[proof.index], {
              ...proof,
              path: proof.path.with(i, digestJson('other')),
            }),
          ).toBe(false);
        expect(includes(tree.root, rows[proof.index], { ...proof, path: proof.path.slice(1) })).toBe(
          leaves === 1,
        );
      }),
    );
  });

  it('is that of RFC 9162: one leaf, and two', () => {
    // Computed with node:crypto from the definition: printf '\x001' | sha256sum, and 0x01 before both leaves.
    expect(treeOf([1]).root).toBe('sha256:2215e8ac4e2b871c2a48189e79738c956c081e23ac2f2415bf77da199dfd920c');
    expect(treeOf([1, 2]).root).toBe(
      'sha256:e8bcd97e349693dcfec054fe219ab357b75d3c1cd9f8be1767f6090f9c86f9fd',
    );
  });

  it('covers every row of an edition', () => {
    const edition = signed();
    const rows = rowsOf(edition);
    const tree = treeOf(rows);
    expect([edition.rowsRoot, edition.rowsCount]).toEqual([tree.root, rows.length]);
    for (const [i, row] of rows.entries()) expect(includes(edition.rowsRoot, row, tree.proof(i))).toBe(true);
  });
});

describe('what a build pays by default', () => {
  const edition = signed();
  const fits = (client: string, version: string, protocol: 'x402v1' | 'x402v2') => {
    const rows = rowsOfBuild(edition, { client, version, protocol }, SAMPLE_NOW);
    return SAMPLE_ROUTES.map((route) => fitOf(rows, protocol, route).payableByDefault);
  };

  it.each([
    ['@x402/fetch', '2.27.0', 'x402v2', [true, true, true, false]],
    ['@x402/fetch', '2.10.0', 'x402v2', [true, true, true, true]],
    ['x402-fetch', '1.2.0', 'x402v1', [false, false, false, false]],
    ['@x402/fetch', '9.9.9', 'x402v2', [null, null, null, null]],
  ] as const)('%s %s (%s): %j', (client, version, protocol, expected) => {
    expect(fits(client, version, protocol)).toEqual(expected);
  });

  it('follows from what was signed and refused, not from a name', () => {
    const rows = rowsOfBuild(
      edition,
      { client: '@x402/fetch', version: '2.27.0', protocol: 'x402v2' },
      SAMPLE_NOW,
    );
    const turned = rows.map((row) =>
      row.behaviourId === 'B33' ? { ...row, verdict: 'fail' as const, signedAuthorisations: 0 } : row,
    );
    const [, ledger, witness] = SAMPLE_ROUTES;
    expect(fitOf(turned, 'x402v2', ledger!).payableByDefault).toBe(true);
    expect(fitOf(turned, 'x402v2', witness!).payableByDefault).toBe(false);
    const odd = { ...witness!, amountAtomic: '300000' };
    expect(fitOf(rows, 'x402v2', odd)).toMatchObject({ payableByDefault: null });
  });

  it('is asked of the protocol that it pays with', () => {
    const client = {
      name: 'mppx',
      version: '0.11.0',
      ecosystem: 'npm',
      lockDigest: `sha256:${'5'.repeat(64)}`,
    };
    const seen = (behaviourId: string, verdict: 'pass' | 'fail' = 'pass') =>
      sampleRecord({
        behaviourId,
        verdict,
        client: client as never,
        protocol: 'mpp',
        network: 'eip155:4217',
      });
    const records = [seen('B42'), seen('B04', 'fail'), seen('B27', 'fail')];
    const edition = { ...build(records), signature: UNSIGNED };
    const [subject] = observedBuilds(edition, 'mppx', SAMPLE_NOW);
    expect(subject).toEqual({ client: 'mppx', version: '0.11.0', protocol: 'mpp' });
    expect(edition.failureSignatures.map(({ id }) => id)).toEqual(['FS-025', 'FS-026']);
    expect(edition.buyerRuntimeRecipes.find(({ id }) => id === 'mppx-tempo')!.evidence).toBe('observed');
    const rows = rowsOfBuild(edition, subject!, SAMPLE_NOW);
    const [, ledger] = routePrices(catalogue.products).filter(({ methods }) => methods.includes('GET'));
    expect(ledger).toMatchObject({
      route: '/api/agent-commerce-reliability-ledger',
      protocols: ['x402v2', 'mpp'],
    });
    expect(fitOf(rows, 'mpp', ledger!)).toMatchObject({ payableByDefault: true });
    expect(fitOf(rows, 'mpp', SAMPLE_ROUTES[0]!)).toMatchObject({ payableByDefault: null });
  });
});
