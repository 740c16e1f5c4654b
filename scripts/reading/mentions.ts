/**
 * Goals or constraints (the first argument) as `teach_terms.py` learns from them. A JSON list of `{text, expect?}` on standard
 * input; on standard output, for each quantity of a goal and for each constraint, its text for the teacher, its words for the
 * student, what the rules say of it, and, where `expect` is given, what is right.
 */
import { text } from 'node:stream/consumers';
import { placedIn } from '../../src/reading/quantities/quantities.ts';
import type { Placed } from '../../src/reading/quantities/quantity.ts';
import { tokensOf } from '../../src/reading/quantities/tokens.ts';
import { readConstraintByRules } from '../../src/reading/terms/constraint.ts';
import { amountOf, readGoalByRules, ruledRole } from '../../src/reading/terms/goal.ts';
import { constraintWords, mentionWords, ruledKinds, singleWords } from '../../src/reading/terms/mention.ts';
import type { MoneyTerm } from '../../src/reading/terms/money-role.ts';
import { readable } from '../../src/reading/text.ts';

const FIELDS: Readonly<Record<string, MoneyTerm['role']>> = {
  pricePerCallUsd: 'price',
  calls: 'calls',
  valuePerCallUsd: 'value',
  budgetUsd: 'budget',
  priceLimitUsd: 'priceLimit',
  maxCalls: 'maxCalls',
};
const MONEY = new Set<MoneyTerm['role']>(['price', 'value', 'budget', 'priceLimit']);

interface Goal {
  readonly text: string;
  readonly expect?: Readonly<Record<string, string | number | null>>;
}

interface Constraint {
  readonly text: string;
  readonly expect?: readonly { readonly kind: string; readonly count?: number }[];
}

function rolesOf(one: Placed, expect: NonNullable<Goal['expect']>): MoneyTerm['role'][] {
  return Object.entries(FIELDS).flatMap(([field, role]) => {
    const wanted = expect[field];
    if (wanted === null || wanted === undefined) return [];
    if (one.kind === 'money' ? !MONEY.has(role) : one.kind === 'count' && MONEY.has(role)) return [];
    const amount = amountOf(one, role);
    if (amount === undefined) return [];
    const said = MONEY.has(role) ? Number(amount) / 1e6 : Number(amount);
    return Math.abs(said - Number(wanted)) < 2e-6 ? [role] : [];
  });
}

function mentionsOf({ text: raw, expect }: Goal) {
  const said = readable(raw);
  const tokens = tokensOf(said);
  const placed = placedIn(tokens);
  const reading = readGoalByRules(said);
  const ruledOf = (one: Placed): string => ruledRole(one, reading);
  const seen = placed
    .filter(({ kind }) => kind === 'money' || kind === 'count' || kind === 'number')
    .map((one) => ({
      marked: `${ruledOf(one)} : ${said.slice(Math.max(0, one.from - 150), one.from)}<< ${said.slice(one.from, one.to)} >>${said.slice(one.to, one.to + 90)}`,
      words: mentionWords(tokens, placed, one, ruledOf(one)),
      ruled: ruledOf(one),
      ...(expect ? { right: rolesOf(one, expect) } : {}),
    }));
  const counts = reading.terms.some(({ role }) => role === 'calls' || role === 'maxCalls');
  if (counts || seen.some(({ right }) => right?.includes('calls') || right?.includes('maxCalls')))
    return seen;
  // Where nothing counts calls, one thing may be wanted all the same.
  const single = {
    marked: `single : ${said}`,
    words: singleWords(tokens, placed),
    ruled: 'single',
    ...(expect ? { right: expect.calls === 1 ? ['calls'] : [] } : {}),
  };
  return [...seen, single];
}

function constraintOf({ text: raw, expect }: Constraint) {
  const said = readable(raw);
  const tokens = tokensOf(said);
  const { limits, unread } = readConstraintByRules(said, DAY);
  const ruled = ruledKinds(limits, unread.length > 0);
  const right = expect?.map(({ kind, count }) => (count === 0 ? 'noSpend' : kind));
  return [
    {
      marked: `${ruled.join(' ')} : ${said}`,
      words: constraintWords(tokens, placedIn(tokens), ruled),
      ruled: ruled.join(' '),
      ...(right ? { right: [...new Set(right)] } : {}),
    },
  ];
}

/** No kind depends on it. */
const DAY = '2026-11-21';

const given = JSON.parse(await text(process.stdin));
const made =
  process.argv[2] === 'constraints'
    ? (given as Constraint[]).map(constraintOf)
    : (given as Goal[]).map(mentionsOf);
process.stdout.write(JSON.stringify(made));
