import { CALL_NOUNS, DOLLAR_UNITS, MEASURES, OTHER_MONEY, PERIODS, STOP_WORDS } from '../quantities/units.ts';
import * as cues from './cues.ts';
import { INSISTS, NOT_DEMANDED, PHRASES, UNDERLINING } from './phrases.ts';

const sorted = (words: Iterable<string>): string[] => [...words].sort();

/** The words that the readings of goals and constraints rest on, as data: whoever digests a model digests them too. */
export const TERM_TABLES = {
  units: {
    dollars: [...DOLLAR_UNITS].map(([word, worth]) => [word, `${worth}`]),
    otherMoney: sorted(OTHER_MONEY),
    calls: sorted(CALL_NOUNS),
    periods: sorted(PERIODS),
    measures: sorted(MEASURES),
    stops: sorted(STOP_WORDS),
  },
  cues: Object.fromEntries(Object.entries(cues).map(([name, words]) => [name, sorted(words)])),
  phrases: PHRASES.map(({ kind, pattern }) => ({ kind, pattern: pattern.source })),
  rest: [UNDERLINING, INSISTS, NOT_DEMANDED].map(({ source }) => source),
} as const;
