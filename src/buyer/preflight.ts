import { z } from 'zod';
import { PurchaseStopped } from './stops.ts';
import { postTo, reasonOf } from './wire.ts';
import { sellerSays } from './words.ts';

/** The free preflight of a product that is sold against a match: what is matched, before anybody is asked to pay. */

const version = z.string().regex(/^[\w.+-]{1,40}$/);
const answerSchema = z.object({
  match: z.enum(['exact', 'same_minor', 'none']),
  detail: z.string(),
  matchId: z
    .string()
    .regex(/^[\x21-\x7e]{1,2000}$/)
    .nullable(),
  evidenceVersion: version.nullable(),
  cases: z.int(),
  versionsObserved: z.array(version),
});

/** A match, and in words how good it is. */
export interface Matched {
  readonly id: string;
  readonly says: string;
}

/** `asked`: body of the preflight. Throws `PurchaseStopped` when nothing matches: then nothing is sold either. */
export async function matchWith(url: string, asked: object): Promise<Matched> {
  const answer = await postTo(url, asked).catch((error: unknown) => {
    throw new PurchaseStopped('unreachable', `the free preflight could not be reached (${reasonOf(error)})`);
  });
  const parsed = readable(answer.text);
  if (!parsed)
    throw new PurchaseStopped('refused_request', `the free preflight answered HTTP ${answer.status}`);
  const { match, matchId, detail, evidenceVersion, cases, versionsObserved } = parsed;
  if (matchId !== null)
    return { id: matchId, says: `${match}: version ${evidenceVersion} was run, ${cases} cases` };
  const others = versionsObserved.length === 0 ? '' : ` Run were: ${versionsObserved.join(', ')}.`;
  throw new PurchaseStopped(
    'refused_request',
    `the free preflight has no match: ${sellerSays(`${detail}${others}`)}`,
  );
}

function readable(text: string): z.infer<typeof answerSchema> | undefined {
  try {
    return answerSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
