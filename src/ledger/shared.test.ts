import { describe, expect, it } from 'vitest';
import { readReported, shippedEditions } from '../adapters/edition-files.ts';
import { BEHAVIOURS } from '../lab/behaviours.ts';
import { whyOtherTransport } from '../lab/bench.ts';
import { BUILDS } from '../lab/builds.ts';
import { reliabilityLedger } from '../products/agent-commerce-reliability-ledger/product.ts';
import { digestJson, utf8 } from '../values/digest.ts';
import { DAY_MS, isoTime } from '../values/time.ts';
import { buildEdition, contentDigestOf } from './build.ts';
import type { Edition } from './schema.ts';
import { sharedOf, signedText, soldWhole, writtenOut } from './shared.ts';
import {
  SAMPLE_NOW,
  SAMPLE_ROUTES,
  sampleEdition,
  sampleRecord,
  sampleRecords,
  UNSIGNED,
} from './testing.ts';

const MAX_BYTES = 250_000;
/** Every build of the lab and every question, answered in many ways, each record with its own digest and time. */
function asLarge() {
  const registries = { node: 'npm', python: 'pypi', go: 'go', rust: 'crates.io' } as const;
  let at = SAMPLE_NOW - 3_600_000;
  const records = BUILDS.flatMap((build, b) =>
    BEHAVIOURS.flatMap((row, q) => {
      // The lab does not put it.
      if (whyOtherTransport(build, row) !== undefined) return [];
      const { id, name, version, language, protocol } = build;
      const { id: behaviourId, expected } = row;
      const times = (b + q) % 3;
      const status = times === 0 ? null : 200 + (b % 4) * 100;
      const error =
        status === null
          ? { name: 'Error', messagePrefix: `${name} ${version} refused: ${'why '.repeat(q % 30)}` }
          : null;
      const got = status ?? `${error!.name}: ${error!.messagePrefix}`;
      at += 40 + ((b * q) % 90);
      return sampleRecord({
        ...{ behaviourId, expected, protocol, caseId: `${behaviourId}.${id}`, statusSeen: status, error },
        client: { name, version, ecosystem: registries[language], lockDigest: digestJson(id) },
        observed: `${times + 1} requests; ${times} signed; the caller got ${got}`,
        verdict: (b * q) % 4 === 0 ? 'fail' : 'pass',
        ...{ requests: times + 1, signedAuthorisations: times, distinctNonces: times, settlements: times },
        observedAt: isoTime(at),
      });
    }),
  );
  const options = { release: 'v0.0.0-test', now: SAMPLE_NOW, routes: SAMPLE_ROUTES };
  const edition: Edition = {
    ...buildEdition(records, readReported(), undefined, options),
    signature: UNSIGNED,
  };
  return { edition, builds: BUILDS.length };
}

const sample = (): Edition => ({ ...sampleEdition(), signature: UNSIGNED });

