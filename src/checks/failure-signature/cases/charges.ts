import { holds, type Screened } from '../screen.ts';

/** What in a text shows that money moved, and what only says so. */

/** The text shows a settlement that succeeded, or what a balance lost by it. */
const SEEN =
  /success:true,transaction:(?:0x)?\w|(?:scan|explorer)\W{0,3} (?:shows?|says?|has) (?:(?!\b(?:no|not|never|without)\b).){0,30}\bsuccess|success:true\b.{0,30}\b(?:tx|transaction|hash) ?0x[0-9a-f]|(?<!\b(?:not|nothing|never|be|(?:was|is|did|has|could)n['’]?t) )\bsettle(?:d| ok|d ok) (?:tx )?0x(?!\S{0,66}[^.;]{0,30}\brevert|\S{0,66} (?:has |had |was |is )?failed)[0-9a-f]|(?:scan|explorer):status:? ?success|charged:\d[\d.]* ?usdc?,settled:true|\d (?:usdc(?:\.e)?|usd|pathusd|eurc) (?:less|gone)\b|balance (?:is|was) \d[\d.]*(?: (?:usdc|usd|eurc|sats))? (?:lower|less)\b|\b\d+ (?:debits|transfers) on chain|(?<!\bno )usdc (?:(?:has |have )?left (?:the|my|our) wallet|went out\b|(?:has|have|is) gone out\b)|(?<!\b(?:not|never|none|nothing|no)\b[^.;]{0,30})\bconfirmed on[- ]chain\b(?! (?:yet|later))|(?:scan|explorer)\W{0,3} (?:shows?|lists?|has) (?:two|three|both|\d+|an?|the|my|our) (?:(?!fail|revert)\w+ ){0,2}(?:transfers?|transferwithauthorization|payments?|debits?)\b(?![^.;]{0,40}(?:revert|fail))/;
/** An answer that says by its own members that it charged and gave nothing back; zero is no charge. */
export const KEPT =
  /\bcharged:\$?(?:true|(?!0+(?:\.0+)?(?!\S?\d))\d[\d.]*)[^{}]{0,40},refunded:false|\brefunded:false,[^{}]{0,40}\bcharged:\$?(?:true|(?!0+(?:\.0+)?(?!\S?\d))\d[\d.]*)/;
/** A hash with what became of it: an approval is no payment, and what reverted paid nothing. */
const HASHED =
  /(?:scan|explorer):? ?(?:tx )?0x[0-9a-f….]{4,70} (?:status:? ?)?success\b|(?<!approv[^;]{0,40})\bbroadcast(?:ed)? (?:as |tx )?0x[0-9a-f….]{4,70},? (?:is |was |and )?confirmed\b(?![^;]{0,30}(?:revert|fail|status:? ?0))|\bpaid\b[:,]? ?(?:with |in |by )?tx 0x[0-9a-f….]{4,70},? (?:is |was )?confirmed\b(?![^;]{0,30}(?:revert|fail|status:? ?0))/;
/** What went with each try. */
const EACH =
  /\d(?: ?(?:sats?|sbtc|usdc(?:\.e)?|eurc|pathusd|cents?))? (?:is |are |was )?(?:gone|less|lost|taken|deducted|missing) (?:per|with each|for each|with every|each|every) (?:try|call|attempt|request|retry|time)\b/;
/** The preimage of an invoice is known to whoever paid it. */
const REVEALED =
  /(?:pay_?invoice|invoice) (?:ok|paid|settled)\b[^;]{0,60}\bpreimage[:=](?!undefined|null|none)[0-9a-f]{2}/;
const SETTLED = new RegExp([SEEN, KEPT, HASHED, EACH, REVEALED].map(({ source }) => source).join('|'));
/** Or says that it was charged: asked of texts that hold one of these words. */
const CLAIMED =
  /wallet:? ?-\d|(?<!not |nothing |never )\b(?:was|were|got|been|still) (?:charged|debited)|\bdebited on[- ]chain|balance (?:went down|fell|dropped)|(?:charge|payment) .{0,30}settles,? ?we see|settled on chain/;
/** Or that the payment reached the chain, or has a hash there: it is to be looked at before anything is signed anew. */
const SENT_ON =
  /(?<!\b(?:not|never|nothing|none|cannot|(?:could|ca|did|does|wo|is|was|has|would)n?t|no|before|unless|until|if|whether)\b[^.;]{0,30})(?:\b(?:went|gone|goes|landed|made it|made it out|executed|submitted|sent|posted|put) (?:(?!not\b|never\b)\w+ ){0,2}on[- ]?chain\b|\b(?:payment|transfer|tx|transaction|money|it)(?: is|s) (?:already )?on[- ]?chain\b)(?![^.;]{0,60}(?:revert|fail|status:? ?0))|(?<!\b(?:no|not|never|without|nothing|empty|missing|null)\b[^.;]{0,30})\b(?:has|have|had|got|gave|gives?|with|shows?|see|is|returned|returns|theres|there is|includ\w+) (?:me |us )?(?:a|an|its|their|the) (?:\w+ )?(?:tx|transaction|payment)? ?(?:hash|txid)\b(?! ?:? ?(?:null|undefined|empty|is missing))(?![^;]{0,120}(?:revert|fail|status:? ?0|dropped))/;
const OF_CHARGES =
  /success|settle|charged|debit|balance|wallet:? ?-| less\b| gone\b|on[- ]?chain|hash|txid|scan\b|explorer|usdc (?:(?:has |have )?left|went|(?:has|have|is) gone)|refunded|confirmed|preimage| per | each | every |\bwas \d/;
/** What either of them says, for a case. */
export const CHARGED = new RegExp(`${SETTLED.source}|${CLAIMED.source}`);

/** A balance before and after: it says that it fell where the second is less. */
const BALANCE =
  /\bbalance\b(?! (?:check|of the (?:seller|payto)))[^.;\d]{0,24}(\d[\d.]*)(?: ?[a-z.]{2,8})? ?(?:->|→|=>|to) ?(\d[\d.]*)/g;
/** The same, told backwards, or of a coin by its name. */
const COIN = '\\b(?:balance|wallet|usdc(?:\\.e)?|sbtc|eurc|pathusd|sats)\\b';
const UNIT = '(?: ?(?!was\\b|is\\b|now\\b)[a-z][a-z.]{1,7})?';
const IT_WAS = new RegExp(`${COIN}[^;\\d]{0,24}(\\d[\\d.]*)${UNIT},? ?\\(?(?:it )?was (\\d[\\d.]*)`, 'g');
const WAS_AND_IS = new RegExp(
  `${COIN}[^.;\\d]{0,16}\\bwas (\\d[\\d.]*)[^.;\\d]{0,40}\\b(?:is|now)\\b[^.;\\d]{0,8}(\\d[\\d.]*)`,
  'g',
);
/** Measured before the paid calls, the difference is theirs. */
const BY_TRIES =
  /^(?: ?(?!before\b)[a-z][a-z.]{1,7})? before (?:(?:the|that|this|my|our|these|those|two|three|four|\d+|first|paid|failed) )*(?:tr(?:y|ies)|calls?|requests?|attempts?|retr(?:y|ies)|payments?)\b/;

const less = (after: string, before: string): boolean => Number.parseFloat(after) < Number.parseFloat(before);
const fell = (text: string): boolean =>
  [...text.matchAll(BALANCE), ...text.matchAll(WAS_AND_IS)].some(([, before, after]) =>
    less(after!, before!),
  );

/** Whether a balance is less than it was, and whether by the calls that the text tells of. */
function sunk(text: string): { fell: boolean; byTries: boolean } {
  const down = [...text.matchAll(IT_WAS)].filter(([, after, before]) => less(after!, before!));
  return {
    fell: down.length > 0 || fell(text),
    byTries: down.some((found) => BY_TRIES.test(text.slice(found.index + found[0].length))),
  };
}

/** Whether a text shows that money moved (`settled`), and whether it shows or says so (`charged`). */
export function chargesIn(screen: Screened): { settled: boolean; charged: boolean } {
  const says = (what: RegExp): boolean => holds(screen, what);
  if (!says(OF_CHARGES)) return { settled: false, charged: false };
  const { fell: sank, byTries } = sunk(screen.text);
  const settled = byTries || says(SETTLED);
  return { settled, charged: settled || sank || says(CLAIMED) || says(SENT_ON) };
}
