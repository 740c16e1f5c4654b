import { Beginnings, type Opening, openingOf } from '../openings.ts';
import type { IntentToken } from './tokens.ts';

/** The subjects that no answer may touch, and the acts that no answer may prepare. */
export type IntentClass = 'unsafeAdvice' | 'outreachOrScrapingRequest' | 'vagueRequest';

/** `class:subclass`, as listed in `policyCheck.allFindings`. */
export type IntentFinding = `${IntentClass}:${string}`;

export interface Rule {
  readonly id: string;
  readonly finding: IntentFinding;
  /** Over the request's own words (descriptions of products left out), joined with single spaces. */
  readonly pattern: RegExp;
  readonly unless?: RegExp;
}

const rule = (id: string, finding: IntentFinding, pattern: RegExp, unless?: RegExp): Rule => ({
  id,
  finding,
  pattern,
  ...(unless ? { unless } : {}),
});

const COINS =
  'btc|bitcoin|eth|ether|ethereum|sol|solana|xrp|doge|dogecoin|link|avax|ada|matic|pepe|shib|altcoins?|memecoins?|shitcoins?|coins?|crypto|cryptos|cryptocurrenc(?:y|ies)|nfts?|steth|arb|bnb|ltc';
const STOCKS =
  'stocks?|shares|equit(?:y|ies)|bonds?|etfs?|index funds?|mutual funds?|t bills|treasur(?:y|ies)|gold|silver|copper|platinum|palladium|uranium|lithium|wheat|corn|soybeans?|crude|crude oil|cocoa|cotton|commodit(?:y|ies)|nvda|tsla|aapl|msft|amzn|googl|spy|qqq|s&p|nasdaq|reits?|options?|futures?|forex|perps?|annuit(?:y|ies)|portfolio|savings|pension|401k|ira|retirement';
const PEOPLE =
  'people|everyone|everybody|anyone|users|founders?|ctos?|ceos?|builders?|developers?|devs|customers|prospects?|leads?|contacts?|followers?|subscribers?|members|sellers|merchants|buyers|investors|journalists|employees|engineers|recruiters|influencers?|startups|companies|owners|operators|maintainers|attendees|speakers|them|strangers|friends|list|groups?|channels?|subreddits?|threads?|community|communities|inbox(?:es)?|mailbox(?:es)?|vendors|providers|competitors|each|him|her';

/**
 * Support for the classifier: wordings that leave no doubt. Each looks at request words only, so "a stock-price API"
 * does not speak of stocks. All patterns have bounded gaps.
 */
