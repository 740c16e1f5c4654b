/** What a test makes of generated cases: `npm test` a few, on one seed; the campaign `properties` many, on others. */
const inCampaign = process.env.CAMPAIGN_SIZE !== undefined;

export const amount = (few: number, many: number): number => (inCampaign ? many : few);

/** Every so-many-th of a list in `npm test`, all of it in the campaign. */
export const someOf = <T>(list: readonly T[], every: number, from = 0): readonly T[] =>
  inCampaign ? list : list.filter((_, i) => i % every === from % every);

/** Moves a seed that stands in a test: nowhere in `npm test`. */
export const drawn = (seed: number): number => seed + Number(process.env.CAMPAIGN_SEED ?? 0);
