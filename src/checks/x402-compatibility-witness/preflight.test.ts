import { describe, expect, it } from 'vitest';
import { readMatchId } from '../../ledger/match.ts';
import { publishedSample, SAMPLE_NOW, sampleEdition } from '../../ledger/testing.ts';
import { compatibilityWitness } from '../../products/x402-compatibility-witness/product.ts';
import type { Witness } from '../../products/x402-compatibility-witness/schema.ts';
import { DAY_MS } from '../../values/time.ts';
import { clientForecast } from '../client-payment-forecast/check.ts';
import { failureSignature } from '../failure-signature/check.ts';
import { Stage } from '../stage.suite.ts';
import { witnessPreflight } from './check.ts';
import type { PreflightAnswer } from './schema.ts';

function stageAt(now = SAMPLE_NOW): Stage {
  const stage = new Stage();
  stage.now = now;
  stage.edition = publishedSample();
  return stage;
}
const ask = async (body: object, stage = stageAt()) =>
  (await stage.ask(witnessPreflight, {
    client: '@x402/fetch',
    clientVersion: '2.27.0',
    protocol: 'x402v2',
    ...body,
  })) as unknown as PreflightAnswer;

describe('the preflight', () => {
  it.each([
    [{}, 'exact', '2.27.0'],
    [{ client: 'X402/Fetch', clientVersion: 'v2.10.0' }, 'exact', '2.10.0'],
    [{ clientVersion: '2.27.9' }, 'same_minor', '2.27.0'],
    [{ client: 'x402-fetch', clientVersion: '1.2.3', protocol: 'x402v1' }, 'same_minor', '1.2.0'],
  ])('%j is %s, with the evidence of %s', async (body, match, evidenceVersion) => {
    expect(await ask(body)).toMatchObject({ match, evidenceVersion, reason: 'matched' });
  });

  it.each([
    [{ clientVersion: '2.26.0' }, 'version_not_observed'],
    [{ clientVersion: '3.27.0' }, 'version_not_observed'],
    [{ clientVersion: '2.27' }, 'version_not_observed'],
    [{ clientVersion: '2.27.0-beta.1' }, 'version_not_observed'],
    [{ client: 'axios' }, 'client_not_observed'],
    [{ protocol: 'mpp' }, 'client_not_observed'],
    // Its purchase case is in the edition, as not run.
    [{ client: 'mppx', clientVersion: '0.11.0', protocol: 'mpp' }, 'client_not_observed'],
    [{ client: '__proto__' }, 'client_not_observed'],
  ])('%j is matched with nothing: %s', async (body, reason) => {
    expect(await ask(body)).toMatchObject({ match: 'none', reason, matchId: null, purchase: null });
  });

  it('is good for fifteen minutes, and says what was asked in no store', async () => {
    const stage = stageAt();
    const { matchId, expiresAt, purchase } = await ask({ runtime: 'canary runtime' }, stage);
    expect(expiresAt).toBe(new Date(SAMPLE_NOW + 900_000).toISOString());
    expect(purchase).toBeNull();
    expect(matchId).toMatch(/^w1\.[\w-]+\.[0-9a-f]{64}$/);
  });

  it('says how old the evidence is, and which features it covers', async () => {
    expect(await ask({ features: ['caller_retry', 'payment_identifier'] })).toMatchObject({
      evidenceAge: { seconds: 3_600 },
      features: [
        { feature: 'caller_retry', evidence: 'observed' },
        { feature: 'payment_identifier', evidence: 'not_run' },
      ],
    });
  });

  it.each([
    [7 * DAY_MS - 1, 'exact'],
    [7 * DAY_MS, 'none'],
  ])('%i ms after the edition was made it matches: %s', async (age, match) => {
    expect(await ask({}, stageAt(SAMPLE_NOW + age))).toMatchObject({ match });
  });

  it('matches nothing while there is no edition', async () => {
    expect(await ask({}, new Stage())).toMatchObject({ match: 'none', reason: 'edition_not_current' });
  });
});

