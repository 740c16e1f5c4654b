/**
 * How amounts, counts and times are written. Every quantifier is bounded, so matching is linear in the text.
 */

import { CURRENCIES } from './tables/currencies.ts';

const NUMBER =
  '\\d{1,3}(?:,\\d{3}){1,4}(?:\\.\\d{1,9})?|\\d{1,4},\\d{1,2}(?![\\d,])|0,\\d{1,6}(?![\\d,])|\\d{1,12}(?:\\.\\d{1,9})?|\\.\\d{1,9}';
const SCALE = '(?: {0,1}(k|m|thousand|million)(?![\\p{L}\\p{N}]))?';
const COUNTED =
  'half an?|half|an? tenth of an?|an? quarter of an?|an?|one|two|three|four|five|six|seven|eight|nine|ten|twelve|fifteen|twenty|twenty-five|thirty|forty|fifty';
const COIN =
  'USDC|USDT|USD|US dollars?|US cents?|dollars?|d[oó]lares?|d[oó]lar|доллар(?:а|ов)?|美元|ドル|bucks?|cents?|cts?|¢|\\$|(?<=\\d)c';
/** The groups: figure and scale behind a sign, figure, scale and coin before one, behind a code, in words, and in cents. */
export const AMOUNT = new RegExp(
  `(?<![\\d.,\\p{L}])(?:(?:US)?\\$ {0,1}(${NUMBER})${SCALE}(?: {0,1}USD[CT]?(?![\\p{L}\\p{N}]))?|(${NUMBER})${SCALE} {0,1}(${COIN})(?![\\p{L}\\p{N}])|USD[CT]? {0,1}(${NUMBER})${SCALE}(?![.,]?\\d)|(${COUNTED}) (?:US )?(cents?|penn(?:y|ies)|dollars?|bucks?)(?![\\p{L}])|¢ {0,1}(\\d{1,3})(?![\\d.,]))`,
  'giu',
);
const CODES = CURRENCIES.map(({ signs }) => signs).join('|');
const NAMES = CURRENCIES.map(({ names, cents }) => (cents ? `${cents}|${names}` : names)).join('|');
/** An amount in another currency. The groups: sign, figure, scale; figure, scale, coin. */
export const OTHER_AMOUNT = new RegExp(
  `(?<![\\d.,\\p{L}$])(?:(${CODES}) {0,1}(${NUMBER})${SCALE}|(${NUMBER})${SCALE} {0,1}(${NAMES})(?![\\p{L}\\p{N}]))`,
  'giu',
);
/** `12p per lookup`, where the text names pounds: a unit has to follow, since `1080p` is no price. */
export const PENCE =
  /(?<![\d.,\p{L}$])(\d{1,2}) ?p(?= ?\/ ?\p{L}| (?:per|an?|each|for each|for an?)(?![\p{L}]))/giu;
export const POUNDS = /£|(?<![\p{L}])(?:GBP|pence|pounds sterling)(?![\p{L}])/iu;
/** What may stand behind an amount in a code that is a word of a trade: `2 CAD files` are no dollars. */
export const AFTER_CODE = /^ {0,2}(?:$|[.;)\n]|\/ ?[a-z]|(?:per|an?|each|every|monthly|yearly)(?![\p{L}]))/u;
/** `billed in CAD`. */
export const BILLED_IN =
  /(?<![\p{L}])(?:invoic(?:ed?|es|ing)|bill(?:s|ed|ing)|pric(?:es?|ed|ing)|pa(?:y|id|yable)|charg(?:es?|ed)|fees?|quoted|amounts?)(?: are| is)? in ([A-Z]{3})(?![\p{L}])/gu;
/** `"price_usd":0.008`, `"fee_usd":"0.75 + goods"`. */
export const KEYED_AMOUNT =
  /"(?:price|fee|cost|amount)?_?usdc?(?:_per_[a-z]{2,12})?" {0,1}: {0,1}"?(\d{1,6}(?:\.\d{1,9})?)/giu;
/** Another currency, with or without a figure. */
export const OTHER_CURRENCY = new RegExp(
  `[€£¥₹]|(?<![\\p{L}])(?:${CURRENCIES.flatMap(({ code, isTradeWord }) => (isTradeWord ? [] : [code])).join('|')}|euros?|eurocents?|pounds sterling|(?:NZ|AU?|CA?|R)\\$)(?![\\p{L}])`,
  'iu',
);
/** Dollars of the United States. */
export const DOLLARS = /(?<![A-Z])\$|(?<![\p{L}])(?:US\$|USD[CT]?|dollars?)/u;
/** A decimal with its unit and no currency: dollars, where no other currency stands in the text. */
export const BARE_AMOUNT =
  /(?<![\d.,\p{L}$€£¥%-])(?<!version )(?<!score )(?<!of )(?<!to )(0?\.\d{1,6}|\d{1,2}\.\d{2,6})(?= ?(?:\/|per |each|for each ) ?[\p{L}\d])/giu;
