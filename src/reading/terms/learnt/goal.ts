import { placedIn } from '../../quantities/quantities.ts';
import type { Placed } from '../../quantities/quantity.ts';
import { type Token, tokensOf } from '../../quantities/tokens.ts';
import { amountOf, type GoalReading, readGoalByRules, ruledRole } from '../goal.ts';
import { mentionWords } from '../mention.ts';
import type { MoneyRole, MoneyTerm } from '../money-role.ts';
import { guesserOf } from './guess.ts';
import artefact from './roles.artefact.json' with { type: 'json' };

/** How likely the learnt reader must hold a role for it to count; chosen on authors that it had not met. */
const LEAST = {
  /** Where the rules read nothing. */
  unread: 0.6,
  /** Where the rules took the number for that of something else. */
  aside: 0.85,
  /** Where they read another role. */
  against: 0.9,
  /** Where they read a limit: a limit is not given up for a guess. */
  limit: 0.97,
} as const;
const LIMITS: ReadonlySet<string> = new Set(['budget', 'priceLimit', 'maxCalls']);

const guess = guesserOf(artefact);

/**
 * The numbers of a goal: what the rules read of them, checked by a reader that learnt from the goals of many authors what a
 * number is by the words around it. It is heard where the rules read nothing, and where it is sure of something else.
 *
 * @param text in lower case, with single spaces and plain quotes and dashes
 */
export function readGoal(text: string): GoalReading {
  const ruled = readGoalByRules(text);
  const tokens = tokensOf(text);
  const placed = placedIn(tokens);
  let { terms, aside, unread } = ruled;
  for (const one of placed) {
    const role = another(one, ruled, tokens, placed);
    if (role === undefined) continue;
    const here = ({ from }: { from: number }) => from === one.from;
    terms = terms.filter((each) => !here(each));
    aside = aside.filter((each) => !here(each));
    unread = unread.filter((each) => !here(each));
    if (role === 'aside') aside = [...aside, { from: one.from, to: one.to }];
    else terms = [...terms, { role, amount: amountOf(one, role)!, from: one.from, to: one.to }];
  }
  return { terms, aside, unread };
}

/** The role that the learnt reader gives a number, where it counts and is not the one that the rules read. */
function another(one: Placed, ruled: GoalReading, tokens: readonly Token[], placed: readonly Placed[]): MoneyRole | undefined {
  const { kind, from } = one;
  if (kind !== 'money' && kind !== 'count' && kind !== 'number') return undefined;
  const own = ruled.terms.filter((term) => term.from === from);
  // What several numbers make together is arithmetic.
  if (own.length > 1 || own.some(({ role, amount }) => amount !== amountOf(one, role))) return undefined;
  const said = ruledRole(one, ruled);
  const [best] = guess(mentionWords(tokens, placed, one, said));
  if (!best || best.name === said || best.share < leastFor(said)) return undefined;
  const role = best.name as MoneyRole;
  if (role === 'aside') return said === 'unread' || !LIMITS.has(said) ? role : undefined;
  return isPossible(one, role) ? role : undefined;
}

const leastFor = (said: string): number =>
  said === 'unread' ? LEAST.unread : said === 'aside' ? LEAST.aside : LIMITS.has(said) ? LEAST.limit : LEAST.against;

/** Calls are whole, money is not counted, and what is vague is no number. */
function isPossible(one: Placed, role: MoneyTerm['role']): boolean {
  const isCalls = role === 'calls' || role === 'maxCalls';
  if (one.vague || one.amount === 0n || (one.kind === 'money') === isCalls || (one.kind === 'count' && !isCalls)) return false;
  return amountOf(one, role) !== undefined;
}
