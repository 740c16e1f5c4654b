import { z } from 'zod';
import { PROTOCOLS } from '../../ledger/evidence.ts';
import { textField } from '../text.ts';

/** What a buyer may ask about, and the cases that show it. */
export const FEATURES = {
  post_body: ['B10'],
  streamed_body: ['B11'],
  default_spend_cap: ['B04'],
  explicit_spend_cap: ['B06'],
  redirect_safety: ['B15'],
  caller_retry: ['B09'],
  unknown_asset: ['B22'],
  cheapest_entry: ['B16'],
  short_authorization: ['B26'],
  receipt_check: ['B27', 'B28'],
  payment_identifier: ['B37'],
} as const satisfies Record<string, readonly string[]>;
export type Feature = keyof typeof FEATURES;

export const requestSchema = z
  .strictObject({
    client: textField(80, 'Package name of the client, for example @x402/fetch.'),
    clientVersion: textField(40, 'Its version, for example 2.27.0.'),
    runtime: textField(
      80,
      'Where it runs, for example node 24.21.0. Not compared: the answer names the runtime that was observed.',
    ).optional(),
    protocol: z.enum(PROTOCOLS),
    method: z.enum(['GET', 'POST']).optional(),
    priceAtomic: z
      .string()
      .regex(/^[0-9]{1,30}$/)
      .meta({ description: 'Price that you want to pay, in atomic units.' })
      .optional(),
    features: z
      .array(z.enum(Object.keys(FEATURES) as [Feature]))
      .max(20)
      .optional(),
  })
  .meta({ title: 'WitnessPreflightRequest' });
export type WitnessMatchRequest = z.output<typeof requestSchema>;

export const MATCH_REASONS = {
  matched: 'The evidence of the current edition covers this build.',
  edition_not_current: 'There is no current edition, so nothing is matched and nothing is sold.',
  client_not_observed: 'No build of this client was run under this protocol.',
  version_not_observed: 'Builds of this client were run, but none of this minor version.',
} as const;

export const responseSchema = z
  .looseObject({
    match: z.enum(['exact', 'same_minor', 'none']),
    reason: z.enum(Object.keys(MATCH_REASONS) as [keyof typeof MATCH_REASONS]),
    detail: z.string(),
    matchId: z.string().nullable(),
    expiresAt: z.string().nullable(),
    evidenceVersion: z.string().nullable().meta({ description: 'Version that was run.' }),
    evidenceAge: z
      .object({ seconds: z.int(), observedAt: z.string() })
      .nullable()
      .meta({ description: 'Of the oldest row that the witness would cite.' }),
    cases: z.int(),
    runtimeObserved: z.string().nullable(),
    features: z.array(z.object({ feature: z.string(), evidence: z.enum(['observed', 'not_run']) })),
    versionsObserved: z.array(z.string()),
    ledgerDigest: z.string().nullable(),
    purchase: z
      .object({ method: z.literal('GET'), path: z.string(), price: z.string(), amountAtomic: z.string() })
      .nullable(),
  })
  .meta({ title: 'WitnessPreflight' });
export type PreflightAnswer = z.output<typeof responseSchema>;
