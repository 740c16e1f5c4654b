/** How well words of buyers are read: `npm run -s reading:report -- --help`. */

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { toDollars } from '../../src/products/opportunity-check/commercial.ts';
import { answerOpportunity, requestSchema } from '../../src/products/opportunity-check/engine.ts';
import { type Evidence, weightOf } from '../../src/products/opportunity-check/evidence.ts';
import { nearestSignals } from '../../src/products/opportunity-check/nearest.ts';
import { readSignals } from '../../src/products/opportunity-check/signals.ts';
import { readStatement } from '../../src/products/opportunity-check/statement.ts';
import { readOrder } from '../../src/products/opportunity-check/terms.ts';
import { readable } from '../../src/reading/text.ts';
import { optionsOf } from '../options.ts';

interface Expected {
  readonly signal: string;
  readonly holds: boolean;
  readonly speaker?: string;
  readonly date?: string;
}
interface StatementRow {
  readonly id: string;
  readonly text: string;
  readonly kind: string;
  readonly expect: readonly Expected[];
  readonly effect: 'good' | 'bad' | 'none';
  readonly also?: readonly Expected[];
}
interface Outcome {
  readonly id: string;
  readonly verdict: string;
  readonly text: string;
  readonly expected: string;
  readonly got: string;
}

const HELP = `How well the reader of opportunity-check reads a set of statements, goals, constraints and requests.

  npm run -s reading:report -- --set data/reading/D
    --set DIR   the set
    --day DAY   the day from which the author counted (default 2026-11-21)
    --show      the rows that were misread, too
    --json      one JSON object instead of lines`;
const options = optionsOf(
  HELP,
  {
    set: { type: 'string', default: '' },
    day: { type: 'string', default: '2026-11-21' },
    json: { type: 'boolean' },
    show: { type: 'boolean' },
  },
  ({ set }) => (set === '' ? 'Name a folder: --set DIR' : undefined),
);
const folder = options.set;
const AS_OF_DAY = options.day;
const AS_OF = Date.parse(`${AS_OF_DAY}T12:00:00Z`);

function rows<T>(name: string): T[] {
  const file = join(folder, `${name}.jsonl`);
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  return lines.filter((line) => line.trim() !== '').map((line) => JSON.parse(line) as T);
}

const spell = ({ signal, holds }: Expected): string => `${holds ? '' : '!'}${signal}`;
const nameOf = ({ row, state }: Evidence): string => `${state === 'absent' ? '!' : ''}${row.id}`;
const described = (one: Evidence): string =>
  `${nameOf(one)}/${one.source}${one.ageDays === null ? '' : `@${one.ageDays}`}`;

function unknownIn(text: string): string {
  const { unknown, unread } = readStatement(text, AS_OF_DAY);
  const near = unread === null ? '' : ` near ${nearestSignals(text).join(' ')}`;
  return ` {${unread ?? ''} ${unknown.map(({ from, to }) => text.slice(from, to)).join(' ')}}${near}`;
}

function judgeStatement(row: StatementRow): Outcome {
  const { evidence } = readSignals([readable(row.text)], AS_OF_DAY);
  const moved = evidence.filter((one) => weightOf(one) !== 0);
  const sum = moved.reduce((total, one) => total + weightOf(one), 0);
  const wanted = new Set([...row.expect, ...(row.also ?? [])].map(spell));
  const sign = row.effect === 'good' ? 1 : row.effect === 'bad' ? -1 : 0;
  const opposed = moved.some((one) => Math.sign(weightOf(one)) === -sign);
  return {
    ...{ id: row.id, text: row.text, expected: `${row.effect} ${[...wanted].join(' ')}` },
    verdict: verdictOf(),
    got: `${evidence.map(described).join(' ')}${unknownIn(readable(row.text))}`,
  };

  function verdictOf(): string {
    if (sign === 0) return moved.length === 0 ? 'right' : sum > 0 ? 'inverted' : 'wrong';
    if (moved.length === 0) return 'unread';
    if (Math.sign(sum) === -sign) return 'inverted';
    if (opposed) return 'wrong';
    return evidence.some((one) => wanted.has(nameOf(one))) || wanted.size === 0 ? 'right' : 'right direction';
  }
}

interface GoalRow {
  readonly id: string;
  readonly text: string;
  readonly expect: Readonly<Record<string, string | number | null>>;
}

const dollars = (atomic: bigint | null): number | null => (atomic === null ? null : toDollars(atomic));

const NOTHING = { goal: '', subject: '', knownSignals: [], constraints: [] };

function judgeGoal({ id, text, expect }: GoalRow): Outcome[] {
  const { terms } = readOrder({ ...NOTHING, goal: readable(text) }, AS_OF_DAY);
  const stated = <T>(origin: string, value: T): T | null => (origin === 'goal' ? value : null);
  const got: Readonly<Record<string, number | null>> = {
    pricePerCallUsd: stated(terms.origin.price, toDollars(terms.price)),
    calls: stated(terms.origin.calls, terms.calls),
    valuePerCallUsd: stated(terms.origin.value, toDollars(terms.value)),
    budgetUsd: dollars(terms.budget),
    priceLimitUsd: dollars(terms.priceLimit),
    maxCalls: terms.callLimit,
  };
  return Object.entries(expect).flatMap(([field, value]): Outcome[] => {
    if (!Object.hasOwn(got, field)) return [];
    const wanted = value === null ? null : Number(value);
    const verdict = got[field] === wanted ? 'right' : got[field] === null ? 'unread' : 'wrong';
    return [{ id, verdict, text, expected: `${field}=${wanted}`, got: `${got[field]}` }];
  });
}

