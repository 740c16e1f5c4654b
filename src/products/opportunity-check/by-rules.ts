import { type Match, matchFrames } from '../../reading/frames.ts';
import { loggedShare, shareOf } from '../../reading/shares.ts';
import { ageInDays, datingOf, durationOf } from '../../reading/time.ts';
import type { Span } from '../../reading/tokens.ts';
import { type Modality, type View, viewsOf } from '../../reading/view.ts';
import { compareAmounts, highestPrice } from './amounts.ts';
import { type Evidence, signalEvidence, weightOf } from './evidence.ts';
import { isClaim, readPayments } from './payments.ts';
import { compareRecipients } from './recipients.ts';
import { FRAMES } from './tables/frames.ts';
import { VOCABULARY } from './tables/words.ts';

/** How one statement was read. */
export interface StatementReading {
  readonly evidence: readonly Evidence[];
  /** Why a statement, or a part of it, moved nothing; null: all of it was read. */
  readonly unread: Exclude<Modality, 'asserted'> | 'instruction' | 'date' | 'words' | 'doubt' | null;
  /** Words that nobody here knows, as they stand in the cleaned text. */
  readonly unknown: readonly Span[];
  /** It moves nothing, and is likelier to be bad news than anything else. */
  readonly mayBeBad?: boolean;
  /** Was it decided by arithmetic: a share of calls, or two prices? */
  readonly figures?: boolean;
  /** What a call costs now where the statement says that the price rose, in dollars; null: it names no price. */
  readonly risenTo?: number | null;
}

/**
 * Reads one statement, as `readable` returns it, as evidence. Bad news counts when its head is understood, good news
 * only when every word of its clauses is.
 */
export function readByRules({ text, views }: Statement, asOfDay: string): StatementReading {
  const unknown = views.flatMap((view) => view.unknown);
  const nothing = (unread: StatementReading['unread']): StatementReading => ({
    evidence: [],
    unread,
    unknown,
  });
  if (views.some(({ concepts }) => concepts.has('INSTRUCT'))) return nothing('instruction');
  const { source, end, ageDays, impossible, risenTo } = settingOf({ text, views }, asOfDay);
  if (end !== null && isOver(end, asOfDay))
    return {
      evidence: [signalEvidence('offer_expired_or_invalid', 'present', source)],
      unread: null,
      unknown,
    };
  if (impossible) return nothing('date');
  const story = readPayments(text, views);
  const recipients = compareRecipients(text, views);
  const amounts = recipients || story ? null : compareAmounts(text, views);
  const compared = recipients ?? amounts;
  const taken = [...(story?.views ?? []), ...(compared?.views ?? [])];
  const matches = sentencesIn(views).flatMap((sentence) => matchFrames(sentence, FRAMES, taken));
  const share = shareOf(text);
  const lasting = matches.some(({ frame }) => frame.aged)
    ? Math.max(ageDays ?? -1, durationOf(text) ?? -1)
    : -1;
  const counted = matches
    .flatMap((match) => (match.frame.counted && share ? byShare(match, share) : [match]))
    .flatMap((match) => (match.frame.aged ? byAge(match, lasting) : [match]));
  const read = [
    ...(story ? [story] : []),
    ...(compared ? [{ ...compared, calls: null, mostlyLost: false }] : []),
    ...counted.map((match) => ({ ...match, calls: null, mostlyLost: false })),
  ].flatMap(({ meaning, whole, calls, mostlyLost }): Evidence[] => {
    if (meaning.signal === 'double_charge_report' && isAnsweredAsOften(text, views)) return [];
    const one = signalEvidence(meaning.signal, meaning.state, source, ageDays, calls ?? null, mostlyLost);
    return weightOf(one) <= 0 || whole ? [one] : [];
  });
  // A text that says something bad says nothing good.
  const bad = read.filter((one) => weightOf(one) < 0);
  const used = [...taken, ...matches.flatMap((match) => match.views)];
  const some = share !== null && share.part / share.of < NEARLY_ALL;
  const partly = some && !story && !counted.some(({ frame }) => frame.counted);
  if (bad.some((one) => one.row.group === 'uptime') && recovers(views)) return nothing('words');
  const apart =
    !compared && isComparison(views) && !read.some(({ row }) => row.id === 'price_matches_listing');
  const evidence = bad.length > 0 || apart || partly || !isPlain(text, views, used, matches) ? bad : read;
  const weighed =
    (story?.calls ?? null) !== null ||
    (share !== null && (story !== null || counted.some(({ frame }) => frame.counted))) ||
    (story !== null && loggedShare(text) !== null);
  const figures = weighed || amounts !== null;
  const rose = evidence.some(({ row, state }) => row.id === 'price_drift_up' && state === 'present');
  if (evidence.length > 0)
    return { evidence, unread: null, unknown, figures, risenTo: rose ? risenTo : null };
  return nothing(
    (views.find(({ modality }) => modality !== 'asserted')?.modality as Exclude<Modality, 'asserted'>) ??
      'words',
  );
}

