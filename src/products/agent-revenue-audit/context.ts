import { parseCount } from './amount.ts';

import type { Passage } from './lexicon.ts';
import {
  AGE,
  ALTERNATIVES,
  ENDPOINT,
  FREE_UNITS,
  NO_ENDPOINT,
  NOT_AN_ALTERNATIVE,
  QUOTA,
  RETURNED,
  RUNTIME,
  VOLUME,
} from './patterns.ts';
import type { AuditInput } from './schema.ts';
import type { Fact, SellerContext, Stated } from './stated.ts';
import { spanOf } from './words.ts';

const MOST_NAMED = 5;
const A_MINUTE: Readonly<Record<string, readonly [times: bigint, over: bigint]>> = {
  s: [60n, 1n],
  m: [1n, 1n],
  h: [1n, 60n],
  d: [1n, 1_440n],
};
const AGES: Readonly<Record<string, bigint>> = {
  real: 1n,
  minute: 60n,
  hour: 3_600n,
  dai: 86_400n,
  day: 86_400n,
  week: 604_800n,
  month: 2_592_000n,
};

export function readContext(input: AuditInput, passages: readonly Passage[]): SellerContext {
  const offers = passages.filter(({ field }) => field !== 'targetBuyer');
  const find = <T>(id: string, pattern: RegExp, value: (match: RegExpExecArray) => T | undefined) => {
    for (const { field, text } of offers) {
      const match = pattern.exec(text);
      const found = match ? value(match) : undefined;
      if (match && found !== undefined) return { [id]: stated(id, field, match[1] ?? match[0], found) };
    }
    return {};
  };
  const count = (match: RegExpExecArray) => parseCount(match[2]!, match[3] ?? '');
  const buyers = spanOf(input.targetBuyer);
  return {
    ...find('returns', RETURNED, (match) => match[1]!.trim()),
    ...find('freeUnits', FREE_UNITS, count),
    ...find('quotaPerMinute', QUOTA, perMinute),
    ...find('monthlyVolume', VOLUME, count),
    ...find('ageSeconds', AGE, ageOf),
    ...find('runtime', RUNTIME, (match) => (match[2] ? 'hono' : match[3] ? 'express' : 'other')),
    ...named('endpoints', offers, endpointsIn),
    ...named('alternatives', offers, alternativesIn),
    ...(buyers && { buyers: stated('buyers', 'targetBuyer', buyers, buyers) }),
  };
}

function stated<T>(id: string, field: string, quote: string, value: T): Stated<T> {
  const written = Array.isArray(value) ? value.join(', ') : `${value}`;
  const fact: Fact = {
    id,
    field,
    quote: quote.trim(),
    value: written,
    reads: `${id} is ${written}`,
    confidence: 'medium',
  };
  return { value, fact };
}

function perMinute(match: RegExpExecArray): bigint | undefined {
  const count = parseCount(match[2]!);
  const unit = A_MINUTE[(match[3] ?? 's')[0]!.toLowerCase()];
  const perMinute = count !== undefined && unit ? (count * unit[0]) / unit[1] : undefined;
  return perMinute === undefined || perMinute === 0n ? undefined : perMinute;
}

/** `hourly`, `every 15 minutes`, `daily`. */
function ageOf(match: RegExpExecArray): bigint | undefined {
  const word = match[3]!.toLowerCase();
  const age = Object.entries(AGES).find(([start]) => word.startsWith(start))?.[1];
  return age && age * (parseCount(match[2] ?? '1') ?? 1n);
}

function named(
  id: string,
  passages: readonly Passage[],
  within: (text: string) => { quote: string; names: readonly string[] } | undefined,
): object {
  for (const { field, text } of passages) {
    const found = within(text);
    if (found) return { [id]: stated(id, field, found.quote, found.names) };
  }
  return {};
}

function endpointsIn(text: string) {
  const names = [...text.matchAll(ENDPOINT)]
    .map((match) => match[1]!.replace(/[/.]$/u, ''))
    .filter((path) => !NO_ENDPOINT.test(path));
  return names.length > 0 ? { quote: names[0]!, names: [...new Set(names)].slice(0, MOST_NAMED) } : undefined;
}

function alternativesIn(text: string) {
  const match = ALTERNATIVES.exec(text);
  if (!match) return undefined;
  const names = match[1]!
    .split(/, and |, or |, | and | or /u)
    .filter((name) => !NOT_AN_ALTERNATIVE.test(name));
  return names.length > 0 ? { quote: match[1]!, names: names.slice(0, MOST_NAMED) } : undefined;
}
