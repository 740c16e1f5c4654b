import type { Facts } from '../../declare.ts';
import {
  type MoneyTerm,
  readConstraint,
  readGoal,
  readGoalWords,
  type Unread,
} from '../../reading/terms/index.ts';
import { atomicToDollars } from '../../values/money.ts';
import type { Evidence } from './evidence.ts';
import { linesOf } from './lines.ts';
import { nearestSignals } from './nearest.ts';
import {
  type NUMBER_MEANINGS,
  type OpportunityReading,
  readingSchema,
  WHY_UNREAD,
} from './reading-schema.ts';
import { type OpportunityRequest, requestSchema } from './schema.ts';
import type { SignalReading } from './signals.ts';
import type { OrderTerms } from './terms.ts';
import { type Understood, understand } from './understand.ts';

/** What the free reading needs: how a request would be read, and nothing of what follows from it. */
export const opportunityReader = {
  input: requestSchema,
  example: {
    subject: 'https://api.weather.example/v1',
    goal: 'Decide whether to pay $0.01 per call for 500 calls worth $0.04 each',
    knownSignals: ['valid 402 challenge seen', 'maybe there is a refund policy'],
    constraints: ['budget $1', 'prefer quick answers'],
  } satisfies OpportunityRequest,
  reading: readingSchema,
  read: (input: OpportunityRequest, { asOf }: Pick<Facts, 'asOf'>): OpportunityReading =>
    renderReading(understand(input, asOf)),
  lines: linesOf,
};

/** Of the caller's words only those come back that were not understood. */
export function renderReading({
  asOfDay,
  texts,
  subject,
  signals,
  seen,
  order,
  evidence,
}: Understood): OpportunityReading {
  const statements = signals.readings.map((one, index) =>
    statementRow(one, index, texts.knownSignals[index]!),
  );
  const constraints = texts.constraints.map((text) => readConstraint(text, asOfDay));
  const goal = { ...readGoal(texts.goal), words: readGoalWords(texts.goal) };
  const unread = [
    ...[...goal.unread, ...goal.words.unread].map((one) => unreadRow(one, 'goal', null)),
    ...constraints.flatMap((one, index) => one.unread.map((each) => unreadRow(each, 'constraints', index))),
  ];
  const whys = new Set([
    ...statements.flatMap(({ unread: one }) => one?.why ?? []),
    ...unread.map(({ why }) => why),
  ]);
  return {
    complete: whys.size === 0,
    subject: { kind: subject.kind, signals: subject.flags.map(({ signal }) => signal) },
    challenge: seen
      ? { read: seen.evidence.map(signalRow), pricePerCallUsd: seen.price === null ? null : usd(seen.price) }
      : null,
    statements,
    why: [...whys].sort().map((why) => ({ why, ...WHY_UNREAD[why] })),
    numbers: [
      ...goal.terms.map(({ role, amount, from, to }) => numberRow('goal', null, role, amount, [from, to])),
      ...goal.aside.map(({ from, to }) => numberRow('goal', null, 'none', null, [from, to])),
      ...constraints.flatMap(({ stated }, index) =>
        stated.map(({ role, amount }) => numberRow('constraints', index, role, amount, null)),
      ),
    ],
    limits: [
      ...goal.words.limits.map((one) => limitRow('goal', null, { ...NO_DETAIL, ...one })),
      ...constraints.flatMap(({ limits }, index) => limits.map((one) => limitRow('constraints', index, one))),
    ],
    unread,
    terms: termsOf(order.terms),
    missing: missingOf(order.terms, seen !== undefined, evidence),
  };
}

const usd = (atomic: bigint): string => atomicToDollars(atomic);
const NO_DETAIL = { day: null, name: null };

const signalRow = ({ row, state, source, ageDays, calls }: Evidence) => ({
  ...{ signal: row.id, state, source, ageDays, calls },
});

const MOST_WORDS = 3;
const LONGEST_WORD = 24;

