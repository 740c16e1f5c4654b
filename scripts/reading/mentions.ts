/**
 * The quantities of goals, for `teach-roles.py`: a JSON list of `{text, expect?}` on standard input; on standard output for
 * each quantity its text with the quantity marked (for the teacher), its words (for the student), the role that the rules
 * give it, and, where `expect` says what the goal holds, the roles that are right.
 */
import { text } from 'node:stream/consumers';
import { placedIn } from '../../src/reading/quantities/quantities.ts';
import type { Placed } from '../../src/reading/quantities/quantity.ts';
import { tokensOf } from '../../src/reading/quantities/tokens.ts';
import { amountOf } from '../../src/reading/terms/goal.ts';
import { readGoal } from '../../src/reading/terms/index.ts';
import { mentionWords } from '../../src/reading/terms/mention.ts';
import type { Term } from '../../src/reading/terms/money-role.ts';
import { readable } from '../../src/reading/text.ts';

const FIELDS: Readonly<Record<string, Term['role']>> = {
  pricePerCallUsd: 'price',
  calls: 'calls',
  valuePerCallUsd: 'value',
  budgetUsd: 'budget',
  priceLimitUsd: 'priceLimit',
  maxCalls: 'maxCalls',
};
const MONEY = new Set<Term['role']>(['price', 'value', 'budget', 'priceLimit']);

interface Goal {
  readonly text: string;
  readonly expect?: Readonly<Record<string, string | number | null>>;
}

function rolesOf(one: Placed, expect: NonNullable<Goal['expect']>): Term['role'][] {
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
  const { terms } = readGoal(said);
  return placed
    .filter(({ kind }) => kind === 'money' || kind === 'count' || kind === 'number')
    .map((one) => ({
      marked: `${said.slice(Math.max(0, one.from - 150), one.from)}<< ${said.slice(one.from, one.to)} >>${said.slice(one.to, one.to + 90)}`,
      words: mentionWords(tokens, placed, one),
      ruled: terms.filter(({ from }) => from === one.from).map(({ role }) => role),
      ...(expect ? { roles: rolesOf(one, expect) } : {}),
    }));
}

const goals = JSON.parse(await text(process.stdin)) as Goal[];
process.stdout.write(JSON.stringify(goals.map(mentionsOf)));
