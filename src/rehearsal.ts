import type { Check, Context, Published } from './declare.ts';

/** 2026-11-21T00:00:00Z: examples are computed at a fixed instant, so that a document changes only with the release. */
export const EXAMPLE_AS_OF = 1_795_219_200_000;

/** A context with nothing in reach: no counter moves, no ticket is issued, no payment is known. */
const nowhere = (published: Published): Context => ({
  asOf: EXAMPLE_AS_OF,
  release: published.release,
  published,
  selfProbe: true,
  reach: {
    payments: { get: nothing, byIdentifier: nothing },
    tickets: { issue: async (_bound, before = '') => before + '0'.repeat(64), find: nothing },
    editions: { latest: nothing },
    counters: { add: () => {}, read: async () => ({}) },
    books: { read: async () => [], reconciled: nothing },
    signed: { verify: nothing },
    attest: async () => '',
    reported: { once: async () => false },
    entropy: { hex: (bytes) => '0'.repeat(bytes * 2) },
  },
});

const nothing = async (): Promise<undefined> => undefined;

/**
 * What a check answers to `body`, for documents that show it. Undefined for a check that has to ask its stores: an
 * answer of theirs would be an invention here.
 */
export function rehearse(check: Check, body: unknown, published: Published): object | undefined {
  const answer = check.run(check.input.parse(body), nowhere(published));
  return answer instanceof Promise ? void answer.catch(() => undefined) : answer;
}
