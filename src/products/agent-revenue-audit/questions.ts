import { type Nano, nanoToDollars } from './amount.ts';
import type { GivenFact } from './given.ts';
import { isLive } from './plan.ts';
import type { Solved } from './price.ts';
import { RULES } from './tables/bands.ts';
import { QUESTIONS, type QuestionRow } from './tables/cues.ts';
import { FACT_ROWS } from './tables/facts.ts';
import { type ReadText, type Weighed, weigh } from './weigh.ts';
import { fillSlots, type Slots, sentence } from './words.ts';

/** A question is asked only if one of its likely answers changes the audit: that is tried before it is asked. */
export interface Question {
  /** The fact that answers it. */
  readonly id: string;
  readonly asks: string;
  /** What the value looks like: the words of a choice, or a pattern. */
  readonly answer: string;
  /** What likely answers move. */
  readonly changes: readonly Change[];
  /** How far they move it, for the order. */
  readonly worth: number;
}

export const CHANGES = ['route', 'price', 'frictions', 'economics', 'plan'] as const;
export type Change = (typeof CHANGES)[number];

/** What a change is worth: a wrong route costs the whole audit, a step of the price a part, a friction less. */
const WORTH = { route: 60, step: 6, friction: 5, economics: 4, plan: 8 };

const ROWS = new Map(FACT_ROWS.map((row) => [row.id, row]));

/** At most five questions, the one whose answer moves most first. How much risk is borne asks no other ones. */
export function questionsFor(read: ReadText, slots: Slots): Question[] {
  const text: ReadText = { ...read, reading: { ...read.reading, risk: 'medium' } };
  const base = weigh(text);
  const known = new Set(knownIds(text, base.solved));
  return QUESTIONS.filter((row) => isOpen(row, text, base, known))
    .map((row) => valued(row, text, base, slots))
    .filter(({ changes }) => changes.length > 0)
    .sort((a, b) => b.worth - a.worth)
    .filter(({ id }, index, all) => all.findIndex((one) => one.id === id) === index)
    .slice(0, RULES.maxQuestions);
}

/** Facts that are known, and frictions that the text speaks of either way. */
function knownIds({ input, reading, words, kind }: ReadText, { rate, today }: Solved): string[] {
  const { context, stated, given, risk: _, hasFigure: __, ...figures } = reading;
  const figureIds = [figures, context].flatMap((group) =>
    Object.entries(group).flatMap(([id, value]) => (value === undefined ? [] : [id])),
  );
  const frictions = [
    ...words.claims.map((one) => one.row.id),
    ...words.cued.map((one) => one.row.id),
    ...words.denied.keys(),
    ...words.cleared,
    ...given.keys(),
  ];
  const prices = [reading.unitPrice, reading.meteredPrice, reading.monthlyFee];
  // A plan in dollars says nothing of a price that was taken at a rounded rate.
  const inDollars = today !== undefined || prices.some((one) => one && one.rate === undefined);
  const dollar = rate === undefined && inDollars ? ['dollarPrice'] : [];
  const rail = input.currentPaymentRail !== undefined ? ['rail'] : [];
  const sure = kind.id !== 'mixed' && kind.id !== 'unclear' ? ['kind'] : [];
  return [...figureIds, ...stated.keys(), ...frictions, ...dollar, ...rail, ...sure];
}

function isOpen(row: QuestionRow, text: ReadText, base: Weighed, known: ReadonlySet<string>): boolean {
  if (row.unless.some((id) => known.has(id))) return false;
  if (row.when && !row.when.every((id) => id === text.kind.id || known.has(id))) return false;
  return !row.for || row.for.includes(base.kind.route.archetype);
}

function valued(row: QuestionRow, text: ReadText, base: Weighed, slots: Slots): Question {
  const effects = triesOf(row, base).map((tried) => effectOf(base, weigh(text, tried)));
  const worth = effects.reduce((sum, effect) => sum + effect.worth, 0) / Math.max(1, effects.length);
  return {
    id: row.fact,
    asks: sentence(fillSlots(row.ask, slots)),
    answer: formOf(row.fact),
    changes: CHANGES.filter((change) => effects.some((effect) => effect.changes.includes(change))),
    worth,
  };
}

/** Likely answers, each as the facts that it would give. Prices are tried as multiples of today's decision. */
function triesOf({ fact, tries }: QuestionRow, { solved, kind }: Weighed): GivenFact[][] {
  if (fact === 'kind')
    return (kind.candidates[1] ? [kind.candidates[1].id] : tries).map((value) => [{ id: fact, value }]);
  const isMoney = ROWS.get(fact)?.type === 'usd';
  return tries.map((tried) =>
    tried.split(' ').map((part, index) => ({
      id: index === 0 ? fact : 'paid',
      value: isMoney ? nanoToDollars(multiple(solved, part)) : part,
    })),
  );
}

/** `3` times, or `/5` of, the price of one unit. */
function multiple({ price, units }: Solved, times: string): Nano {
  const one = price / units;
  const nano = times.startsWith('/') ? one / BigInt(times.slice(1)) : one * BigInt(times);
  return nano > 0n ? nano : 1n;
}

/** How often a quarter has to be added to the lower of two prices of one unit until it reaches the higher. */
function stepsBetween(a: Solved, b: Solved): number {
  const [one, other] = [a.price / a.units, b.price / b.units];
  const goal = one > other ? one : other;
  let steps = 0;
  for (let at = (one > other ? other : one) + 1n; at < goal && steps < MOST_STEPS; steps++)
    at += at / 4n + 1n;
  return steps;
}
const MOST_STEPS = 40;

function effectOf(before: Weighed, after: Weighed): { worth: number; changes: Change[] } {
  const frictions = new Set(after.found.map(({ row }) => row.id));
  const old = new Set(before.found.map(({ row }) => row.id));
  const moved =
    [...frictions].filter((id) => !old.has(id)).length + [...old].filter((id) => !frictions.has(id)).length;
  const steps = stepsBetween(after.solved, before.solved);
  const isPriced = after.solved.price !== before.solved.price;
  const route =
    after.kind.route !== before.kind.route || after.reading.topTool?.value !== before.reading.topTool?.value;
  const economics =
    after.solved.unitCost !== before.solved.unitCost ||
    after.solved.breakEven !== before.solved.breakEven ||
    after.solved.today !== before.solved.today;
  const plan = isLive(after.reading) !== isLive(before.reading);
  const parts: [Change, boolean, number][] = [
    ['route', route, WORTH.route],
    ['price', isPriced, WORTH.step * Math.max(1, steps)],
    ['frictions', moved > 0, WORTH.friction * moved],
    ['economics', economics, WORTH.economics],
    ['plan', plan, WORTH.plan],
  ];
  const held = parts.filter(([, holds]) => holds);
  return {
    worth: held.reduce((sum, [, , points]) => sum + points, 0),
    changes: held.map(([change]) => change),
  };
}

function formOf(id: string): string {
  const row = ROWS.get(id);
  if (id === 'kind') return 'the id of an archetype';
  if (id === 'challenges') return 'two whole numbers, as the facts challenges and paid';
  if (row?.type === 'choice') return row.values!.join(' or ');
  return {
    usd: 'dollars as an exact decimal',
    count: 'a whole number',
    yes_no: 'yes or no',
    words: 'a few plain words',
    choice: '',
  }[row!.type];
}
