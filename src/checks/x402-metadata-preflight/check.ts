import { type Context, check } from '../../declare.ts';
import { evaluate, PRECEDENCE, type StopReason, type Verdict } from '../../policy/policy.ts';
import { walk } from '../../policy/walk.ts';
import { capability } from '../capability.ts';
import { count } from '../counting.ts';
import { LARGE_BODY_MAX_BYTES } from '../limits.ts';
import { sanitise, urlParts } from './sanitise.ts';
import { NOTES, type Preflight, type PreflightRequest, requestSchema, responseSchema } from './schema.ts';

export const metadataPreflight = check({
  id: 'x402-metadata-preflight-check',
  path: '/api/x402-metadata-preflight/check',
  summary:
    'What would a payment reveal: searches the metadata and the payload that would travel with it, and returns the metadata without what must not be sent.',
  input: requestSchema,
  example: {
    route: '/api/opportunity-check',
    resourceUrl: 'https://api.weather.example/v1/forecast?email=someone@example.com',
    paymentDescription: 'One forecast for a batch decision',
    reason: 'Trial call before a batch of 500',
    payloadPreview: { subject: 'api.weather.example', goal: 'Decide whether to pay $0.01 per call' },
  },
  maxBodyBytes: LARGE_BODY_MAX_BYTES,
  response: responseSchema,
  run: (input, context) => preflight(input, context),
});

export const metadataPreflightCapability = capability({
  id: 'x402-metadata-preflight',
  summary:
    'Finds secrets and personal data in payment metadata before facilitators and listings can see them.',
  checks: [metadataPreflight],
  never: ['returns a payload preview or a query value', 'makes a paid call'],
});

function preflight(input: PreflightRequest, context: Context): Preflight {
  const { verdict, unread } = search(input);
  const policyCheck = policyOf(verdict, unread);
  const { metadata, notes } = sanitise(input);
  count(context, 'preflight.check');
  return {
    status:
      policyCheck.decision === 'stop'
        ? 'stop'
        : verdict.privacyCheck.risk === 'medium'
          ? 'redact_before_payment'
          : 'ready_to_send',
    piiRisk: unread ? 'high' : verdict.privacyCheck.risk,
    privacyCheck: verdict.privacyCheck as Preflight['privacyCheck'],
    policyCheck,
    sanitizedMetadata: metadata,
    notes: notes.map((id) => ({ id, text: NOTES[id] })),
  };
}

/** Every text that would travel. Only what is written for a reader is read for intent. */
function search(input: PreflightRequest): { verdict: Verdict; unread: boolean } {
  const preview = input.payloadPreview === undefined ? undefined : walk(input.payloadPreview);
  const fields: Partial<Record<Field, string | undefined>> = {
    resourceUrl: input.resourceUrl,
    urlParts: input.resourceUrl === undefined ? undefined : urlParts(input.resourceUrl),
    paymentDescription: input.paymentDescription,
    reason: input.reason,
    payloadPreview: preview?.text,
    previewGoal: goalOf(input.payloadPreview),
    source: input.source,
  };
  const verdict = evaluate(
    Object.fromEntries(
      Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
    ),
    { requireScope: false, intentFields: ['paymentDescription', 'reason', 'previewGoal'] },
  );
  const unread = preview?.overrun === true || verdict.policyCheck.reason === 'analysis_limit';
  return { verdict: { ...verdict, privacyCheck: byField(verdict.privacyCheck) }, unread };
}

/** Second looks at a field: what they find is the field's, and counts only when the first look did not show it. */
const SECOND_LOOKS = { urlParts: 'resourceUrl', previewGoal: 'payloadPreview' } as const;
type Field = keyof PreflightRequest | keyof typeof SECOND_LOOKS;

function byField(privacy: Verdict['privacyCheck']): Verdict['privacyCheck'] {
  const seen = new Set(privacy.findings.map(({ field, kind }) => `${field} ${kind}`));
  const findings = privacy.findings.flatMap((finding) => {
    const field = SECOND_LOOKS[finding.field as keyof typeof SECOND_LOOKS];
    if (field === undefined) return [finding];
    return seen.has(`${field} ${finding.kind}`) ? [] : [{ ...finding, field }];
  });
  return { ...privacy, findings };
}

function goalOf(preview: PreflightRequest['payloadPreview']): string | undefined {
  const goal = preview?.goal;
  return typeof goal === 'string' ? goal : undefined;
}

/**
 * Data of medium severity can be taken out and sent; data of high severity, refused requests and what could not be
 * read whole stop the payment.
 */
function policyOf({ policyCheck, privacyCheck }: Verdict, unread: boolean): Preflight['policyCheck'] {
  const first = PRECEDENCE.find((reason: StopReason) =>
    reason === 'sensitiveData'
      ? privacyCheck.risk === 'high' || unread
      : policyCheck.allFindings.some((finding) => finding.startsWith(`${reason}:`)),
  );
  return {
    ...policyCheck,
    allFindings: [...policyCheck.allFindings],
    decision: first === undefined ? 'allow' : 'stop',
    stopReason: first ?? null,
    ...(unread && { reason: 'analysis_limit' as const }),
  };
}
