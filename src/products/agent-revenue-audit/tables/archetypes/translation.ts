import type { RouteRow } from '../shapes.ts';
import { instant, optional, text, whole } from '../shapes.ts';

export const ROWS: readonly RouteRow[] = [
  {
    id: 'doc-translate',
    archetype: 'translation',
    cues: {
      translate: 3,
      translation: 3,
      'translation api': 4,
      localisation: 2,
      localization: 2,
      'machine translation': 4,
      'translat~': 3,
      'translation of': 4,
      'translated text': 4,
      'sworn translator': 4,
      'certified translation': 4,
    },
    noun: 'translation',
    plural: 'translations',
    unit: 'one translated text of up to 2,000 characters',
    method: 'POST',
    path: '/v1/translate',
    band: 'pdf',
    bandByHand: 'human_translation',
    nearestClass: true,
    callsPerUnit: 1,
    request: [
      text('text', 'Text to translate', 'The store opens at nine.', 2000),
      text('to', 'Two-letter target language of the translation', 'pt', 2, { pattern: '^[a-z]{2}$' }),
      optional(
        text('from', 'Two-letter source language; detected when absent', 'en', 2, {
          pattern: '^[a-z]{2}$',
        }),
      ),
    ],
    response: [
      text('text', 'The translation', 'A loja abre às nove.', 4000),
      text('from', 'Source language of the translation', 'en', 2),
      whole('characters', 'Characters of the source that were translated', 24, 1, 2000),
      instant('asOf', 'When the translation was made', '2026-01-15T09:00:00Z'),
    ],
    redaction: 'one fixed sentence in one fixed language pair',
    empty: 'a text that is already in the target language',
    bad: 'a text of 5,000 characters',
    notFirst: [
      ['document translation with layout', 'layout failures are disputed, 2,000 plain characters are not'],
      ['glossary subscriptions', 'a glossary needs an account before the first translation is seen'],
    ],
    remark: 'a character limit keeps the cost of a translation flat, so one price is honest',
  },
];
