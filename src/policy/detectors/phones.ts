import { type CountryCode, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { hintsOf } from '../literals.ts';
import { ALPHANUMERIC, charset, type Survey, survey } from '../survey.ts';
import { spend, type Work } from '../work.ts';
import { digitsOf, type MatchContext, type SpanDetector } from './row.ts';

/** Runs of digits with the marks people put into phone numbers. */
const CANDIDATE =
  /(?<![\w.$€£#/=-])(?:\+|\+\s|00\s?)?\(?\s?\d(?:[ .()/\u2010-\u2015-]{0,3}\d){6,16}(?:\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![\w%]|\.\d|-\d)/iy;
/** What no candidate stands behind, as the pattern says. */
const NEVER_BEFORE = charset(`${ALPHANUMERIC}_.$#/=-`);
/** What a candidate may have before its first digits, and how many of these there can be. */
const BEFORE_DIGITS = /[+(\s]/;
const MOST_BEFORE = 4;

const LABEL =
  /\b(?:phone|tel|telephone|telefon|telefono|teléfono|téléphone|telefone|mobile|mobil|cell|cellphone|cel|call|calls? (?:me|him|her|us|them)|text|txt|sms|whatsapp|signal|viber|telegram|fax|ring|dial|reach|contact|hotline|number is|my number|her number|his number|handy|móvil|celular|portable|numéro|nummer|numero|ph|mob|movil)\b[^\n]{0,18}$/;
/** Whoever says whose number it is, or what it is for, may say something else before it. */
const LABEL_FAR =
  /\b(?:(?:call|ring|text|phone|reach|message|whatsapp) (?:me|him|her|us|them)|(?:my|his|her|their) (?:number|phone|mobile|cell))\b[^\n]{0,44}$/;
/** Literals of which every label holds one. */
const LABEL_HINTS = hintsOf(
  'phon téléphone tel mob cel call text txt sms whatsapp signal viber fax ring dial reach contact hotline number handy móvil portable num ph movil'.split(
    ' ',
  ),
);

/** Between two digits of a candidate are at most three marks, as in a chain of the survey. */
const FEWEST_DIGITS = 7;

/** Words before numbers that mean something else in this trade. */
const NUMERIC_WORDS = new Set(
  'usd usdc amount atomic units wei gwei block height chain chainid eip155 nonce timestamp epoch unix id ids order invoice ticket request version port status price budget cost balance supply calls tokens limit isbn upc ean gtin barcode sku bytes rows records size row line between range seed code'.split(
    ' ',
  ),
);
const CURRENCY = '$€£';
const WORD = charset(`${ALPHANUMERIC}_`);
const MOST_MARKS = 4;

/** Whether a text ends with one of these words or a currency's sign, and at most four marks. */
function endsNumeric(before: string): boolean {
  let end = before.length;
  const isWord = (at: number): boolean => WORD[before.charCodeAt(at)] === 1;
  while (end > 0 && before.length - end <= MOST_MARKS && !isWord(end - 1)) {
    end--;
    if (CURRENCY.includes(before[end]!)) return true;
  }
  if (before.length - end > MOST_MARKS) return false;
  let start = end;
  while (start > 0 && isWord(start - 1)) start--;
  return NUMERIC_WORDS.has(before.slice(start, end));
}

const AFTER_NUMERIC =
  /^\s?(?:usd|usdc|units|atomic|wei|gwei|calls|bytes|tokens|ms|seconds|rows|requests|eth|per\b)/;

const isDate = (raw: string): boolean =>
  /^\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[ T]\d{0,4})?$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$|^\d{4}\s?[-–]\s?\d{4}$|^\d{8}$/.test(
    raw.trim(),
  );

/** Work of judging one candidate by its form and what stands around it. */
const CANDIDATE_COST = 400;
/** Work of one question to the numbering plan: by far the dearest thing that a candidate can cause. */
const PLAN_COST = 4_000;
const REGIONS_OF_ZERO = ['GB', 'DE', 'FR', 'IT', 'AU', 'NL', 'IN'] as const satisfies CountryCode[];

/** Distinct numbers of one text that are looked up; what a text with more holds is told by these. */
const MAX_QUESTIONS = 40;

/** Answers of the numbering plan, each asked once a text. */
class Plan {
  readonly work: Work;
  readonly known = new Map<string, boolean>();
  confirmed = false;
  constructor(work: Work) {
    this.work = work;
  }
  /** Whether a number with its country code has a length that the country uses. */
  isPossible(raw: string): boolean {
    const number = raw.replace(/^\s?00\s?/, '+');
    return this.answer(number, () => parsePhoneNumberFromString(number)?.isPossible() ?? false);
  }
  isValid(raw: string, country: CountryCode): boolean {
    return this.answer(
      `${country} ${raw}`,
      () => parsePhoneNumberFromString(raw, country)?.isValid() ?? false,
    );
  }
  private answer(key: string, ask: () => boolean): boolean {
    let known = this.known.get(key);
    if (known !== undefined) return known;
    if (this.known.size >= MAX_QUESTIONS) {
      // Among so many numbers a phone was found, or the text cannot be read whole.
      if (!this.confirmed) this.work.overrun = true;
      return this.confirmed;
    }
    known = spend(this.work, PLAN_COST) && (this.work.numbers.get(key) ?? ask());
    if (!this.work.overrun) this.work.numbers.set(key, known);
    this.known.set(key, known);
    this.confirmed ||= known;
    return known;
  }
}

const INTERNATIONAL = /^\s?(?:\+|00)/;
const NATIONAL =
  /^(?:\(?\d{3}\)?[ .\u2010-\u2015-]{1,2}\d{3}[ .\u2010-\u2015-]\d{4}(?:\s?(?:x|ext).*)?$|1?[2-9]\d{2}[2-9]\d{6}$|\(?0\d)/i;

/** Behind the name of a member a number without these marks is any number: `n: 4155550132`. */
const MARKED = /^\(?\d{3}\)?[.-]\d{3}[.-]\d{4}|^\(?0\d+[^\d]/;

interface Candidate {
  /** Behind a colon and a blank. */
  readonly named: boolean;
  readonly raw: string;
  readonly start: number;
  readonly end: number;
}

/** Cheap looks first: of most texts with numbers, no candidate comes as far as the numbering plan. */
function isPhone(
  { raw, start, end, named }: Candidate,
  context: MatchContext,
  plan: Plan,
  mayBeLabelled: boolean,
): boolean {
  const digits = digitsOf(raw);
  if (digits.length < 7 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false;
  const shaped = INTERNATIONAL.test(raw) || (NATIONAL.test(raw) && (!named || MARKED.test(raw)));
  if (!shaped && !mayBeLabelled) return false;
  const before = context.before(start, 32);
  const labelled = mayBeLabelled && (LABEL.test(before) || LABEL_FAR.test(context.before(start, 60)));
  if (!labelled && (!shaped || isDate(raw))) return false;
  if (endsNumeric(before) && !/\b(?:phone|tel|mobile|cell|whatsapp|sms)\b/.test(before)) return false;
  if (AFTER_NUMERIC.test(context.after(end, 12))) return false;
  if (labelled || KEPT_FOR_FILMS.test(digits)) return true;
  if (INTERNATIONAL.test(raw)) return plan.isPossible(raw);
  const regions = /^\(?0/.test(raw) ? REGIONS_OF_ZERO : (['US'] as const);
  return regions.some((country) => plan.isValid(raw, country));
}

/** Numbers that are kept for examples and films in North America: no plan knows them, and who writes one means a phone. */
const KEPT_FOR_FILMS = /^1?[2-9]\d{2}55501\d{2}$/;

/** Shows the candidates of a text. Each begins with digits of a long enough chain, or with what may stand before them. */
function eachCandidate({ text }: MatchContext, seen: Survey, visit: (candidate: Candidate) => void): void {
  let from = 0;
  const starts = seen.digitStarts(FEWEST_DIGITS);
  for (let i = 0; i < starts.length; i++) {
    const digits = starts[i]!;
    let start = digits;
    while (start > from && digits - start < MOST_BEFORE && BEFORE_DIGITS.test(text[start - 1]!)) start--;
    for (; start <= digits && start >= from; start++) {
      if (start > 0 && NEVER_BEFORE[text.charCodeAt(start - 1)] === 1) continue;
      CANDIDATE.lastIndex = start;
      if (!CANDIDATE.test(text)) continue;
      from = CANDIDATE.lastIndex;
      // A blank belongs to what stands before it.
      const named = /\s/.test(text[start]!);
      if (named) start++;
      visit({ named, raw: text.slice(start, from), start, end: from });
      break;
    }
  }
}

/** Phone numbers: labelled, international, or valid in a national form. */
export const phones: SpanDetector = {
  id: 'pii.phone',
  severity: 'medium',
  token: 'phone',
  cases: [
    ['call +44 7911 123456', '1732186800 is the timestamp'],
    ['call me: oh seven seven double-oh nine double-oh one two three', 'one two three calls'],
    ['call me when the run is over: 212 555 0164', 'call the endpoint 2125 times'],
    ['text me then: 4 1 5 . 5 5 5 . 0 1 4 2', 'four one five'],
  ],
  find: (context, work, seen) => {
    const surveyed = seen ?? survey(context.text);
    if (surveyed.longestChain < FEWEST_DIGITS) return [];
    const found: [number, number][] = [];
    const plan = new Plan(work);
    const mayBeLabelled = seen === undefined || seen.holdsAny(LABEL_HINTS);
    eachCandidate(context, surveyed, (candidate) => {
      if (spend(work, CANDIDATE_COST) && isPhone(candidate, context, plan, mayBeLabelled))
        found.push([candidate.start, candidate.end]);
    });
    return found;
  },
};
