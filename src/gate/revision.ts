import type { Entry } from '../accounting/states.ts';
import type { Product } from '../declare.ts';
import type { PublishedEdition, Revisions } from '../ports.ts';
import { digestBytes } from '../values/digest.ts';
import { attempt, DOWN } from './attempt.ts';
import { type AnswerBytes, compute, type PaidCall } from './paid-call.ts';
import { givenBy } from './request.ts';

/** A request as read by the revision that sold a row. */
interface Reading {
  readonly fingerprint: string;
  /** Undefined: it cannot be computed here. */
  readonly answer: (edition: PublishedEdition | undefined) => AnswerBytes | undefined;
}

/**
 * A sale is read and answered by the code that sold it, whatever the tables, texts and schemas are now.
 */
export async function readAsSold(
  product: Product,
  call: PaidCall,
  entry: Entry,
  revisions: Revisions | undefined,
): Promise<Reading> {
  const { revision, asOf, release } = entry;
  const { fingerprint, form, input, request } = call;
  if (revision === product.revision)
    return { fingerprint, answer: (edition) => compute(product, form, input, entry, edition) };

  const frozen = await attempt(revisions?.find(product.id, revision) ?? Promise.reject(revision));
  // It is not known what was bought, so no caller is told that it was something else.
  if (frozen === DOWN) return { fingerprint: entry.fingerprint, answer: () => undefined };
  const given = await givenBy(form, request);
  const read = 'problem' in given ? undefined : frozen.read(given);
  if (!read) return { fingerprint, answer: () => undefined };
  return {
    fingerprint: read.fingerprint,
    answer: (edition) => {
      try {
        const text = read.answer({ asOf, release, ...(edition && { edition }) });
        return { text, digest: digestBytes(text) };
      } catch {
        return undefined;
      }
    },
  };
}