describe('an edition as it is sold', () => {
  it('is under 250 kB as shipped, and written out what was signed', () => {
    const { editions } = shippedEditions();
    expect(editions.length).toBeGreaterThan(0);
    for (const { text } of editions) {
      const edition = JSON.parse(text) as Edition;
      const sold = JSON.stringify(soldWhole(edition));
      expect(utf8(sold).length).toBeLessThan(MAX_BYTES);
      expect(JSON.parse(signedText(sold))).toEqual(edition);
      expect(reliabilityLedger.response.safeParse(JSON.parse(sold)).error).toBeUndefined();
    }
  });

  it('has at least thirty builds in four languages as shipped', () => {
    const edition = JSON.parse(shippedEditions().editions.at(-1)!.text) as Edition;
    const ran = edition.compatibilityMatrix.filter(({ verdict }) => verdict === 'pass' || verdict === 'fail');
    expect(new Set(ran.map(({ id }) => id.slice(id.indexOf('.') + 1))).size).toBeGreaterThanOrEqual(30);
    expect(new Set(ran.map(({ client }) => client.ecosystem))).toEqual(
      new Set(['npm', 'pypi', 'go', 'crates.io']),
    );
    expect(ran.filter(({ behaviourId }) => behaviourId === 'B09').length).toBeGreaterThanOrEqual(30);
  });

  it('keeps every member of the contract, with a row for every behaviour and a place for every build', () => {
    const edition = sample();
    const sold = sharedOf(edition)!;
    expect(Object.keys(edition).filter((name) => !(name in sold))).toEqual([]);
    const places = sold.compatibilityMatrix.flatMap(({ id, of }) =>
      Object.keys(sold.shared.builds).flatMap((build, i) =>
        (of as readonly unknown[])[i] === null ? [] : `${String(id)}.${build}`,
      ),
    );
    expect(places).toEqual(edition.compatibilityMatrix.map(({ id }) => id));
    expect(sold.compatibilityMatrix.some(({ of }) => (of as readonly unknown[]).includes(null))).toBe(true);
    // The contract says which members each of the five has.
    expect(sold.buyerRuntimeRecipes).toHaveLength(5);
    expect(sold.buyerRuntimeRecipes).toEqual(edition.buyerRuntimeRecipes);
    expect(contentDigestOf(writtenOut(sold))).toBe(edition.contentDigest);
  });

  it('restores what changed since the edition before, what nobody observed again, and what others reported', () => {
    const first = sample();
    const [one, two, ...others] = sampleRecords(SAMPLE_NOW + DAY_MS);
    const kept = others.filter(({ caseId }) => !caseId.startsWith('B09.x402-fetch-2.10'));
    const changed = { ...one!, verdict: 'fail' as const, told: 'the payment was not settled' };
    const next = buildEdition([changed, two!, ...kept], readReported(), first, {
      ...{ release: 'v0.0.0-test', now: SAMPLE_NOW + DAY_MS, routes: SAMPLE_ROUTES },
    });
    expect(next.editionDelta.changed.length).toBeGreaterThan(1);
    expect(next.historicalEvidence.items.length).toBeGreaterThan(0);
    const edition: Edition = { ...next, signature: UNSIGNED };
    const sold = sharedOf(edition)!;
    expect(writtenOut(sold)).toEqual(edition);
    expect(JSON.stringify(sold).length).toBeLessThan(JSON.stringify(edition).length);
  });

  it('is under 250 kB with every build, in four languages, as the lab asks them today', () => {
    const { edition, builds } = asLarge();
    // Thirty-one builds over HTTP, and one that is asked the questions over MCP alone.
    const overMcp = BEHAVIOURS.filter(({ seller }) => seller.mcp !== undefined).length;
    const rows = 31 * (BEHAVIOURS.length - overMcp) + overMcp;
    expect([builds, edition.compatibilityMatrix.length]).toEqual([32, rows]);
    const sold = JSON.stringify(sharedOf(edition)!);
    expect(utf8(sold).length).toBeLessThan(MAX_BYTES);
    expect(contentDigestOf(JSON.parse(signedText(sold)) as Edition)).toBe(edition.contentDigest);
  });

  it('stays under 250 kB where only a few builds were observed again', () => {
    const { edition: large } = asLarge();
    const now = SAMPLE_NOW + 8 * DAY_MS;
    const next = buildEdition(sampleRecords(now), readReported(), large, {
      ...{ release: 'v0.0.0-test', now, routes: SAMPLE_ROUTES },
    });
    const sold = sharedOf({ ...next, signature: UNSIGNED })!;
    expect(utf8(JSON.stringify(sold)).length).toBeLessThan(MAX_BYTES);
  });

  it('is sold as it was signed where the rule would give back something else', () => {
    const edition = sample();
    const [row, ...rows] = edition.compatibilityMatrix;
    const odd = {
      ...edition,
      compatibilityMatrix: [{ ...row!, staleAfter: row!.observedAt }, ...rows],
    };
    const signed: Edition = { ...odd, contentDigest: contentDigestOf(odd) };
    expect(sharedOf(signed)).toBeUndefined();
    expect(soldWhole(signed)).toEqual(signed);
  });

  it('is not what its digest says once any of its shared parts is changed', () => {
    const text = JSON.stringify(sharedOf(sample())!);
    for (const [from, to] of [
      ['"labVersion":"1.0"', '"labVersion":"1.1"'],
      ['"fail"', '"pass"'],
      ['"of":[null,0', '"of":[null,1'],
      ['"at":[0', '"at":[1'],
      ['"cases":[', '"cases":[1,1,'],
      ['as a careful buyer wants it', 'as nobody wants it'],
      ['"addedRows":[0', '"addedRows":[1'],
    ] as const) {
      const changed = JSON.parse(signedText(text.replace(from, to))) as Edition;
      expect(text).toContain(from);
      expect([from, contentDigestOf(changed) === changed.contentDigest]).toEqual([from, false]);
    }
    for (const broken of ['', 'null', '{"shared":1}', '{"shared":{},"compatibilityMatrix":[1]}'])
      expect(signedText(broken)).toBe(broken);
  });
});
