import { type Nano, nanoLabel, parseCount, parseNano } from './amount.ts';
import type { Fact, Stated, StatedFacts } from './stated.ts';
import { FACT_ROWS, type FactRow, UNKNOWN } from './tables/facts.ts';

/** A fact that the caller states as such. It goes before whatever the text says. */
export interface GivenFact {
  readonly id: string;
  readonly value: string;
}

const ROWS = new Map(FACT_ROWS.map((row) => [row.id, row]));
/** Facts about one price each: a given one takes the place of what was read as another. */
const PRICES = ['unitPrice', 'meteredPrice', 'wholePrice'];
const CONTEXT = new Set([
  'returns',
  'freeUnits',
  'quotaPerMinute',
  'monthlyVolume',
  'ageSeconds',
  'endpoints',
  'alternatives',
  'buyers',
  'runtime',
]);
const LISTS = new Set(['endpoints', 'alternatives']);

type Draft = {
  -readonly [K in keyof StatedFacts]: StatedFacts[K];
} & Record<string, unknown>;

/** The reading with what was given in its place. `unknown` takes a fact away, so that it is asked for again. */
export function withGiven(reading: StatedFacts, given: readonly GivenFact[]): StatedFacts {
  if (given.length === 0) return reading;
  const out = {
    ...reading,
    context: { ...reading.context },
    given: new Map(reading.given),
    stated: new Map(reading.stated),
  };
  if (given.some(({ id }) => PRICES.includes(id))) for (const id of PRICES) delete (out as Draft)[id];
  for (const { id, value } of given) {
    const row = ROWS.get(id);
    if (row) take(out as unknown as Draft, row, value);
  }
  return out;
}

function take(out: Draft, row: FactRow, value: string): void {
  const { id, friction } = row;
  const answer = id === 'delivery' ? { async: 'yes', sync: 'no' }[value] : value;
  const fact = factOf(row, value);
  if (friction !== undefined || id === 'delivery') {
    const answers = out.given as Map<string, Fact>;
    answers.set(friction ?? 'F22', { ...fact, value: answer ?? UNKNOWN });
  } else if (row.statement) {
    const stated = out.stated as Map<string, Fact>;
    if (value === 'yes') stated.set(id, fact);
    else stated.delete(id);
  } else {
    const place = (CONTEXT.has(id) ? out.context : out) as unknown as Record<string, Stated<unknown>>;
    if (value === UNKNOWN) delete place[id];
    else place[id] = { value: typedValue(row, value), fact };
  }
}

function factOf({ id, type }: FactRow, value: string): Fact {
  const written = type === 'usd' ? nanoLabel(parseNano(value) ?? 0n) : value;
  return {
    id,
    field: 'facts',
    quote: value,
    value,
    reads: `you gave ${id} as ${written}`,
    confidence: 'high',
  };
}

function typedValue({ id, type }: FactRow, value: string): Nano | string | readonly string[] {
  if (type === 'usd') return parseNano(value)!;
  if (type === 'count') return parseCount(value)!;
  if (LISTS.has(id)) return value.split(',').flatMap((name) => name.trim() || []);
  return id === 'topTool' ? value.toLowerCase().replaceAll(/[^a-z0-9_-]/gu, '-') : value;
}
