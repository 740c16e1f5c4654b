import type { CountryCode } from 'libphonenumber-js/min';
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { Work } from '../work.ts';
import { spend } from '../work.ts';
import type { Context, SpanDetector } from './row.ts';
import { digitsOf } from './row.ts';

/** Runs of digits with the marks people put into phone numbers. */
const CANDIDATE =
  /(?<![\w.$€£#/=-])(?:\+|\+\s|00\s?)?\(?\s?\d(?:[ .()/\u2010-\u2015-]{0,3}\d){6,16}(?:\s?(?:x|ext\.?|extension)\s?\d{1,6})?(?![\w%]|\.\d|-\d)/gi;

const LABEL =
  /\b(?:phone|tel|telephone|telefon|telefono|teléfono|téléphone|telefone|mobile|mobil|cell|cellphone|cel|call|calls? (?:me|him|her|us|them)|text|txt|sms|whatsapp|signal|viber|telegram|fax|ring|dial|reach|contact|hotline|number is|my number|her number|his number|handy|móvil|celular|portable|numéro|nummer|numero|ph|mob|movil)\b[^\n]{0,18}$/;

/** Between two digits of a candidate are at most three marks, as in a chain of the survey. */
const FEWEST_DIGITS = 7;

/** Numbers that mean something else in this trade. */
const NUMERIC =
  /(?:\$|€|£|\b(?:usd|usdc|amount|atomic|units|wei|gwei|block|height|chain|chainid|eip155|nonce|timestamp|epoch|unix|id|ids|order|invoice|ticket|request|version|port|status|price|budget|cost|balance|supply|calls|tokens|limit|isbn|upc|ean|gtin|barcode|sku|bytes|rows|records|size|row|line|between|range|seed|code)\b)\W{0,4}$/;

const AFTER_NUMERIC =
  /^\s?(?:usd|usdc|units|atomic|wei|gwei|calls|bytes|tokens|ms|seconds|rows|requests|eth|per\b)/;

const isDate = (raw: string): boolean =>
  /^\d{4}[-./]\d{1,2}[-./]\d{1,2}(?:[ T]\d{0,4})?$|^\d{1,2}[-./]\d{1,2}[-./]\d{4}$|^\d{4}\s?[-–]\s?\d{4}$|^\d{8}$/.test(
    raw.trim(),
  );

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

function isPhone(raw: string, context: Context, index: number, end: number, plan: Plan): boolean {
  const digits = digitsOf(raw);
  if (digits.length < 7 || digits.length > 15 || /^(\d)\1+$/.test(digits)) return false;
  const before = context.before(index, 32);
  const labelled = LABEL.test(before);
  if (isDate(raw) && !labelled) return false;
  if (NUMERIC.test(before) && !/\b(?:phone|tel|mobile|cell|whatsapp|sms)\b/.test(before)) return false;
  if (AFTER_NUMERIC.test(context.after(end, 12))) return false;
  if (labelled) return true;
  if (/^\s?(?:\+|00)/.test(raw)) return plan.isPossible(raw);
  const shaped = /^\(?\d{3}\)?[ .\u2010-\u2015-]{1,2}\d{3}[ .\u2010-\u2015-]\d{4}(?:\s?(?:x|ext).*)?$/i.test(
    raw,
  );
  if (!shaped && !/^1?[2-9]\d{2}[2-9]\d{6}$/.test(raw) && !/^\(?0\d/.test(raw)) return false;
  const regions = /^\(?0/.test(raw) ? REGIONS_OF_ZERO : (['US'] as const);
  return regions.some((country) => plan.isValid(raw, country));
}

/** Phone numbers: labelled, international, or valid in a national form. */
export const phones: SpanDetector = {
  id: 'pii.phone',
  severity: 'medium',
  token: 'phone',
  find: (context, work, seen) => {
    if (seen && seen.longestChain < FEWEST_DIGITS) return [];
    const found: [number, number][] = [];
    const plan = new Plan(work);
    for (const match of context.text.matchAll(CANDIDATE)) {
      const end = match.index + match[0].length;
      if (isPhone(match[0], context, match.index, end, plan)) found.push([match.index, end]);
    }
    return found;
  },
};
