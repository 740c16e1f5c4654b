import type { EditionStanding, PublishedEdition } from '../ports.ts';
import { once } from '../values/once.ts';
import { DAY_MS, type EpochMs, isoTime } from '../values/time.ts';
import type { Edition } from './schema.ts';
import { ran } from './signatures.ts';

/** Whether an edition may be sold (service spec §3.3, fail closed). */

export const NOT_CURRENT = {
  no_edition: 'No edition has been published here yet.',
  digest_mismatch: 'The edition is not what its digest says.',
  signature_invalid: 'The edition is not signed with a key of this service.',
  expired: 'The edition is older than seven days.',
  no_current_entry: 'Every entry of the edition is older than thirty days.',
} as const;
export type NotCurrent = keyof typeof NOT_CURRENT;

/** An edition as its readers see it: verified when it was published and again when it was read. */
export const editionIn = (published: PublishedEdition): Edition => published.document as Edition;

/** The first instant at which the edition is not current any more; undefined while it never was. */
export const currentUntil = onceEach((edition: Edition): EpochMs | undefined => {
  const entries = edition.compatibilityMatrix.filter(({ verdict }) => ran(verdict));
  if (entries.length === 0) return undefined;
  const lastEntry = Math.max(...entries.map(({ staleAfter }) => Date.parse(staleAfter)));
  return Math.min(Date.parse(edition.validUntil), lastEntry);
});

/** Behaviours that were asked for. */
const behavioursOf = onceEach(
  ({ compatibilityMatrix }: Edition): number =>
    new Set(compatibilityMatrix.map(({ behaviourId }) => behaviourId)).size,
);

/** What follows from an edition that nothing can change is worked out once: every free check asks for it. */
function onceEach<T>(of: (edition: Edition) => T): (edition: Edition) => T {
  return once(of, Object.isFrozen);
}

export function whyNotCurrent(published: EditionStanding | undefined, now: EpochMs): NotCurrent | undefined {
  if (!published) return 'no_edition';
  if (published.fault !== undefined) return published.fault;
  const edition = editionIn(published);
  if (now >= Date.parse(edition.validUntil)) return 'expired';
  return now < (currentUntil(edition) ?? 0) ? undefined : 'no_current_entry';
}

/** Days of validity that must be left, and the part of the behaviours that must be covered, for a recommendation. */
const RECOMMENDED_DAYS_LEFT = 1;
const RECOMMENDED_COVERAGE = 0.6;

/** The availability block of the preview (service spec §2.10). `settles`: whether payments for it can be settled. */
export function availabilityOf(published: EditionStanding | undefined, now: EpochMs, settles = true) {
  const outdated = whyNotCurrent(published, now);
  const reason = outdated ?? (settles ? undefined : 'settlement_unavailable');
  const edition = published && published.fault === undefined ? editionIn(published) : undefined;
  return {
    purchaseAvailable: reason === undefined,
    freshness: { status: outdated === undefined ? ('current' as const) : ('not_current' as const) },
    generatedAt: edition?.generatedAt ?? null,
    validUntil: edition?.validUntil ?? null,
    purchaseRecommended: reason === undefined && isRecommended(edition!, now),
    failClosed: reason !== undefined,
    reason: reason ?? null,
    detail:
      outdated !== undefined
        ? NOT_CURRENT[outdated]
        : settles
          ? 'The edition is current.'
          : 'The edition is current, and payments for it cannot be settled at the moment.',
    checkedAt: isoTime(now),
  };
}

const isRecommended = (edition: Edition, now: EpochMs): boolean =>
  Date.parse(edition.validUntil) - now >= RECOMMENDED_DAYS_LEFT * DAY_MS &&
  edition.coverage.behaviours >= RECOMMENDED_COVERAGE * behavioursOf(edition);
