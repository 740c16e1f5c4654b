/** A write or read that may not have happened. The row, if there is one, stays as the journal has it. */
export const DOWN = Symbol('journal down');

/** What the database answers, or `DOWN` where it does not: a doubt is a 503 and never a 402. */
export const attempt = <T>(work: Promise<T>): Promise<T | typeof DOWN> => work.catch(() => DOWN);