describe('the witness', () => {
  const edition = publishedSample();
  const facts = { asOf: SAMPLE_NOW, release: 'v0.0.0-test', edition };
  const witnessFor = async (body: object): Promise<Witness> => {
    const { matchId } = await ask(body);
    const [form] = compatibilityWitness.forms;
    return form!.run({ match: matchId! }, facts) as Witness;
  };

  it.each([
    [{}, 'compatible_with_conditions', [true, true, true, false]],
    [{ clientVersion: '2.10.0' }, 'compatible_with_conditions', [true, true, true, true]],
    [
      { client: 'x402-fetch', clientVersion: '1.2.0', protocol: 'x402v1' },
      'incompatible',
      [false, false, false, false],
    ],
  ])('%j: %s', async (body, verdict, fits) => {
    const witness = await witnessFor(body);
    expect(witness.verdict).toBe(verdict);
    expect(witness.purchaseFit.map(({ payableByDefault }) => payableByDefault)).toEqual(fits);
  });

  it('cites for every fit the rows that it follows from', async () => {
    const { purchaseFit, behaviours } = await witnessFor({});
    const cited = new Set(behaviours.map(({ id }) => id));
    for (const { caseIds } of purchaseFit) {
      expect(caseIds.length).toBeGreaterThan(0);
      for (const id of caseIds) expect(cited).toContain(id);
    }
  });

  it('says that another patch version is inferred, and for how long it is good', async () => {
    const witness = await witnessFor({ clientVersion: '2.27.5', priceAtomic: '70000' });
    expect(witness).toMatchObject({
      match: 'same_minor',
      subject: { version: '2.27.5', evidenceVersion: '2.27.0' },
      safeConfig: { maxAmountAtomic: '70000', redirect: 'error', retry: 'none_after_sign' },
      validUntil: sampleEdition().validUntil,
    });
    expect(witness.conditions[0]).toMatchObject({ id: 'version_differs' });
  });

  it('gives a guard for every risk to money that this build showed', async () => {
    const risks = (await witnessFor({ clientVersion: '2.10.0' })).moneyRisks;
    expect(risks.map(({ signatureId }) => signatureId)).toEqual(
      expect.arrayContaining(['FS-006', 'FS-008', 'FS-011', 'FS-016']),
    );
    const guarded = (await witnessFor({})).moneyRisks.map(({ signatureId }) => signatureId);
    expect(guarded).toContain('FS-006');
    expect(guarded).not.toContain('FS-011');
    for (const { guard } of risks) expect(guard.length).toBeGreaterThan(10);
  });

  it('is not computed from an id that is none of ours', () => {
    const [form] = compatibilityWitness.forms;
    for (const match of [undefined, '', 'w1', `w1.e30.${'0'.repeat(64)}`, `w2.e30.${'0'.repeat(64)}`])
      expect(() => form!.run({ match }, facts)).toThrow();
    expect(readMatchId(`w1.!.${'0'.repeat(64)}`)).toBeUndefined();
  });
});

it('a match is for the edition that it was made with, where the witness is sold', async () => {
  const { catalogueOf } = await import('../../declare-catalogue.ts');
  const { FREE } = await import('../stage.suite.ts');
  const stage = new Stage(catalogueOf([compatibilityWitness, ...FREE]));
  stage.now = SAMPLE_NOW;
  stage.edition = publishedSample();
  const { matchId, purchase } = await ask({ runtime: 'canary runtime' }, stage);
  expect([...stage.issued]).toEqual([
    [
      matchId,
      {
        product: 'x402-compatibility-witness',
        fingerprint: stage.edition.digest,
        expiresAt: SAMPLE_NOW + 900_000,
      },
    ],
  ]);
  expect(purchase).toMatchObject({ price: '$0.25', amountAtomic: '250000' });
});

describe('with a current edition', () => {
  it('the forecast answers from the rows of exactly this build', async () => {
    const stage = stageAt();
    const of = (clientVersion: string, route: string) =>
      stage.ask(clientForecast, { client: '@x402/fetch', clientVersion, route });
    expect(await of('2.27.0', '/api/agent-revenue-audit')).toMatchObject({
      status: 'will_refuse',
      basis: { id: 'B05.x402-fetch-2.27.0', source: expect.stringContaining(stage.edition!.digest) },
      ledgerDigest: stage.edition!.digest,
    });
    const answer = await of('2.10.0', '/api/opportunity-check');
    expect(answer).toMatchObject({ status: 'will_sign' });
    expect((answer.risks as { id: string }[]).map(({ id }) => id)).toContain('FS-011');
    // Not run for this edition: the published facts answer.
    expect(await of('2.23.0', '/api/agent-revenue-audit')).toMatchObject({
      status: 'will_refuse',
      basis: { id: 'CF-02' },
    });
  });

  it('the matcher finds what the edition observed, by what the client said', async () => {
    const stage = stageAt();
    const answer = await stage.ask(failureSignature, {
      errorText: 'Error: B05 was refused by this client',
    });
    expect(answer).toMatchObject({
      ledgerDigest: stage.edition!.digest,
      matches: [
        {
          id: 'FS-001',
          evidence: 'reproduced',
          fixStatus: 'verified: FX-001',
          reports: ['FS-001', 'FS-002'],
        },
      ],
    });
    const without = await new Stage().ask(failureSignature, {
      errorText: 'Error: B05 was refused by this client',
    });
    expect(without).toMatchObject({ status: 'no_match', ledgerDigest: null });
  });

  it('the matcher keeps what people say of a failure, under the new id', async () => {
    const body = { errorText: 'redirect sent payment-signature elsewhere' };
    const before = await new Stage().ask(failureSignature, body);
    const after = await stageAt().ask(failureSignature, body);
    expect([before, after].map(({ matches }) => (matches as { id: string }[])[0]!.id)).toEqual([
      'LR-15',
      'FS-008',
    ]);
  });
});
