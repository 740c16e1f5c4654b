/**
 * Trains the classifier that stands beside the rules of opportunity-check and writes its artefact, with the digests of
 * what it was made of. Same rows, same bytes. Usage: node scripts/reading/train.ts
 */
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { learn, OPTIONS } from './learn.ts';
import { ownRows, rowsOf, setFile, TRAINED_ON } from './rows.ts';

const ARTEFACT = new URL('../../src/products/opportunity-check/learnt/model.artefact.json', import.meta.url);
export const ORIGIN = new URL('../../data/reading/model-origin.json', import.meta.url);

export const sha256 = (data: string | Uint8Array): string =>
  `sha256:${createHash('sha256').update(data).digest('hex')}`;

/** What the artefact was made of: a test compares, so that rows, options and weights cannot drift apart. */
export const originOf = (artefact: string) => ({
  artefact: sha256(artefact),
  rows: Object.fromEntries(TRAINED_ON.map((set) => [set, sha256(readFileSync(setFile(set)))])),
  ownRows: sha256(JSON.stringify(ownRows().map(({ text, signals }) => [text, signals]))),
  options: OPTIONS,
});

if (import.meta.main) {
  const artefact = learn([...ownRows(), ...TRAINED_ON.flatMap(rowsOf)]);
  const text = `${JSON.stringify(artefact)}\n`;
  writeFileSync(ARTEFACT, text);
  writeFileSync(ORIGIN, `${JSON.stringify(originOf(text), null, 2)}\n`);
  const features = artefact.names.split('|').length;
  console.log(`${features} features, ${text.length} bytes, ${gzipSync(text).length} gzipped`);
}
