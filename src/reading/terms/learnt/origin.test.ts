import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const HERE = new URL('.', import.meta.url);
const SETS = new URL('../../../../data/reading/', HERE);
const digestOf = (file: URL): string =>
  `sha256:${createHash('sha256').update(readFileSync(file)).digest('hex')}`;

it.each([
  ['roles', 'goals'],
  ['kinds', 'constraints'],
])('the learnt reader of %s is what the training script made of the %s of today', (name, rows) => {
  const origin = JSON.parse(readFileSync(new URL(`${name}-origin.json`, SETS), 'utf8'));
  const now = {
    artefact: digestOf(new URL(`${name}.artefact.json`, HERE)),
    rows: Object.fromEntries(
      Object.keys(origin.rows).map((set) => [set, digestOf(new URL(`${set}/${rows}.jsonl`, SETS))]),
    ),
  };
  expect(now).toEqual(origin);
});
