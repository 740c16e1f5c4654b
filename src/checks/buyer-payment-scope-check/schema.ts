import { z } from 'zod';
import { MAX_PAID_RETRIES, TICKET_HEADER } from '../../values/limits.ts';
import { atomicUnits, textField } from '../text.ts';
import { SCOPE_RULES, type ScopeRule } from './rules.ts';

export const requestSchema = z
  .strictObject({
    route: textField(200, 'Path of the paid route, for example /api/agent-revenue-audit.'),
    method: z.enum(['GET', 'POST']),
    network: textField(80, 'CAIP-2 id of the network that the payment would be made on.'),
    maxAmountAtomicUnits: atomicUnits(
      'The most that the buyer lets this payment cost, in atomic units of USDC.',
    ),
    buyerApproval: z
      .boolean()
      .meta({ description: 'True when whoever owns the money approved route, method, amount and network.' }),
    payload: z
      .record(z.string(), z.unknown())
      .meta({ description: 'The exact body that would be paid for; omit it for a GET.' })
      .optional(),
  })
  .meta({ title: 'ScopeCheckRequest' });

export type ScopeRequest = z.output<typeof requestSchema>;

/** 200 whether approved or denied; 400 only for a request that cannot be read. */
export const responseSchema = z
  .looseObject({
    status: z.enum(['approved', 'denied']),
    checks: z.array(
      z.object({
        id: z.enum(Object.keys(SCOPE_RULES) as [ScopeRule]),
        status: z.enum(['passed', 'failed', 'not_run']),
        detail: z.string(),
        issues: z
          .array(
            z.object({
              path: z.string(),
              code: z.string(),
              message: z.string(),
              allowed: z.array(z.string()).readonly().optional(),
            }),
          )
          .optional()
          .meta({
            description:
              'Where the payload breaks this rule, never with what: members and codes of the schema, or fields and rules of policy.',
          }),
      }),
    ),
    ticket: z
      .string()
      .regex(/^[0-9a-f]{64}$/)
      .optional()
      .meta({ description: 'Only for a route that needs one. Shown once and stored as a digest.' }),
    ticketHeader: z.literal(TICKET_HEADER).nullable(),
    expiresAt: z.iso.datetime().nullable(),
    maxPaidRetries: z.literal(MAX_PAID_RETRIES),
    price: z.string().nullable(),
    amountAtomicUnits: z.string().nullable(),
    clientOverride: z.string().nullable(),
  })
  .meta({ title: 'ScopeCheck' });

export type ScopeAnswer = z.output<typeof responseSchema>;
