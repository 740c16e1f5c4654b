import type { Meaning } from '../../reading/frames.ts';
import {
  firstCountIn,
  isCountedShort,
  loggedShare,
  numberIn,
  paidCallsIn,
  type Share,
  shareOf,
} from '../../reading/shares.ts';
import { isMostlyLost } from '../../reading/tally.ts';
import type { View } from '../../reading/view.ts';
import type { Term } from '../../reading/vocabulary.ts';

/** What a text tells of payments made and what came of them. */
export interface Story {
  readonly meaning: Meaning;
  readonly views: readonly View[];
  /** Was every word of it understood? */
  readonly whole: boolean;
  /** Paid calls that it counts. */
  readonly calls: number | null;
  /** Were most of them not answered? */
  readonly mostlyLost?: boolean;
}

/** Share of good answers from which a seller counts as one that delivers. */
const DELIVERS = 0.9;

const has = (view: View, ...concepts: string[]): boolean => concepts.some((one) => view.concepts.has(one));
const termsOf = ({ terms }: View, concept: string): Term[] =>
  terms.filter(({ concepts }) => concepts.includes(concept));

/** Reads "paid, then what": the payment may stand in one clause and its outcome in another. */
export function readPayments(text: string, all: readonly View[]): Story | null {
  const views = all.filter(({ modality }) => modality === 'asserted');
  if (views.some((view) => has(view, 'REVERSE') || (has(view, 'NOT_TRUE') && outcomeOf(view) === null)))
    return null;
  // What stopped a call before it was paid is the buyer's own.
  if (views.some((view) => has(view, 'SHORTFUNDS', 'UNAUTH', 'CAPLOW'))) return null;
  const others = views.some((view) => has(view, 'OTHERS'));
  const third = others || views.some((view) => isClaim(view) || isPublic(view));
  const never = views.filter((view) => isNeverPaid(view));
  const paid = views.filter((view) => isPayment(view, views) || isTally(text, view, views));
  const signal = (state: Meaning['state']): Meaning => ({
    signal: third ? 'third_party_paid_success' : 'prior_paid_200',
    state,
  });
  const nobodyElse = views.find((view) => has(view, 'NOBUYER') || isNobody(view));
  if (nobodyElse)
    return {
      meaning: { signal: 'third_party_paid_success', state: 'absent' },
      views: [nobodyElse],
      whole: true,
      calls: null,
    };
  if (paid.length === 0)
    return never.length > 0 ? { meaning: signal('absent'), views: never, whole: true, calls: null } : null;
  const told = views.filter((view) => paid.includes(view) || outcomeOf(view) !== null);
  const outcomes = told.map(outcomeOf);
  const share = goodShare(text, told);
  const settled = third && told.some((view) => has(view, 'SETTLED') && !has(view, 'NOT'));
  const verdict =
    share === null ? (overall(outcomes) ?? (settled || null)) : share.part / share.of >= DELIVERS;
  if (verdict === null || (!verdict && views.some(isUncharged))) return null;
  if (verdict && told.some(isSameAgain)) return null;
  if (verdict && share === null && isCountedShort(told.map((view) => textOf(text, view)).join(', ')))
    return null;
  const whole =
    told.every((view) => understood(view, verdict)) &&
    (share !== null || told.every((view) => !isMuddled(view))) &&
    !told.some((view) => has(view, 'PARTLY', 'RARELY'));
  if (verdict) {
    const calls = share?.of ?? paidCallsIn(text);
    return { meaning: signal('present'), views: told, whole, calls };
  }
  const mostlyLost = share !== null && isMostlyLost(share.part, share.of);
  const meaning: Meaning = { signal: 'paid_then_failed', state: 'present' };
  return { meaning, views: told, whole: true, calls: share?.of ?? null, mostlyLost };
}

