import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { kindOf } from '../archetype.ts';
import { readFrictions } from '../frictions.ts';
import { auditInput } from '../schema.ts';
import { glossed } from './glossary.ts';

const WORD = /[\p{L}]{3,30}/gu;

test('no word of what English sellers return is taken for a foreign one', () => {
  const words = readFileSync('data/audit/returns.txt', 'utf8').toLowerCase().match(WORD)!;
  expect(words.length).toBeGreaterThan(1_000);
  expect([...new Set(words)].filter((word) => glossed(word) !== undefined)).toEqual([]);
});

test('a beginning stands for its word, and a word with a full stop for itself alone', () => {
  expect(['übersetzungen', 'traductores', 'schlüssel', 'consultas'].map(glossed)).toEqual([
    'translation',
    'translator',
    'key',
    'query',
  ]);
  expect(glossed('consultants')).toBeUndefined();
});

const audit = (currentOffer: string) =>
  auditInput.parse({ serviceName: 'Alder', currentOffer, targetBuyer: 'agents' });

test.each([
  ['Übersetzung ganzer Texte in 30 Sprachen', 'translation'],
  ['Traducción de textos a 30 idiomas', 'translation'],
  ['Tradução de textos em 30 línguas', 'translation'],
])('%s is %s', (offer, kind) => {
  expect(kindOf(audit(offer)).id).toBe(kind);
});

test.each([['Wetterdaten. Man braucht ein Konto und einen Schlüssel.', ['F33', 'F01']]])(
  '%s states %s',
  (offer, ids) => {
    const found = readFrictions(audit(offer)).claims.map(({ row }) => row.id);
    for (const id of ids) expect(found).toContain(id);
  },
);

test('what another language denies is not claimed', () => {
  const found = readFrictions(audit('Wetterdaten. Kein Konto, kein Schlüssel.')).claims;
  expect(found.map(({ row }) => row.id).filter((id) => id === 'F33' || id === 'F01')).toEqual([]);
});
