import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';
import { type Token, wordAt } from '../quantities/tokens.ts';
import { secondsOf } from '../quantities/units.ts';

/** How many calls a rhythm makes over a time: "every 10 minutes for six hours", "20 calls a day for a week". */
export interface Runs {
  readonly count: bigint;
  /** "12 URLs, once a day": so often for each of the things, and not in all. */
  readonly each: boolean;
  /** Quantities that the rhythm is made of. */
  readonly parts: readonly Placed[];
  readonly from: number;
  readonly to: number;
}

interface Beat {
  readonly often: bigint;
  readonly seconds: bigint;
  readonly each: boolean;
  readonly parts: readonly Placed[];
  readonly first: number;
  readonly next: number;
}

const ADVERBS: Readonly<Record<string, string>> = {
  ...{ hourly: 'hour', daily: 'day', weekly: 'week', monthly: 'month', yearly: 'year' },
};
/** A count with one of these names how often; any other noun is what is called for. */
const TIMES = new Set(['time']);

/** The rhythm of a text; null where it states none, or no time that it lasts. */
export function runsIn(tokens: readonly Token[], placed: readonly Placed[]): Runs | null {
  const beat = placed.map(countedBeat).find((one) => one !== undefined) ?? wordedBeat(tokens, placed);
  const span = beat && placed.find((one) => !beat.parts.includes(one) && isSpan(one, beat, tokens));
  if (!beat || !span) return null;
  const count = (beat.often * span.amount) / (beat.seconds * ONE);
  if (count < 1n || count > BigInt(Number.MAX_SAFE_INTEGER)) return null;
  const ends = [beat.first, beat.next - 1, span.first, span.next - 1].map((at) => tokens[at]!);
  return {
    count,
    each: beat.each,
    parts: [...beat.parts, span],
    from: Math.min(...ends.map(({ from }) => from)),
    to: Math.max(...ends.map(({ to }) => to)),
  };
}

/** "20 calls a day", "once a day", "one call per minute". */
function countedBeat(one: Placed): Beat | undefined {
  if (one.kind !== 'count' || one.per?.over !== 'period' || one.bound !== null || one.high !== null)
    return undefined;
  const name = one.per.noun ?? '';
  const seconds = secondsOf(ADVERBS[name] ?? name);
  return seconds === undefined
    ? undefined
    : {
        ...{ often: one.amount, seconds, each: TIMES.has(one.noun ?? ''), parts: [one] },
        ...{ first: one.first, next: one.next },
      };
}

/** "every 10 minutes", "every hour", "hourly". */
function wordedBeat(tokens: readonly Token[], placed: readonly Placed[]): Beat | undefined {
  for (let at = 0; at < tokens.length; at += 1) {
    const text = wordAt(tokens, at);
    const taken = placed.find((one) => one.first <= at && at < one.next);
    if (taken) continue;
    const every = text === 'every' || text === 'each';
    const step = every ? placed.find((one) => one.first === at + 1 && one.kind === 'duration') : undefined;
    const name = every ? wordAt(tokens, at + 1) : (ADVERBS[text] ?? '');
    const seconds = step?.amount ?? (name.endsWith('s') ? undefined : secondsOf(name));
    if (!seconds) continue;
    const { often, parts } = oftenBefore(tokens, placed, at);
    return {
      ...{ often, seconds, each: parts.length === 0 && wordAt(tokens, at - 1) !== 'one' },
      ...{ parts: step ? [...parts, step] : parts, first: at, next: step?.next ?? at + (every ? 2 : 1) },
    };
  }
  return undefined;
}

/** "5 lookups every hour". */
function oftenBefore(tokens: readonly Token[], placed: readonly Placed[], at: number) {
  const before = placed.find((one) => one.next === at && one.kind === 'count' && one.bound === null);
  const asked = before && /^(?:call|request|query|lookup|check|reading|poll|time)$/.test(before.noun ?? '');
  const once = wordAt(tokens, at - 1) === 'twice' ? 2n : 1n;
  return asked ? { often: before.amount, parts: [before] } : { often: once * ONE, parts: [] };
}

/** "for a week", "over 5 days", ", 14 days", "15 minutes of": how long it lasts. */
function isSpan(one: Placed, beat: Beat, tokens: readonly Token[]): boolean {
  if (one.kind !== 'duration' || one.high !== null || one.amount < beat.seconds) return false;
  const [before, behind] = [wordAt(tokens, one.first - 1), wordAt(tokens, one.next)];
  const named = /^(?:for|over|during|through|throughout|across|next|whole|full|another|entire|of)$/;
  if (behind === 'ago' || before === 'last' || before === 'past') return false;
  return named.test(before) || behind === 'of' || (before === ',' && one.first === beat.next + 1);
}
