import { z } from 'zod';
import { OPPORTUNITY_CHECK, REVENUE_AUDIT } from '../sold.ts';
import { textField } from '../text.ts';
import { policyCheck, privacyCheck, risk } from '../verdict.ts';

export const PREFLIGHT_LIMITS = {
  resourceUrl: 500,
  paymentDescription: 600,
  reason: 600,
  source: 80,
} as const;

const blank = { blank: true };

/** Service spec §2.8: no field is required. */
export const requestSchema = z
  .strictObject({
    route: z.enum([OPPORTUNITY_CHECK, REVENUE_AUDIT, 'unknown']).optional(),
    resourceUrl: textField(
      PREFLIGHT_LIMITS.resourceUrl,
      'The resource that the payment names. Facilitators and listings see it. It is never fetched.',
      blank,
    ).optional(),
    paymentDescription: textField(
      PREFLIGHT_LIMITS.paymentDescription,
      'The description that the payment carries.',
      blank,
    ).optional(),
    reason: textField(
      PREFLIGHT_LIMITS.reason,
      'Why the payment is made, where a client records it.',
      blank,
    ).optional(),
    payloadPreview: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The body that would be sent. It is searched and never returned.' })
      .optional(),
    source: textField(
      PREFLIGHT_LIMITS.source,
      'Tag for aggregate attribution; only allow-listed tags are kept.',
      blank,
    ).optional(),
  })
  .meta({ title: 'MetadataPreflightRequest' });

export type PreflightRequest = z.output<typeof requestSchema>;

export const PREFLIGHT_NOTES = {
  query_values_dropped: 'Query values do not belong in a resource URL; the keys were kept.',
  url_parts_dropped: 'User info and fragment do not belong in a resource URL and were dropped.',
  resource_url_unreadable: 'The resource URL is not an http(s) URL or an absolute path and was replaced.',
  source_not_listed: 'The source tag is not allow-listed and was dropped.',
  payload_not_returned: 'The payload preview was searched and is never returned.',
  shortened: 'A redacted text was longer than its limit and was cut.',
} as const;
export type Note = keyof typeof PREFLIGHT_NOTES;

/** Service spec §2.9; more members may follow. */
export const responseSchema = z
  .looseObject({
    status: z.enum(['ready_to_send', 'redact_before_payment', 'stop']),
    piiRisk: risk,
    privacyCheck,
    policyCheck,
    sanitizedMetadata: z
      .object({
        route: z.string().optional(),
        resourceUrl: z.string().max(PREFLIGHT_LIMITS.resourceUrl).optional(),
        paymentDescription: z.string().optional(),
        reason: z.string().optional(),
        source: z.string().optional(),
      })
      .meta({ description: 'What may be sent. Checking it again gives the same metadata.' }),
    notes: z.array(z.object({ id: z.enum(Object.keys(PREFLIGHT_NOTES) as [Note]), text: z.string() })),
  })
  .meta({ title: 'MetadataPreflight' });

export type Preflight = z.output<typeof responseSchema>;
