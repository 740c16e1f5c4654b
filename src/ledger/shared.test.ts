import { describe, expect, it } from 'vitest';
import { shippedEditions } from '../adapters/edition-files.ts';
import { reliabilityLedger } from '../products/agent-commerce-reliability-ledger/product.ts';
import { utf8 } from '../values/digest.ts';
import { contentDigestOf } from './build.ts';
import type { Edition } from './schema.ts';
import { sharedOf, signedText, soldWhole, writtenOut } from './shared.ts';
import { sampleEdition, UNSIGNED } from './testing.ts';

const MAX_BYTES = 250_000;
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

  it('keeps every member of the contract, and a row for every row', () => {
    const edition = sample();
    const sold = sharedOf(edition)!;
    expect(Object.keys(edition).filter((name) => !(name in sold))).toEqual([]);
    expect(sold.compatibilityMatrix.map(({ id }) => id)).toEqual(
      edition.compatibilityMatrix.map(({ id }) => id),
    );
    // The contract says which members each of the five has.
    expect(sold.buyerRuntimeRecipes).toHaveLength(5);
    expect(sold.buyerRuntimeRecipes).toEqual(edition.buyerRuntimeRecipes);
    expect(contentDigestOf(writtenOut(sold))).toBe(edition.contentDigest);
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
      ['"verdict":"fail"', '"verdict":"pass"'],
      ['"of":0', '"of":1'],
      ['"at":0', '"at":1'],
      ['as a careful buyer wants it', 'as nobody wants it'],
    ] as const) {
      const changed = JSON.parse(signedText(text.replace(from, to))) as Edition;
      expect(text).toContain(from);
      expect([from, contentDigestOf(changed) === changed.contentDigest]).toEqual([from, false]);
    }
    for (const broken of ['', 'null', '{"shared":1}', '{"shared":{},"compatibilityMatrix":[1]}'])
      expect(signedText(broken)).toBe(broken);
  });
});
