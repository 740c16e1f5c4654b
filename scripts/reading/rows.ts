import { readFileSync } from 'node:fs';
import { type Statement, statementOf } from '../../src/products/opportunity-check/by-rules.ts';
import { evidenceOf, weightOf } from '../../src/products/opportunity-check/evidence.ts';
import statements from '../../src/products/opportunity-check/golden.statements.json' with { type: 'json' };
import wordings from '../../src/products/opportunity-check/golden.wordings.json' with { type: 'json' };
import { emitFeatures } from '../../src/products/opportunity-check/learnt/features.ts';
import type { Effect } from '../../src/products/opportunity-check/learnt/model.ts';
import { readable } from '../../src/reading/text.ts';

/** Sets by other authors and ours that the classifier learns from, and the wordings that the rules' tests hold. */
export const TRAINED_ON = ['A', 'C', 'D', 'E', 'G', 'H', 'T', 'V', 'W', 'X', 'R1', 'R2'] as const;
/** Written to widen the rules and labelled by what they read: always learnt from, never held out. */
const OWN = 'wordings';

/** A labelled statement with what the classifier sees of it. */
export interface Row {
  readonly set: string;
  readonly id: string;
  readonly text: string;
  readonly effect: Effect;
  /** `price_visible`, `!price_visible`; none: nothing is asserted. */
  readonly signals: readonly string[];
  readonly statement: Statement;
  readonly names: readonly string[];
}

interface Labelled {
  readonly id: string;
  readonly text: string;
  readonly effect: Effect;
  readonly expect: readonly { signal: string; holds: boolean }[];
}

/** What a signal or its absence does to trust. */
export function effectOf(signal: string): Effect {
  const weight = weightOf(evidenceOf(signal.replace('!', ''), signal.startsWith('!') ? 'absent' : 'present'));
  return weight > 0 ? 'good' : weight < 0 ? 'bad' : 'none';
}

export const setFile = (set: string): URL =>
  new URL(`../../data/reading/${set}/statements.jsonl`, import.meta.url);

export function rowsOf(set: string): Row[] {
  const lines = readFileSync(setFile(set), 'utf8').trim().split('\n');
  return lines.map((line) => {
    const { id, text, effect, expect } = JSON.parse(line) as Labelled;
    const signals = expect.map(({ signal, holds }) => `${holds ? '' : '!'}${signal}`);
    return rowOf(set, id, text, effect, signals);
  });
}

/** The wordings of the rules' tests, with what is read of them. */
export const ownRows = (): Row[] =>
  [...wordings.read, ...statements.statements, ...wordings.none.map((text) => [text, ''])].map(
    ([text, read], i) => {
      const signals = read!.split(' ').flatMap((one) => one.replace(/[~^]|@.*/g, '') || []);
      const effects = signals.map(effectOf);
      const effect = effects.includes('bad') ? 'bad' : effects.includes('good') ? 'good' : 'none';
      return rowOf(OWN, `${i}`, text!, effect, signals);
    },
  );

function rowOf(set: string, id: string, text: string, effect: Effect, signals: readonly string[]): Row {
  const statement = statementOf(readable(text));
  return { set, id, text, effect, signals, statement, names: namesOf(statement) };
}

function namesOf(statement: Statement): string[] {
  const names = new Set<string>();
  emitFeatures(statement, (kind, first, second = '') => {
    const name = `${kind} ${first} ${second}`.trim();
    if (!name.includes('|')) names.add(name);
  });
  return [...names];
}
