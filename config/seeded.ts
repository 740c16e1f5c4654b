import fc from 'fast-check';

/** Generated cases are the same on every run of `npm test`; the campaign `properties` draws others. */
fc.configureGlobal({ seed: Number(process.env.CAMPAIGN_SEED ?? 402) });
