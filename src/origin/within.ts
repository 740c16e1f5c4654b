import { Failure } from '../values/failure.ts';

/** How long readers of free documents wait for the database, where figures of earlier are at hand. */
export const READERS_WAIT_MS = 500;

/** An answer that came in time. Rejects as `SLOW` after `ms`; every request asks, so what came in time leaves no timer. */
export async function withinMs<T>(answer: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Failure('the database is slow', 'SLOW')), ms);
  });
  try {
    return await Promise.race([answer, late]);
  } finally {
    clearTimeout(timer);
  }
}
