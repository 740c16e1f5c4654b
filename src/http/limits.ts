import { type Clock, waitsBy } from '../ports.ts';
import { Latest } from '../values/latest.ts';

/** Requests a second that one address may make. */
export interface Rates {
  /** Free checks, and what else costs us work. */
  readonly costly: number;
  /** Paid routes with a payment attached: apart, so that nobody's free calls hold up what they pay for. */
  readonly payment: number;
  /** Messages to /mcp: what they are is known when they have been read and parsed, so the door has a rate of its own. */
  readonly message: number;
  readonly other: number;
}

export type LimitKind = keyof Rates;

/** Addresses remembered at once, by kind. Who is forgotten may send a second's worth once more. */
const MAX_ADDRESSES = 65_536;

/** Seconds to wait, or undefined when the request may pass. */
export type Limiter = (address: string | undefined, kind: LimitKind) => number | undefined;

/**
 * A token bucket of one second's worth an address and kind. `keyOf` hashes the address under a key that rotates;
 * nothing but that hash is held, and only in memory.
 */
export function rateLimiter(rates: Rates, keyOf: (address: string) => string, clock: Clock): Limiter {
  const { now: ticks } = waitsBy(clock);
  const buckets = new Latest<{ tokens: number; at: number }>(MAX_ADDRESSES);
  return (address, kind) => {
    if (address === undefined) return undefined;
    const key = `${kind}:${keyOf(address)}`;
    const now = ticks();
    const rate = rates[kind];
    const known = buckets.get(key);
    const tokens = known ? Math.min(rate, known.tokens + ((now - known.at) / 1_000) * rate) : rate;
    // A refusal costs nothing, so that a caller just above its rate gets its rate.
    const left = tokens >= 1 ? tokens - 1 : tokens;
    if (known) {
      known.tokens = left;
      known.at = now;
    } else buckets.set(key, { tokens: left, at: now });
    return tokens >= 1 ? undefined : Math.max(1, Math.ceil((1 - tokens) / rate));
  };
}
