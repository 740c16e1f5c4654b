import { z } from 'zod';
import { NETWORK, SESSION_CAP_USD } from '../../values/limits.ts';
import { REVENUE_AUDIT } from '../sold.ts';
import { text } from '../text.ts';
import { policyCheck, privacyCheck } from '../verdict.ts';

/** Room for a draft. What the audit itself accepts is shorter in places and is checked against its own schema. */
const DRAFT_MAX = 2_000;

interface Question {
  readonly asks: string;
  readonly required: boolean;
}

/** The members of an audit body (service spec §2.3) and what a draft that lacks them is asked. */
export const QUESTIONS = {
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

export type Member = keyof typeof QUESTIONS;
export const MEMBERS = Object.keys(QUESTIONS) as [Member, ...Member[]];

const draft = (name: Member) => text(DRAFT_MAX, QUESTIONS[name].asks, { blank: true }).optional();

/** A draft: every member may be missing, none is judged by its length yet. */
export const draftSchema = z
  .strictObject({
    serviceName: draft('serviceName'),
    currentOffer: draft('currentOffer'),
    targetBuyer: draft('targetBuyer'),
    currentPaymentRail: draft('currentPaymentRail'),
    riskTolerance: draft('riskTolerance'),
    source: draft('source'),
    buyerType: draft('buyerType'),
    currentProblem: draft('currentProblem'),
  })
  .meta({ title: 'AuditDraft' });

export type Draft = z.output<typeof draftSchema>;

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

export const prepareResponse = z
  .looseObject({
    status,
    auditBody: z
      .record(z.string(), z.string())
      .nullable()
      .meta({ description: 'What the audit route accepts: your words without what must not be sent.' }),
    redacted: z.array(z.enum(MEMBERS)).meta({ description: 'Members that were changed by redaction.' }),
    questions: z.array(z.object({ field: z.enum(MEMBERS), required: z.boolean(), asks: z.string() })),
    issues: z.array(z.object({ field: z.string(), code: z.string() })),
    scopeCheckBody: z
      .object({
        route: z.literal(REVENUE_AUDIT),
        method: z.literal('POST'),
        network: z.literal(NETWORK),
        maxAmountAtomicUnits: z.string(),
        buyerApproval: z.literal(false),
        payload: z.record(z.string(), z.string()),
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

export type PreparedAudit = z.output<typeof prepareResponse>;

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
    questions: prepareResponse.shape.questions,
    issues: prepareResponse.shape.issues,
    budget,
  })
  .meta({ title: 'AuditActionPack' });

export type ActionPack = z.output<typeof actionPackResponse>;