/** "12 of 12 ok": answers counted where nothing else is spoken of. */
function isTally(text: string, view: View, views: readonly View[]): boolean {
  const words = textOf(text, view);
  return (
    /^(?:all )?[0-9]+ ?(?:of|\/|out of) ?[0-9]+ (?:ok|okay|good|fine|delivered|answered|worked|succeeded|came)\b/.test(
      words,
    ) &&
    shareOf(words) !== null &&
    !views.some(({ terms }) => terms.some(({ roles }) => roles.includes('thing')))
  );
}

/** "The same lookup was paid two times". */
const isSameAgain = (view: View): boolean =>
  has(view, 'PAID') && has(view, 'TWICE') && has(view, 'MATCH', 'ONECALL') && !has(view, 'OUT_GOOD');

/** "None of those was billed": what failed cost nothing. */
const isUncharged = (view: View): boolean =>
  has(view, 'FREE') ||
  (!has(view, 'OUT_GOOD', ...BAD_OUTCOMES) &&
    termsOf(view, 'NOT').some((not) => termsOf(view, 'CHARGED').some(({ first }) => not.last < first)));

/** A directory or an explorer that counts settled calls. */
const isPublic = (view: View): boolean =>
  has(view, 'SETTLED') && (has(view, 'LISTING', 'INLISTING') || isClaim(view)) && !has(view, 'OWN');

/** Does a clause speak of failure or denial without its outcome being plain? Then nothing says that it was good. */
const isMuddled = (view: View): boolean =>
  outcomeOf(view) === null && has(view, 'NOT', 'OUT_BAD', 'ERR5XX', 'ERR404', 'DOWN');

const textOf = (text: string, { clause: { tokens } }: View): string =>
  tokens.length === 0 ? '' : text.slice(tokens[0]!.from, tokens.at(-1)!.to);

/** "No paid call ended without an answer" tells of paid calls. */
const isNeverPaid = (view: View): boolean =>
  has(view, 'NEVER_PAID') && !has(view, 'OUT_BAD') && !(has(view, 'NOT') && has(view, 'OUT_GOOD'));

/** Does the seller speak of itself? */
export function isClaim(view: View): boolean {
  if (has(view, 'CLAIM')) return true;
  const seller = termsOf(view, 'SELLER')[0];
  const said = termsOf(view, 'SAY').at(-1);
  return (
    seller !== undefined &&
    said !== undefined &&
    seller.first < said.first &&
    said.first - seller.last <= REACH
  );
}

const REACH = 5;

/** Does a clause say that nobody else has paid there? */
function isNobody(view: View): boolean {
  if (!has(view, 'PAID', 'OUT_GOOD', 'SETTLED') || has(view, 'OUT_BAD', 'DOUBLE', 'AGAIN', 'SUPPORT'))
    return false;
  if (has(view, 'NOBODY')) return true;
  const others = termsOf(view, 'OTHERS')[0];
  return (
    others !== undefined &&
    termsOf(view, 'NOT').some(
      ({ first, last }) => last + 1 === others.first || (last + 2 === others.first && first < others.first),
    )
  );
}

/** Nouns for a payment count only where nothing else in the text speaks of the challenge, the offer or the wallet. */
const OTHER_TOPICS = [
  'CHALLENGE',
  'C402',
  'RESPHEADER',
  'OFFER',
  'NETWORK',
  'ASSET',
  'PRICE',
  'CAP',
  'DECLINED',
  'PAYTO',
  'RECEIPT',
  'REFUND',
  'FAILURE',
  'UNPAID',
  'IDEM',
  'RETRY',
  'ORDERDOC',
  'WALLET',
  'AGAIN',
  'FREE',
  'SUPPORT',
  'ONLYGOOD',
  'AFTERANSWER',
] as const;

