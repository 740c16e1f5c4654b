import type { Meaning } from '../../reading/frames.ts';
import { countIn, countsIn, numberIn, type Share, shareOf } from '../../reading/shares.ts';
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
}

/** Share of good answers from which a seller counts as one that delivers. */
const DELIVERS = 0.9;

const has = (view: View, ...concepts: string[]): boolean => concepts.some((one) => view.concepts.has(one));
const termsOf = ({ terms }: View, concept: string): Term[] =>
  terms.filter(({ concepts }) => concepts.includes(concept));

/** Reads "paid, then what": the payment may stand in one clause and its outcome in another. */
export function readPayments(text: string, all: readonly View[]): Story | null {
  const views = all.filter(({ modality }) => modality === 'asserted');
  if (views.some((view) => has(view, 'REVERSE', 'NOT_TRUE'))) return null;
  const others = views.some((view) => has(view, 'OTHERS'));
  const third = others || views.some((view) => isClaim(view));
  const never = views.filter((view) => has(view, 'NEVER_PAID'));
  const paid = views.filter((view) => isPayment(view, views));
  const signal = (state: Meaning['state']): Meaning => ({
    signal: third ? 'third_party_paid_success' : 'prior_paid_200',
    state,
  });
  const nobodyElse = views.find(isNobody);
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
  if (verdict === null) return null;
  if (verdict && share === null && isCountedShort(told.map((view) => textOf(text, view)).join(', ')))
    return null;
  const whole =
    told.every((view) => understood(view, verdict)) && !told.some((view) => has(view, 'PARTLY', 'RARELY'));
  if (verdict) {
    const calls = share?.of ?? (paid[0] ? countIn(textOf(text, paid[0])) : null);
    return { meaning: signal('present'), views: told, whole, calls };
  }
  return {
    meaning: { signal: 'paid_then_failed', state: 'present' },
    views: told,
    whole: true,
    calls: share?.of ?? null,
  };
}

const SHORT_OF =
  /\b(?:only|just|merely|mere|barely|scarcely) (?:[0-9]|a |one|two|three|four|five|six|seven|eight|nine|ten)/;

/** Does it count in a way that nobody here understood? Then nothing says that all of them were good. */
function isCountedShort(text: string): boolean {
  const counts = new Set(countsIn(text));
  return counts.size > 1 || (counts.size > 0 && SHORT_OF.test(text));
}

const textOf = (text: string, { clause: { tokens } }: View): string =>
  tokens.length === 0 ? '' : text.slice(tokens[0]!.from, tokens.at(-1)!.to);

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
  if (!has(view, 'PAID', 'OUT_GOOD', 'SETTLED') || has(view, 'OUT_BAD', 'DOUBLE', 'AGAIN')) return false;
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
  if (has(view, 'SETTLED') && views.some((one) => has(one, 'OTHERS'))) return true;
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
  return (
    not.length > 0 &&
    !has(view, 'OUT_GOOD', 'OUT_BAD') &&
    !has(view, 'OTHERS') &&
    not[0]!.first < charged.first
  );
}

/** Did the answer come? null: the clause does not tell. */
function outcomeOf(view: View): boolean | null {
  const answer =
    has(view, 'CALL') && !has(view, 'C402', 'CHALLENGE', 'RESPHEADER', 'RECEIPT', 'OFFER', 'OPENAPI');
  const good = has(view, 'OUT_GOOD') || (answer && has(view, 'GOOD', 'SEEN', 'MATCH'));
  const bad = [...BAD_OUTCOMES.flatMap((one) => termsOf(view, one)), ...(answer ? termsOf(view, 'BAD') : [])];
  if (bad.length === 0 && has(view, 'RESPHEADER', 'RECEIPT') && has(view, 'NOT')) return null;
  if (!good && bad.length === 0) return null;
  const negators = termsOf(view, 'NOT').filter(({ concepts }) => !concepts.includes('OUT_BAD')).length;
  if (negators > 1) return null;
  if (bad.length > 0) return negators === 1;
  return negators === 0;
}

const BAD_OUTCOMES = ['OUT_BAD', 'DOWN', 'ERR5XX', 'ERR404'];

function overall(outcomes: readonly (boolean | null)[]): boolean | null {
  if (outcomes.includes(false)) return false;
  return outcomes.includes(true) ? true : null;
}

/** Share of good answers, from "k of n" in the clauses that tell, or from two counts: "12 paid calls, 3 answers". */
function goodShare(text: string, told: readonly View[]): Share | null {
  const whole = told.length === 0 ? '' : text;
  const share = shareOf(whole);
  if (share) {
    const about =
      told.find((view) => outcomeOf(view) !== null && shareOf(textOf(text, view)) !== null) ??
      told.find((view) => outcomeOf(view) !== null);
    if (!about) return null;
    if (share.part === 0) return outcomeOf(about) === false ? { part: 0, of: share.of } : null;
    const bad = BAD_OUTCOMES.some((one) => has(about, one));
    return bad ? { part: share.of - share.part, of: share.of } : share;
  }
  const [first, second] = told;
  if (told.length !== 2 || !first || !second || outcomeOf(first) !== null || outcomeOf(second) === null)
    return null;
  const [of, part] = [countIn(textOf(text, first)), numberIn(textOf(text, second))];
  if (of === null || part === null || of < 2 || part > of) return null;
  return outcomeOf(second) ? { part, of } : { part: of - part, of };
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
