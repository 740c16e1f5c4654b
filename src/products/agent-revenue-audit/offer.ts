/**
 * Which parts of an offer say what is sold. A word counts by where it stands: at the head of the offer, as what is
 * returned, as what is billed, or in passing. What is said of accounts, plans and terms never names a product.
 */

export interface OfferPart {
  readonly start: number;
  readonly end: number;
  readonly factor: number;
}

const FACTOR = { head: 8, returned: 8, first: 5, second: 4, later: 3, billed: 4, passing: 1, none: 0 };
/** Added to a phrase that stands right before "API", "service" and the like, or is what an API is "for". */
export const HEAD_NOUN_FACTOR = 12;
export const HEAD_NOUN =
  /^ {0,2}(?:API|service|endpoint|network|gateway|provider|engine|platform|broker)s?(?![\p{L}])/iu;

/** A clause about how one gets in or what the contract says. */
const TERMS =
  /(?<![\p{L}])(?:sign(?:s|ed)?[ -]?(?:up|in)|accounts?|api[ -]keys?|key required|log[ -]?in|logins?|dashboard|top-?ups?|contracts? (?:start|begin)|agreements?|terms|licen[cs]es?|licensed|per month|a month|monthly|annual|yearly|enterprise plan|verify your|billed|invoice monthly|refund\w{0,3}|credits?|support|docs|documentation|openapi|free tier|requests? per second|concurrent|rate limit\w{0,3}|gdpr|resale|resold|redistribut\w{0,4}|charged?|compliant|listed|customers?|agents signed|ask us|contact us|talk to|on request)(?![\p{L}])/iu;
const RETURNS =
  /(?<![\p{L}])(?:returns?|gives? back|gets? back|you get|get the|get|receives?|answers with|responds? with|delivers?|result is|results? in|outputs?|comes back as|and tells? you)(?![\p{L}])/iu;
const PASSING =
  /(?<![\p{L}])(?:with|including|includes?|plus|via|using|behind|through|without|requires?|needs?|based on|built on|powered by|authenticated|result by|by webhook|and a|used for|such as|so that)(?![\p{L}])/iu;
const GIVEN =
  /^(?:\s|you|then|just){0,12}(?:send|post|posts|give|upload|submit|pass|put in|point us at)(?![\p{L}])/iu;
const BILLED =
  /(?:[$€£] {0,1}[\d.,]{1,12}|[\d.,]{1,12} {0,1}(?:USDC|USD|cents?|p))[^.;$]{0,14}?(?:\/|per|an?|each|for each) {0,2}/iu;

/** Sentences, cut where a mark ends one and not inside a figure. */
function pieces(text: string, mark: RegExp): { start: number; text: string }[] {
  const out: { start: number; text: string }[] = [];
  let from = 0;
  for (const match of text.matchAll(mark)) {
    out.push({ start: from, text: text.slice(from, match.index) });
    from = match.index + match[0].length;
  }
  out.push({ start: from, text: text.slice(from) });
  return out.filter((piece) => piece.text.trim() !== '');
}

export const offerSentencesOf = (text: string) => pieces(text, /[.!?](?=\s|$)|[;\n]/gu);
export const clausesOf = (text: string) => pieces(text, /,(?!\d)|[:()]|\s[–—-]\s/gu);

export function offerPartsOf(text: string): OfferPart[] {
  return offerSentencesOf(text).flatMap((sentence, index) => {
    let returned = false;
    return clausesOf(sentence.text).flatMap((clause, at) => {
      const start = sentence.start + clause.start;
      const plain = at > 0 && returned ? FACTOR.second : baseOf(index, at);
      const parts = partsOfClause(clause.text, start, plain, sentence.text);
      returned ||= RETURNS.test(clause.text);
      return parts;
    });
  });
}

function baseOf(sentence: number, clause: number): number {
  if (sentence === 0) return clause === 0 ? FACTOR.head : FACTOR.first;
  return sentence === 1 ? FACTOR.second : FACTOR.later;
}

function partsOfClause(text: string, start: number, plain: number, sentence: string): OfferPart[] {
  const end = start + text.length;
  const at = (offset: number, length: number, factor: number): OfferPart => ({
    start: start + offset,
    end: start + length,
    factor,
  });
  const billed = BILLED.exec(text);
  if (billed) {
    const head = billed.index;
    const unit = head + billed[0].length;
    return [
      at(0, head, TERMS.test(text.slice(0, head)) ? FACTOR.none : plain),
      at(head, unit, FACTOR.none),
      at(unit, Math.min(text.length, unit + 24), FACTOR.billed),
      at(unit + 24, text.length, FACTOR.passing),
    ];
  }
  const terms = TERMS.exec(text);
  if (terms) return plain === FACTOR.head ? [at(0, terms.index, plain), at(terms.index, text.length, 0)] : [];
  const returns = RETURNS.exec(text);
  if (returns)
    return [
      at(0, returns.index, GIVEN.test(text) ? FACTOR.passing : Math.min(plain, FACTOR.second)),
      ...passing(text, start, returns.index, FACTOR.returned),
    ];
  if (GIVEN.test(text) && RETURNS.test(sentence)) return [{ start, end, factor: FACTOR.passing }];
  return passing(text, start, 0, plain);
}

/** Up to a word that leads into something beside the product, and from there on. */
function passing(text: string, start: number, from: number, factor: number): OfferPart[] {
  const aside = PASSING.exec(text.slice(from));
  const cut = aside && aside.index > 0 ? from + aside.index : text.length;
  return [
    { start: start + from, end: start + cut, factor },
    { start: start + cut, end: start + text.length, factor: FACTOR.passing },
  ];
}

export const factorAt = (parts: readonly OfferPart[], offset: number): number =>
  parts.find((part) => offset >= part.start && offset < part.end)?.factor ?? FACTOR.none;