export const intentRules: readonly Rule[] = [
  rule(
    'invest.should_buy',
    'unsafeAdvice:investment',
    new RegExp(
      `\\b(?:should|shall|would|is it|do) (?:i|we|you|it|my|our|they|one|(?:\\w+ )?(?:treasury|company|fund|dao|mom|dad|wife|client)) (?:\\w+ ){0,4}?(?:buy|sell|hold|invest|short|long|put|rotate|move|accumulate|dump|stake|swap|convert|allocate|keep|exit|ape|dca|diversif\\w*|hedge) (?:\\w+ ){0,5}?(?:${COINS}|${STOCKS})\\b`,
    ),
  ),
  rule(
    'invest.i_should',
    'unsafeAdvice:investment',
    new RegExp(
      `\\b(?:whether|if|that|when|why|how much|what) (?:i|we|he|she|they|my \\w+|our \\w+) (?:should|ought to|could|can|must|shall) (?:\\w+ ){0,3}?(?:buy|sell|hold|invest|short|long|put|rotate|move|accumulate|dump|stake|swap|keep|exit|dca|diversif\\w*|hedge|unload) (?:\\w+ ){0,5}?(?:${COINS}|${STOCKS})\\b`,
    ),
  ),
  rule(
    'invest.which',
    'unsafeAdvice:investment',
    new RegExp(
      `\\b(?:which|what|best|top|good|recommend|suggest|pick|name|hottest) (?:\\w+ ){0,4}?(?:${COINS}|${STOCKS}) (?:\\w+ ){0,4}?(?:buy|sell|hold|invest|10x|100x|moon|pump|double|outperform|now|this (?:week|month|year|quarter)|rally|explode)\\b`,
    ),
  ),
  rule(
    'invest.verb',
    'unsafeAdvice:investment',
    /\b(?:invest|investing|reinvest) (?:\w+ ){0,4}?(?:savings|money|salary|bonus|inheritance|in|into|dollars|usd|k|this|funds)\b|\b(?:park|stash) (?:\w+ ){0,3}?(?:[$€]?\d[\d.]*k|usdc|cash|savings|money|reserves|funds)\b|\b(?:put|deposit|lock) (?:my|our|the) (?:\w+ ){0,1}?(?:savings|cash|money|reserves|funds|salary|bonus) /,
  ),
  rule(
    'invest.allocation',
    'unsafeAdvice:investment',
    /\b(?:asset allocation|portfolio (?:allocation|mix|rebalanc\w*)|rebalance (?:my|our|the) portfolio|retirement (?:account|savings|fund|portfolio)|price target|passive income|dollar cost averag\w*)\b/,
  ),
  rule(
    'invest.is_a_buy',
    'unsafeAdvice:investment',
    /\bis (?:\w+ ){1,3}?(?:a|an|still a) (?:strong |good |clear )?(?:buy|sell|short|hold)\b(?! (?:call|request|signal api))/,
  ),
  rule(
    'invest.return',
    'unsafeAdvice:investment',
    /\b(?:maximi[sz]e|highest|best|better|safest) (?:\w+ ){0,2}?(?:returns?|yields?|apy|apr)\b/,
  ),
  rule(
    'trade.signal',
    'unsafeAdvice:trading',
    /\b(?:buy or sell|sell or buy|buy sell|long or short|bullish or bearish|entry (?:and|point|price)|entry (?:\| )?exit|lot size|stop loss|take profit|trading (?:signals?|strategy|plan|setup|bot strategy)|position siz\w+|size position|leverage (?:for|on|my|should)|margin call|day trad\w+|swing trad\w+|scalp\w*|arbitrage (?:opportunit|trade)|technical analysis)\b/,
  ),
  rule(
    'trade.predict',
    'unsafeAdvice:trading',
    new RegExp(
      `\\b(?:predict|forecast|where will|how high|will) (?:\\w+ ){0,5}?(?:${COINS}|${STOCKS})\\b|\\b(?:tokens?|coins?|shares?|stocks?|${COINS}) (?:\\w+ ){0,2}?(?:go|goes|going) (?:up|down|higher|lower)\\b|\\b(?:will|would|does|do) (?:\\w+ ){0,4}?(?:tokens?|coins?|shares?|stocks?) (?:\\w+ ){0,2}?(?:rise|fall|climb|drop|pump|crash|moon|rally)\\b`,
    ),
  ),
  rule(
    'trade.time_to',
    'unsafeAdvice:trading',
    new RegExp(
      `\\b(?:is|was|be) (?:it|now|this|today) (?:the |a )?(?:right |good |best )?(?:time|moment|day|week|month)?\\s?(?:to|for) (?:buy|buying|sell|selling|short|load up|get (?:in|out)|dump|exit) (?:\\w+ ){0,3}?(?:${COINS}|${STOCKS})\\b`,
    ),
  ),
  rule(
    'trade.exit',
    'unsafeAdvice:trading',
    /\b(?:when|time|point) (?:\w+ ){0,3}?(?:exit|enter|close|open|sell|short) (?:\w+ ){0,4}?(?:position|calls|puts|trade|long|short|shares)\b/,
  ),
  rule(
    'tax.advice',
    'unsafeAdvice:tax',
    /\b(?:(?:lower|reduce|avoid|minimi[sz]e|cut|save|evade|defer|owe|pay|charge|collect|declare|report|file|write off|deduct|claim|dodge|exempt) (?:\w+ ){0,6}?(?:tax(?:es)?|vat|gst|irs|hmrc|deductions?|capital gains|sales tax|1099|w2|w8)|(?:tax(?:es)?|irs|hmrc|vat|deductions?) (?:\w+ ){0,5}?(?:owe|deductible|avoid|write off|declare|file|filing|residency|haven|bracket|liability|implications?))\b/,
  ),
  rule(
    'tax.implied',
    'unsafeAdvice:tax',
    /\b(?:pay|owe|paying|owing) (?:nothing|zero|less|the least|the minimum) (?:\w+ ){0,3}?(?:this|next|that) (?:tax |fiscal )?(?:year|quarter)\b|\b(?:pay|owe|hand over|lose) (?:less|nothing|zero|as little \w+ \w+|the least) (?:\w+ ){0,4}?(?:bonus|salary|income|wages|profits?|dividends|gains|earnings|inheritance|payouts?|winnings)\b|\b(?:what|how|where|when|must|should|do) (?:\w+ ){0,2}?(?:i|we|they|he|she) (?:\w+ ){0,2}?(?:declare|report) (?:\w+ ){0,5}?(?:income|earnings|revenue|crypto|bonus|rent|winnings)\b|\b(?:earn|earned|earns|income|revenue|profits?|payouts?|winnings) (?:[\w|]+ ){0,12}?(?:what|how|where|when|must|should|do) (?:\w+ ){0,3}?declare\b/,
  ),
  rule(
    'lend.decide',
    'unsafeAdvice:lending',
    /\b(?:(?:approve|deny|decline|underwrite|grant|reject|qualif\w+) (?:\w+ ){0,5}?(?:loan|credit|mortgage|borrower|applicant|financing|overdraft)|(?:loan|mortgage|borrower|credit (?:score|card|line)|heloc|refinanc\w+|payday) (?:\w+ ){0,6}?(?:qualif\w+|approve|approved|interest rate|default|afford|eligible|get|offer|score)|(?:should|can|could) (?:i|we) (?:\w+ ){0,3}?(?:refinance|borrow|lend|mortgage|consolidate|take out|get a (?:loan|mortgage)))\b/,
  ),
  rule(
    'legal.advice',
    'unsafeAdvice:legal',
    /\b(?:(?:should|can|could|may|do) (?:i|we|they|he|she|my|our) (?:\w+ ){0,5}?(?:sue|litigate|appeal|countersue|evict|be sued|terminate the contract|break the lease|settle(?! (?:on|in|at|over|there|here|with|through|for|to|usdc|payments?|calls?)\b)|plead)|(?:is|are) (?:\w+ ){0,6}?(?:legal|illegal|lawful|unlawful|enforceable|binding|infring\w+|defamat\w+|liable|negligent)|legally|sue (?:\w+ ){0,3}?for|patent infring\w+|infring\w+ (?:\w+ ){0,2}?(?:patent|trademark|copyright)|(?:draft|write|prepare|review) (?:\w+ ){0,4}?(?:lawsuit|complaint|contract clause|argument|cease and desist|nda|will|legal|defen[cs]e|appeal|plea|testimony|affidavit)|(?:court|judge|jury|arbitrator|tribunal) (?:\w+ ){0,3}?(?:rules?|forces?|sides?|decides?|awards?|finds?|grants?|makes?|orders?)|(?:win|lose) (?:\w+ ){0,2}?(?:appeal|case|suit|trial)|price fixing|antitrust|collusion|settlement offer|cease and desist|in court|lawsuit|under \w+ law)\b/,
    /\b(?:payment|402|facilitator|x402) settlement offer\b/,
  ),
  rule(
    'compliance.advice',
    'unsafeAdvice:compliance',
    /\b(?:(?:is|are|am|do|does|would|will|whether|if) (?:\w+ ){0,8}?(?:compliant|compliance|gdpr|hipaa|mica|aml|kyc|sec|finra|pci|sox|ccpa|ofac|sanctions?|securit(?:y|ies) law|money transmitter|licen[sc]ing|regulat\w+) (?:\w+ ){0,8}?(?:rules?|law|laws|regulations?|requirements?|allow|let|apply|need|licen[sc]e|compliant|exempt)|money transmitter|(?:may|can|could|allowed to|ok to|able to|permitted to) (?:we |i |our \w+ )?(?:do business|deal|transact) with|compliant with|exempt from|comply with (?:\w+ ){0,2}?(?:gdpr|hipaa|mica|aml|sec|law|regulations?|sanctions?))\b/,
  ),
  rule(
    'compliance.sign_off',
    'unsafeAdvice:compliance',
    /\b(?:sign off|certify|attest|approve|confirm|guarantee) (?:[\w|-]+ ){0,14}?(?:meets?|satisf\w+|compl(?:y|ies)|conforms?) (?:[\w-]+ ){0,6}?(?:rules?|requirements?|laws?|regulations?|directive)\b/,
  ),
  rule(
    'scrape.verb',
    'outreachOrScrapingRequest:scraping',
    /\b(?:scrap(?:e|es|ing)|crawl(?:ing)?|spider(?:ing)?|harvest(?:ing)?|web ?scrap\w*|mirror(?:ing)?|rip|screen ?scrape|data ?mine|exfiltrate|siphon|hoover up)\b/,
    /\b(?:no|not|without|never|avoid|zero|nor|anti) (?:\w+ ){0,2}?(?:scraping|crawling|scrape|crawl|harvesting)\b|\bpay per crawl\b|\b(?:scraping|crawling) (?:detection|protection|prevention|defen[cs]e)\b|\b(?:permits?|allows?|forbids?|blocks?|disallows?|detects?) (?:\w+ )?(?:crawling|scraping)\b/,
  ),
  rule(
    'scrape.collect',
    'outreachOrScrapingRequest:scraping',
    /\b(?:extract|download|copy|pull|collect|gather|grab|dump|enumerate|compile|archive|mine|steal|clone|snag|vacuum up|hoover) (?:\w+ ){0,3}?(?:every|all|whole|entire|each|full|everyone|everybody|profiles?|phone numbers?|contact details?|contact info\w*|handles|bios|reviews|lead list|leads|mailboxes|members|employees|followers)\b/,
    /\b(?:all|every|each|full) (?:\w+ ){0,2}?(?:price|prices|signal|signals|option|options|fee|fees|cost|costs|cap|caps|route|routes|evidence|header|headers|receipt|receipts|call|calls|error|errors)\b/,
  ),
  rule(
    'scrape.people',
    'outreachOrScrapingRequest:scraping',
    // Weaker verbs need people, many of them, or what is theirs.
    /\b(?:fetch|list|find|get|save|export|build|make|assemble|record|map out|extract|download|copy|collect) (?:\w+ ){0,3}?(?:every|all|whole|entire|each|full|\d{2,}|lists? of) (?:\w+ ){0,4}?(?:users?|profiles?|e ?mails?|phone numbers?|contact\w*|handles|bios|members?|employees|followers|people|attendees|founders|customers|names|leads|dentists|owners|sites?|pages?|articles?|listings?|photos?|reviews?)\b|\b(?:emails?|phone numbers?|contact details?|mailboxes|profiles|user data|avatars) (?:of|from|for|behind) (?:\w+ ){0,3}?(?:every|all|each|everyone|everybody|people|users|employees|members|followers|attendees|linkedin|instagram|facebook|twitter|github|founders|customers|owners)\b/,
    /\b(?:all|every|each|full) (?:\w+ ){0,2}?(?:price|prices|signal|signals|option|options|fee|fees|cost|costs|cap|caps|route|routes|evidence|header|headers|receipt|receipts|call|calls|error|errors)\b/,
  ),
  rule(
    'scrape.bypass',
    'outreachOrScrapingRequest:scraping',
    /\b(?:bypass\w*|get around|circumvent\w*|evade|defeat|dodge|work around|sneak past|break through|solve) (?:\w+ ){0,4}?(?:captchas?|paywalls?|rate limits?|bot (?:detection|protection)|robots|login|cloudflare|blocks?|ip bans?|anti bot|firewall|waf)\b|\b(?:rotating|residential) (?:prox\w+|ips?)\b|\bheadless (?:chrome|browser)\b/,
  ),
  rule(
    'scan.network',
    'outreachOrScrapingRequest:scraping',
    /\b(?:scan|port ?scan|nmap|brute ?force|fuzz|pentest|probe) (?:\w+ ){0,5}?(?:ports?|subnet|network range|vulnerabilit\w+|hosts|login|passwords?|directories|subdomains)\b/,
  ),
  rule(
    'abuse.accounts',
    'outreachOrScrapingRequest:scraping',
    /\b(?:create|creating|open|opening|register|registering|make|making|sign up|generate|spin up) (?:[\w,]+ ){0,4}?(?:accounts|identities|users|logins|sign ?ups) (?:\w+ ){0,8}?(?:bulk|free|trials?|never|limits?|tier|fake|throwaway|dummy|burner|quota)\b|\b(?:fake|throwaway|dummy|burner|bulk|disposable) (?:\w+ )?(?:accounts|identities|users|logins|sign ?ups)\b/,
  ),
  rule(
    'abuse.dox',
    'outreachOrScrapingRequest:scraping',
    /\b(?:home|private|personal|secret|real|residential) (?:addresses|address|phone numbers?|e ?mails?|names?|identit(?:y|ies)) of (?:\w+ ){0,2}?\w|\b(?:dox|doxx|deanonymi[sz]e|unmask|stalk|track down|spy on)\b/,
  ),
  rule(
    'outreach.send',
    'outreachOrScrapingRequest:outreach',
    new RegExp(
      `\\b(?:e ?mail|message|dm|text|sms|call|phone|contact|ping|pitch|invite|notify|spam|blast|cold ?call|cold ?e ?mail|cold message|approach|nudge|reach out to|write to|follow|tag|mention|connect with|tell|airdrop|poke|hit up|get in touch with) (?:\\w+ ){0,4}?(?:${PEOPLE})\\b`,
    ),
    /\b(?:call|calls) (?:to|the|this|that|an|a)? ?(?:api|endpoint|route)\b|\bconnect with (?:\w+ ){0,2}?(?:users|customers|members) (?:bank|accounts?|data|wallets?|calendars?)\b|\btell (?:me|us)\b|\bper (?:call|message|text|email|contact)\b|\b(?:builder|buyer|seller) agents?\b/,
  ),
  rule(
    'outreach.compose',
    'outreachOrScrapingRequest:outreach',
    /\b(?:send|write|draft|compose|blast|deliver|fire off|drop|post|publish|schedule|leave|share) (?:\w+ ){0,4}?(?:dms?|e ?mails?|messages?|newsletters?|pitch(?:es)?|intro(?:s| notes?)?|notes?|tweets?|threads?|posts?|comments?|replies|reply|invites?|invitations?|outreach|promo(?:s|tions?)?|announcement|connection requests?|press release|follow ?ups?|cold|texts|sms|flyers?|ads?|spam)\b|\b(?:comments?|repl(?:y|ies)|posts?|plugs?) (?:under|below|on|to|in) (?:\w+ ){0,2}?(?:every|all|each|any)\b/,
  ),
  rule(
    'outreach.campaign',
    'outreachOrScrapingRequest:outreach',
    /\b(?:cold (?:e ?mails?|call\w*|outreach|dms?|messages?)|drip campaign|mass (?:e ?mail|message|dm)\w*|e ?mail (?:blast|campaign|sequence)|lead gen\w*|lead list|prospecting|growth hack\w*|auto ?(?:follow|reply|dm|like|comment)\w*|astroturf\w*|shill\w*|promotional (?:comments?|posts?|messages?)|fake (?:reviews?|accounts?|followers|users|likes|votes)|(?:upvotes?|likes?|reviews?|votes?) (?:\w+ ){0,3}?from (?:\w+ ){0,2}?accounts|(?:buy|get|add) (?:\w+ ){0,2}?(?:followers|upvotes|likes))\b/,
  ),
  rule(
    'outreach.negotiate',
    'outreachOrScrapingRequest:outreach',
    /\b(?:negotiate|haggle|bargain|ask|beg|convince|persuade|call|phone|contact|message|write|speak to|talk to|chat with|follow up with) (?:\w+ ){0,4}?(?:seller|vendor|provider|merchant|supplier|support|sales|owner|team|operator|founder|manager|them)\b/,
    /\b(?:ask|asks|asking) (?:\w+ ){0,2}?(?:price|for 402)\b|\bper call\b/,
  ),
];

