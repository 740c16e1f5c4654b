import { REFUSAL_CLASSES } from '../values/problem.ts';
import type { Severity } from './detectors/row.ts';
import type { Intent as Classified } from './intent/classify.ts';
import { classify, classifyCompanion, isUnlawful, UNLAWFUL } from './intent/classify.ts';
import type { IntentFinding } from './intent/rules.ts';
import { type IntentScope, readScope, vagueness } from './intent/scope.ts';
import { Texts } from './intent/texts.ts';
import type { IntentToken } from './intent/tokens.ts';
import type { ObfuscationFlag, Reading } from './normalise.ts';
import { type Counted, scanViews, withoutHits } from './scan.ts';
import { POLICY_VERSION } from './version.derived.ts';
import type { Work } from './work.ts';

/** Why a request is stopped (service spec §2.7), in order of precedence: the first that applies is the stop reason. */
export const PRECEDENCE = [...REFUSAL_CLASSES, 'vagueRequest', 'belowBudget'] as const;
export type StopReason = (typeof PRECEDENCE)[number];

export interface Finding extends Counted {
  readonly field: string;
}

export interface PrivacyCheck {
  readonly risk: Severity;
  /** Kinds and counts only: never a value, never a position. */
  readonly findings: readonly Finding[];
  readonly obfuscationFlags: readonly ObfuscationFlag[];
  readonly rawStored: false;
  readonly valuesEchoed: false;
}

export interface PolicyCheck {
  readonly decision: 'allow' | 'stop';
  readonly stopReason: StopReason | null;
  /** Every finding as `class:subclass`, in order of precedence. */
  readonly allFindings: readonly string[];
  readonly inScope: IntentScope;
  /** 0 precise, 1 empty; two decimals. */
  readonly vaguenessScore: number;
  readonly policyVersion: string;
  /** A template for a better request; null when allowed. Never the caller's words. */
  readonly rewriteHint: string | null;
  /** Set when the text was too large or too costly to read whole; the decision is then `stop`. */
  readonly reason?: 'analysis_limit';
}

export interface Verdict {
  readonly privacyCheck: PrivacyCheck;
  readonly policyCheck: PolicyCheck;
  /** Without scope: which field asks for what is refused. */
  readonly asked: readonly AskedFinding[];
}

export interface AskedFinding {
  readonly field: string;
  readonly finding: IntentFinding;
}

export interface EvaluateOptions {
  /** Stop what shows no sign of a decision about a paid API (default). Off for metadata, where only refusals count. */
  readonly requireScope?: boolean;
  /** Fields read for intent; default all. Others are searched for sensitive data only. */
  readonly intentFields?: readonly string[];
  /** Fields that tell what the caller knows of somebody else: they offer nothing. */
  readonly reportFields?: readonly string[];
  /** Without scope: texts read for intent in place of whole fields, such as one member of a preview. */
  readonly asking?: readonly Asking[];
  /** Texts that describe what is sold or bought, searched for harm beside those that ask; default all fields. */
  readonly describing?: readonly Asking[];
  /** Data of medium severity can be taken out by the caller: it is listed, and does not stop. */
  readonly redactable?: boolean;
  /** Something of the request did not even reach `fields`: stop, as for any text that cannot be read whole. */
  readonly unread?: boolean;
  /** What this call has read so far, and its allowance of work: a call that judges twice, or cleans what it judged, has one. */
  readonly texts?: Texts;
}

/** A text that is read for what it asks, and the field that it stands in. */
export interface Asking {
  readonly field: string;
  readonly text: string;
}

const METADATA_HINTS: Readonly<Partial<Record<StopReason, string>>> = {
  sensitiveData:
    'Take out the credentials and personal data; what is sent to a facilitator cannot be taken back.',
  unsafeAdvice:
    'Describe the call that is paid for. Advice on law, tax, investment, lending, compliance or trading is not given.',
  outreachOrScrapingRequest: 'Describe the call that is paid for. Nothing is collected, sent or contacted.',
};

const HINTS: Readonly<Record<StopReason, string>> = {
  sensitiveData: 'Remove the credentials and personal data; name the endpoint, the price and the decision.',
  unsafeAdvice:
    'Ask about the API purchase itself: name the endpoint, the price and the decision. Advice on law, tax, investment, lending, compliance or trading is not given.',
  outreachOrScrapingRequest:
    'Ask about the API purchase itself: name the endpoint, the price and the decision. Nothing is collected, sent or contacted.',
  vagueRequest: 'Name the endpoint, the price and the decision.',
  belowBudget: 'Raise the budget to the price of the route, or choose a cheaper route.',
};

/** Of a text that is too large or too dense. */
export const UNREAD_HINT =
  'The text is too dense to be read whole within the budget of one call. Send plain text, or less than 2 kB of it.';

const UNLAWFUL_HINT = 'No answer is given about a service that harms people who have not agreed to it.';

const RANK: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2 };

/**
 * Decides whether a request may go on to a purchase: looks for sensitive data in every reading of every field, and at
 * what the request asks for. Pure and deterministic; nothing of the input appears in the result.
 *
 * With `requireScope: false` the fields are texts that travel with a purchase (descriptions, reasons, offers). They are
 * no requests of their own, so each is read as part of one, and only a refused subject or act stops it.
 */
