import { EVIDENCE_LEVELS } from './evidence.ts';
import type { Edition } from './schema.ts';

/** Service spec §2.10 and §8. */
export const EDITION_MAX_AGE_DAYS = 7;
export const STALE_AFTER_DAYS = 30;

export const EVIDENCE_POLICY: Edition['evidencePolicy'] = {
  levels: { ...EVIDENCE_LEVELS },
  admissionRule:
    'A matrix row exists only for a record that the lab wrote by running the build. Public reports are kept apart under FR- ids and never become a row.',
  negativeResultsKept: true,
  notRunIsNotPass: true,
  staleAfterDays: STALE_AFTER_DAYS,
  editionMaxAgeDays: EDITION_MAX_AGE_DAYS,
  correctionPolicy:
    'An edition is never changed. A correction is a new edition, and its editionDelta names every row that differs.',
  noBuyerData: true,
};

export const PRIVACY: Edition['privacy'] = {
  aggregateOnly: true,
  noWallets: true,
  noPayloads: true,
  noIp: true,
  noUserAgent: true,
};

export const SDK_SCOPE = 'offline fixed fixtures; not live compatibility';
export const HISTORY_BOUNDARY =
  'Not observed again for this edition: evidence of that day only, and not part of coverage.';
