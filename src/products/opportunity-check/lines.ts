import { counted } from './plain.ts';
import type { OpportunityReading } from './reading-schema.ts';

/** A reading as sentences, one for each thing that was said or is missing. Counted from 1, as people count. */
export function linesOf({
  statements,
  why,
  numbers,
  limits,
  unread,
  missing,
  challenge,
}: OpportunityReading): string[] {
  const reasons = new Map(why.map((row) => [row.why, row]));
  return [
    ...(challenge ? [`Challenge: ${challenge.read.map(signalWords).join('; ')}.`] : []),
    ...statements.map(({ index, read, unread: none }) => {
      const name = `Statement ${index + 1}`;
      if (!none) return `${name}: ${read.map(signalWords).join('; ')}.`;
      const { means, say } = reasons.get(none.why)!;
      const words = none.words.length > 0 ? ` (${none.words.map((word) => `"${word}"`).join(', ')})` : '';
      const nearest = none.nearest.length > 0 ? `. Nearest: ${none.nearest.join(', ')}` : '';
      return `${name} moves nothing: ${means}${words}. Instead, ${say}${nearest}.`;
    }),
    ...numbers.map((row) => `${placeOf(row)}: ${numberWords(row)}.`),
    ...limits.map(
      (row) => `${placeOf(row)}: ${LIMIT_WORDS[row.kind](row.value ?? '')}${row.forNow ? ' for now' : ''}.`,
    ),
    ...unread.map((row) => {
      const { means, say } = reasons.get(row.why)!;
      return `${placeOf(row)} was not understood in "${row.words}", so no more than one call will be advised: ${means}. Instead, ${say}.`;
    }),
    ...missing.map(
      ({ what, taken, say }) =>
        `Not said: ${MISSING_WORDS[what] ?? what}${taken === null ? '' : `, so ${what.endsWith('Usd') ? '$' : ''}${taken} is taken`}. Say it ${say}.`,
    ),
  ];
}

const placeOf = ({ where, index }: { where: string; index: number | null }): string =>
  where === 'goal' || index === null ? 'Goal' : `Constraint ${index + 1}`;

export const SOURCE_WORDS = {
  observed: 'seen by you',
  reported: 'reported by others',
  claimed: 'claimed by the seller',
  derived: 'as the request shows',
} as const;

type Signal = OpportunityReading['statements'][number]['read'][number];

function signalWords({ signal, state, source, ageDays, calls }: Signal): string {
  const age = ageDays === null ? '' : `, ${counted(ageDays, 'day')} old`;
  const size = calls === null ? '' : `, ${counted(calls, 'call')}`;
  return `${state === 'absent' ? 'not ' : ''}${signal}, ${SOURCE_WORDS[source]}${age}${size}`;
}

type Numbered = OpportunityReading['numbers'][number];

const NUMBER_WORDS: Readonly<Record<Numbered['means'], (value: string) => string>> = {
  pricePerCallUsd: (value) => `one call costs $${value}`,
  valuePerCallUsd: (value) => `a good answer is worth $${value}`,
  budgetUsd: (value) => `all calls together may cost $${value}`,
  priceLimitUsd: (value) => `one call may cost $${value}`,
  calls: (value) => counted(Number(value), 'call'),
  maxPaidCalls: (value) => `at most ${counted(Number(value), 'paid call')}`,
  none: () => 'one number belongs to something else and is not used',
};

const numberWords = ({ means, value }: Numbered): string => NUMBER_WORDS[means](value ?? '');

const LIMIT_WORDS: Readonly<Record<OpportunityReading['limits'][number]['kind'], (value: string) => string>> =
  {
    budget: NUMBER_WORDS.budgetUsd,
    priceLimit: NUMBER_WORDS.priceLimitUsd,
    maxPaidCalls: NUMBER_WORDS.maxPaidCalls,
    deadline: (value) => `needed by ${value}`,
    noAccount: () => 'no account, key or login',
    network: (value) => `paid on ${value}`,
    asset: (value) => `paid in ${value}`,
    dataMinimisation: () => 'no personal or secret data',
    approval: () => 'a person approves each payment',
    noSpend: () => 'nothing is spent',
    unrecognised: () => 'not understood',
  };

const MISSING_WORDS: Readonly<Record<string, string>> = {
  pricePerCallUsd: 'the price of one call in dollars',
  calls: 'the number of calls',
  valuePerCallUsd: 'what a good answer is worth in dollars',
  budgetUsd: 'a budget',
  challenge: 'the challenge',
  knownSignals: 'anything that you know from paying',
};