export function evaluate(fields: Readonly<Record<string, string>>, options: EvaluateOptions = {}): Verdict {
  const { texts = new Texts() } = options;
  const { work } = texts;
  if (options.unread) work.overrun = true;
  const readings = Object.entries(fields).map(([field, text]) => ({ field, reading: texts.reading(text) }));
  const findings: Finding[] = readings.flatMap(({ field, reading }) =>
    scanViews(reading, work, 'where_possible', texts.hits).map((found) => ({ ...found, field })),
  );
  const intentFields = options.intentFields ?? Object.keys(fields);
  const asked = readings.filter(({ field }) => intentFields.includes(field));
  const requireScope = options.requireScope ?? true;
  const intent = requireScope
    ? readRequest(
        asked.map(({ reading }) => reading),
        texts,
      )
    : readMetadata(
        options.asking ?? asked.map(({ field, reading }) => ({ field, text: reading.plain })),
        new Set(findings.map(({ field }) => field)),
        texts,
      );
  const privacyCheck: PrivacyCheck = {
    risk: findings.reduce<Severity>(
      (risk, found) => (RANK[found.severity] > RANK[risk] ? found.severity : risk),
      'low',
    ),
    findings,
    obfuscationFlags: [...new Set(readings.flatMap(({ reading }) => reading.flags))],
    rawStored: false,
    valuesEchoed: false,
  };
  const harmful = harmOf(
    options.describing ?? Object.entries(fields).map(([field, text]) => ({ field, text })),
    options.describing ? [] : intentFields,
    options.reportFields ?? [],
    texts,
  );
  const harm = harmful.length > 0 ? [UNLAWFUL] : [];
  const read = { ...intent, findings: [...harm, ...intent.findings] };
  const refused = [...harmful, ...(intent.asked ?? [])];
  return { privacyCheck, policyCheck: decide(privacyCheck, read, options, work), asked: refused };
}

/** The fields that ask for harm or offer it, in any reading. */
function harmOf(
  describing: readonly Asking[],
  asks: readonly string[],
  reports: readonly string[],
  texts: Texts,
): AskedFinding[] {
  if (texts.work.overrun) return [];
  const found: AskedFinding[] = [];
  for (const { field, text } of describing) {
    const { views } = texts.reading(text.slice(0, MAX_ASKED));
    const speaks = asks.includes(field) ? 'asks' : reports.includes(field) ? 'reports' : 'offers';
    if (views.some((view) => isUnlawful(view.text, speaks, texts))) found.push({ field, finding: UNLAWFUL });
  }
  return found;
}

type Intent = Omit<Classified, 'tokens'> & { readonly asked?: readonly AskedFinding[] };

const NOTHING_READ: Intent = {
  findings: [],
  scope: { object: false, verb: false, specific: false },
  vaguenessScore: 1,
};

function readRequest(readings: readonly Reading[], texts: Texts): Intent {
  if (texts.work.overrun) return NOTHING_READ;
  const text = readings.map((reading) => reading.plain).join('\n');
  return classify(
    text,
    readings.flatMap((reading) => reading.views.slice(1).map((view) => view.text)),
    texts,
  );
}

/** Characters of one such text that are read for intent: several times what any paid body accepts. */
const MAX_ASKED = 4_096;

/** `dirty` are fields that hold something sensitive. */
function readMetadata(asking: readonly Asking[], dirty: ReadonlySet<string>, texts: Texts): Intent {
  const { work, hits } = texts;
  if (work.overrun) return NOTHING_READ;
  const found: AskedFinding[] = [];
  const all: string[] = [];
  const tokens: IntentToken[] = [];
  for (const { field, text } of asking) {
    const asked = text.slice(0, MAX_ASKED);
    const { plain, views } = texts.reading(asked);
    // An address makes a text look like a message to somebody: intent is read from the rest.
    const rest = (view: string): string => (dirty.has(field) ? withoutHits(view, work, hits) : view);
    const read = rest(plain);
    const decoded = views.slice(1).map((view) => rest(view.text));
    const intent = classifyCompanion(read, decoded, texts);
    for (const finding of intent.findings) found.push({ field, finding });
    tokens.push(...intent.tokens);
    all.push(read);
  }
  const whole = all.join('\n');
  const scope = readScope(tokens, whole);
  const findings = [...new Set(found.map(({ finding }) => finding))];
  return { findings, scope, vaguenessScore: vagueness(tokens, scope), asked: found };
}

function decide(
  { findings, risk }: PrivacyCheck,
  intent: Intent,
  { requireScope = true, redactable = false }: EvaluateOptions,
  work: Work,
): PolicyCheck {
  const inScope = intent.scope.object && intent.scope.verb && intent.scope.specific;
  const listed: string[] = [
    ...new Set(findings.map((found) => `sensitiveData:${found.kind}`)),
    ...intent.findings,
  ];
  if (requireScope && !inScope && !work.overrun) listed.push('vagueRequest:no_scope');
  const classOf = (finding: string): StopReason => finding.slice(0, finding.indexOf(':')) as StopReason;
  const allFindings = listed.sort((a, b) => PRECEDENCE.indexOf(classOf(a)) - PRECEDENCE.indexOf(classOf(b)));
  const classes = allFindings.map(classOf);
  const stopping = classes.filter((name) => name !== 'sensitiveData' || !redactable || risk === 'high');
  // What could not be read whole is treated as if it held something sensitive.
  const stopReason = work.overrun ? 'sensitiveData' : (stopping[0] ?? null);
  const hinted = stopReason ?? classes[0];
  return {
    decision: stopReason === null ? 'allow' : 'stop',
    stopReason,
    allFindings,
    inScope: intent.scope,
    vaguenessScore: intent.vaguenessScore,
    policyVersion: POLICY_VERSION,
    rewriteHint: work.overrun ? UNREAD_HINT : hintFor(allFindings[0], hinted, requireScope),
    ...(work.overrun ? { reason: 'analysis_limit' as const } : {}),
  };
}

function hintFor(first: string | undefined, reason: StopReason | undefined, requireScope: boolean) {
  if (first === UNLAWFUL) return UNLAWFUL_HINT;
  return reason ? ((requireScope ? HINTS : METADATA_HINTS)[reason] ?? null) : null;
}
