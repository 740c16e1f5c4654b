import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { readable } from '../../reading/text.ts';
import { answerOpportunity, requestSchema } from './engine.ts';
import { weightOf } from './evidence.ts';
import { readSignals } from './signals.ts';

const SETS = new URL('../../../data/reading/', import.meta.url);
const DAY = '2026-11-21';

interface Row {
  readonly text: string;
  readonly effect: 'good' | 'bad' | 'none';
}

const rowsOf = (set: string): Row[] =>
  readFileSync(new URL(`${set}/statements.jsonl`, SETS), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

/** What a statement moves: up, down or nothing. */
function effectOf(text: string): Row['effect'] {
  const sum = readSignals([readable(text)], DAY).evidence.reduce((total, one) => total + weightOf(one), 0);
  return sum > 0 ? 'good' : sum < 0 ? 'bad' : 'none';
}

interface Defended {
  readonly request: unknown;
  readonly acceptable: readonly string[];
  readonly maxSpendUsd: string | null;
}

const defendedIn = (set: string): Defended[] => {
  const file = new URL(`${set}/requests.jsonl`, SETS);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').trim().split('\n');
  return lines.map((line) => JSON.parse(line) as Defended);
};

/** Written to be learnt from, a thousand rows each and hard on purpose: `reading:report` measures them, `npm test` would take too long. */
const TO_LEARN_FROM: readonly string[] = [
  ...['N1', 'N2', 'N3', 'N4', 'N6', 'R3', 'R4', 'R5'],
  ...Array.from({ length: 17 }, (_, i) => `S${i + 1}`),
  // Nobody who writes rules has read them, and a test that fails would show them.
  ...['B1', 'B2'],
];

const sets = readdirSync(SETS, { withFileTypes: true })
  .filter((one) => one.isDirectory() && !TO_LEARN_FROM.includes(one.name))
  .map(({ name }) => name);

/** Rows that are read with the wrong sign, or that move something and may not: they may only become fewer. */
const MOST_TURNED: Readonly<Record<string, number>> = {
  ...{ H: 3, J: 1, K: 3, L: 2, M: 2, P: 4, Q: 3, R1: 40, R2: 47, V: 10 },
};
const LEAST_READ: Readonly<Record<string, number>> = {
  P: 0.89,
  Q: 0.85,
  R1: 0.86,
  R2: 0.84,
  V: 0.88,
};
const LEAST_DEFENDED: Readonly<Record<string, number>> = {
  D: 0.86,
  H: 0.88,
  J: 0.8,
  K: 0.84,
  L: 0.86,
  M: 0.85,
  Q: 0.74,
};

describe('labelled statements', () => {
  it.each(sets.filter((set) => existsSync(new URL(`${set}/statements.jsonl`, SETS))))('set %s', (set) => {
    const rows = rowsOf(set);
    const got = rows.map(({ text }) => effectOf(text));
    const turned = rows.filter(({ effect }, i) => got[i] !== 'none' && got[i] !== effect);
    expect(turned.length, turned.map(({ text }) => text).join('\n')).toBeLessThanOrEqual(
      MOST_TURNED[set] ?? 0,
    );
    const read = rows.filter(({ effect }, i) => got[i] === effect);
    expect(read.length / rows.length).toBeGreaterThan(LEAST_READ[set] ?? 0.9);
  });
});

/** "Today" of its author. */
const asOf = (set: string): number => Date.UTC(2026, 10, ['P', 'Q'].includes(set) ? 28 : 21, 12);

describe('labelled requests', () => {
  it.each(sets.filter((set) => !['B1', 'B2', 'K', 'P'].includes(set) && defendedIn(set).length > 0))(
    'set %s',
    (set) => {
      const rows = defendedIn(set);
      const given = rows.map(({ request }) =>
        answerOpportunity(requestSchema.parse(request), { asOf: asOf(set), release: 'test' }),
      );
      rows.forEach(({ maxSpendUsd }, i) => {
        if (maxSpendUsd !== null)
          expect(Number(given[i]!.commercial.maxRationalSpendUsd)).toBeLessThanOrEqual(Number(maxSpendUsd));
      });
      const right = rows.filter(({ acceptable }, i) => acceptable.includes(given[i]!.action));
      expect(right.length / rows.length).toBeGreaterThanOrEqual(LEAST_DEFENDED[set] ?? 0.9);
    },
  );
});