/** Who says a statement and what day it is of, whatever it tells. */
export function settingOf({ text, views }: Statement, asOfDay: string) {
  const end = endOfOffer(text, views);
  const dated = datingOf(end === null ? text : text.replace(end, ' '), asOfDay);
  return { ...dated, end, source: sourceOf(views), risenTo: highestPrice(text) };
}

/** A statement in its clauses. */
export interface Statement {
  readonly text: string;
  readonly views: readonly View[];
}

/** @param raw as `readable` returns it */
export function statementOf(raw: string): Statement {
  const text = asLog(raw);
  return { text, views: viewsOf(text, VOCABULARY) };
}

/** "Listing advertises this, challenge demands that": where the two were not compared, neither is good news. */
const isComparison = (views: readonly View[]): boolean => {
  const at = (...concepts: string[]) =>
    views.findIndex((view) => concepts.some((one) => view.concepts.has(one)));
  const [listed, asked] = [at('ADVERTISED'), at('ASKS', 'DEMAND')];
  return listed >= 0 && asked >= 0 && listed !== asked;
};

/** "It was down on Monday, but is healthy since": what was bad is over. */
const recovers = (views: readonly View[]): boolean =>
  views.some(
    ({ clause: { tokens }, concepts }, i) =>
      i > 0 &&
      RECOVERS.test(tokens[0]!.text) &&
      ['HEALTHY', 'UPALONE', 'NOOUTAGE', 'OUT_GOOD'].some((one) => concepts.has(one)) &&
      !['NOT', 'DOWN', 'ERR5XX', 'UPTIMEBAD', 'PARTLY', 'RARELY', 'CLOUD'].some((one) => concepts.has(one)),
  );
const RECOVERS = /^(?:but|now|since|then|though|however|and|meanwhile|today)$/;

