import type { Placed } from '../../quantities/quantity.ts';
import type { Token } from '../../quantities/tokens.ts';
import {
  amountOf,
  type GoalReading,
  type GoalWords,
  goalWordsOf,
  readGoalByRules,
  ruledRole,
} from '../goal.ts';
import { mentionWords, singleWords } from '../mention.ts';
import type { MoneyRole, MoneyTerm } from '../money-role.ts';
import { guesserOf } from './guess.ts';
import artefact from './roles.artefact.json' with { type: 'json' };

/**
 * How likely the learnt reader must hold a role for it to count; chosen on an author that it had not met. What may release
 * money takes more than what holds it back.
 */
const LEAST = {
  /** Where the rules read nothing. */
  limit: 0.5,
  paid: 0.88,
  aside: 0.9,
  /** That one thing is wanted. */
  single: 0.7,
  /** Where the rules read something else, and where they read something that is to be none of it. */
  against: 0.7,
  none: 0.9,
  /** No limit where they read one. */
  noLimit: 0.97,
} as const;
const LIMITS: ReadonlySet<string> = new Set(['budget', 'priceLimit', 'maxCalls']);

const guess = guesserOf(artefact);

/** A goal as both readers take it. */
interface Goal extends GoalWords {
  readonly ruled: GoalReading;
}

/**
 * The numbers of a goal: what the rules read of them, checked by a reader that learnt from the goals of many authors what a
 * number is by the words around it. It is heard where the rules read nothing, and where it is sure of something else.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 */
export function readGoal(text: string): GoalReading {
  const goal = goalOf(text);
  const { ruled, tokens, placed } = goal;
  const heard = hear(goal, placed);
  const counts = heard.terms.some(({ role }) => role === 'calls' || role === 'maxCalls');
  const isOne = !counts && ruled.settled.size === 0 && isOneThing(tokens, placed);
  const terms = isOne
    ? [...heard.terms, { role: 'calls' as const, amount: 1n, from: 0, to: text.length }]
    : heard.terms;
  return { ...heard, terms: [...terms].sort((a, b) => a.from - b.from) };
}

/**
 * The lowest limit on all calls that a goal states, or a lower one that is given. The learnt reader is asked only about
 * numbers that can make it lower: how many calls are wanted counts only where the rules read such a limit (`releases`).
 */
export function lowestBudget(text: string, given: bigint): bigint {
  const goal = goalOf(text);
  const { ruled, placed } = goal;
  const isStated = ruled.terms.some(({ role }) => role === 'budget');
  const canLower = (one: Placed): boolean =>
    one.kind !== 'count' && (amountOf(one, 'budget') ?? given) < given;
  return hear(goal, isStated ? placed : placed.filter(canLower))
    .terms.filter(({ role }) => role === 'budget')
    .reduce((low, { amount }) => (amount < low ? amount : low), given);
}

function goalOf(text: string): Goal {
  const read = goalWordsOf(text);
  return { ...read, ruled: readGoalByRules(text, read) };
}

/** What the rules read, with what the learnt reader makes of some numbers. */
function hear({ ruled, tokens, placed }: Goal, asked: readonly Placed[]): GoalReading {
  let { terms, aside, unread } = ruled;
  // Counts first: what a limit may become depends on how many calls are wanted.
  for (const one of asked.toSorted((a, b) => Number(a.kind === 'money') - Number(b.kind === 'money'))) {
    const role = another(one, ruled, tokens, placed, terms);
    if (role === undefined) continue;
    const here = ({ from }: { from: number }) => from === one.from;
    terms = terms.filter((each) => !here(each));
    aside = aside.filter((each) => !here(each));
    unread = unread.filter((each) => !here(each));
    if (role === 'aside') aside = [...aside, { from: one.from, to: one.to }];
    else terms = [...terms, { role, amount: amountOf(one, role)!, from: one.from, to: one.to }];
  }
  return { ...ruled, terms, aside, unread };
}

/** "A sanctions check on one buyer": nothing counts, and one is wanted. */
function isOneThing(tokens: readonly Token[], placed: readonly Placed[]): boolean {
  const [best] = guess(singleWords(tokens, placed));
  return best?.name === 'calls' && best.share >= LEAST.single;
}

/** The role that the learnt reader gives a number, where it counts and is not the one that the rules read. */
function another(
  one: Placed,
  ruled: GoalReading,
  tokens: readonly Token[],
  placed: readonly Placed[],
  terms: readonly MoneyTerm[],
): MoneyRole | undefined {
  const { kind, from } = one;
  if (kind !== 'money' && kind !== 'count' && kind !== 'number') return undefined;
  const own = ruled.terms.filter((term) => term.from === from);
  // What several numbers make together is arithmetic.
  const together =
    ruled.settled.has(from) || own.length > 1 || own.some((term) => term.amount !== amountOf(one, term.role));
  const why = ruled.unread.find((each) => each.from === from)?.why;
  if (together || (ruled.settled.size > 0 && kind !== 'money') || (why !== undefined && why !== 'number'))
    return undefined;
  const said = ruledRole(one, ruled);
  const [best] = guess(mentionWords(tokens, placed, one, said));
  if (!best || best.name === said || best.share < leastFor(said, best.name)) return undefined;
  if (releases(said, best.name, terms)) return undefined;
  const role = best.name as MoneyRole;
  return role === 'aside' || isPossible(one, role) ? role : undefined;
}

function leastFor(said: string, best: string): number {
  if (LIMITS.has(best)) return LIMITS.has(said) || said === 'unread' ? LEAST.limit : LEAST.against;
  if (LIMITS.has(said)) return LEAST.noLimit;
  if (said === 'unread') return best === 'aside' ? LEAST.aside : LEAST.paid;
  return best === 'aside' ? LEAST.none : LEAST.against;
}

/** A limit on all calls becomes one on each only where one call is wanted: else it would let more be spent. */
const releases = (said: string, best: string, terms: readonly MoneyTerm[]): boolean =>
  said === 'budget' &&
  best === 'priceLimit' &&
  terms.some(({ role, amount }) => (role === 'calls' || role === 'maxCalls') && amount > 1n);

/** Calls are whole, money is not counted, and what is vague is no number. */
function isPossible(one: Placed, role: MoneyTerm['role']): boolean {
  const isCalls = role === 'calls' || role === 'maxCalls';
  if (
    one.vague ||
    one.amount === 0n ||
    (one.kind === 'money') === isCalls ||
    (one.kind === 'count' && !isCalls)
  )
    return false;
  return amountOf(one, role) !== undefined;
}