interface ConstraintRow {
  readonly id: string;
  readonly text: string;
  readonly expect: readonly { kind: string; usd?: string; count?: number; date?: string; network?: string }[];
}

const NETWORK_NAMES: Readonly<Record<string, string>> = {
  ...{
    'eip155:8453': 'base',
    'eip155:84532': 'base-sepolia',
    'eip155:137': 'polygon',
    'eip155:1': 'ethereum',
  },
  ...{
    'eip155:42161': 'arbitrum',
    'eip155:10': 'optimism',
    'eip155:43114': 'avalanche',
    'eip155:56': 'bsc',
    'eip155:100': 'gnosis',
    'eip155:42220': 'celo',
  },
};

const networkSaid = (name: string): string =>
  `network ${NETWORK_NAMES[name.toLowerCase()] ?? name.toLowerCase().replace(' ', '-')}`;

function judgeConstraint({ id, text, expect }: ConstraintRow): Outcome {
  const { wishes } = readOrder({ ...NOTHING, constraints: [readable(text)] }, AS_OF_DAY);
  const got = wishes.map(({ kind, amount, day, name }) => {
    if (kind === 'budget' || kind === 'priceLimit') return `${kind} ${dollars(amount)}`;
    if (kind === 'maxPaidCalls') return amount === 0n ? 'noSpend' : `${kind} ${amount}`;
    if (kind === 'network') return networkSaid(name!);
    return kind === 'deadline' ? `${kind} ${day}` : kind;
  });
  const wanted = expect.map((one) => {
    if (one.usd !== undefined) return `${one.kind} ${Number(one.usd)}`;
    if (one.kind === 'maxPaidCalls' && one.count === 0) return 'noSpend';
    if (one.network !== undefined) return networkSaid(one.network);
    return [one.kind, one.count ?? one.date].filter((part) => part !== undefined).join(' ');
  });
  const [a, b] = [new Set(wanted), new Set(got)];
  const right = a.size === b.size && [...a].every((one) => b.has(one));
  const unread = got.length === 0 || got.every((one) => one === 'unrecognised');
  return {
    ...{ id, text, expected: wanted.join(', '), got: got.join(', ') },
    verdict: right ? 'right' : unread ? 'unread' : 'wrong',
  };
}

interface RequestRow {
  readonly id: string;
  readonly request: unknown;
  readonly acceptable: readonly string[];
  readonly maxSpendUsd: string | null;
}

function judgeRequest({ id, request, acceptable, maxSpendUsd }: RequestRow): Outcome {
  const parsed = requestSchema.parse(request);
  const { action, commercial, trustProfile } = answerOpportunity(parsed, { asOf: AS_OF, release: 'report' });
  const spend = Number(commercial.maxRationalSpendUsd);
  const over = maxSpendUsd !== null && spend > Number(maxSpendUsd);
  const read = trustProfile.evidence.map((one) => `${one.state === 'absent' ? '!' : ''}${one.signal}`);
  return {
    ...{ id, text: JSON.stringify(request), expected: `${acceptable.join('|')} ≤ ${maxSpendUsd}` },
    verdict: over ? 'over the limit' : acceptable.includes(action) ? 'right' : 'wrong',
    got: `${action} ${spend} p=${trustProfile.probability} [${read.join(' ')}]`,
  };
}

const results = {
  statements: rows<StatementRow>('statements').map(judgeStatement),
  goals: rows<GoalRow>('goals').flatMap(judgeGoal),
  constraints: rows<ConstraintRow>('constraints').map(judgeConstraint),
  requests: rows<RequestRow>('requests').map(judgeRequest),
};

function tally(outcomes: readonly Outcome[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { verdict } of outcomes) counts[verdict] = (counts[verdict] ?? 0) + 1;
  return counts;
}

const perField: Record<string, Record<string, number>> = {};
for (const outcome of results.goals) {
  const field = outcome.expected.split('=', 1)[0]!;
  perField[field] = tally(results.goals.filter(({ expected }) => expected.startsWith(`${field}=`)));
}
const summary = {
  set: folder,
  statements: { rows: results.statements.length, ...tally(results.statements) },
  goals: { fields: results.goals.length, ...tally(results.goals), perField },
  constraints: { rows: results.constraints.length, ...tally(results.constraints) },
  requests: { rows: results.requests.length, ...tally(results.requests) },
};

if (options.json) console.log(JSON.stringify(summary, null, 2));
else {
  for (const [part, counts] of Object.entries(summary)) console.log(part, JSON.stringify(counts));
}
if (options.show) {
  for (const outcomes of Object.values(results)) {
    for (const { id, verdict, text, expected, got } of outcomes)
      if (verdict !== 'right')
        console.log(`${id} ${verdict}: ${text}\n    want ${expected}\n    got  ${got}`);
  }
}
