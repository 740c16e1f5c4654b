import { expect, it } from 'vitest';
import { lexicon } from './lexicon.ts';

const words = lexicon({
  SUE: ['sue, verklag*, en justice, 訴える, مقاضاة'],
  HOME: ['집 주소, घर का पता, ev adres*'],
});

it.each([
  ['Should we sue them?', 'SUE', [2]],
  ['Wir VERKLAGEN sie', 'SUE', [1]],
  ['ensued', 'SUE', undefined],
  ['attaquer en justice', 'SUE', [1]],
  ['en pleine justice', 'SUE', undefined],
  ['彼を訴えるべき', 'SUE', [1]],
  ['هل يمكن المقاضاة', 'SUE', [2]],
  ['이 여자의 집 주소를', 'HOME', [3]],
  ['उसके घर का पता', 'HOME', [1]],
  ['ev adresi', 'HOME', [0]],
] as const)('%s', (text, name, places) => {
  expect(words.read(text).get(name)).toEqual(places);
});
