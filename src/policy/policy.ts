import type { Severity } from './detectors/row.ts';
import type { Intent } from './intent/classify.ts';
import { classify } from './intent/classify.ts';
import type { Scope } from './intent/scope.ts';
import type { ObfuscationFlag, Reading } from './normalise.ts';
import { normalise } from './normalise.ts';
import type { Counted } from './scan.ts';
import { scanViews } from './scan.ts';
import type { Work } from './work.ts';
import { newWork } from './work.ts';

/** Why a request is stopped (service spec §2.7), in order of precedence: the first that applies is the stop reason. */
export const PRECEDENCE = [
  'sensitiveData',
  'unsafeAdvice',
  'outreachOrScrapingRequest',
  'vagueRequest',
  'belowBudget',
] as const;
export type StopReason = (typeof PRECEDENCE)[number];

/** Changes whenever a change of rules, tables or weights can change an answer. */
export const POLICY_VERSION = '2026-11-21.1';

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
  readonly inScope: Scope;
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
}

export interface EvaluateOptions {
  /** Stop what shows no sign of a decision about a paid API (default). Off for metadata, where only refusals count. */
  readonly requireScope?: boolean;
  /** Fields read for intent; default all. Others are searched for sensitive data only. */
  readonly intentFields?: readonly string[];
  /** Allowance of work; for tests. */
  readonly workLimit?: number;
}

const HINTS: Readonly<Record<StopReason, string>> = {
  sensitiveData: 'Remove the credentials and personal data; name the endpoint, the price and the decision.',
  unsafeAdvice:
    'Ask about the API purchase itself: name the endpoint, the price and the decision. Advice on law, tax, investment, lending, compliance or trading is not given.',
  outreachOrScrapingRequest:
    'Ask about the API purchase itself: name the endpoint, the price and the decision. Nothing is collected, sent or contacted.',
  vagueRequest: 'Name the endpoint, the price and the decision.',
  belowBudget: 'Raise the budget to the price of the route, or choose a cheaper route.',
};

const RANK: Readonly<Record<Severity, number>> = { low: 0, medium: 1, high: 2 };

/**
 * Decides whether a request may go on to a purchase: looks for sensitive data in every reading of every field, and at
 * what the request asks for. Pure and deterministic; nothing of the input appears in the result.
 */
export function evaluate(fields: Readonly<Record<string, string>>, options: EvaluateOptions = {}): Verdict {
  const work = newWork(options.workLimit);
  const readings = Object.entries(fields).map(([field, text]) => ({ field, reading: normalise(text, work) }));
  const findings: Finding[] = readings.flatMap(({ field, reading }) =>
    scanViews(reading, work).map((found) => ({ ...found, field })),
  );
  const intentFields = options.intentFields ?? Object.keys(fields);
  const asked = readings.filter(({ field }) => intentFields.includes(field)).map(({ reading }) => reading);
  const intent = readIntent(asked, work);
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
  return { privacyCheck, policyCheck: decide(findings, intent, options.requireScope ?? true, work) };
}

function readIntent(readings: readonly Reading[], work: Work): Intent {
  if (work.overrun)
    return { findings: [], scope: { object: false, verb: false, specific: false }, vaguenessScore: 1 };
  const text = readings.map((reading) => reading.plain).join('\n');
  return classify(
    text,
    readings.flatMap((reading) => reading.views.slice(1).map((view) => view.text)),
  );
}

function decide(
  findings: readonly Finding[],
  intent: Intent,
  requireScope: boolean,
  work: Work,
): PolicyCheck {
  const inScope = intent.scope.object && intent.scope.verb && intent.scope.specific;
  const listed: string[] = [
    ...new Set(findings.map((found) => `sensitiveData:${found.kind}`)),
    ...intent.findings,
  ];
  if (requireScope && !inScope && !work.overrun) listed.push('vagueRequest:no_scope');
  const ofClass = (finding: string): number =>
    PRECEDENCE.indexOf(finding.slice(0, finding.indexOf(':')) as StopReason);
  const allFindings = listed
    .filter((finding) => requireScope || !finding.startsWith('vagueRequest'))
    .sort((a, b) => ofClass(a) - ofClass(b));
  // What could not be read whole is treated as if it held something sensitive.
  const stopReason = work.overrun
    ? 'sensitiveData'
    : allFindings.length > 0
      ? PRECEDENCE[ofClass(allFindings[0]!)]!
      : null;
  return {
    decision: stopReason === null ? 'allow' : 'stop',
    stopReason,
    allFindings,
    inScope: intent.scope,
    vaguenessScore: intent.vaguenessScore,
    policyVersion: POLICY_VERSION,
    rewriteHint: stopReason === null ? null : HINTS[stopReason],
    ...(work.overrun ? { reason: 'analysis_limit' as const } : {}),
  };
}
