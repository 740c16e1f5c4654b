import { z } from 'zod';
import { text } from '../text.ts';

export const requestSchema = z
  .strictObject({
    client: text(80, 'Package name of the client, for example @x402/fetch.'),
    clientVersion: text(40, 'Its version, for example 2.27.0.'),
    route: text(200, 'Path of the paid route, for example /api/agent-revenue-audit.'),
  })
  .meta({ title: 'ClientPaymentForecastRequest' });

export type ForecastRequest = z.output<typeof requestSchema>;

const evidence = {
  id: z.string(),
  evidence: z.enum(['reproduced', 'reported']),
  source: z.string(),
  date: z.string(),
};
const row = z.object({ ...evidence, says: z.string(), remedy: z.string() });

export const STATUSES = {
  will_sign: 'The client signs this price without being told anything.',
  will_refuse: 'The client refuses this price by default, before it signs. The override raises its cap.',
  cannot_pay: 'The client cannot read the challenge of this route, whatever it is told.',
  depends_on_configuration: 'The client has no default: what you configured decides.',
  insufficient_evidence:
    'Nobody ran or read this client and version here. That is not a "no", and it is not guessed.',
  route_not_sold_here: 'The route is not a paid route of this service.',
} as const;

export type Status = keyof typeof STATUSES;

export const responseSchema = z
  .looseObject({
    status: z.enum(Object.keys(STATUSES) as [Status]),
    meaning: z.string(),
    signsByDefault: z.boolean().nullable().meta({ description: 'Null when it is not known.' }),
    client: z.string().nullable(),
    price: z.string().nullable(),
    amountAtomicUnits: z.string().nullable(),
    stoppedBy: z.object({ ...evidence, what: z.string() }).nullable(),
    override: z
      .string()
      .nullable()
      .meta({ description: 'Exact line or call that lets the client pay this price.' }),
    basis: z.object({ ...evidence, versions: z.string() }).nullable(),
    conditions: z.array(row),
    risks: z.array(row),
    versionsWithEvidence: z.array(z.string()).meta({ description: 'Of this client.' }),
    tablesVersion: z.string(),
    ledgerDigest: z
      .string()
      .nullable()
      .meta({ description: 'The current ledger edition, which comes before the tables; null without one.' }),
  })
  .meta({ title: 'ClientPaymentForecast' });

export type Forecast = z.output<typeof responseSchema>;

/** What stops a build, and the line that lets it pay. */
export interface Outcome {
  readonly status: Status;
  readonly stop?: string;
  readonly override?: string;
}
