import type { Context } from '../declare.ts';
import type { Reach } from '../ports.ts';
import type { EpochMs } from '../values/time.ts';

/** Whoever has just failed to answer is not waited for by the next one who asks. */
const REST_MS = 2_000;

export interface Known<T> {
  readonly value: T;
  /** When it was read. */
  readonly asOf: EpochMs;
  /** What a document says of it. `last_known`: the database cannot be asked now. */
  readonly figures: { readonly status: 'live' | 'last_known'; readonly ageSeconds: number };
}

/**
 * Reads for a free document, which does not die with the database: should that be away, or keep everybody waiting, what
 * was read last is answered, with its age. Throws where nothing was ever read.
 */
export function lastKnown<T>(
  read: (context: Pick<Context, 'reach' | 'asOf' | 'published'>) => Promise<T>,
): (context: Pick<Context, 'reach' | 'asOf' | 'published'>) => Promise<Known<T>> {
  const known = new WeakMap<Reach, { readonly value: T; readonly asOf: EpochMs }>();
  const failedAt = new WeakMap<Reach, EpochMs>();
  /** Reads that took too long, and may still come. */
  const late = new WeakSet<Reach>();
  const restsAt = (reach: Reach, asOf: EpochMs) => {
    const since = asOf - (failedAt.get(reach) ?? Number.NEGATIVE_INFINITY);
    return since >= 0 && since < REST_MS;
  };

  return async (context) => {
    const { reach, asOf } = context;
    const last = known.get(reach);
    const old = (): Known<T> | undefined =>
      last && {
        ...last,
        figures: {
          status: 'last_known',
          ageSeconds: Math.max(0, Math.round((asOf - last.asOf) / 1_000)),
        },
      };
    if (last && (late.has(reach) || restsAt(reach, asOf))) return old()!;
    const reading = read(context).then((value) => {
      known.set(reach, { value, asOf });
      failedAt.delete(reach);
      return value;
    });
    let isUnderWay = true;
    const ended = () => {
      isUnderWay = false;
      late.delete(reach);
    };
    reading.then(ended, ended);
    try {
      const value = await (last && reach.soon ? reach.soon(reading) : reading);
      return { value, asOf, figures: { status: 'live', ageSeconds: 0 } };
    } catch (error) {
      failedAt.set(reach, asOf);
      if (isUnderWay) late.add(reach);
      const answer = old();
      if (!answer) throw error;
      return answer;
    }
  };
}
