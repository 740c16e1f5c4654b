import {
  BUCKETS,
  COPY_EVENTS,
  type Counts,
  closedNames,
  countedIn,
  INTENTS,
  type Named,
  RAILS,
  total,
} from './counters.ts';
import { evidenceClass } from './evidence.ts';
import { TAGS } from './sources.ts';
import { EVIDENCE_CLASSES } from './states.ts';

type Row = { readonly n: number };

/** Sums by a word: every word of the list, zero or not, so that readers see what could have been counted. */
function by<R extends Row, W extends string>(rows: readonly R[], wordOf: (row: R) => W, words: readonly W[]) {
  return Object.fromEntries(
    words.map((word) => [word, total(rows.filter((row) => wordOf(row) === word))]),
  ) as Record<W, number>;
}

/** Only the words that occur: for lists that would be mostly zeros. */
const moved = (counts: Record<string, number>): Record<string, number> =>
  Object.fromEntries(Object.entries(counts).filter(([, n]) => n > 0));

const asked = ({ who }: { who: string }): boolean => who === 'caller';

/** Everything that is counted without money, from the counters and nothing else. Operator and monitor calls stand apart. */
export function unpaidFigures(counts: Counts, catalogue: Named) {
  const names = closedNames(catalogue);
  const all = {
    challenges: countedIn(counts, 'challenge', names),
    declines: countedIn(counts, 'decline', names),
    uses: countedIn(counts, 'free', names),
    intents: countedIn(counts, 'intent', names),
    copies: countedIn(counts, 'copy', names),
  };
  const challenges = all.challenges.filter(asked);
  const declines = all.declines.filter(asked);
  const intents = all.intents.filter(asked);
  const copies = all.copies.filter(asked);
  const classOf = ({ who, source }: (typeof all.challenges)[number]) =>
    evidenceClass({ ownerPayer: false, operatorToken: who === 'operator', source, settled: false });
  const proof = challenges.filter(
    ({ product, method }) => product === 'opportunity-check' && method === 'GET',
  );
  return {
    challenges: total(challenges),
    proof: { challenges: total(proof), sources: by(proof, ({ source }) => source, TAGS) },
    challengesByEvidenceClass: by(all.challenges, classOf, EVIDENCE_CLASSES),
    declined: total(declines),
    failureBuckets: by(declines, ({ bucket }) => bucket, BUCKETS),
    products: Object.fromEntries(
      catalogue.products.map(({ id }) => {
        const own = challenges.filter(({ product }) => product === id);
        const declined = declines.filter(({ product }) => product === id);
        return [
          id,
          {
            unpaidChallenges: total(own),
            bySource: moved(by(own, ({ source }) => source, TAGS)),
            declinedPayments: total(declined),
            failureBuckets: by(declined, ({ bucket }) => bucket, BUCKETS),
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
    intents: by(intents, ({ intent }) => intent, INTENTS),
    copies: by(copies, ({ event }) => event, COPY_EVENTS),
    excluded: {
      unpaidChallenges: total(all.challenges) - total(challenges),
      declinedPayments: total(all.declines) - total(declines),
      freeUses: total(all.uses.filter((row) => !asked(row))),
      intents: total(all.intents) - total(intents),
      copyEvents: total(all.copies) - total(copies),
    },
  };
}
