import { z } from 'zod';
import { UNREAD } from '../../reading/terms/index.ts';
import { CONSTRAINT_KINDS } from './tables/constraint-kinds.ts';

export const usdText = z
  .string()
  .regex(/^[0-9]+\.[0-9]{2,6}$/)
  .meta({ description: 'Dollars as a decimal string.' });

export const origin = z.enum([
  'challenge',
  'goal',
  'constraints',
  'subject',
  'knownSignals',
  'limit',
  'assumed',
  'design',
  'none',
]);

export const evidenceSource = z.enum(['observed', 'reported', 'claimed', 'derived']);

/** What a number of the texts was taken for. `none`: it belongs to something else and is not used. */
export const NUMBER_MEANINGS = [
  'pricePerCallUsd',
  'valuePerCallUsd',
  'budgetUsd',
  'priceLimitUsd',
  'calls',
  'maxPaidCalls',
  'none',
] as const;

/** Why a statement moved nothing, or words of goal or constraints hold back money, and how to say it instead. */
export const WHY_UNREAD = {
  ...UNREAD,
  words: {
    means: 'it holds words that are not known here, or nothing that counts as evidence',
    say: 'say one fact in plain words, or send one of the nearest ids',
  },
  hedged: { means: 'it says what may be', say: 'say only what you know, or send the id' },
  asked: { means: 'it asks', say: 'say what you found, or send the id' },
  planned: { means: 'it tells of what is to come, or of a condition', say: 'say what has happened' },
  instruction: { means: 'it gives an order', say: 'say what you know of the seller; orders move nothing' },
  doubt: {
    means: 'our rules read it one way, and what we learnt from statements like it reads it another way',
    say: 'say one fact in plain words, or send one of the nearest ids',
  },
  date: { means: 'its day does not exist or has not come', say: 'give the day it was seen, as 2026-11-02' },
  id: { means: 'it has the form of an id, and there is no such id', say: 'send one of the published ids' },
} as const;
export type WhyUnread = keyof typeof WHY_UNREAD;

const why = z.enum(Object.keys(WHY_UNREAD) as [WhyUnread, ...WhyUnread[]]);
const where = z.enum(['goal', 'constraints']);
const index = z.int().min(0).nullable().meta({ description: 'Which constraint; null for the goal.' });

const readSignal = z.object({
  signal: z.string(),
  state: z.enum(['present', 'absent']),
  source: evidenceSource,
  ageDays: z.int().nullable(),
  calls: z.int().nullable(),
});

/** How a request was read, item by item. The free reading and the paid answer carry the same. */
export const readingSchema = z
  .object({
    complete: z.boolean().meta({ description: 'Everything that was said was understood.' }),
    subject: z.object({
      kind: z.enum(['url', 'host', 'own_route', 'name']),
      signals: z.array(z.string()).meta({ description: 'Ids that follow from how the host is written.' }),
    }),
    challenge: z
      .object({ read: z.array(readSignal), pricePerCallUsd: usdText.nullable() })
      .nullable()
      .meta({ description: 'What the challenge shows; null: none was sent.' }),
    statements: z
      .array(
        z.object({
          index: z.int().min(0),
          read: z.array(readSignal),
          unread: z
            .object({
              why,
              words: z.array(z.string()).meta({ description: 'Words that are not known here.' }),
              nearest: z.array(z.string()).meta({ description: 'Ids that it may have meant.' }),
            })
            .nullable(),
        }),
      )
      .meta({ description: 'One row for each item of `knownSignals`, by its index.' }),
    why: z
      .array(z.object({ why, means: z.string(), say: z.string() }))
      .meta({ description: 'The reasons that `statements` and `unread` name, and how to say it instead.' }),
    numbers: z
      .array(
        z.object({
          where,
          index,
          means: z.enum(NUMBER_MEANINGS),
          value: z.string().nullable(),
          at: z
            .tuple([z.int(), z.int()])
            .nullable()
            .meta({ description: 'From and to, in the goal in lower case with single spaces.' }),
        }),
      )
      .meta({ description: 'Every number of goal and constraints that was understood.' }),
    limits: z
      .array(
        z.object({
          where,
          index,
          kind: z.enum(CONSTRAINT_KINDS.map(({ id }) => id)),
          value: z.string().nullable(),
          forNow: z.boolean(),
        }),
      )
      .meta({ description: 'What the buyer insists on.' }),
    unread: z
      .array(z.object({ where, index, words: z.string(), why }))
      .meta({ description: 'What of goal and constraints was not understood: it holds back money.' }),
    terms: z.object({
      pricePerCallUsd: usdText,
      calls: z.int(),
      plannedCalls: z.int(),
      valuePerCallUsd: usdText,
      budgetUsd: usdText.nullable(),
      priceLimitUsd: usdText.nullable(),
      maxPaidCalls: z.int().nullable(),
      origin: z.object({ price: origin, calls: origin, value: origin, budget: origin }),
    }),
    missing: z
      .array(z.object({ what: z.string(), taken: z.string().nullable(), say: z.string() }))
      .meta({ description: 'What nobody said, what is taken instead, and how to say it.' }),
  })
  .meta({ title: 'OpportunityReading' });

export type OpportunityReading = z.infer<typeof readingSchema>;
