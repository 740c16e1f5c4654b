import { once } from '../values/once.ts';
import type { RailName } from '../values/payment.ts';
import { DECLINES, type FailureBucket, REFUSAL_CLASSES, type RefusalClass } from '../values/problem.ts';
import {
  CALL_OUTCOME_WORDS,
  type CallOutcome,
  PERCENTS,
  SIGNAL_STATES,
  type SignalState,
} from './outcomes.ts';
import { type SourceTag, TAGS } from './sources.ts';

/**
 * Every aggregate counter, once. A counter is a fixed name: nothing that a caller sends can become one. Paid figures
 * are not here: they are a fold of the journal (fold.ts).
 */
export const COUNTERS = {
  'passport.prepare': 'spend passport decisions, self-probes excluded',
  'passport.selfProbe':
    'spend passport decisions asked by the operator or a monitor, excluded from all others',
  'passport.recommended.opportunity-check': 'decisions that recommend the opportunity check',
  'passport.recommended.agent-revenue-audit': 'decisions that recommend the revenue audit',
  'passport.stopped': 'decisions that stop',
  'passport.stopReason.belowBudget': 'stopped because the budget is below every price',
  'passport.stopReason.sensitiveData': 'stopped because of sensitive data',
  'passport.stopReason.unsafeAdvice': 'stopped because advice was asked that is not given',
  'passport.stopReason.vagueRequest': 'stopped because the request is vague',
  'passport.stopReason.outreachOrScrapingRequest': 'stopped because outreach or scraping was asked',
  'passport.budget.within': 'decisions whose budget covers the recommended route',
  'passport.budget.tooLow': 'decisions whose budget covers no route',
  'passport.privacy.low': 'decisions of low privacy risk',
  'passport.privacy.medium': 'decisions of medium privacy risk',
  'passport.privacy.high': 'decisions of high privacy risk',
  'preflight.check': 'metadata preflight decisions',
  'scope.approved': 'scope checks approved',
  'scope.denied': 'scope checks denied',
  'ticket.issued': 'audit tickets issued',
  'feedback.outcome.delivered_useful': 'feedback: delivered and useful',
  'feedback.outcome.delivered_not_useful': 'feedback: delivered and not useful',
  'feedback.outcome.delivery_failed': 'feedback: paid or tried to, and nothing usable arrived',
  'feedback.outcome.payment_failed': 'feedback: the payment failed',
  'feedback.outcome.did_not_buy': 'feedback: looked and did not buy',
} as const satisfies Record<string, string>;

/** Who asked, as far as may be known: whoever carries the operator's or a monitor's token, or anybody else. */
export const WHO = ['caller', 'operator'] as const;
/** Who called: a stranger, or the operator with a valid token. */
export type Who = (typeof WHO)[number];
/** Verbs that a paid route answers with a challenge. */
export const CHALLENGE_METHODS = ['GET', 'POST', 'HEAD'] as const;
/** A verb of {@link CHALLENGE_METHODS}. */
export type ChallengeMethod = (typeof CHALLENGE_METHODS)[number];
/** Payment protocols that counters are named after. */
export const RAILS = ['x402', 'mpp'] as const satisfies readonly RailName[];
/** Why payments were declined, in the words of `DECLINES`. */
export const FAILURE_BUCKETS = [
  ...new Set(Object.values(DECLINES).map(({ bucket }) => bucket)),
] as readonly FailureBucket[];
/** Fixed pages that an intent link leads to (service spec §4.2). */
export const INTENTS = ['proof', 'audit', 'agentic-trading', 'scope'] as const;
/** A page of {@link INTENTS}. */
export type IntentPage = (typeof INTENTS)[number];
/** What a page may say that a visitor did (service spec §2.12, `buyerWalletCloseSignals`). */
export const COPY_EVENTS = [
  'copyPaidProofCommand',
  'copyReceiptBoundCommand',
  'walletReadyIntent',
  'walletCloseIntentEvents',
] as const;
/** An event of {@link COPY_EVENTS}. */
export type CopyEvent = (typeof COPY_EVENTS)[number];

/** Families of counters: a name is the family and one closed word for each part, none of which holds a dot. */
const FAMILIES = {
  'feedback.product': ['product'],
  challenge: ['product', 'method', 'who', 'source'],
  decline: ['product', 'method', 'rail', 'bucket', 'who', 'source'],
  /** Bodies that policy refused on a paid route or tool. */
  refused: ['product', 'stopReason', 'who'],
  free: ['route', 'who'],
  /** Uses of free routes that came with a source tag; those without one are `free`. */
  tagged: ['route', 'who', 'source'],
  intent: ['intent', 'who'],
  copy: ['event', 'who'],
  /** Reports of what became of a call, by the whole percent that our answer about it had stated. */
  'calibration.forecast': ['percent', 'outcome'],
  /** The same reports, by each signal that the answer had weighed. */
  'calibration.signal': ['signal', 'state', 'outcome'],
} as const;
type Family = keyof typeof FAMILIES;