function statementRow(
  { evidence, unread, unknown }: SignalReading,
  index: number,
  text: string,
): OpportunityReading['statements'][number] {
  if (unread === null) return { index, read: evidence.map(signalRow), unread: null };
  const words = [...new Set(unknown)]
    .slice(0, MOST_WORDS)
    .map((word) => [...word].slice(0, LONGEST_WORD).join(''));
  // A misspelt id is read as the words that it is made of.
  const nearest = [...nearestSignals(unread === 'id' ? text.replace(/[^a-z0-9]+/g, ' ') : text)];
  return { index, read: [], unread: { why: unread, words, nearest } };
}

type Where = 'goal' | 'constraints';

const unreadRow = (
  { words, why }: Unread,
  where: Where,
  index: number | null,
): OpportunityReading['unread'][number] => ({
  ...{ where, index, words, why },
});

const MEANINGS: Readonly<Record<MoneyTerm['role'] | 'none', (typeof NUMBER_MEANINGS)[number]>> = {
  price: 'pricePerCallUsd',
  value: 'valuePerCallUsd',
  budget: 'budgetUsd',
  priceLimit: 'priceLimitUsd',
  calls: 'calls',
  maxCalls: 'maxPaidCalls',
  none: 'none',
};

function numberRow(
  where: Where,
  index: number | null,
  role: keyof typeof MEANINGS,
  amount: bigint | null,
  at: [number, number] | null,
): OpportunityReading['numbers'][number] {
  const value = amount === null ? null : role === 'calls' || role === 'maxCalls' ? `${amount}` : usd(amount);
  return { where, index, means: MEANINGS[role], value, at };
}

interface AnyLimit {
  readonly kind: OpportunityReading['limits'][number]['kind'];
  readonly amount: bigint | null;
  readonly day: string | null;
  readonly name: string | null;
  readonly forNow: boolean;
}

function limitRow(
  where: Where,
  index: number | null,
  { kind, amount, day, name, forNow }: AnyLimit,
): OpportunityReading['limits'][number] {
  const figure = amount === null ? null : kind === 'maxPaidCalls' ? `${amount}` : usd(amount);
  return { where, index, kind, value: figure ?? day ?? name, forNow };
}

const termsOf = (terms: OrderTerms): OpportunityReading['terms'] => ({
  pricePerCallUsd: usd(terms.price),
  calls: terms.calls,
  plannedCalls: terms.plannedCalls,
  valuePerCallUsd: usd(terms.value),
  budgetUsd: terms.budget === null ? null : usd(terms.budget),
  priceLimitUsd: terms.priceLimit === null ? null : usd(terms.priceLimit),
  maxPaidCalls: terms.callLimit,
  origin: terms.origin,
});

/** What nobody said, and how to say it. */
function missingOf(
  { price, value, calls, origin }: OrderTerms,
  hasChallenge: boolean,
  evidence: readonly Evidence[],
): OpportunityReading['missing'] {
  const missing: OpportunityReading['missing'] = [];
  const add = (what: string, taken: string | null, say: string) => missing.push({ what, taken, say });
  if (origin.price === 'assumed' || origin.price === 'limit')
    add('pricePerCallUsd', usd(price), 'in the goal ("$0.02 per call"), or send the challenge');
  if (origin.calls === 'assumed') add('calls', `${calls}`, 'in the goal: "200 calls"');
  if (origin.value === 'assumed') add('valuePerCallUsd', usd(value), 'in the goal: "worth $0.10 each"');
  if (origin.budget === 'none') add('budgetUsd', null, 'as a constraint: "budget $5"');
  if (!hasChallenge)
    add('challenge', null, 'in challenge: the PAYMENT-REQUIRED header of the seller as you received it');
  if (!evidence.some(({ row, source }) => source === 'observed' && row.present > 0 && !row.free))
    add(
      'knownSignals',
      null,
      'in knownSignals: "we paid twice last week and got 200 both times", or prior_paid_200@2026-11-02',
    );
  return missing;
}