function isPayment(view: View, views: readonly View[]): boolean {
  if (has(view, 'NEVER_PAID')) return false;
  if (has(view, 'PAID')) return !isRule(view) && !isDenied(view);
  if (
    has(view, 'C402', 'SIGNED_TX') &&
    views.some((one) => has(one, 'SIGNED_TX')) &&
    views.some((one) => has(one, 'C402'))
  )
    return views.some((one) => has(one, 'CODE200')) && views.length > 1;
  if (has(view, 'SETTLED') && views.some((one) => has(one, 'OTHERS') || isPublic(one))) return true;
  if (
    has(view, 'BUYER') &&
    views.some((one) => has(one, 'OUT_GOOD', 'OUT_BAD')) &&
    !views.some((one) => has(one, ...OTHER_TOPICS))
  )
    return true;
  if (views.some((one) => has(one, 'DOC') || isClaim(one)) && has(view, 'SETTLE')) return false;
  return has(view, 'PAY_NOUN') && !views.some((one) => has(one, ...OTHER_TOPICS));
}

/** "Failed calls are charged" is a rule of the seller, "we were charged" is an event. */
function isRule(view: View): boolean {
  const charged = termsOf(view, 'PAID')[0]!;
  const failure = termsOf(view, 'FAILURE')[0];
  if (failure && (failure.first < charged.first || has(view, 'FREE'))) return true;
  const before = view.clause.tokens
    .slice(Math.max(0, charged.first - 3), charged.first)
    .map(({ text }) => text);
  return before.some((word) => HABIT.has(word)) && !has(view, 'OWN') && !before.includes('been');
}

const HABIT = new Set(['are', 'is', 'be', 'gets', 'get', "you're", "aren't", "isn't"]);

/** "We were not charged": no money moved. */
function isDenied(view: View): boolean {
  const charged = termsOf(view, 'PAID')[0]!;
  const not = termsOf(view, 'NOT').filter(({ concepts }) => !concepts.includes('OUT_BAD'));
  // "Our failing request was not billed".
  if (has(view, 'FAILURE') && not.some(({ last }) => last + 1 === charged.first)) return true;
  return (
    not.length > 0 &&
    !has(view, 'OUT_GOOD', 'OUT_BAD') &&
    !has(view, 'OTHERS') &&
    not[0]!.first < charged.first
  );
}

/** Did the answer come? null: the clause does not tell. */
function outcomeOf(view: View): boolean | null {
  const outcome = statedOutcome(view);
  return outcome !== null && has(view, 'NOT_TRUE') ? !outcome : outcome;
}

function statedOutcome(view: View): boolean | null {
  const answer =
    has(view, 'CALL') && !has(view, 'C402', 'CHALLENGE', 'RESPHEADER', 'RECEIPT', 'OFFER', 'OPENAPI');
  const good =
    has(view, 'OUT_GOOD') ||
    ((answer || has(view, 'GOODS')) && has(view, 'GOOD', 'SEEN', 'MATCH') && !has(view, 'REFUND'));
  const bad = [...BAD_OUTCOMES.flatMap((one) => termsOf(view, one)), ...(answer ? termsOf(view, 'BAD') : [])];
  if (bad.length === 0 && has(view, 'RESPHEADER', 'RECEIPT') && has(view, 'NOT')) return null;
  if (!good && bad.length === 0) return null;
  if (bad.length === 0 && isYetToCome(view)) return null;
  const [negator, ...more] = termsOf(view, 'NOT').filter(({ concepts }) => !concepts.includes('OUT_BAD'));
  if (!negator) return bad.length === 0;
  if (more.length > 0) return null;
  if (bad.length > 0) return negated(view, negator, bad);
  // "Got the data with no delay" denies the delay, "got the data from none" the data.
  const [told] = [...termsOf(view, 'OUT_GOOD'), ...termsOf(view, 'SEEN')];
  return told && negator.first > told.last && !isLast(view, negator) ? null : false;
}

/** "Before the body arrived": what had not happened yet. */
const isYetToCome = (view: View): boolean =>
  [...termsOf(view, 'OUT_GOOD'), ...termsOf(view, 'SEEN')].some(({ first }) =>
    view.clause.tokens.slice(Math.max(0, first - 4), first).some(({ text }) => YET.has(text)),
  );

const YET = new Set(['before', 'until', 'till', 'unless']);