/** `{"paid":25,"ok":24}` says what `paid=25, ok=24` says. Places stay what they are. */
const asLog = (text: string): string =>
  /^[a-z_ :]*[{[].*"[a-z0-9_ ]+" ?:/.test(text)
    ? text.replace(/"([a-z0-9_ ]+)"( ?):/g, ' $1 $2=').replace(/"|(?<=\S.*)[{}[\]](?=.*\S)/g, ' ')
    : text;

/** The day that an offer is stated to end on. */
function endOfOffer(text: string, views: readonly View[]): string | null {
  const about = views.some(({ concepts }) => ['OFFER', 'CHALLENGE', 'C402'].some((one) => concepts.has(one)));
  return (about && ENDS.exec(text)?.[1]) || null;
}
const ENDS =
  /\b(?:valid ?until|valid (?:thru|through|till|to)|expir[a-z]*|not after|good until)\W{0,4}(?:is |was |on |at |of |says |reads |= ?)*([0-9]{4}-[0-9]{2}-[0-9]{2})/;
const isOver = (day: string, asOfDay: string): boolean => (ageInDays(day, asOfDay) ?? 0) > 0;

/** "Paid for it twice and got it twice": as many answers as payments. */
const isAnsweredAsOften = (text: string, views: readonly View[]): boolean =>
  /\b(?:twice|two times|both)\b.+\b(?:twice|two times|both|each time|every time)\b/.test(text) &&
  views.some(({ concepts }) => concepts.has('OUT_GOOD')) &&
  !views.some(({ concepts }) => concepts.has('ONECALL') || concepts.has('NOT'));

const sentencesIn = (views: readonly View[]): View[][] => [
  ...Map.groupBy(views, ({ clause }) => clause.sentence).values(),
];

/** Who says it: the seller of itself, others, or the buyer, who saw it. */
function sourceOf(views: readonly View[]): 'observed' | 'reported' | 'claimed' {
  if (views.some(isClaim)) return 'claimed';
  return views.some(({ concepts }) => concepts.has('OTHERS')) ? 'reported' : 'observed';
}

/** What stands in quotes may be meant otherwise; so may what ends in a mark of irony. */
const IRONY =
  /"[a-z]+(?: [a-z]+){0,2}"|(?:^|\s)'[a-z]+(?: [a-z]+){0,2}'(?=\s|$)|\/s(?:\s|$)|, my foot\b|🙄|🤡|😂|🤣|😅|🙃|¯\\/u;

/** Does anything in it turn round what it says, so that its other words do not tell? */
export const isTurned = ({ text, views }: Statement): boolean =>
  IRONY.test(text) ||
  DENIED.test(text) ||
  views.some(({ concepts }) => TURNS.some((one) => concepts.has(one)));

/**
 * Is it turned round as a whole ("yeah right, ...", "formerly ...", "...: false"), whatever its other words say? Quotes, and
 * words further in, may as well be part of what it tells.
 */
export const isTurnedWhole = ({ text, views }: Statement, sign: 'good' | 'bad'): boolean =>
  DENIED.test(text) ||
  (sign === 'good' && IRONY.test(text)) ||
  views.some(({ terms, concepts }, i) =>
    sign === 'good' && (concepts.has('REVERSE') || concepts.has('NOT_TRUE'))
      ? true
      : i === 0 &&
        terms.some(({ first, concepts: own }) => first < 2 && TURNS.some((one) => own.includes(one))),
  );
const TURNS = ['CLOUD', 'REVERSE', 'GENERAL', 'NOT_TRUE', 'RARELY', 'PARTLY'];
const DENIED =
  /[:?] ?(?:false|no|nope|wrong|not true)\W*$|\bfar from\b|\bmyth\b|\bonce (?:they|it is|it's) (?:fix|repair)/;

/** May something in it be a guess, a question or a plan, or take back what it says? */
export const isOpen = ({ views }: Statement): boolean =>
  views.some((view) => isTurn(view) || view.modality !== 'asserted');

/** Is the text such that good news may be taken from it: all of it asserted, known, of here and now? */
function isPlain(
  text: string,
  views: readonly View[],
  used: readonly View[],
  matches: readonly Match[],
): boolean {
  const named = matches
    .filter(({ frame }) => frame.names)
    .map((match) => views[views.indexOf(match.views.at(-1)!) + 1]);
  if (IRONY.test(text) || views.some(isSwallowed)) return false;
  if (views.some(isTurn) && !views.every((view) => used.includes(view))) return false;
  return views.every((view) => {
    const { concepts, modality, unknown, terms } = view;
    if (modality !== 'asserted' && !used.includes(view)) return false;
    if (concepts.has('CLOUD') || concepts.has('REVERSE') || concepts.has('GENERAL')) return false;
    if (used.includes(view) || isNameBehind(view, named)) return true;
    return (
      unknown.length === 0 &&
      !isDebitedAgain(view) &&
      !isOtherTimes(view, text) &&
      !['NOT', 'NOT_TRUE', 'PARTLY', 'RARELY'].some((one) => concepts.has(one)) &&
      !(concepts.has('ONLY') && !concepts.has('C402')) &&
      !terms.some(({ roles }) => roles.every((role) => role === 'state'))
    );
  });
}

/** "But ...": what was said before it matters, so all of it must have been read. */
const isTurn = ({ clause: { tokens } }: View): boolean => tokens.length > 1 && CONTRAST.has(tokens[0]!.text);

/** "No outage today, four yesterday": a count at another time, of what was said before. */
const isOtherTimes = ({ clause: { tokens } }: View, text: string): boolean => {
  const at = /^(?:and|but|though)$/.test(tokens[0]?.text ?? '') ? 1 : 0;
  const count = tokens[at];
  return (
    count !== undefined &&
    COUNTS.test(count.text) &&
    WHEN.test(tokens[at + 1]?.text ?? '') &&
    !/^ ?(?:%|percent)/.test(text.slice(count.to))
  );
};
const COUNTS = /^(?:[0-9]+|one|two|three|four|five|six|seven|eight|nine|ten|many|several|plenty|some|lots)$/;
const WHEN = /^(?:yesterday|today|last|this|on|before|earlier|since|in|during|the)$/;

const NEGATORS = new Set('no zero not none never without'.split(' '));
const SAID_OF = new Set('was is were are has have had gets got will can ever'.split(' '));

/** "No failure" is good news, and "no failure was ever refunded" is none: an idiom with a negator of which more is said. */
const isSwallowed = ({ clause: { tokens }, terms }: View): boolean =>
  terms.some(
    ({ first, last, concepts }) =>
      last > first &&
      NEGATORS.has(tokens[first]!.text) &&
      (concepts.includes('OUT_GOOD') || concepts.includes('IDIOM')) &&
      SAID_OF.has(tokens[last + 1]?.text ?? ''),
  );

/** "Operator known: Regbase Ltd.": a name with the form of a company right behind what calls for one. */
const isNameBehind = (view: View, named: readonly (View | undefined)[]): boolean =>
  named.includes(view) &&
  view.concepts.has('KNOWN') &&
  view.clause.tokens.length <= 5 &&
  view.terms.every(({ roles }) => roles.includes('plain'));

/** "Ours was billed again": beside good news, a clause that nothing was read from may not speak of a second debit. */
const isDebitedAgain = ({ concepts }: View): boolean =>
  ['AGAIN', 'TWICE'].some((one) => concepts.has(one)) &&
  ['BILL', 'CHARGED', 'PAID'].some((one) => concepts.has(one));

/** What begins a clause that takes something back. */
const CONTRAST = new Set('but however though although yet except until till unless whereas'.split(' '));

/** Days up to which an entry counts as new, and from which as old. */
const NEW_DAYS = 45;
const OLD_DAYS = 150;

function byAge(match: Match, days: number): Match[] {
  if (days < 0 || (days > NEW_DAYS && days < OLD_DAYS)) return [];
  const signal = days <= NEW_DAYS ? 'newly_listed' : 'long_listed';
  return [{ ...match, meaning: { signal, state: 'present' } }];
}

/** Share from which "k of n" counts as nearly all, and below which as nearly none. */
const NEARLY_ALL = 0.9;

/** A frame that holds for k of n: nearly all counts as all, nearly none as the opposite, and anything between as bad news. */
function byShare(match: Match, { part, of }: { part: number; of: number }): Match[] {
  const share = part / of;
  if (share >= NEARLY_ALL) return [match];
  const good = weightOf(signalEvidence(match.meaning.signal, match.meaning.state)) > 0;
  if (!good) return share > 1 - NEARLY_ALL ? [match] : [];
  const opposite = match.negated ? match.frame : match.frame.negated;
  return opposite ? [{ ...match, meaning: opposite }] : [];
}