/** `write 0.001, read free`, `0.001`: beside a rail in dollars. */
export const LONE_AMOUNT =
  /(?<=^|[.,;:] |price |costs? |at )(?:\p{L}{2,12} )?(0?\.0\d{1,5})(?=$|[.,;] |\.$| overage)/giu;
/** Any sum of money or share of one. */
export const ANY_FIGURE =
  /[$€£¥] {0,1}\.?\d|(?<![\d.,\p{L}])\d{1,9}(?:\.\d{1,9})? {0,1}(?:%|percent|USDC|USD|EUR|GBP|cents?|cts?|p per|dollars?)/iu;
export const MONTHLY =
  /^ {0,2}(?:(?:HT|TTC|netto|brutto) )?(?:(?:\/|per|a|an|each|every)? {0,2}(?:months?|monthly|mo)|(?:\/|im |pro |par |por |al |в ) {0,1}(?:monat|mois|mes|m[eê]s|mese|месяц)|monatlich|mensuels?|mensual(?:es)?)(?![\p{L}\p{N}])/iu;
export const YEARLY =
  /^ {0,2}(?:(?:HT|TTC|netto|brutto) )?(?:(?:\/|per|a|an|each|every)? {0,2}(?:years?|yearly|annually|annum|yr)|(?:\/|im |pro |par |por |al |в ) {0,1}(?:jahr|an|a[nñ]o|ano|anno|год))(?![\p{L}\p{N}])/iu;
export const PLAN_FLOOR = /^ {0,2}(?:monthly |plan )?(?:floor|minimum|min)(?![\p{L}\p{N}])/iu;
export const PER_UNIT =
  /^ {0,2}(?:\/|per |a |an |each |for each |for an |for a |for one |for every |buys an? |first |apiece ?|por (?:cada )?|par |pro |je |за (?:одн[уо] )?) {0,2}(1k|1,000|1000|1m|million|thousand)? {0,1}(?:(?:api|generated|single|search|tool|new|parsed|successful|correctly solved|confirmed|solved|outbound|inbound|sent|vCPU|GPU|CPU|input|output|processed|verified|matched|paid|finished|sworn|labelled|audio|video|browser|position|e-|text|one-time|phone|image|data|stored|booked|delivered|completed|[\p{L}]{3,12}ed(?= )) {0,1}){0,2}([\p{L}]{2,20})/iu;
/** `per 1,000 solves`, `for 5,000 searches`, `/1k`: one amount for many. */
export const PER_MANY = new RegExp(
  `^ {0,2}(?:\\/|per |for |buys |a |gets you |gets |gives |covers |por |par |pro |je |за |= ?) {0,2}(?:(${NUMBER}) {0,1}(k|m|thousand|million)?(?![\\p{L}\\p{N}])|(?:a )?(thousand|million)(?!x)) {0,1}(?:(?:api|input|output|generated|successful|solved|new) ){0,1}([\\p{L}-]{2,20})?`,
  'iu',
);
/** `1,000 calls = $1.50`, `10k writes 2 cents`: many stand before their amount. */
export const MANY_BEFORE = new RegExp(
  `(?<![\\p{L}\\d.,$€£])(?<!up to )(?<!over )(?<!under )(?<!within )(?<!than )(?<!max )(${NUMBER})${SCALE} {0,1}([\\p{L}-]{2,20})?(?: [\\p{L}-]{2,16}){0,1} {0,1}(?:=|:|->|→|for|are|is|costs?|at)? {0,1}$`,
  'iu',
);
/** `the price per million characters is $5`. */
export const PER_BEFORE = new RegExp(
  `(?<![\\p{L}])(?:per|je|pro|por|par|за) (?:(${NUMBER}) {0,1}(k|m|thousand|million)?|(thousand|million)) {0,1}([\\p{L}-]{2,20})(?: is| are| costs?|:| =) {0,1}$`,
  'iu',
);
/** `each lookup is $1.20`, `one scan costs`, `1 title =`. */
export const ONE_BEFORE =
  /(?<![\p{L}\d])(?<!(?:to|of|for|by) )(?:an?|one|each|every|per|1|the)[ -]([\p{L}-]{2,20})(?: [\p{L}-]{2,14}){0,1} {0,1}(?:costs?|costs only|is|=|->|→|:|goes for|sells for|price is) {0,1}$/iu;
