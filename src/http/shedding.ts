import type { LimitKind } from './limits.ts';

/** From how many milliseconds of lateness on a kind of request is turned away. What is not named is always taken. */
export type SheddingFrom = Readonly<Partial<Record<LimitKind, number>>>;

/** Whether a request of this kind is turned away now, so that dearer ones are answered. */
export type Shed = (kind: LimitKind) => boolean;

/**
 * When work comes faster than it is done, everything waits. So what costs its caller nothing goes first: free checks,
 * then challenges and documents; what is being paid for is always taken. `lateMs`: how late the process is by now.
 */
export const sheddingBy =
  (lateMs: () => number, from: SheddingFrom): Shed =>
  (kind) =>
    lateMs() > (from[kind] ?? Number.POSITIVE_INFINITY);

/** Waits until a free check may be worked on. False: there are too many before it. */
export type Turn = () => Promise<boolean>;

/** A process that was late takes the same request again a moment later. */
export const SHED_RETRY_SECONDS = 1;