const isLast = ({ clause }: View, { last }: Term): boolean => last === clause.tokens.length - 1;

/** Words that may stand between a negator and the failure it denies: "none of our 80 paid calls has failed". */
const BETWEEN = new Set(
  (
    'a an the of to from with there our my mine these those them it us me single one any paid have has had been was were is are ever once yet so far back come up ' +
    'did do does to be went came got left ended gone going individual of all single call calls request requests payment payments ' +
    'query queries lookup lookups probe probes purchase purchases run runs attempt attempts answer answers time times reply replies'
  ).split(' '),
);

/** "failed=0". */
const isNil = (tokens: View['clause']['tokens'], negator: Term, bad: Term): boolean =>
  negator.first === bad.last + 1 && /^(?:0|zero|none|nil)$/.test(tokens[negator.first]!.text);

/** Is the failure denied? It is where only light words part the two; behind it, a negator speaks of something else. */
function negated({ clause: { tokens } }: View, negator: Term, bad: readonly Term[]): boolean | null {
  const head = bad.find(({ first }) => first > negator.last);
  if (!head) return bad.length === 1 && isNil(tokens, negator, bad[0]!);
  if (bad.some(({ last }) => last < negator.first)) return false;
  const between = tokens.slice(negator.last + 1, head.first);
  return between.every(({ kind, text }) => kind === 'number' || BETWEEN.has(text)) ? true : null;
}

const BAD_OUTCOMES = ['OUT_BAD', 'DOWN', 'ERR5XX', 'ERR404'];

function overall(outcomes: readonly (boolean | null)[]): boolean | null {
  if (outcomes.includes(false)) return false;
  return outcomes.includes(true) ? true : null;
}

/** Share of good answers, from "k of n" in the clauses that tell, or from two counts: "12 paid calls, 3 answers". */
function goodShare(text: string, told: readonly View[]): Share | null {
  const whole = told.length === 0 ? '' : text;
  const logged = loggedShare(whole);
  if (logged) return logged;
  const share = shareOf(whole);
  if (share) {
    const about =
      told.find((view) => outcomeOf(view) !== null && shareOf(textOf(text, view)) !== null) ??
      told.find((view) => outcomeOf(view) !== null);
    if (!about) return null;
    const bad = BAD_OUTCOMES.some((one) => has(about, one));
    if (share.part === 0) {
      // "Zero of 6" has been read as a negation, "0 of 6" has not.
      const good = /\b0\b/.test(text) ? bad : outcomeOf(about);
      return good === null ? null : { part: good ? share.of : 0, of: share.of };
    }
    return bad ? { part: share.of - share.part, of: share.of } : share;
  }
  const [first, ...rest] = told;
  const of = first && outcomeOf(first) === null ? firstCountIn(textOf(text, first)) : null;
  if (of === null || of < 2) return null;
  const counts = rest.flatMap((view) => {
    const [good, part] = [outcomeOf(view), numberIn(textOf(text, view))];
    return good === null || part === null || part > of ? [] : [{ good, part }];
  });
  const [one] = counts;
  if (!one || (counts.length < rest.length && !counts.some(({ good }) => good))) return null;
  if (one.part === 0) return one.good ? { part: of, of } : { part: 0, of };
  // "498 fine, two timeouts": the good ones count, and the others are the rest.
  return { part: one.good ? one.part : of - one.part, of };
}

/** Good news: no word unknown, and no state that is not part of the story. */
function understood(view: View, good: boolean): boolean {
  if (!good) return true;
  if (view.unknown.length > 0) return false;
  return view.terms.every(
    ({ roles, concepts }) =>
      !roles.includes('state') ||
      !roles.every((role) => role === 'state') ||
      concepts.some((one) => STORY.has(one)),
  );
}

const STORY = new Set([
  'OUT_BAD',
  'BAD',
  'ERR5XX',
  'ERR404',
  'DOWN',
  'MATCH',
  'CHARGED',
  'SIGNED',
  'VERIFIED',
  'UNCHANGED',
]);