/** `1 credit = 1 address`, `one receipt eats one credit`, `a page costs 3 credits`: what a credit buys. */
export const CREDITS_FIRST =
  /(?<![\p{L}\d])(\d{1,4}|an?|one|two|three|four|five|ten) credits? {0,1}(?:=|is|are|per|for|buys|covers|a|each|\/|→|->) {0,1}(?:per |an? |one |1 |each )?(\d{1,4} )?([\p{L}-]{2,20})/iu;
export const CREDITS_LAST =
  /(?:(?<![\p{L}\d])(?:an?|one|1|each|per|every) |(?<=^|[.;:] ))(?!USD|dollar|euro)([\p{L}-]{2,20})(?: [\p{L}-]{2,14}){0,2} {0,1}(?:=|eats|costs?|takes|uses|is|needs|burns|:)? {0,1}(\d{1,4}(?: to \d{1,4})?|an?|one|two|three|four|five|ten) credits?/iu;
/** `credits are 1,000 for $5`: what stands before the number. */
export const CREDITS_HEAD = /(?<![\p{L}])credits?(?: are| is| cost|:)? {0,1}$/iu;
/** `$5 Starter 20,000 credits`. */
export const PLAN_TAIL = /^ {0,1}(?:starter|solo|hobby|growth|business|pro|team)(?![\p{L}])/iu;
/** `for 5,000 documents a month`: the amount is a plan. */
export const COUNT_A_MONTH = new RegExp(
  `^[^.;$]{0,6}(?:for|,) {0,2}(?:${NUMBER})[^.;$]{0,24}(?: a month| per month|\\/month|\\/mo| monthly)(?![\\p{L}])`,
  'iu',
);
/** `$0.5 to $1`: the lower end is read, the unit stands behind the upper one. */
export const RANGE_END = new RegExp(
  `^ {0,1}(?:to|-|–|—|and) {0,1}(?:\\$ {0,1}(?:${NUMBER})|(?:${NUMBER}) {0,1}(?:USDC|USD))`,
  'iu',
);
/** `$18 for 30 days`: as long as one purchase lasts. */
export const SPAN_OF_TIME = /^ {0,2}for \d{1,4} ?(?:days?|weeks?|months?|years?)(?![\p{L}])/iu;
/** `A100 80GB $4.99`: the size of a thing, not how many are sold. */
export const SIZE_BEFORE = /\d {0,1}[KMGT]B {0,1}$/u;
/** `+ 4 USD booking fee`: what a seller takes for one order. */
export const FEE_TAIL =
  /^ {0,2}(?:flat )?(?:booking|service|order|ordering|handling|processing|transaction) fee(?![\p{L}])/iu;
/** Amounts that are limits, gifts or thresholds. */
export const NOT_A_PRICE_HEAD =
  /(?:\+|[>≥<]|(?<![\p{L}])(?:plus|extra|additional|further|surcharge|add-?on|min|min\.)|minimum|(?<!median )(?<!average )was|previously|formerly|premier mois|primer mes|primeiro m[eê]s|ersten? Monat|used to be|top[- ]?up|deposit|at least|accounts? over|over|above|under|below|more than|less than|up to|free|limit of|cap of|raised|funding of|first|packs of|balance of|added for|spend|(?:facilitator|network|gas|start|starting|activation) fees?|set-?up(?: fees?)?|(?:revenue|earned|lifetime|made)(?: from [\p{L} ]{2,20})?:?)(?: of| is| à| a| en)? {0,2}$/iu;
export const NOT_A_PRICE_TAIL =
  /^ {0,1}(?:(?:of |in )?(?:free |sign-?up |trial )?credits?|to (?:start|begin|open)(?![\p{L}])|(?:start|set-?up|activation) fee|free|(?:each|per|a) (?:further|additional|extra)|minimum top|top-?up|deposit|of free|in funding|budget|cap(?![\p{L}])|limit|to date|so far|in total|all told|all-time|lifetime|minimum)/iu;
