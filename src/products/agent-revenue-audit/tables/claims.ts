import { PLAIN_CLAIMS } from './claims-plain.ts';
import { WAYS } from './claims-ways.ts';
import { WIDE } from './claims-wide.ts';
import type { ClaimRow } from './shapes.ts';

const FIRST: readonly ClaimRow[] = [
  {
    friction: 'F01',
    says: /(?<![\p{L}])(?:(?:API|secret|access|subscription|developer)[ -]?(?:keys?|tokens?)|sign up for a key|(?:get|request|need|needs|with|issue) (?:a|your|an API) key|key (?:is )?required|JWT|bearer tokens?|OAuth\w{0,2}|account SID|401s?)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|never|don't need|do not need|needs? no|not need|instead of|zero|nor)(?![\p{L}])[^.;]{0,30}(?:keys?|tokens?|JWT|OAuth)/iu,
    cleared: /(?<![\p{L}])keyless(?![\p{L}])/iu,
    example: 'Every call needs an API key.',
  },
  {
    friction: 'F33',
    says: /(?<![\p{L}])(?:sign[ -]?ups?|signing up|registration|register (?:first|for|on|an account|to)|registered users?|log(?:ging)?[ -]?in|login|(?:an|your|needs?|requires?|create|open|with|new|cloud|user|business|free|paid|developer|company|partner|merchant|verified) accounts?|accounts? (?:required|needed|is|are|with|first|over|only|after)|from the dashboard|partner approval|onboarding|KYB|waiting ?list|invite[ -]only|approval by)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|never|don't need|do not need|needs? no|not need|zero)(?![\p{L}])[^.;]{0,30}(?:accounts?|sign[ -]?ups?|registration|log[ -]?in|onboarding)|\d[\d,]{0,6} \p{L}{2,12} sign/iu,
    cleared: /(?<![\p{L}])(?:accountless|account-free|no accounts?(?: needed| required)?)(?![\p{L}])/iu,
    example: 'You need an account.',
  },
  {
    friction: 'F34',
    says: /(?<![\p{L}])(?:minimum (?:top-?up|spend|commitment|commit|charge|order|purchase|contract|volume|balance|deposit|of|is|billing|\$?\d)|monthly (?:minimum|floor|commitment)|minimum[^.;]{0,20}(?:month|mo)|(?:\$[\d,.]{1,9}|[\d,]{1,7}(?: \p{L}{2,14}){1,2}) (?:a|per) month (?:at least|minimum)|at least \$?[\d,]{1,7}[^.;]{0,24}(?:month|\/mo)|(?:month|year) (?:minimum|commitment)|\$[\d,.]{1,9}k? (?:floor|minimum)|[a-z]{2,8}-month minimum)/iu,
    unless: /(?<![\p{L}])(?:no|without|zero)(?![\p{L}])[^.;]{0,16}(?:minimum|commitment|floor)/iu,
    example: 'Minimum top-up $50.',
  },
  {
    friction: 'F02',
    says: /(?<![\p{L}])(?:subscriptions?|annual (?:contract|plan)|yearly (?:plan|contract)|monthly (?:plan|fee|contract|floor)|per seat|flat (?:fee|rate)|plans (?:from|start|only)|tiered plans?|paid plans?|pricing tiers?)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|or)(?![\p{L}])[^.;]{0,20}(?:subscription|monthly|plan|seat|contract|fee)/iu,
    cleared:
      /(?<![\p{L}])(?:(?<!no )(?<!not )pay[ -](?:as[ -]you[ -]go|per[ -](?:call|use|request))|no subscriptions?|no monthly (?:fee|plan)s?|no plans?(?! below))(?![\p{L}])/iu,
    onlyWithoutUnitPrice: true,
    example: 'Sold as an annual plan.',
  },
  {
    friction: 'F03',
    says: /(?<![\p{L}])(?:(?:contact|talk to|e-?mail|speak to|speak with|write to|reach) (?:our |the )?(?:sales|us)(?: team)?|call (?:our |the )?sales|(?:please|just) call us|(?:quotes?|pricing|prices?|terms|rates?) (?:is |are )?(?:up)?on request|ask (?:us )?for (?:a (?:quote|price)|pricing|prices)|book a (?:demo|call)|request a (?:demo|quote)|(?:sales|demo) calls?|sales team|custom (?:quotes?|pricing|plans?|contracts?)|starts? with a call|account manager|negotiated)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|never|not|enterprise|larger|high(?:er)? volumes?|beyond|bulk)(?![\p{L}])[^.;]{0,40}(?:contact|talk|call|e-?mail|speak|reach|sales|demo|quote|pricing|custom|negotiated)/iu,
    example: 'Contact sales for prices.',
  },
  {
    friction: 'F04',
    says: /(?<![\p{L}])(?:(?:pricing|prices?|rates?|quotes?) (?:is |are )?(?:up)?on request|custom pricing|no (?:public |published |list )?prices?|(?:pricing|prices?) (?:is|are) not (?:public|published)|pricing (?:will come|to be announced|tbd)|prices? (?:to be|not yet))(?![\p{L}])/iu,
    onlyUnpriced: true,
    example: 'Pricing on request.',
  },
  {
    friction: 'F35',
    says: /(?<![\p{L}])(?:free trial|(?:\d{1,3}|two|seven|fourteen|thirty)[ -](?:day|week|month) trial|trial (?:only|of|for|key|period|account)|sandbox for (?:\d{1,3}|two) (?:days|weeks)|[\d,]{1,7} free (?:api )?\p{L}{3,12} for (?:\d{1,3}|a|one|two|three) (?:days?|weeks?|months?))(?![\p{L}])/iu,
    unless: /(?<![\p{L}])(?:no|without)(?![\p{L}])[^.;]{0,12}trial/iu,
    onlyWithoutUnitPrice: true,
    example: 'There is a 14 day trial only.',
  },
  {
    friction: 'F05',
    says: /(?<![\p{L}])(?:cards? only|only (?:by |with )?(?:credit |debit )?cards?|credit cards?|card on file|(?:account|pay|paid|paying|payment|billed|payable|charged) (?:with|by|to|via|through) (?:a |your |the )?(?:credit )?cards?|Stripe|Paddle|Braintree|Chargebee)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without)(?![\p{L}])[^.;]{0,12}(?:credit )?cards?|(?:,|\/|\+|(?<![\p{L}])(?:or|and|also))(?![\p{L}])[^.;]{0,12}(?:crypto|USD[CT]|stablecoins?|x402|PayPal|invoices?|SEPA|wire|ACH|bank transfers?|direct debit)|(?:PayPal|invoices?|SEPA|wire|ACH|bank transfers?|direct debit) {0,1}(?:,|\/|\+|or|and)/iu,
    cleared:
      /(?<![\p{L}])(?:x402|USDC|stablecoins?|(?:in|with|by|via|accepts?|takes?|pay|paid|card,? or|and) crypto|L402|lightning|MPP)(?![\p{L}])/iu,
    example: 'Paid by credit card.',
  },
  {
    friction: 'F08',
    says: /(?<![\p{L}])(?:no (?:public |published |input |request |response |machine[- ]readable )?(?:schemas?|examples?)|schema (?:is )?missing|without a schema|undeclared|(?:response|answer|output)s? (?:format |shape )?(?:varies|changes|differs|free[- ]form|is free text)|post only)(?![\p{L}])/iu,
    cleared:
      /(?<![\p{L}])(?:(?:json )?schemas? (?:is |are )?published|openapi (?:document )?(?:is )?published)(?![\p{L}])/iu,
    example: 'There is no schema.',
  },
  {
    friction: 'F09',
    says: /(?<![\p{L}])(?:no (?:public |api |machine[- ]readable |formal |written )?(?:docs|documentation|openapi|swagger|spec|specification|api reference)|undocumented|(?:docs|documentation)[^.;]{0,14}(?:a PDF|in PDF|PDF|notion|word file|google doc|wiki)|PDF (?:docs|manual|documentation)|docs behind|readme only|only a (?:readme|PDF))(?![\p{L}])/iu,
    cleared:
      /(?<![\p{L}])(?<!no )(?:with openapi|openapi (?:3\S{0,4} )?(?:document|spec|file|published|available)|openapi published)(?![\p{L}])/iu,
    example: 'Docs in Notion.',
  },
  {
    friction: 'F10',
    says: /(?<![\p{L}])(?:not (?:yet )?(?:listed|indexed|discoverable|in (?:any|the) (?:directory|registry|index|bazaar|catalogue|catalog))|unlisted|no listings?|listed nowhere|nowhere listed|(?:nobody|no one|agents) (?:can(?:not|'t|not ever) |do(?:es)? not |don't |never )?finds? (?:us|it|the API|this)|(?:how|where) (?:do )?agents (?:can |would )?find|cannot be found|hard to find|in no directory|no directory)(?![\p{L}])/iu,
    cleared:
      /(?<!not )(?<!not yet )(?<!un)(?<![\p{L}])(?:(?:already )?listed (?:in|on) |bazaar listing|indexed by )/iu,
    example: 'We are not listed anywhere.',
  },
  {
    friction: 'F38',
    says: /(?<![\p{L}])(?:(?:costs?|uses?|takes?|is|=) \d{1,4} credits?|\d{1,4} credits? (?:per|a|each|for)|credits? per (?:call|request|page|image|search)|priced in credits|credit packs?|usage[- ]based pricing|compute units?)(?![\p{L}])/iu,
    // What a credit costs is said.
    cleared:
      /(?<![\p{L}\d.])(?:[$€] {0,1}[\d.]{1,8}|[\d.]{1,8} (?:USDC?|EUR|dollars?)) {0,1}= {0,1}[\d,]{1,9} credits?|[\d,]{1,9} credits? {0,1}= {0,1}(?:[$€] {0,1}\d|[\d.]{1,8} (?:USDC?|EUR))/iu,
    onlyWithoutUnitPrice: true,
    example: 'A page costs 3 credits.',
  },
  {
    friction: 'F20',
    says: /(?<![\p{L}])(?:(?:failed|failures?|errors?|empty|no[- ]match\w{0,2}|unsuccessful|timeouts?|timed[- ]out|unsolved|misses|unknown)(?: \p{L}{2,12}){0,2} (?:are |is |also |still |get |gets |count |counted |too ){0,3}(?:billed|charged|counted|count|cost|costs|paid)|charged? (?:for|on) (?:every attempt|failed|failures?|errors?|empty|misses|timeouts?)|charges? (?:on|for) (?:failure|errors?)|(?:billed|charged|pay|count\w{0,2})[^.;]{0,24}(?:whether or not|regardless|even (?:if|when)|for every attempt|success or not)|no refunds?|(?:was|were|been|got) charged (?:and|but|for)|charged but|charged twice|settles? before deliver\w{0,3}|non-?refundable)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:not (?:be )?(?:charged|billed|counted)|never (?:charged|billed)|isn't|aren't|n't (?:charged|billed)|only (?:for|when|on|if)[^.;]{0,24}(?:success\w{0,5}|solved|match\w{0,2}|found|delivered)|nothing is charged|no charge|are free|is free|are refunded|is refunded|refunded)/iu,
    example: 'Failed calls are billed too.',
  },
  {
    friction: 'F22',
    says: /(?<![\p{L}])(?:asynchronous\w{0,2}|async(?: jobs?| provisioning)?|poll (?:the|for|until|a)|polling|job queue|queued|overnight|next (?:business |working )?day|same[- ]day|takes (?:minutes|hours|days)|slow(?! (?:in|season|sales|month|start|trade|business|growth|adoption))|turnaround|results? (?:come|comes|arrive|arrives|follow|follows) (?:later|by webhook|by e-?mail)|result by webhook|(?:jobs|renders) take|long[- ]running)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|not|never|without|instead of)(?![\p{L}])[^.;]{0,16}(?:async|poll\w{0,4}|queue\w{0,1}|slow|overnight)/iu,
    example: 'Results come later by webhook.',
  },
  {
    friction: 'F26',
    says: /(?<![\p{L}])(?:(?:our|human|trained|sworn|licensed|certified|two|three|expert|professional|in-house|native|real|senior|skilled|vetted|live|a team of|board-certified) (?:\p{L}{2,14} ){0,2}(?:analysts?|annotators?|reviewers?|translators?|experts?|callers?|editors?|crew|people|notary|notaries|staff|team|workers?|lawyers?|moderators?|linguists?|engineers|researchers?|operators?|designers?|doctors?|radiologists?|labellers|labelers|humans?|consultants?|transcri\p{L}{2,6})|people (?:draw|label|check|answer|review|rate|do|who|look|read|write|verify|call|mark|type)|done by (?:people|hand|humans?)|by hand|manual(?:ly)? (?:review|check|work|reviewed|checked|done|verified|process\w{0,3}|approv\w{0,3})|manually|human[- ](?:review\w{0,3}|labell?\w{0,3}|made|written|checked|verified|in[- ]the[- ]loop|operators?|content|caller|moderation|annotat\w{0,3})|freelancers?|consultants?|consultancy|(?:a|one) person (?:calls|checks|reads|reviews|writes|answers|does)|an analyst|an expert)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|never|not|zero|fully automated|instead of|replaces?)(?![\p{L}])[^.;]{0,24}(?:human|people|person|manual\w{0,2}|analyst|hand|staff)|humans? never|(?:our|your|the) (?:sales |support )?team(?= for|\.|,|;|$)|sales (?:team|people|engineers?)|on call/iu,
    cleared: /(?<![\p{L}])(?:fully automat(?:ed|ic)|no human\w{0,1})(?![\p{L}])/iu,
    example: 'Our analysts write the report.',
  },
  {
    friction: 'F36',
    says: /(?<![\p{L}\d$.,])(?:(?:\d[\d,]{0,6}|one|two|three|five|ten|a hundred) {0,1}(?:requests?|calls?|queries|searches|lookups|connections?|jobs?|messages)? {0,1}(?:per|\/|a|each) {0,1}(?:second|minute|min|sec|hour|day|s)(?![\p{L}])|\d{1,6} {0,1}(?:rps|qps|rpm|tps|req\/s|TPS)(?![\p{L}])|rate[- ]limit\w{0,4}|throttl\w{1,4}|\d{1,5} concurrent|one concurrent|concurren(?:cy|t) (?:limit\w{0,2}|requests?|connections?|sessions?|jobs?)|429s?(?![\p{L}])|daily (?:cap|quota|limit)|fair[- ]use)/iu,
    unless:
      /(?<![\p{L}])(?:no|without|unlimited|not)(?![\p{L}])[^.;]{0,20}(?:rate|limit\w{0,3}|throttl\w{0,4}|cap|concurren\w{1,3})|agents? ask/iu,
    example: 'It allows 60 requests per minute.',
  },
  {
    friction: 'F37',
    says: /(?<![\p{L}])(?:(?:not|no|never|may not|must not|cannot|can't|forbids?|prohibits?|excludes?|without) (?:\p{L}{2,14} ){0,5}(?:resold|resell\w{0,3}|resale|redistribut\w{1,4}|(?<!never )(?<!not )(?<!date )(?:stored|cach(?:e|ed|ing))|sub-?licen\w{1,4}|republish\w{0,3}|share[d]? onward|training)|resale (?:is )?(?:forbidden|prohibited|not|needs|requires)|redistribution (?:is )?(?:forbidden|prohibited|not|needs|requires)|(?:for )?(?:internal|personal|private|non-?commercial|single-user|in-house) use(?: only)?|non-?commercial|attribution (?:is )?required|licen[cs]e (?:forbids|does not|limits|prohibits|restricts|excludes|bars)|display only|no redistribution)(?![\p{L}])/iu,
    cleared:
      /(?<![\p{L}])(?:free to (?:reuse|resell|redistribute)|resale (?:is )?allowed|CC0|public domain|no licen[cs]e limits)(?![\p{L}])/iu,
    example: 'Results may not be resold.',
  },
  {
    friction: 'F24',
    says: /(?<![\p{L}])(?:(?:customer|recipient|user|patient|consumer|employee|borrower|tenant|guest|passenger|traveller)s?'? (?:data|lists?|records?|names?|e-?mails?|addresses|details|files?)|e-?mail addresses|phone numbers?|home addresses|postal addresses|personal (?:data|details|information)|PII|GDPR|HIPAA|date of birth|dates of birth|passports?|driving licen[cs]es?|driver'?s licen[cs]es?|selfies?|ID documents?|identity documents?|biometric\w{0,1}|resumes?|r[ée]sum[ée]s|CVs?|medical records?|payroll|patients?|signers?|party size|mailbox check|send e-?mail|social security|names? and (?:e-?mail|address\w{0,2}|phone))(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|never|not)(?![\p{L}])[^.;]{0,24}(?:personal|PII|customer data|names?|e-?mail|phone|GDPR)/iu,
    cleared: /(?<![\p{L}])(?:no personal data|no PII|no customer data|synthetic|anonymi[sz]ed)(?![\p{L}])/iu,
    example: 'It needs phone numbers.',
  },
  {
    friction: 'F32',
    says: /(?<![\p{L}\d$,.])(?:(?:only |just |about |under |fewer than )?(?:\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|a dozen|no|zero|few|very few|a few|a handful of|almost no|hardly any) (?:paid |paying |api |live |real )?(?:calls?|sales?|customers?|requests?|orders?|buyers?|payments?|users?|subscribers?|purchases?|clients?)(?: \p{L}{2,8}){0,2} (?:last|this|so far|yet|since|in (?:the |its )?(?:last|past|first)|to date|today|a (?:day|week|month)|per (?:day|week|month)|ever)|zero sales|no sales|no customers|no paid calls|no buyers yet|nobody has (?:paid|bought)|first (?:sale|customer)|just launched|newly launched|pre[- ]launch|low volume|little traffic|hardly any traffic)/iu,
    unless: /at least|minimum|\$\d[^.;]{0,24}(?:month|mo)|free|includ|up to|limit|plan/iu,
    example: 'It had 12 calls last month.',
  },
  {
    friction: 'F39',
    says: /(?<![\p{L}])(?:(?:low|poor|weak|bad|tiny|falling) conversion|conversion (?:rate )?(?:of|is|at|under|below|around) (?:about |under )?(?:0?\.\d{1,3}|[0-4](?:\.\d{1,3})?) {0,1}%|(?:0?\.\d{1,3}|[0-4](?:\.\d{1,3})?) {0,1}(?:%|percent) (?:of (?:\p{L}{2,12} ){1,3})?(?:convert|end|become|book|pay|buy|turn|result|conversion)|(?:few|none|nobody|almost none|hardly any|no one|never)(?: of (?:them|those|these))? (?:converts?|books?|pays?|buys?|becomes? (?:a )?(?:customer|lead|booking|policy|deal)|come back|follow(?:s)? through)|do(?:es)? not convert|don't convert|abandon\w{0,4}|drop off|(?:stop|leave|give up) (?:at|on) the (?:sign|login|pay|card|check)\S{0,8})/iu,
    example: 'Conversion is 0.4 %.',
  },
  {
    friction: 'F16',
    says: /(?<![\p{L}])(?:sub-?cent|fractions? of a cent|micro-?payments? do not|too small to (?:settle|charge|bill|invoice)|below (?:a cent|card fees))(?![\p{L}])/iu,
    example: 'The price is sub-cent.',
  },
];

/** A plain row is taken back, ruled out and bound by what the first row of its friction is. */
export const CLAIMS: readonly ClaimRow[] = [
  ...FIRST,
  ...[...PLAIN_CLAIMS, ...WIDE, ...WAYS].map((row) => ({
    ...FIRST.find(({ friction }) => friction === row.friction),
    ...row,
  })),
];

/** A waiting time in its clause: what follows is read as a duration. */
export const WAIT =
  /(?<![\p{L}])(?:takes?|took|ready in|ready within|back in|back within|results? (?:in|within)|answers? (?:in|within|after)|delivered (?:in|within)|delivery (?:in|within)|median|p95|latency(?: of| is)?|within|turnaround(?: of| is| time)?|about|in(?! an? )|(?:final|ready|results?|answers?|back|delivered|comes?|arrives?|done) after|after|waits?|waiting time(?: of| is)?|usually|normally|typically|typical run(?: of| is)?|lasts?|duration(?: of| is)?|boots?|boots? in|run(?:s|ning)? for|wait sometimes|to) {0,1}(?:about |around |roughly |under |up to |the |sometimes |~ {0,1}|ca\.? |approx\.? )?(\d{1,4}|an?|one|two|three|four|five|six|ten|twelve|twenty|thirty|forty|ninety)(?: {0,1}(?:to|-|–) {0,1}(\d{1,4}))? {0,1}(?:business |working )?(s|secs?|seconds?|mins?|minutes?|hours?|h|days?|weeks?)(?![\p{L}])/giu;
/** A clause that is a duration and nothing else: "$0.12 per word, two days". */
export const BARE_WAIT =
  /(?<=^|[,;:(] {0,2}|[–-] ) {0,2}(?:~|ca\.? |approx\.? |about )?(\d{1,4}|an?|one|two|three|four|five|ten)(?: {0,1}(?:to|-|–) {0,1}(\d{1,4}))? {0,1}(?:business |working )?(secs?|seconds?|mins?|minutes?|h|hrs?|hours?|days?|weeks?)(?: (?:of waiting|later|turnaround|typical(?:ly)?|usually|on average|to arrive|lead time|median))? {0,1}(?=,|\.|;|\)|$)/giu;
/** What else in a text lasts: none of it is a wait for an answer. */
export const OTHER_SPANS =
  /account|verif|onboard|approv|contract|activat|support|session|uptime|start(?:s|ed)? in|trial|refund|retention|retain|kept|keep|stored|valid|expire|window|refresh|updated|update|published|publish|cache|(?:the|in|over|of|for|during) last|last (?:month|week|year|quarter|night)|past|ago|delet|purg|wipe|forg[eo]t|remov|gone|cancel|logout|free|notice|sandbox for|history|years|uptime|top-?up|delay of|delayed|commit|contract|forecast|within the|every/iu;
/** A duration alone may also measure what is sent, watched or rented. */
export const OTHER_LENGTHS =
  /clip|audio|video|footage|length|session|recording|film|episode|per |each|\/|max|up to|at most|intervals?|ticks?|candles?|bars|[$€£]|\d ?p(?![\p{L}])|warrant|delivery window|horizon|ahead|pass(?![\p{L}])|rent|lease|book/iu;
/** Visits, quotes or challenges against purchases. */
export const FUNNEL =
  /(?<![\p{L}$.,\d])(\d[\d,.]{0,9}k?) (?:(?:unpaid|free|daily|monthly|402|search) )?(?:402s?|challenges?|visits?|visitors?|quotes?|requests?|trials?|sign-?ups?|estimates?|leads?|hits|probes?|searches|carts?|calls|sessions|checks|users|views)(?:(?! per ).){0,60}?(?<![\d.,$])(\d[\d,]{0,7}|no|none|zero|nobody|never)(?! pays?[ -](?:per|as)(?![\p{L}]))(?! paid (?:tier|plan|version|thing))(?: of (?:them|those))?(?: (?!challenges|quotes|visits)\p{L}{2,10}){0,3}? {0,1}(?:paid|pays?|payments?|bookings?|booked|books|sales?|purchases?|purchased|convert\w{0,3}|conversions?|buy|bought|buyers?|polic(?:y|ies)|customers?|orders?|deals?|settlements?|settled|becomes? (?:a )?\p{L}{3,10})(?![\p{L}])/giu;
