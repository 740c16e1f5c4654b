/**
 * Who speaks to whom. A sentence may ask something of us, order an act, or say what a thing does. Only the first two are
 * judged for advice, outreach and scraping: what is sold may be about any trade.
 */

type Speech = 'asks' | 'orders' | 'describes';

const ASKS_US = new RegExp(
  [
    // Should we …, can I …, do my parents …
    String.raw`\b(?:should|shall|can|could|may|must|do|does|did|would|will|am|are|is|might|has|have)(?: not|n't)? (?:\w+ )?(?:i|we|my|our|us|one)\b`,
    String.raw`\b(?:whether|if|that|what|which|how|when|where|why|who)\b(?: [\w'-]+){0,5}? (?:i|we|my \w+|our \w+) (?:should|shall|can|could|may|must|ought|need|owe|have to|am allowed|are allowed|would)\b`,
    String.raw`\b(?:tell|advise|help|teach|guide|give|recommend|suggest|show|find|get|draft|write|explain|pick|name|send|make|build|let)(?: to)? (?:me|us)\b`,
    String.raw`\b(?:i|we) (?:\w+ )?(?:want|need|would like|wish|hope|plan|intend|(?:am|are) (?:looking|trying|thinking|about|going|planning|considering))\b`,
    String.raw`\b(?:i'm|we're|i'd|we'd|i'll|we'll)\b`,
    String.raw`\bplease\b|\b(?:can|could|would|will) you\b|\bfor me\b|\bmy (?:own )?(?:lawyer|taxes|savings|portfolio|loan|landlord|salary|position|retirement|mortgage)\b`,
    String.raw`\?\s*$|^\s*(?:which|what|is it|are there any|how (?:do|can|should|much)|when (?:do|will|should)|will|should)\b[^.]*\?`,
  ].join('|'),
  'i',
);

/** Acts that are ordered; what a service does is said with the same words, so an order needs more than its verb. */
const ORDERS =
  /^\W*(?:(?:and|then|also|now|next|first|finally|just|but|so|plus|please|kindly|go|quickly)\W+){0,3}(?:scrape|crawl|spider|harvest|extract|download|copy|pull|collect|gather|grab|dump|enumerate|compile|steal|clone|mirror|rip|bypass|brute|scan|e-?mail|message|dm|text|call|phone|contact|ping|pitch|invite|notify|spam|blast|cold|write|send|draft|compose|post|publish|reach|tweet|tag|follow|negotiate|haggle|convince|persuade|promote|advertise|announce|predict|forecast|recommend|tell|advise|suggest|pick|choose|name|buy|sell|short|hold|invest|sue|file|deduct|declare|approve|deny|underwrite|certify|make|create|register|build|list|find|get|save|export|assemble|track|dox|stalk|shill|upvote|introduce|ask|chase|drop|schedule|share|airdrop|nudge|hit|approach|connect|comment|reply|leave|give|run|do|start|launch|set|log|use|take|plan|allocate|rebalance|size)\b/i;

export const speechOf = (sentence: string): Speech =>
  ASKS_US.test(sentence) ? 'asks' : ORDERS.test(sentence) ? 'orders' : 'describes';

/** Words of which the terms of a sale are made. */
const TERMS = new Set(
  `x402 mpp 402 api apis endpoint endpoints route routes service services paid pay-per-call per call calls request requests
  query queries on via over at for with in usd usdc dollar dollars base mainnet solana network price prices priced cost
  costs budget cap capped under max maximum only each a an the one single trial http https cent cents micropayment
  micropayments payment payments payable call. pay looking that returns return returning json latency below s ms seconds
  presupuesto por petición llamada consulta budget pro anfrage aufruf abruf requête appel par orçamento chamada requisição
  бюджет за запрос вызов 预算每次 每次 予算 1回 الميزانية لكل طلب बजट प्रति कॉल`.split(/\s+/),
);
const PRICE = /^(?:[$€]?\d[\d.,]*[ck]?。?|eip155:\d+|usdc[。．]?)$/;
const PIECE = /[^\s,;()|?!–—]+|[,;()|?!–—]/g;
const MARK = /^[,;()|?!–—.:-]$/;
const FEWEST_TERMS = 3;
const MOST_TERMS = 32;