/** The name of a plan, right before its fee. */
export const PLAN_HEAD =
  /(?<![\p{L}])(?:monthly|plans?|starter|solo|growth|hobby|team|pro|business|(?<=(?:^|[,;:(/]) ?)basic|ultra|tier)(?: \p{L}{2,10}){0,1}(?: (?:at|from|is|begins at|starts? at)){0,1}:? {0,1}$/iu;
export const COST_HEAD =
  /(?:costs us|cost us|our cost|unit cost|we pay|marginal cost|cost to serve|our own cost)[^.;\n]{0,24}$/iu;
export const FIXED_HEAD =
  /(?:fixed cost|fixed costs|hosting|infrastructure|overheads?|servers?)[^.;\n]{0,24}$/iu;
export const VALUE_HEAD =
  /(?:saves?|saving|worth|avoids?|value of|valued at|loses?|we earn|earns?|commission of|pays? us|they pay|nos paga[mn]|nous paient|zahlen uns|referral fee of|margin of)[^.;\n]{0,24}$/iu;
export const CALLS_AFTER = new RegExp(
  `^[^.;\\n\\d$]{0,24}(?:for|includes?|including|with|up to|covers?|,|:|\\(|=|gets) {0,2}(?:up to |about )?(${NUMBER})${SCALE} {0,1}(?:api |free |monthly )?([\\p{L}]{2,20})`,
  'iu',
);
export const CALLS_BEFORE = new RegExp(
  `(${NUMBER})${SCALE} {0,1}(?:api |monthly )?([\\p{L}]{2,20}) {0,2}(?:for|at|cost|costs|=|a month for|per month for) {0,2}$`,
  'iu',
);
export const CHALLENGES = new RegExp(
  `(?<![\\d.,$])(?!402 )(${NUMBER})${SCALE} {0,1}(?:unpaid )?(?:402 )?(?:challenges?|402s?|402 responses)(?![\\p{L}\\p{N}])`,
  'iu',
);
export const PAID_WORDS = new RegExp(
  `(?<![\\d.,$\\p{L}])(zero|no|none|nobody|${NUMBER})(?: of them| have| has| were| was| calls| buyers)?,? {0,1}(?:paid|payments?|settlements?|purchases?)(?![\\p{L}\\p{N}])`,
  'iu',
);
export const LATENCY =
  /(?:takes?|took|latency|response time|wait|finish(?:es)? in|runs? for|within|about|ready in) {0,2}(?:of )?(?:about |up to |around )?(\d{1,5}) {0,1}(ms|milliseconds?|s|secs?|seconds?|mins?|minutes?|hours?|h|days?)(?![\p{L}\p{N}])/iu;
export const TOOLS = /(?<![\d.,$])(\d{1,4}) {0,1}(?:mcp |different |public )?tools(?![\p{L}\p{N}])/iu;
export const TOP_TOOL =
  /(?:most[ -]called|most[ -]used|busiest|main|top) tool(?: is| being|:)? {0,1}[`'(]{0,1}([a-z][a-z0-9_-]{2,40})/iu;
/** Amounts that are dollars of no known number: ¥ is yen or yuan, and pounds may be a weight. */
export const UNRATED = new RegExp(
  `¥ {0,1}(?:${NUMBER})${SCALE}|(?<![\\d.,\\p{L}$])(?:${NUMBER})${SCALE} {0,1}¥|(?<![\\p{L}])(?:HK|S)\\$ {0,1}(?:${NUMBER})${SCALE}|(?<!up to )(?<!over )(?<!under )(?<![\\d.,\\p{L}$])(?:${NUMBER})${SCALE} pounds?(?= (?:per|an?|each)(?![\\p{L}])|\\/)`,
  'iu',
);

/** `returns X`, or what the offer begins with: `Weather API`. */
export const RETURNED =
  /(?:^|(?<![\p{L}])(?<!you )(?<!they )(?<!customers )(?<!no ))(?:returns?|gives? back|responds? with|answers with|delivers?|outputs?|you get) (?:back )?(?:a |an |the |you )?(?!(?:something|anything|nothing|(?:your |an? |personal |own ){0,2}(?:api |access )?(?:keys?|tokens?)|behind|in|within|by|via|as|to|from|at|on|after|of|late|later)(?![\p{L}]))([\p{L}\p{N}](?:[^.;,:()"“”\n]|\.(?=\d)){2,60})/iu;
export const FREE_UNITS = new RegExp(
  `((?:first |free tier of |free up to )?(?<![\\d.,$])(${NUMBER})${SCALE} (?:free (?:api )?\\p{L}{3,12}|\\p{L}{3,12} (?:are |a month )?free(?![\\p{L}])))`,
  'iu',
);
export const QUOTA =
  /((?<![\d.,$])(\d[\d,]{0,6}) {0,1}(?:(?:requests?|calls?|queries|searches|lookups|messages) {0,1})?(?:per|\/|a|each) {0,1}(second|sec|s|minute|min|hour|day)(?![\p{L}]))/iu;
export const VOLUME = new RegExp(
  `((?:about|around|serves?|served|sells?|sold|handles?|process(?:es)?|did|had|see|saw) (?:about |around |some |over )?(${NUMBER})${SCALE} (?:[\\p{L}-]{2,16} ){1,3}(?:a|per|last|this|every|each) month)`,
  'iu',
);
export const AGE =
  /((?<![\p{L}])(?:updated|refreshed|published|recomputed|crawled|synced|rebuilt|data is|is) (?:every )?(?:(\d{1,3}) )?(real[- ]?time|minutes?|hourly|hours?|daily|days?|weekly|weeks?|monthly|months?))(?![\p{L}])/iu;
/** `/v1/places`, `POST /render`. */
export const ENDPOINT = /(?<![\p{L}\p{N}.:/$)])((?:\/[a-z][a-z0-9_{}.-]{1,40}){1,6})(?![\p{L}\p{N}])/gu;
/** `$5 /month` and the like. */
export const NO_ENDPOINT =
  /^\/(?:mo|month|yr|year|day|hour|min|minute|sec|call|request|page|image|user|seat|unit|GB)s?$/iu;
/** Case matters: names begin with a capital letter. */
export const ALTERNATIVES =
  /(?:[Aa]lternatives? (?:to|is|are)|[Cc]ompared? (?:us )?(?:to|with)|[Cc]ompetitors?(?: are| is|:| such as| like)?|[Rr]ivals?(?: are| is|:| like)?|[Ii]nstead of|[Vv]ersus|[Vv]s\.?|[Uu]nlike|[Cc]heaper than|[Ff]aster than|than|[Ss]witch(?:ed|ing)? (?:from|to)|[Cc]ompetes? with|go to) ((?:[A-Z][A-Za-z0-9.&-]{1,24}(?: [A-Z][A-Za-z0-9&-]{1,24})?)(?:(?:, and |, or |, | and | or )[A-Z][A-Za-z0-9&-]{1,24}(?: [A-Z][A-Za-z0-9&-]{1,24})?){0,4})/u;
export const NOT_AN_ALTERNATIVE =
  /^(?:API|APIs|USD|USDC|JSON|CSV|PDF|Base|Solana|HTTP|MCP|GPU|GPUs|CPU|SMS|AI|LLM|LLMs|I|We|The|Our|A|An|Stripe|Agents?)$/u;
/** What the server runs on: the first group is a server that Hono's code fits, the second Express. */
export const RUNTIME =
  /((?<![\p{L}])(?:(hono|cloudflare workers?|deno|bun)|(express(?:\.js)?|nest\.?js)|(?:fastapi|flask|django|(?:ruby )?on rails|rails(?= (?:app|server|api))|laravel|spring boot|golang|axum|actix|asp\.net|python server|go server|rust server))(?![\p{L}]))/iu;

/** Every pattern that meets a caller's text, for the test that proves them bounded. */
export const PATTERNS: readonly RegExp[] = [
  ANY_FIGURE,
  AMOUNT,
  BARE_AMOUNT,
  KEYED_AMOUNT,
  SPAN_OF_TIME,
  SIZE_BEFORE,
  FEE_TAIL,
  OTHER_CURRENCY,
  OTHER_AMOUNT,
  PENCE,
  POUNDS,
  AFTER_CODE,
  BILLED_IN,
  UNRATED,
  LONE_AMOUNT,
  MANY_BEFORE,
  PER_BEFORE,
  ONE_BEFORE,
  CREDITS_FIRST,
  CREDITS_LAST,
  CREDITS_HEAD,
  PLAN_TAIL,
  MONTHLY,
  YEARLY,
  PLAN_FLOOR,
  PER_UNIT,
  PER_MANY,
  COUNT_A_MONTH,
  RANGE_END,
  NOT_A_PRICE_HEAD,
  NOT_A_PRICE_TAIL,
  COST_HEAD,
  PLAN_HEAD,
  FIXED_HEAD,
  VALUE_HEAD,
  CALLS_AFTER,
  CALLS_BEFORE,
  CHALLENGES,
  PAID_WORDS,
  LATENCY,
  TOOLS,
  TOP_TOOL,
  RETURNED,
  FREE_UNITS,
  QUOTA,
  VOLUME,
  AGE,
  ENDPOINT,
  NO_ENDPOINT,
  ALTERNATIVES,
  NOT_AN_ALTERNATIVE,
  RUNTIME,
];
