import { z } from 'zod';
import { SESSION_CAP_USD } from '../../values/limits.ts';
import { OPPORTUNITY_CHECK, REVENUE_AUDIT, WITNESS_PREFLIGHT } from '../sold.ts';
import { dollarsField, textField } from '../text.ts';
import { policyCheck, privacyCheck } from '../verdict.ts';
import { ROUTE_RULES } from './rules.ts';

export const BUYER_TYPES = ['buyer-agent', 'builder', 'operator', 'api-founder', 'unknown'] as const;

/** Service spec §2.6. */
export const requestSchema = z
  .strictObject({
    buyerType: z.enum(BUYER_TYPES).optional(),
    goal: textField(
      640,
      'The decision that a purchase should support. Name the endpoint, the price and the decision; no secrets, no personal data.',
    ),
    intendedRoute: z.enum([OPPORTUNITY_CHECK, REVENUE_AUDIT, 'unknown']).optional(),
    maxBudgetUsd: dollarsField(
      'The most that may be spent. Without it the cheapest route is recommended.',
    ).optional(),
    source: textField(80, 'Tag for aggregate attribution; only allow-listed tags are kept.', {
      blank: true,
    }).optional(),
  })
  .meta({ title: 'SpendPassportRequest' });

export type PassportRequest = z.output<typeof requestSchema>;

const atomic = z.string().regex(/^(?:0|[1-9][0-9]*)$/);

const budgetCheck = z.object({
  status: z.enum(['within', 'below', 'not_supplied', 'invalid']),
  maxBudgetAtomic: atomic.nullable(),
  priceAtomic: atomic.meta({ description: 'Price that the budget was compared with.' }),
  headroomAtomic: atomic
    .nullable()
    .meta({ description: 'What the budget leaves; null when it does not reach.' }),
  affordableCalls: z.int().min(0).nullable(),
  sessionCapUsd: z.literal(SESSION_CAP_USD),
  clientCapWarning: z.enum(['sdk_default_cap_1usd', 'sdk_v1_cap_0_10']).nullable(),
});

/** Service spec §2.7; more members may follow. */
export const responseSchema = z
  .looseObject({
    status: z.enum(['ready_to_buy', 'use_cheaper_route', 'stop']).meta({
      description:
        'Of the purchase of our own check: `ready_to_buy` says nothing about the seller that the goal names.',
    }),
    summary: z.string().meta({ description: 'What fits, and what was not judged, in one or two sentences.' }),
    recommendedRoute: z.enum([OPPORTUNITY_CHECK, REVENUE_AUDIT, 'none']),
    price: z
      .string()
      .regex(/^\$(?:0|[1-9][0-9]*)\.[0-9]{2,6}$/)
      .meta({ description: 'Price of the recommended route; `$0.00` on stop.' }),
    maxAmountAtomicUnits: atomic.meta({ description: 'The same in atomic units; `0` on stop.' }),
    budgetCheck,
    privacyCheck,
    policyCheck,
    copyPastePayload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'Body that the recommended route accepts; empty on stop.' }),
    routeRule: z.enum(Object.keys(ROUTE_RULES) as [keyof typeof ROUTE_RULES]),
    aboutClients: z.enum([WITNESS_PREFLIGHT]).nullable().meta({
      description:
        'Where a question about a client or SDK is answered, if the goal asks one: free, and apart from the purchase.',
    }),
    placeholders: z.array(z.string()).meta({
      description: 'Members of the payload that the goal did not name: fill them in for a better answer.',
    }),
    next: z
      .object({
        method: z.literal('POST'),
        scopeCheck: z.string(),
        ticketRequired: z.boolean(),
        clientOverride: z.string().nullable(),
        maxPaidCalls: z.literal(1),
      })
      .nullable(),
  })
  .meta({ title: 'SpendPassport' });

export type Passport = z.output<typeof responseSchema>;