const isTerm = (piece: string): boolean => {
  const word = piece.toLowerCase().replace(/[.:]+$/, '');
  return TERMS.has(word) || PRICE.test(word);
};

/** Words that tie the terms of a sale together, in a clause that says nothing else: "need an API for this, up to 3 cents". */
const TIES = new Set(
  `i i'd we need want would like can could will have has find me us my our your their you it this that these to up is be or
  and no not more than below about around any use using used through answer answers job result reply subscription monthly
  flat least most ready happy willing spend agent agents prepaid micro-payment pay-per-use pay-as-you-go key token account
  invoice basis cheap short`.split(/\s+/),
);
/** And one of these it must have. */
const SALE =
  /^(?:x402|402|mpp|apis?|endpoints?|usdc?|price[sd]?|costs?|budget|pay|paid|payable|payments?|micropayments?|per|per-call|pay-per-call|subscription|cents?|dollars?|[$€]\d[\d.,]*)$/i;
/** Where a clause may end: never within a number or a name. */
const CLAUSE_END = /(?:[,.;:!?]{1,8}(?=\s|$)|[()[\]|\n。、，；：！？（）]|\s[-–—]{1,4}(?=\s))\s*/g;
const FEWEST_LEFT = 10;

/** Whether a clause is made of the terms of a sale and nothing else. Behind one of them "Base" is one, too. */
function isOfSale(clause: string, behindOne: boolean): boolean {
  const words = clause.trim().split(/\s+/);
  return (
    (behindOne || words.some((word) => SALE.test(word))) &&
    words.every((word) => isTerm(word) || TIES.has(word.toLowerCase()))
  );
}

/** A text without the terms of a sale: no clause of them, and none at its ends. Undefined where there are none, or little else. */
export function withoutTerms(text: string): string | undefined {
  let kept = '';
  let from = 0;
  let cut = false;
  const take = (to: number, end: number): void => {
    cut = isOfSale(text.slice(from, to), cut);
    if (!cut) kept += text.slice(from, end);
    // A question stays one when the terms that stood inside it are taken out.
    else if (text[to] === '?' && kept !== '') kept = `${kept.replace(/[\s,;:(–—-]+$/, '')}? `;
    from = end;
  };
  for (const { 0: mark, index } of text.matchAll(CLAUSE_END)) take(index, index + mark.length);
  take(text.length, text.length);
  const left = kept.replace(/[\s,;(–—]{1,16}$/, '').trim();
  const rest = kept === text || left.length < FEWEST_LEFT ? text : left;
  const bare = withoutEnds(rest) ?? rest;
  return bare === text ? undefined : bare;
}

/** The same at the ends of a text, where no mark need stand before them. */
function withoutEnds(text: string): string | undefined {
  const pieces = [...text.matchAll(PIECE)];
  let last = pieces.length;
  let first = 0;
  let count = 0;
  while (last > 0 && pieces.length - last < MOST_TERMS) {
    const piece = pieces[last - 1]![0];
    if (piece === '?' || piece === '!' || !(MARK.test(piece) || isTerm(piece))) break;
    if (!MARK.test(piece)) count++;
    last--;
  }
  // The terms begin after a mark, or with a word that begins them: "should we sue x402 API endpoint, $0.02".
  const opens = (at: number): boolean => {
    const before = pieces[at - 1]?.[0] ?? '';
    const piece = pieces[at]?.[0] ?? '';
    return /[.:?!]$/.test(before) || MARK.test(before) || MARK.test(piece) || /^(?:x402|[$€]\d)/i.test(piece);
  };
  while (last < pieces.length && !opens(last)) {
    if (isTerm(pieces[last]![0])) count--;
    last++;
  }
  const cut = count >= FEWEST_TERMS ? text.slice(0, pieces[last]!.index) : text;
  count = 0;
  while (first < last && first < MOST_TERMS && (MARK.test(pieces[first]![0]) || isTerm(pieces[first]![0]))) {
    if (!MARK.test(pieces[first]![0])) count++;
    first++;
  }
  const closed = first > 0 && (/[.:]$/.test(pieces[first - 1]![0]) || MARK.test(pieces[first - 1]![0]));
  const bare = count >= FEWEST_TERMS && closed && first < last ? cut.slice(pieces[first]!.index) : cut;
  return bare !== text && bare.trim().length >= FEWEST_LEFT ? bare : undefined;
}