interface Parts {
  readonly product: string;
  readonly method: ChallengeMethod;
  readonly rail: RailName;
  readonly bucket: FailureBucket;
  readonly stopReason: RefusalClass;
  readonly who: Who;
  readonly source: SourceTag;
  /** Id of a check or document. */
  readonly route: string;
  readonly intent: IntentPage;
  readonly event: CopyEvent;
  readonly percent: string;
  readonly outcome: CallOutcome;
  /** A signal that a check names (`Check.signals`). */
  readonly signal: string;
  readonly state: SignalState;
}
type PartsOf<F extends Family> = Pick<Parts, (typeof FAMILIES)[F][number]>;

/** A name of the closed list: a counter of its own, or `family.words`. */
export type CounterName = keyof typeof COUNTERS | `${Family}.${string}`;
/** How often each was counted; a counter that never moved is absent. */
export type Counts = Readonly<Partial<Record<CounterName, number>>>;

/** The name of one counter of a family. */
export const counter = <F extends Family>(family: F, parts: PartsOf<F>): CounterName =>
  `${family}.${FAMILIES[family].map((part) => (parts as Parts)[part]).join('.')}` as CounterName;

/** How often something was counted, and what: the parts of its name. */
export type CountedParts<F extends Family> = { readonly of: PartsOf<F>; readonly n: number };

/** The counters that have moved, by family. A name that an earlier release has left behind is passed over. */
export function countedIn(counts: Counts, names: ClosedNames): { readonly [F in Family]: CountedParts<F>[] } {
  const counted: Record<Family, unknown[]> = {
    'feedback.product': [],
    challenge: [],
    decline: [],
    refused: [],
    free: [],
    tagged: [],
    intent: [],
    copy: [],
    'calibration.forecast': [],
    'calibration.signal': [],
  };
  for (const [name, n] of Object.entries(counts)) {
    const of = names.get(name as CounterName);
    if (of?.family && n) counted[of.family].push({ of, n });
  }
  return counted as { [F in Family]: CountedParts<F>[] };
}

/** The sum of `n`. */
export const total = (rows: readonly { readonly n: number }[]): number =>
  rows.reduce((sum, { n }) => sum + n, 0);

/** Every name that may be counted, and what its parts are. */
export type ClosedNames = ReadonlyMap<CounterName, Partial<Parts> & { readonly family: Family | undefined }>;

/** What is sold and published, as far as counters are named after it. */
export interface CountedSurface {
  readonly products: readonly { readonly id: string }[];
  readonly checks: readonly (FreeRoute & { readonly signals?: readonly string[] })[];
  readonly documents: readonly FreeRoute[];
}
interface FreeRoute {
  readonly id: string;
  /** It may be called with a source tag. */
  readonly attributed?: boolean;
}

/** Ids of the free routes whose uses are counted by source tag too. */
export const attributedRoutes = ({
  checks,
  documents,
}: Pick<CountedSurface, 'checks' | 'documents'>): string[] =>
  [...checks, ...documents].filter(({ attributed }) => attributed).map(({ id }) => id);

/** The closed list: products × methods × rails × buckets × sources, free routes, intents and copy events. */
export const closedNames = once((catalogue: CountedSurface): ClosedNames => {
  const words: { readonly [P in keyof Parts]: readonly Parts[P][] } = {
    product: catalogue.products.map(({ id }) => id),
    method: CHALLENGE_METHODS,
    rail: RAILS,
    bucket: FAILURE_BUCKETS,
    stopReason: REFUSAL_CLASSES,
    who: WHO,
    source: TAGS,
    route: [...catalogue.checks, ...catalogue.documents].map(({ id }) => id),
    intent: INTENTS,
    event: COPY_EVENTS,
    percent: PERCENTS,
    outcome: CALL_OUTCOME_WORDS,
    signal: catalogue.checks.flatMap(({ signals = [] }) => signals),
    state: SIGNAL_STATES,
  };
  const names = new Map<CounterName, Partial<Parts> & { family: Family | undefined }>();
  for (const name of Object.keys(COUNTERS) as CounterName[]) names.set(name, { family: undefined });
  for (const family of Object.keys(FAMILIES) as Family[]) {
    let rows: Partial<Parts>[] = [{}];
    const own = family === 'tagged' ? { ...words, route: attributedRoutes(catalogue) } : words;
    for (const part of FAMILIES[family])
      rows = rows.flatMap((row) => own[part].map((word) => ({ ...row, [part]: word })));
    for (const row of rows) names.set(counter(family, row as PartsOf<Family>), { ...row, family });
  }
  return names;
});
