import type { CaseVerdict } from '../ledger/evidence.ts';
import { type LabEvidence, type LabFacts, labFactsOf } from './facts.ts';
import type { BehaviourRow, Condition, Matcher, ScriptRule } from './script.ts';
import { LAB_USDC } from './terms.ts';

/** Names of errors that the lab itself throws: whatever they end says nothing about the client. */
export const LAB_TROUBLE = ['LabFence', 'LabTimeout', 'LabWorker'] as const;

/** Verdict and one-line observation of a record, from nothing but the record: anyone can compute them again. */
export async function judgeEvidence(
  row: BehaviourRow,
  evidence: LabEvidence,
  clock?: number,
): Promise<{ readonly verdict: CaseVerdict; readonly observed: string }> {
  const facts = await labFactsOf(evidence, assetOf(row), clock);
  return { verdict: judge(row, facts), observed: describe(facts, evidence.error?.messagePrefix ?? null) };
}

/** The token that a row's first terms name: a v1 credential does not repeat it. */
function assetOf({ seller: { unpaid } }: BehaviourRow): string {
  return (unpaid.kind === 'challenge' ? unpaid.change?.accepts?.[0]?.asset : undefined) ?? LAB_USDC;
}

/** The verdict that the row's rules give to the facts. Facts that no rule knows are the lab's fault, not the client's. */
export function judge(row: Pick<BehaviourRow, 'rules'>, facts: LabFacts): CaseVerdict {
  if (facts.error !== null && (LAB_TROUBLE as readonly string[]).includes(facts.error)) return 'lab_error';
  for (const verdict of ['pass', 'unsupported', 'fail'] as const) {
    const rule = row.rules[verdict];
    if (rule && fits(rule, facts)) return verdict;
  }
  return 'lab_error';
}

const fits = (rule: ScriptRule, facts: LabFacts): boolean =>
  rule.some((condition) => holds(condition, facts));

const holds = (condition: Condition, facts: LabFacts): boolean =>
  (Object.keys(condition) as (keyof LabFacts)[]).every((name) => matches(condition[name], facts[name]));

function matches<T>(matcher: Matcher<T> | undefined, value: T): boolean {
  if (typeof matcher !== 'object' || matcher === null) return matcher === value;
  if ('oneOf' in matcher) return matcher.oneOf.includes(value);
  if ('not' in matcher) return matcher.not !== value;
  if (typeof value !== 'number') return false;
  return 'atLeast' in matcher ? value >= matcher.atLeast : 'atMost' in matcher && value <= matcher.atMost;
}

const SAID = {
  paid: 'the caller was told that it paid',
  not_paid: 'the caller was told that it did not pay',
  unknown: 'the caller was told that the outcome is not known',
} as const;

/** The facts in one line: what was signed, what was sent, what moved, what the caller got. */
function describe(facts: LabFacts, errorText: string | null): string {
  const parts = [
    `${count(facts.requests, 'request')}`,
    facts.signed === 0 ? 'nothing signed' : signedText(facts),
    ...(facts.paid > 0 ? [`${count(facts.paid, 'request')} paid by ${facts.header}`] : []),
    ...(facts.settlements !== null ? [`${count(facts.settlements, 'transfer')} to the seller`] : []),
    ...(facts.leaked ? ['a credential reached the other origin'] : []),
    ...(facts.told === null ? [] : [SAID[facts.told]]),
    facts.error === null ? `the caller got ${facts.status}` : `the caller got ${facts.error}: ${errorText}`,
  ];
  return parts.join('; ');
}

function signedText({ signed, nonces, amount, network, validForSeconds }: LabFacts): string {
  const what = amount === null ? '' : ` (${amount} on ${network}, valid for ${validForSeconds} s)`;
  return `${count(signed, 'authorization')} signed with ${count(nonces, 'nonce')}${what}`;
}

const count = (n: number, noun: string): string => `${n} ${noun}${n === 1 ? '' : 's'}`;
