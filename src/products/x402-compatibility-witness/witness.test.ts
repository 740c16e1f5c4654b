import { describe, expect, it } from 'vitest';
import { shippedEditions } from '../../adapters/edition-files.ts';
import { type BuildMatch, matchIdOf } from '../../ledger/match.ts';
import type { Edition } from '../../ledger/schema.ts';
import { digestJson, utf8 } from '../../values/digest.ts';
import { compatibilityWitness } from './product.ts';
import type { Witness } from './schema.ts';
import { verifyWitness } from './verify.ts';

/** Against the editions that come with the release: what their builds really did. */

const MAX_BYTES = 20_000;
const shipped = shippedEditions();
const editions = shipped.editions.map(({ text }) => JSON.parse(text) as Edition);
const edition = editions.at(-1)!;
const { verify } = shipped;

const buildsOf = ({ compatibilityMatrix }: Edition) => [
  ...new Map(
    compatibilityMatrix.map(({ client: { name, version }, protocol }) => [
      `${name} ${version} ${protocol}`,
      { client: name, version, protocol },
    ]),
  ).values(),
];
type Build = ReturnType<typeof buildsOf>[number];
const fetch227 = buildsOf(edition).find(
  ({ client, version }) => client === '@x402/fetch' && version === '2.27.0',
)!;

function witnessOf(build: Build, of: Edition, shape?: 'full', change?: Partial<BuildMatch>): Witness {
  const said: BuildMatch = {
    ...{ match: 'exact', ...build, asked: build.version, method: 'GET', priceAtomic: null },
    ...change,
  };
  const [form] = compatibilityWitness.forms;
  const match = matchIdOf(said, '0'.repeat(64));
  const facts = { asOf: Date.parse(of.generatedAt) + 60_000, release: 'v0', edition: published(of) };
  return form!.run({ match, ...(shape && { shape }) } as never, facts as never) as Witness;
}
const published = (of: Edition) => ({ digest: of.contentDigest, document: of });

/** As if it had been worked out and digested like this. */
const forged = (witness: Witness, change: object): Witness => {
  const { contentDigest: _digest, signature, ...content } = { ...structuredClone(witness), ...change };
  return { ...content, contentDigest: digestJson(content), signature } as Witness;
};

