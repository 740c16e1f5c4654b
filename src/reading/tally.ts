import { countsAt, loggedShare, shareAt } from './shares.ts';

/** How many of a number of paid calls were answered, by two counts or more that fit together. */
export interface PaidTally {
  readonly answered: number;
  readonly of: number;
}

const PAID =
  /\b(?:paid|pay|paying|payments?|bought|buying|purchas\w*|ordered|orders?|charged|charges|debit\w*|billed|settled|settlements?|own calls?|spent)\b|[$€]|\b(?:usdc?|cents?|dollars?|bucks?)\b/;
const ANSWERED =
  /\b(?:ok(?:ay)?|good|fine|match\w*|answer\w*|results?|returned|deliver\w*|served|correct\w*|right|valid|usable|came|arrived|received|got|succe\w*|worked|complete\w*|responses?|replies|hits?|successful\w*|passed|clean)\b/;
const UNANSWERED =
  /\b(?:fail\w*|errors?|errored|time ?d? ?-?outs?|timeouts?|empty|lost|missing|bounced|nothing|no (?:data|answer|body|result|reply|response|deliver[a-z]*|content|output|file|report|goods)s?|without|wrong|garbage|blank|dropped|refunded|credited|never|unanswered|broken|truncated|dead|rejected|bad|5[0-9]{2}s?|4[0-9]{2}s?|nulls?|useless|not)\b/;
/** What makes a count one of something else: two tries of one call, buyers, days. */
const ELSEWHERE =
  /^ ?(?:[a-z-]+ ){0,2}(?:people|users?|buyers?|customers?|teams?|sellers?|routes?|endpoints?|hosts?|addresses|wallets?|rows|records|fields|items|pages|posts?|threads?|steps|stars|reviews?|keys|versions?|retries|seconds|confirmations|blocks|networks?|chains?|tokens?|competitors?|others)\b/;

/** What a first count of may not stand for paid calls. */
const NO_CALLS =
  /^ ?(?:[a-z-]+ ){0,2}(?:sellers?|routes?|endpoints?|hosts?|rows|posts?|threads?|steps|stars|reviews?|keys|versions?|retries|seconds|minutes|hours|days|weeks|confirmations|blocks|networks?|chains?|tokens?|competitors?)\b/;
/** "11 purchases, 11 abstracts": what was bought, by its name. */
const GOODS = /^ (?:[a-z]+ ){0,2}[a-z]+s[ .!]*$/;
const NO_GOODS =
  /\b(?:complaints?|declines|failures|rejections|fees|prices|signatures|errors|disputes?|retries|refunds?|charges|debits|transfers|settlements|tickets?|excuses|invoices|receipts|transactions|payments|emails?|mails|times|cents|dollars|days|hours|weeks|months|minutes)\b/;

/** Failures denied: "no errors", "nothing outstanding". */
const NO_FAILURE =
  /\b(?:nothing (?:outstanding|missing|lost|open|else|wrong)|(?:no|zero|0|without(?: any)?|not one|not a single) (?:fail\w*|errors?|issues?|problems?|loss(?:es)?|gaps?|troubles?|complaints?|timeouts?)|(?:errors?|failed|failures|lost|timeouts?) ?[:=]? ?(?:0|zero|none)\b|none (?:missing|lost|failed|empty))\b/g;
/** "No deliverable", "no duplicates": what it is called tells. */
const NOTHING_CAME = /\b(?:no|zero|not (?:one|a single|any)) [a-z]/;
const UNCHARGED =
  /\bnot (?:settled|charged|billed|debited|taken)\b|\b(?:uncharged|refunded|credited|free of charge|money back)\b/;
const MOSTLY = 0.9;

/** Other sellers, and what was only thought of. */
const NOT_HERE = /\b(?:elsewhere|suppose|suspected|imagine|another (?:seller|vendor|provider))\b/;

