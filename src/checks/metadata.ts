import { classify } from '../policy/intent/classify.ts';
import { readScope, vagueness } from '../policy/intent/scope.ts';
import { tokenise } from '../policy/intent/tokens.ts';
import { normalise } from '../policy/normalise.ts';
import { evaluate, PRECEDENCE, type StopReason, type Verdict } from '../policy/policy.ts';
import { redact } from '../policy/redact.ts';
import { REDACTED } from '../policy/scan.ts';
import { walk } from '../policy/walk.ts';
import { newWork } from '../policy/work.ts';

/**
 * Texts that travel with a purchase: descriptions, reasons, offers. They are not requests of their own, so they need
 * not show that they are about a paid API; what they may still be refused for is read as part of a purchase.
 */

const REFUSED = ['unsafeAdvice', 'outreachOrScrapingRequest'] as const satisfies readonly StopReason[];
/** The request that such a text belongs to. Alone, "legal document OCR" would be read as a question about law. */
const PURCHASE = 'Pay for one API call.';

const HINTS: Partial<Record<StopReason, string>> = {
  sensitiveData:
    'Take out the credentials and personal data; what is sent to a facilitator cannot be taken back.',
  unsafeAdvice:
    'Describe the call that is paid for. Advice on law, tax, investment, lending, compliance or trading is not given.',
  outreachOrScrapingRequest: 'Describe the call that is paid for. Nothing is collected, sent or contacted.',
};

/** What texts ask for that is refused, as `class:subclass`. */
function refusalsIn(texts: readonly string[]): string[] {
  const found = texts.flatMap((text) => {
    const { plain, views } = normalise(text, newWork());
    const decoded = views.slice(1).map((view) => view.text);
    return classify(`${PURCHASE} ${plain}`, decoded).findings;
  });
  return [...new Set<string>(found)].filter((finding) =>
    REFUSED.some((reason) => finding.startsWith(`${reason}:`)),
  );
}

/** A text that is read for what it asks, and the field in which it is searched. */
export interface Asking {
  readonly field: string;
  readonly text: string;
}

export interface Judged extends Verdict {
  /** Fields in which something sensitive was found. */
  readonly dirty: ReadonlySet<string>;
  /** Something was too large or too costly to read whole. */
  readonly unread: boolean;
}

/**
 * Searches every field for what must not be sent, and `asking` texts for what is refused. Stops for data of high
 * severity, for refusals and for what was not read whole; data of medium severity can be taken out.
 */
export function judge(
  fields: Readonly<Record<string, string>>,
  asking: readonly Asking[],
  overrun = false,
): Judged {
  const { privacyCheck, policyCheck } = evaluate(fields, { requireScope: false, intentFields: [] });
  const dirty = new Set(privacyCheck.findings.map(({ field }) => field));
  const unread = overrun || policyCheck.reason === 'analysis_limit';
  const sensitive = policyCheck.allFindings.filter((finding) => finding.startsWith('sensitiveData:'));
  const texts = asking.map(({ field, text }) => (dirty.has(field) ? withoutData(text) : text));
  const allFindings = [...sensitive, ...refusalsIn(texts)];
  const holds: Partial<Record<StopReason, boolean>> = {
    sensitiveData: privacyCheck.risk === 'high' || unread,
    ...Object.fromEntries(
      REFUSED.map((reason) => [reason, allFindings.some((finding) => finding.startsWith(`${reason}:`))]),
    ),
  };
  const stopReason = PRECEDENCE.find((reason) => holds[reason]) ?? null;
  const text = texts.join('\n');
  const tokens = tokenise(text);
  const hint = stopReason ?? (sensitive.length > 0 ? 'sensitiveData' : null);
  const inScope = readScope(tokens, text);
  return {
    dirty,
    unread,
    privacyCheck,
    policyCheck: {
      decision: stopReason === null ? 'allow' : 'stop',
      stopReason,
      allFindings,
      inScope,
      vaguenessScore: vagueness(tokens, inScope),
      policyVersion: policyCheck.policyVersion,
      rewriteHint: hint ? (HINTS[hint] ?? null) : null,
      ...(unread && { reason: 'analysis_limit' as const }),
    },
  };
}

/** An address in a text makes it look like a message to somebody: intent is read from the rest. */
const withoutData = (text: string): string => redact(text).replace(REDACTED, ' ');

/** Members in which a paid request says what it asks for. The others describe an offer or a buyer. */
const ASKING = ['goal', 'currentProblem'] as const;

const askedIn = (payload: Readonly<Record<string, unknown>>): string[] =>
  ASKING.map((name) => payload[name]).filter((value) => typeof value === 'string');

/** Whether a body that would be paid for holds nothing that must not be sent. What cannot be read whole is not clean. */
export function isClean(payload: Readonly<Record<string, unknown>>): boolean {
  const { text, overrun } = walk(payload);
  if (overrun) return false;
  const { privacyCheck, policyCheck } = evaluate(
    { payload: text },
    { requireScope: false, intentFields: [] },
  );
  return privacyCheck.risk === 'low' && policyCheck.reason === undefined;
}

/** Whether a body asks for nothing that is refused: a paid answer would only say so. */
export const isAllowed = (payload: Readonly<Record<string, unknown>>): boolean =>
  refusalsIn(askedIn(payload)).length === 0;