describe('a witness', () => {
  it('is under 20 kB for every build of every edition, and fits its schema in both shapes', () => {
    for (const each of editions)
      for (const build of buildsOf(each)) {
        const short = witnessOf(build, each);
        expect(utf8(JSON.stringify(short)).length, JSON.stringify(build)).toBeLessThan(MAX_BYTES);
        for (const witness of [short, witnessOf(build, each, 'full')])
          expect(compatibilityWitness.response.safeParse(witness).error).toBeUndefined();
      }
  });

  it('decides the same in both shapes, and its short rows say of the whole ones what they promise', () => {
    for (const build of buildsOf(edition)) {
      const { contentDigest: _d, shared, behaviours, ...short } = witnessOf(build, edition);
      const { contentDigest: _e, behaviours: rows, ...full } = witnessOf(build, edition, 'full');
      expect(short).toEqual(full);
      expect(behaviours).toHaveLength(rows.length);
      for (const [i, row] of behaviours.entries()) {
        // As shared.says it.
        const { at, case: hex, saw, ...own } = row as unknown as { at: number; case: string; saw?: number[] };
        const {
          rows: common,
          since,
          phrases,
        } = shared as unknown as Record<'since', string> & {
          rows: object;
          phrases: string[];
        };
        const written = {
          ...{ ...common, ...own, caseDigest: `sha256:${hex}` },
          ...(saw && { observed: saw.map((place) => phrases[place]).join('; ') }),
          observedAt: new Date(Date.parse(since) + at).toISOString(),
          staleAfter: new Date(Date.parse(since) + at + 30 * 86_400_000).toISOString(),
        };
        expect(rows[i]).toMatchObject(written);
        if (saw === undefined) expect(rows[i]!.verdict).toBe('pass');
      }
    }
  });

  it('is held by its proofs when it is written out, and by its edition when it is short', async () => {
    const [short, full] = [witnessOf(fetch227, edition), witnessOf(fetch227, edition, 'full')];
    const said = await verifyWitness(full, verify);
    const money = ['verdict', 'conditions', 'moneyRisks', 'safeConfig'];
    expect(said).toMatchObject({ ok: true, rows: 'proofs', notProved: expect.arrayContaining(money) });
    expect(said).toMatchObject({ notProved: expect.arrayContaining([expect.stringContaining('left out')]) });
    expect(await verifyWitness(short, verify)).toMatchObject({
      ...{ ok: true, rows: null, notProved: expect.arrayContaining([...money, 'behaviours']) },
    });
    expect(await verifyWitness(short, verify, edition)).toMatchObject({
      ...{ ok: true, rows: 'edition', notProved: [] },
    });
    expect(await verifyWitness(full, verify, edition)).toMatchObject({ rows: 'proofs', notProved: [] });
  });

  it('leaves a price unproved that only its matchId names', async () => {
    const priced = witnessOf(fetch227, edition, undefined, { priceAtomic: '999999999999' });
    expect(priced.safeConfig.maxAmountAtomic).toBe('999999999999');
    expect(await verifyWitness(priced, verify, edition)).toMatchObject({
      ...{ ok: true, notProved: ['safeConfig.maxAmountAtomic'] },
    });
  });

  const [short, full] = [witnessOf(fetch227, edition), witnessOf(fetch227, edition, 'full')];
  const [first, ...others] = full.behaviours;
  const otherBuild = witnessOf(
    buildsOf(edition).find(({ version }) => version === '2.10.0')!,
    edition,
    'full',
  );
  const earlier = editions[0]!;
  const turned = short.behaviours.map((row) => ({ ...row, verdict: 'pass' as const }));
  it.each([
    ['a changed word', { ...short, meaning: 'It buys.' }, 'digest of the content'],
    [
      'another edition',
      forged(full, { ledgerDigest: earlier.contentDigest }),
      'not the edition that was signed',
    ],
    ['another root', forged(full, { rowsRoot: earlier.rowsRoot }), 'not the root'],
    ['a later end', forged(full, { validUntil: '2099-01-01T00:00:00.000Z' }), 'later than'],
    [
      'a changed row',
      forged(full, { behaviours: [{ ...first, verdict: 'fail' }, ...others] }),
      'does not lead',
    ],
    ['a row without proof', forged(full, { behaviours: [{ ...first, proof: undefined }] }), 'does not lead'],
    ['a row twice', forged(full, { behaviours: [first, first] }), 'twice'],
    ['rows of another build', forged(full, { behaviours: otherBuild.behaviours }), 'another build'],
    ['a changed short row', forged(short, { behaviours: turned }), 'not those of the edition'],
    [
      'a short row less',
      forged(short, { behaviours: short.behaviours.slice(1) }),
      'not those of the edition',
    ],
    ['the edition before', witnessOf(fetch227, earlier), 'computed from another edition'],
    ['another verdict', forged(short, { verdict: 'compatible' }), 'not what this release computes'],
    ['another verdict, written out', forged(full, { verdict: 'compatible' }), 'not what this release'],
    ['no conditions', forged(short, { conditions: [] }), 'not what this release'],
    ['no risks to money', forged(short, { moneyRisks: [] }), 'not what this release computes'],
    [
      'a higher cap',
      forged(short, { safeConfig: { ...short.safeConfig, maxAmountAtomic: '999999999999' } }),
      'not what this release computes',
    ],
    [
      'all rows but one left out',
      forged(full, { behaviours: full.behaviours.slice(0, 1) }),
      'not what this release computes',
    ],
    ['no rows', forged(full, { behaviours: [] }), 'not what this release computes'],
    [
      'a version that was not run, as if it was',
      witnessOf(fetch227, edition, undefined, { asked: '2.27.5' }),
      'not the match that the edition gives',
    ],
    [
      'a time after the edition',
      forged(short, { generatedAt: new Date(Date.parse(edition.validUntil)).toISOString() }),
      'not in the time of the edition',
    ],
    ['an id that is none', forged(short, { matchId: 'w1' }), 'not the match'],
    ['what is no witness', { product: 'x402-compatibility-witness' }, 'not a witness'],
  ])('does not hold with %s', async (_name, witness, detail) => {
    const verdict = await verifyWitness(JSON.parse(JSON.stringify(witness)), verify, edition);
    expect(verdict).toMatchObject({ ok: false, detail: expect.stringContaining(detail) });
  });

  it('does not hold with a key that is not trusted', async () => {
    expect(await verifyWitness(full, async () => undefined)).toMatchObject({ ok: false });
  });
});