/** Thousands without commas, and no full stop at the end of a sentence. */
const plain = (text: string): string =>
  text.replace(/(?<=[0-9]),(?=[0-9]{3}\b)/g, '').replace(/\.(?=\s|$)/g, ' ');

/**
 * Reads "300 paid, 299 ok", "bought 250; 249 matched, 1 timed out", "paid for three, got three empty bodies". The first
 * count is of paid calls, and those behind it say what came of them: they are no more than it, and where failures are
 * counted beside answers the two make up the whole. Null: the counts do not fit together, or another thing is counted.
 *
 * @param raw as `readable` returns it
 */
export function tallyOf(raw: string): PaidTally | null {
  if (NOT_HERE.test(raw)) return null;
  const text = plain(raw);
  const tally = loggedShare(raw) ? null : (counted(text) ?? shared(text));
  // What failed and was not charged is no payment that failed.
  return tally && tally.answered / tally.of < MOSTLY && UNCHARGED.test(raw) ? null : tally;
}

function counted(text: string): PaidTally | null {
  const [first, ...rest] = countsAt(text);
  if (!first || rest.length === 0 || rest.length > 3 || first.count < 2) return null;
  if (!PAID.test(text.slice(0, rest[0]!.at)) || NO_CALLS.test(text.slice(first.end))) return null;
  const { count: of } = first;
  let [answered, failed] = [0, 0];
  for (const [i, { count, at, end }] of rest.entries()) {
    const tail = text.slice(end, rest[i + 1]?.at ?? text.length);
    const came = cameOf(tail, text.slice(Math.max((rest[i - 1] ?? first).end, at - 24), at));
    if (came === null) return null;
    if (came) answered += count;
    else failed += count;
  }
  if (failed === 0) return answered > 0 && answered <= of ? { answered, of } : null;
  if (answered === 0) return failed <= of ? { answered: of - failed, of } : null;
  return answered + failed === of ? { answered, of } : null;
}

/** "18 of 18 paid extractions fine", "paid calls today 0/6, all 504": one share, in a clause that says what came of it. */
function shared(text: string): PaidTally | null {
  const share = PAID.test(text) ? shareAt(text) : null;
  if (!share || share.of < 2 || NO_CALLS.test(text.slice(share.end))) return null;
  const lead = text
    .slice(0, share.at)
    .split(/[,;.:]/)
    .at(-1)!;
  const [clause = '', next = ''] = text.slice(share.end).split(/[,;.]/);
  if (UNANSWERED.test(lead) || UNSHARED.test(lead)) return null;
  const { part, of } = share;
  const came = GOODS.test(clause) ? null : cameOf(clause, '');
  if (came !== null) return { answered: came ? part : of - part, of };
  return part === 0 && clause.trim() === '' && cameOf(` ${next}`, '') === false ? { answered: 0, of } : null;
}

/** What makes "one of ten" no share of paid calls that were answered. */
const UNSHARED = /\b(?:each|every|absent|maybe|perhaps|least|suppose|if|criterion|percent|without)\b|%/;

/** What came of a count of calls, by the words behind it, or else by those before: an answer, or none. Null: they do not tell. */
function cameOf(tail: string, lead: string): boolean | null {
  if (ELSEWHERE.test(tail)) return null;
  // "Received 52, nothing given back": what follows a comma at once is said of something else.
  const said = /^ ?[,;.]/.test(tail) ? '' : tail.replace(NO_FAILURE, ' ');
  if (UNANSWERED.test(said)) return false;
  if (NOTHING_CAME.test(said)) return null;
  if (ANSWERED.test(said)) return true;
  if (GOODS.test(said) && !NO_GOODS.test(said)) return true;
  if (UNANSWERED.test(lead)) return false;
  return ANSWERED.test(lead) ? true : null;
}

const FEWEST_LOST = 3;
/** Three paid calls or more, and more than half of them without an answer. */
export const isMostlyLost = (answered: number, of: number): boolean => of >= FEWEST_LOST && answered < of / 2;
