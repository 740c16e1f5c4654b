import {
  attributedRoutes,
  COPY_EVENTS,
  type CountedSurface,
  type Counts,
  closedNames,
  countedIn,
  FAILURE_BUCKETS,
  INTENTS,
  RAILS,
  total,
  type Who,
} from './counters.ts';
import { evidenceClass } from './evidence.ts';
import { TAGS } from './sources.ts';
import { EVIDENCE_CLASSES } from './states.ts';

type Row<P> = { readonly of: P; readonly n: number };

/** Sums by a word: every word of the list, zero or not, so that readers see what could have been counted. */
function by<P, W extends string>(rows: readonly Row<P>[], wordOf: (of: P) => W, words: readonly W[]) {
  const sums = Object.fromEntries(words.map((word) => [word, 0])) as Record<W, number>;
  for (const { of, n } of rows) {
    const word = wordOf(of);
    if (Object.hasOwn(sums, word)) sums[word] += n;
  }
  return sums;
}

/** Only the words that occur: for lists that would be mostly zeros. */
const moved = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));

const asked = ({ of: { who } }: Row<{ who: Who }>): boolean => who === 'caller';

/** Everything that is counted without money, from the counters and nothing else. Operator and monitor calls stand apart. */
export function unpaidFigures(counts: Counts, catalogue: CountedSurface) {
  const { challenge, decline, free, tagged, intent, copy } = countedIn(counts, closedNames(catalogue));
  const uses = [...free, ...tagged];
  const all = { challenges: challenge, declines: decline, uses, intents: intent, copies: copy };
  const challenges = all.challenges.filter(asked);
  const declines = all.declines.filter(asked);
  const intents = all.intents.filter(asked);
  const copies = all.copies.filter(asked);
  const classOf = ({ who, source }: (typeof challenge)[number]['of']) =>
    evidenceClass({ ownerPayer: false, operatorToken: who === 'operator', source, settled: false });
  const proof = challenges.filter(
    ({ of: { product, method } }) => product === 'opportunity-check' && method === 'GET',
  );
  return {
    challenges: total(challenges),
    proof: { challenges: total(proof), sources: by(proof, ({ source }) => source, TAGS) },
    challengesByEvidenceClass: by(all.challenges, classOf, EVIDENCE_CLASSES),
    declined: total(declines),
    failureBuckets: by(declines, ({ bucket }) => bucket, FAILURE_BUCKETS),
    products: Object.fromEntries(
      catalogue.products.map(({ id }) => {
        const own = challenges.filter(({ of }) => of.product === id);
        const declined = declines.filter(({ of }) => of.product === id);
        return [
          id,
          {
            unpaidChallenges: total(own),
            bySource: moved(by(own, ({ source }) => source, TAGS)),
            declinedPayments: total(declined),
            failureBuckets: by(declined, ({ bucket }) => bucket, FAILURE_BUCKETS),
            declinedByRail: by(declined, ({ rail }) => rail, RAILS),
            declinedBySource: moved(by(declined, ({ source }) => source, TAGS)),
          },
        ];
      }),
    ),
    freeUses: moved(
      by(
        all.uses.filter(asked),
        ({ route }) => route,
        [...catalogue.checks, ...catalogue.documents].map(({ id }) => id),
      ),
    ),
    freeUsesBySource: Object.fromEntries(
      attributedRoutes(catalogue).map((id) => [
        id,
        moved(
          by(
            tagged.filter((row) => asked(row) && row.of.route === id),
            ({ source }) => source,
            TAGS,
          ),
        ),
      ]),
    ),
    intents: by(intents, ({ intent }) => intent, INTENTS),
    // The last of the events is all of them: what a page sends is one of the others.
    copies: { ...by(copies, ({ event }) => event, COPY_EVENTS), walletCloseIntentEvents: total(copies) },
    excluded: {
      unpaidChallenges: total(all.challenges) - total(challenges),
      declinedPayments: total(all.declines) - total(declines),
      freeUses: total(all.uses.filter((row) => !asked(row))),
      intents: total(all.intents) - total(intents),
      copyEvents: total(all.copies) - total(copies),
    },
  };
}
