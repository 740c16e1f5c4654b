/** Instants are epoch milliseconds inside, RFC 3339 UTC on the wire. Pure rooms are handed them, never read a clock. */
export type EpochMs = number;

/** Milliseconds. */
export const SECOND_MS = 1_000;
/** Milliseconds. */
export const MINUTE_MS = 60 * SECOND_MS;
/** Seconds. */
export const DAY_SECONDS = 86_400;
/** Milliseconds. */
export const DAY_MS = DAY_SECONDS * SECOND_MS;

/** `2026-11-21T10:00:00.000Z` */
export const isoTime = (at: EpochMs): string => new Date(at).toISOString();

/** Whole Unix seconds, rounded down: what EIP-3009 and JWTs speak. */
export const unixSeconds = (at: EpochMs): number => Math.floor(at / SECOND_MS);
