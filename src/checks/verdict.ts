import { z } from 'zod';
import { type PolicyCheck, PRECEDENCE } from '../policy/policy.ts';
import { SATURATED } from '../policy/scan.ts';
import type { Refusal } from '../values/problem.ts';

/** What the policy engine says, as every check shows it: kinds and counts, never a value, never a position. */
export const risk = z.enum(['low', 'medium', 'high']);

export const privacyCheck = z.object({
  risk,
  findings: z
    .array(z.object({ kind: z.string(), severity: risk, field: z.string(), via: z.string(), count: z.int() }))
    .meta({
      description: `Kinds and how often. The search of a text ends at ${SATURATED} findings of high severity: what else it holds is not listed.`,
    }),
  obfuscationFlags: z.array(z.enum(['nfkc', 'invisible', 'homoglyph', 'encoded'])),
  rawStored: z.literal(false),
  valuesEchoed: z.literal(false),
});

export const policyCheck = z.object({
  decision: z.enum(['allow', 'stop']),
  stopReason: z.enum(PRECEDENCE).nullable(),
  allFindings: z.array(z.string()).meta({ description: 'Every finding as `class:subclass`.' }),
  inScope: z.object({ object: z.boolean(), verb: z.boolean(), specific: z.boolean() }),
  vaguenessScore: z.number().min(0).max(1),
  policyVersion: z.string(),
  rewriteHint: z.string().nullable(),
  reason: z.literal('analysis_limit').optional(),
});

/** What was said of a request, once the body that was made of it would be refused by the route that sells it. */
export function refusedBy(policy: PolicyCheck, { stopReason, issues }: Refusal): PolicyCheck {
  const found = issues.map(({ code }) => code);
  return {
    ...policy,
    decision: 'stop',
    stopReason,
    allFindings: [...new Set([...found, ...policy.allFindings])],
    rewriteHint: issues[0]?.message ?? policy.rewriteHint,
  };
}
