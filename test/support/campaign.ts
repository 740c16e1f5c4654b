import { describe, it } from 'vitest';
import { DEFAULT_SEED, type Size } from '../../scripts/campaign/table.ts';

/** How much a test makes of what a campaign makes: `npm test` a smoke, `npm run campaign` the rest. */

const SIZES: readonly Size[] = ['smoke', 'short', 'full'];
const wanted = process.env.CAMPAIGN_SIZE ?? 'smoke';
const size = SIZES.find((each) => each === wanted);
if (size === undefined) throw new Error(`CAMPAIGN_SIZE is none of ${SIZES.join(', ')}`);

/** Whether this is more than `npm test`. */
export const IN_CAMPAIGN = size !== 'smoke';
export const SEED = Number(process.env.CAMPAIGN_SEED ?? DEFAULT_SEED);
/** A test that only a campaign makes. */
export const itInCampaign = (name: string, work: () => Promise<void>): void => {
  if (IN_CAMPAIGN) it(name, work);
};
/** A group that only a campaign makes. */
export const describeInCampaign = (name: string, group: () => void): void => {
  if (IN_CAMPAIGN) describe(name, group);
};
/** Every row in a campaign, and those of the smoke in `npm test`. */
export const rowsOf = <T>(all: readonly T[], smoke: (row: T, index: number) => boolean): readonly T[] =>
  IN_CAMPAIGN ? all : all.filter(smoke);
export const sized = <T>(amounts: Readonly<Record<Size, T>>): T => amounts[size];
