import { type Context, check } from '../../declare.ts';
import { Texts } from '../../policy/intent/texts.ts';
import { evaluate, type PrivacyCheck, type Verdict } from '../../policy/policy.ts';
import { urlParts } from '../../policy/url.ts';
import { walk } from '../../policy/walk.ts';
import { LARGE_BODY_MAX_BYTES } from '../../values/limits.ts';
import { capability } from '../capability.ts';
import { count } from '../counting.ts';
import { sanitise } from './sanitise.ts';
import {
  PREFLIGHT_NOTES,
  type Preflight,
  type PreflightRequest,
  requestSchema,
  responseSchema,
} from './schema.ts';

export const metadataPreflight = check({
  id: 'x402-metadata-preflight-check',
  tool: {
    name: 'check_metadata',
    title: 'Check metadata',
    does: 'Secrets and personal data that metadata would reveal, and a copy without them.',
  },
  path: '/api/x402-metadata-preflight/check',
  summary:
    'What would a payment reveal? Searches its metadata and payload, and returns the metadata without what must not be sent.',
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

/** What the catalogue publishes of this folder. */
export const FREE = [
  metadataPreflight,
  capability({
    id: 'x402-metadata-preflight',
    summary:
      'Finds secrets and personal data in payment metadata before facilitators and listings can see them.',
    checks: [metadataPreflight],
    never: ['returns a payload preview or a query value', 'makes a paid call'],
  }),
];

function preflight(input: PreflightRequest, context: Context): Preflight {
  const texts = new Texts();
  const { privacyCheck, policyCheck } = search(input, texts);
  const dirty = new Set(privacyCheck.findings.map(({ field }) => field));
  const { metadata, notes } = sanitise(input, dirty, texts);
  count(context, 'preflight.check');
  return {
    status:
      policyCheck.decision === 'stop'
        ? 'stop'
        : privacyCheck.risk === 'medium'
          ? 'redact_before_payment'
          : 'ready_to_send',
    piiRisk: policyCheck.reason ? 'high' : privacyCheck.risk,
    privacyCheck: byField(privacyCheck) as Preflight['privacyCheck'],
    policyCheck: policyCheck as Preflight['policyCheck'],
    sanitizedMetadata: metadata,
    notes: notes.map((id) => ({ id, text: PREFLIGHT_NOTES[id] })),
  };
}

/** Every text that would travel. Only what is written for a reader is read for intent. */
function search(input: PreflightRequest, texts: Texts): Verdict {
  const { resourceUrl, paymentDescription, reason, payloadPreview, source } = input;
  const preview = payloadPreview === undefined ? undefined : walk(payloadPreview);
  const fields: Partial<Record<Field, string | undefined>> = {
    resourceUrl,
    urlParts: resourceUrl === undefined ? undefined : urlParts(resourceUrl),
    paymentDescription,
    reason,
    payloadPreview: preview?.text,
    source,
  };
  const asking = { paymentDescription, reason, payloadPreview: payloadPreview?.goal };
  return evaluate(
    Object.fromEntries(
      Object.entries(fields).filter((field): field is [string, string] => Boolean(field[1])),
    ),
    {
      requireScope: false,
      asking: Object.entries(asking).flatMap(([field, text]) =>
        typeof text === 'string' && text ? [{ field, text }] : [],
      ),
      describing: describing(input),
      redactable: true,
      unread: preview?.overrun ?? false,
      texts,
    },
  );
}

/** Members of a body that say what is sold, bought or wanted; the others are data, whose words offer nothing. */
const SAYS_WHAT = [
  'subject',
  'goal',
  'serviceName',
  'currentOffer',
  'currentProblem',
  'targetBuyer',
  'description',
];

function describing({ paymentDescription, reason, payloadPreview = {} }: PreflightRequest) {
  const previewed = SAYS_WHAT.map((name) =>
    Object.hasOwn(payloadPreview, name) ? payloadPreview[name] : undefined,
  );
  const texts: [Field, unknown][] = [
    ['paymentDescription', paymentDescription],
    ['reason', reason],
    ...previewed.map((text): [Field, unknown] => ['payloadPreview', text]),
  ];
  return texts.flatMap(([field, text]) => (typeof text === 'string' && text ? [{ field, text }] : []));
}

/** A second look at the URL: what it finds is the URL's, and counts only when the first look did not show it. */
type Field = keyof PreflightRequest | 'urlParts';

function byField(privacy: PrivacyCheck): PrivacyCheck {
  const inUrl = new Set(
    privacy.findings.filter(({ field }) => field === 'resourceUrl').map(({ kind }) => kind),
  );
  const findings = privacy.findings
    .filter(({ field, kind }) => field !== 'urlParts' || !inUrl.has(kind))
    .map((finding) => (finding.field === 'urlParts' ? { ...finding, field: 'resourceUrl' } : finding));
  return { ...privacy, findings };
}
