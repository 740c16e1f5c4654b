import { z } from 'zod';
import { NETWORK, SESSION_CAP_USD } from '../../values/limits.ts';
import { REVENUE_AUDIT } from '../sold.ts';
import { textField } from '../text.ts';
import { policyCheck, privacyCheck } from '../verdict.ts';

/**
 * Room for a draft: twice what the audit accepts of a member, which is checked against its own schema. Whoever sends more
 * than that has mistaken the member, and all that is sent is read.
 */
const ROOM = 2;
const DRAFT_MAX = 2_000;

interface Question {
  readonly asks: string;
  readonly required: boolean;
}

/** The text members of an audit body (service spec §2.3) and what a draft that lacks a required one is asked. */
export const DRAFT_QUESTIONS = {
  serviceName: { asks: 'What is the service called?', required: true },
  currentOffer: {
    asks: 'What is sold today, to whom does it answer, at which price, and what does a call return?',
    required: true,
  },
  targetBuyer: { asks: 'Who should buy it?', required: true },
  currentPaymentRail: { asks: 'How is it paid today?', required: false },
  riskTolerance: { asks: 'low, medium or high?', required: false },
  source: { asks: 'Which attribution tag, if any?', required: false },
  buyerType: { asks: 'Who asks for the audit?', required: false },
  currentProblem: { asks: 'What goes wrong today, with numbers where there are any?', required: false },
} as const satisfies Record<string, Question>;

export type Member = keyof typeof DRAFT_QUESTIONS;
export const MEMBERS = Object.keys(DRAFT_QUESTIONS) as [Member, ...Member[]];

/** How the audit reads a body, without what it concludes from it. */
export interface AuditReader {
  /** Facts that go before the text. */
  readonly given: z.ZodType<readonly { readonly id: string; readonly value: string }[]>;
  readonly reading: z.ZodType<AuditReading>;
  /** Characters of a member that the audit accepts. */
  readonly limits: Readonly<Record<Member, number>>;
  /** Most questions that are asked at once. */
  readonly most: number;
  readonly read: (body: never) => AuditReading;
}
interface AuditReading {
  readonly facts: readonly { readonly id: string; readonly field: string; readonly quote: string }[];
  readonly questions: readonly AskedFact[];
}
interface AskedFact {
  readonly id: string;
  readonly asks: string;
  readonly answer: string;
  readonly changes: readonly string[];
}

/** A draft: every member may be missing, none is judged by its length yet. */
export function draftSchema({ given, limits }: AuditReader) {
  const draft = (name: Member) =>
    textField(Math.min(DRAFT_MAX, ROOM * limits[name]), DRAFT_QUESTIONS[name].asks, {
      blank: true,
    }).optional();
  return z
    .strictObject({
      serviceName: draft('serviceName'),
      currentOffer: draft('currentOffer'),
      targetBuyer: draft('targetBuyer'),
      currentPaymentRail: draft('currentPaymentRail'),
      riskTolerance: draft('riskTolerance'),
      source: draft('source'),
      buyerType: draft('buyerType'),
      currentProblem: draft('currentProblem'),
      facts: given.optional(),
    })
    .meta({ title: 'AuditDraft' });
}

export type Draft = z.output<ReturnType<typeof draftSchema>>;

const status = z.enum(['ready', 'needs_input', 'stop', 'not_sold_here']);

const budget = z
  .object({
    price: z.string(),
    maxAmountAtomicUnits: z.string(),
    sessionCapUsd: z.literal(SESSION_CAP_USD),
    clientCapWarning: z.enum(['sdk_default_cap_1usd', 'sdk_v1_cap_0_10']).nullable(),
    clientOverride: z.string().nullable(),
  })
  .nullable();

const body = z.record(z.string(), z.unknown());
const question = z.object({
  field: z.string().meta({ description: 'Member of the body that takes the answer.' }),
  id: z.string().nullable().meta({ description: 'With `facts`: the id of the fact that answers it.' }),
  required: z.boolean(),
  asks: z.string(),
  answer: z.string().meta({ description: 'What an answer looks like.' }),
  changes: z.array(z.string()).meta({
    description: 'What likely answers move in the audit; the question that moves most comes first.',
  }),
});

export const prepareResponse = ({ reading }: AuditReader) =>
  z
    .looseObject({
      status,
      auditBody: body.nullable().meta({
        description: 'What the audit route accepts: your words without what must not be sent.',
      }),
      redacted: z.array(z.enum(MEMBERS)).meta({ description: 'Members that were changed by redaction.' }),
      facts: (
        reading as unknown as z.ZodObject<{ facts: z.ZodType<AuditReading['facts']> }>
      ).shape.facts.meta({
        description:
          'What the audit would know, each with the words that state it. Send `facts: [{id, value}]` for what is wrong or missing; it goes before the text.',
      }),
      questions: z.array(question).meta({
        description: 'At most five. Required members first, then facts whose answer would change the audit.',
      }),
      issues: z.array(z.object({ field: z.string(), code: z.string() })),
      scopeCheckBody: z
        .object({
          route: z.literal(REVENUE_AUDIT),
          method: z.literal('POST'),
          network: z.literal(NETWORK),
          maxAmountAtomicUnits: z.string(),
          buyerApproval: z.literal(false),
          payload: body,
        })
        .nullable()
        .meta({
          description: 'Set buyerApproval to true when whoever owns the money approved; nobody else can.',
        }),
      budget,
      privacyCheck,
      policyCheck,
    })
    .meta({ title: 'PreparedAudit' });

export type PreparedAudit = z.output<ReturnType<typeof prepareResponse>>;

export const actionPackResponse = z
  .looseObject({
    status,
    steps: z.array(
      z.object({
        id: z.enum(['approve_scope', 'look_at_challenge', 'pay_once', 'verify', 'stop']),
        do: z.string(),
        language: z.enum(['sh', 'js']).nullable(),
        command: z.string().nullable(),
      }),
    ),
    questions: z.array(question),
    issues: z.array(z.object({ field: z.string(), code: z.string() })),
    budget,
  })
  .meta({ title: 'AuditActionPack' });

export type AuditActionPack = z.output<typeof actionPackResponse>;
