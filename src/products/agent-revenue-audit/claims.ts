import { numberSaid } from '../../reading/quantities/numerals.ts';
import { evidence, statedPrice } from './facts.ts';
import { type FoundFriction, type FrictionEvidence, row } from './found.ts';
import type { Passage } from './lexicon.ts';
import { clausesOf, offerSentencesOf } from './offer.ts';
import type { AuditInput } from './schema.ts';
import type { StatedFacts } from './stated.ts';
import { RULES } from './tables/bands.ts';
import { BARE_WAIT, CLAIMS, FUNNEL, OTHER_LENGTHS, OTHER_SPANS, WAIT } from './tables/claims.ts';
import type { ClaimRow } from './tables/shapes.ts';

/** A friction that the text states; `claim` says under which conditions it counts. */
export interface ClaimedFriction extends FoundFriction {
  readonly claim?: ClaimRow;
}

/** A sentence that the words of a claim meet. */
interface Met {
  readonly field: string;
  readonly text: string;
  readonly quote: string;
}

/** The sentences of a text with what meets each claim in them: found once, for what is claimed and what is denied. */
export interface Sentences {
  readonly passages: readonly Passage[];
  readonly sentences: readonly Passage[];
  readonly met: ReadonlyMap<ClaimRow, readonly Met[]>;
}

export function sentencesFor(input: AuditInput): Sentences {
  const passages = evidence(input);
  const sentences = passages
    .filter(({ field }) => field !== 'targetBuyer')
    .flatMap(({ field, text }) => offerSentencesOf(text).map((sentence) => ({ field, text: sentence.text })));
  const met = new Map<ClaimRow, Met[]>();
  for (const claim of CLAIMS)
    for (const { field, text } of sentences) {
      const said = claim.says.exec(text);
      if (!said) continue;
      const before = met.get(claim);
      const one = { field, text, quote: inItsClause(text, said) };
      if (before) before.push(one);
      else met.set(claim, [one]);
    }
  return { passages, sentences, met };
}

const LONGEST_CLAUSE = 48;
/** A word or two out of a sentence say little when they are quoted: the clause does, unless it is long. */
function inItsClause(text: string, said: RegExpExecArray): string {
  const clause = clausesOf(text).find(
    (one) => one.start <= said.index && said.index + said[0].length <= one.start + one.text.length,
  );
  const whole = clause?.text.trim() ?? '';
  return whole !== '' && whole.length <= LONGEST_CLAUSE && !/["“”]/u.test(whole) ? whole : said[0].trim();
}

/** What the text itself says stands in the way, with the words that say it. Pure; linear in the text. */
export function claimed({ passages, sentences, met }: Sentences): ClaimedFriction[] {
  const out: ClaimedFriction[] = [];
  const add = (id: string, quotes: readonly FrictionEvidence[], claim?: ClaimRow) => {
    if (quotes.length === 0 || out.some((one) => one.row.id === id && !one.claim)) return;
    out.push({
      row: row(id),
      basis: 'stated',
      loss: false,
      evidence: quotes.slice(0, 2),
      ...(claim && { claim }),
    });
  };
  for (const [claim, found] of met) {
    const quotes = found.flatMap(({ field, text, quote }) => {
      const here = claim.only === undefined || claim.only === field;
      return here && !claim.unless?.test(text) ? [{ field, quote }] : [];
    });
    add(claim.friction, quotes, claim);
  }
  for (const { field, text } of sentences) {
    const wait = longWait(text);
    if (wait) add('F22', [{ field, quote: inItsClause(text, wait) }]);
  }
  for (const { field, text } of passages) {
    const funnel = field === 'targetBuyer' ? undefined : weakFunnel(text);
    if (funnel) add('F39', [{ field, quote: funnel }]);
  }
  return out;
}

export const applies = ({ claim }: ClaimedFriction, reading: StatedFacts): boolean =>
  claim?.always === true ||
  (!(claim?.onlyUnpriced && reading.hasFigure) &&
    !(claim?.onlyWithoutUnitPrice && statedPrice(reading) !== undefined));

/** Friction id → the words that say that it is not so. One that is ruled out anywhere is not claimed elsewhere. */
export function denied({
  passages,
  met,
}: Sentences): ReadonlyMap<string, FrictionEvidence & { readonly everywhere: boolean }> {
  const out = new Map<string, FrictionEvidence & { everywhere: boolean }>();
  for (const { friction, cleared, only } of CLEARED)
    for (const { field, text } of passages) {
      const said = only && only !== field ? null : cleared?.exec(text);
      const quote = said && !IMAGINED.test(text.slice(0, said.index)) ? said[0].trim() : undefined;
      if (quote) out.set(friction, { field, quote, everywhere: true });
    }
  for (const [{ friction, unless }, found] of met)
    for (const { field, text } of out.has(friction) ? [] : found) {
      const quote = unless?.exec(text)?.[0].trim();
      if (quote && DENIES.test(quote)) out.set(friction, { field, quote, everywhere: false });
    }
  return out;
}

/** `if agents pay without account`: what is imagined is not so. */
const IMAGINED = /(?<![\p{L}])if [^.;,\n]{0,30}$/iu;

/** Rows of one friction share what rules them out: it is looked for once. */
const CLEARED = CLAIMS.filter(
  (row, index) =>
    row.cleared &&
    CLAIMS.findIndex(({ cleared, only }) => cleared === row.cleared && only === row.only) === index,
);

/** Words that take a claim back without one of these say that it is about something else. */
const DENIES =
  /(?<![\p{L}])(?:no|not|never|nor|neither|nobody|none|nothing|without|zero|free|unlimited|instead of|only (?:for|when|on|if)|refund\w{0,2}|optional|skip|fully automat\w{2,4}|or|also|and|PayPal|invoices?|SEPA|wire|ACH|transfers?|debit|keyless|accountless|account-free)(?![\p{L}])|n't(?![\p{L}])|[,/+]/iu;

const SECONDS: Readonly<Record<string, number>> = { s: 1, m: 60, h: 3_600, d: 86_400, w: 604_800 };

/** The words of a wait that no client sits out; undefined for what is quick, or lasts for another reason. */
function longWait(sentence: string): RegExpExecArray | undefined {
  for (const pattern of [WAIT, BARE_WAIT])
    for (const match of sentence.matchAll(pattern)) {
      const around = sentence.slice(Math.max(0, match.index - 30), match.index + match[0].length + 12);
      if (OTHER_SPANS.test(around) || (pattern === BARE_WAIT && OTHER_LENGTHS.test(around))) continue;
      const figure = match[2] ?? match[1]!.toLowerCase();
      const seconds = numberSaid(figure) * SECONDS[match[3]![0]!.toLowerCase()]!;
      if (seconds > RULES.slowSeconds) return match;
    }
  return undefined;
}

const LARGEST_WEAK_SHARE = 0.05;

/** Many who ask and few who buy. */
function weakFunnel(text: string): string | undefined {
  for (const match of text.matchAll(FUNNEL)) {
    const many =
      Number(match[1]!.replaceAll(',', '').replace(/k$/iu, '')) * (/k$/iu.test(match[1]!) ? 1_000 : 1);
    const few = /^\d/u.test(match[2]!) ? Number(match[2]!.replaceAll(',', '')) : 0;
    if (many >= 20 && few <= many * LARGEST_WEAK_SHARE) return match[0].trim();
  }
  return undefined;
}