/** The request's own words, a clause to a line: what rules are tried on. */
function requestOf(tokens: readonly IntentToken[]): string {
  let request = '';
  let clause = 0;
  for (const token of tokens) {
    if (token.product) continue;
    // A mark that no bounded gap crosses: "per call, no receipt, new seller" is not "call the seller".
    if (token.clause !== clause) request += '| ';
    clause = token.clause;
    request += `${token.text} `;
  }
  return request;
}

/** A rule, where it can begin to match, and its pattern at one place only. */
interface Plan {
  readonly row: Rule;
  readonly opening: Opening | undefined;
  readonly sticky: RegExp;
}
const planAll = (): readonly Plan[] =>
  intentRules.map((row) => ({
    row,
    opening: openingOf(row.pattern),
    sticky: new RegExp(row.pattern.source, 'y'),
  }));
let planned: readonly Plan[] | undefined;
/** A pattern that can begin in more places than this is tried everywhere. */
const MOST_STARTS = 256;

function isMatch({ row, opening, sticky }: Plan, request: string, seen: Beginnings): boolean {
  if (opening !== undefined && seen.held()[opening] === 0) return false;
  const starts = opening === undefined ? undefined : seen.of(opening, MOST_STARTS);
  if (starts === undefined) return row.pattern.test(request);
  for (const at of starts) {
    sticky.lastIndex = at;
    if (sticky.test(request)) return true;
  }
  return false;
}

/** The rules that match the request's own words. One pass over them tells where each can begin. */
export function firedRules(tokens: readonly IntentToken[]): Rule[] {
  planned ??= planAll();
  const request = requestOf(tokens);
  const seen = new Beginnings(request);
  return planned
    .filter((plan) => isMatch(plan, request, seen) && !plan.row.unless?.test(request))
    .map(({ row }) => row);
}

export const findingsOf = (fired: readonly Rule[]): IntentFinding[] => [
  ...new Set(fired.map(({ finding }) => finding)),
];
