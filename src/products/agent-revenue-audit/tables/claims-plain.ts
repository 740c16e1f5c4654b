import type { ClaimRow } from './shapes.ts';

/**
 * The same claims in the words of sellers who write in haste, in lists, or in their second language. Each is taken back
 * and ruled out by what takes back the first row of its friction (`claims.ts`). Every quantifier is bounded.
 */
export type PlainRow = Pick<
  ClaimRow,
  'friction' | 'says' | 'example' | 'only' | 'unless' | 'cleared' | 'always'
>;

const FEW = '(?:\\d{1,2}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|a dozen)';
const PEOPLE =
  '(?:people|persons?|humans?|paralegals?|accountants?|meteorologists?|librarians?|stenographers?|interpreters?|notar(?:y|ies)|attorneys?|lawyers?|pharmacists?|toxicologists?|chemists?|agronomists?|agronomy students|vets?|veterinarians?|doctors?|nurses?|radiologists?|adjusters?|scouts?|editors?|translators?|testers?|reviewers?|raters?|annotators?|listeners|judges|crowd|workers?|experts?|specialists?|analysts?|engineers?|auditors?|researchers?|consultants?|clerks?|operators?|moderators?|students|native speakers?|community members|shoppers|cooks|staff|shops|movers|cto|teachers?|journalists?)';
const WORK =
  '(?:checks?|writes?|reads?|reviews?|looks?|tags?|rates?|votes?|confirms?|corrects?|screens?|produces?|examines?|answers?|repl(?:y|ies)|draws?|marks?|judges?|labels?|plays?|co-signs?|signs?|calls?|joins?|clicks?|annotates?|assess(?:es)?|verif(?:y|ies)|transcribes?|translates?|handles?|approves?|compares?|picks?|types?|listens?|inspects?|drafts?|tests?|scores?|visits?|edits?|works?)';

export const PLAIN_CLAIMS: readonly PlainRow[] = [
  {
    friction: 'F01',
    says: /(?<![\p{L}])(?:(?<!no )(?<!without )(?<!public )(?<!private )keys? (?:goes )?(?:in (?:the )?(?:header|query|dashboard|url)|via |per (?:project|merchant|customer|user)|by (?:e-?mail|mail|github)|from (?:the |our )?(?:dashboard|console|portal|telegram)|on (?:telegram|signup)|needed|required|after |through |(?:is|are) (?:issued|sent|mailed)|issued)|(?:token|key) in (?:the )?(?:header|connect|url|query)|(?:header|bearer|licen[cs]e|rapidapi|live|production|trial|paste a|take a|create|receive a|get your|x-[a-z-]{2,12}) (?:api )?keys?|(?:account|workspace|portal) {0,1}(?:\+|and|&) {0,1}(?:api )?(?:keys?|tokens?)|take token|authentication is by|workspace token|before (?:the )?key|keys are|token (?:by (?:e-?mail|mail)|after (?:sign-?up|login))|(?:free|test|live|production) keys?|apikey|x-api-key|per key|keys? (?:is|are) necessary)(?![\p{L}])|(?<=^|[,;+(:] )key(?= {0,1}(?:$|[,;.+)]))/iu,
    cleared:
      /(?<![\p{L}])(?:keyless|bring no key|no (?:api )?keys?|or (?:an? )?api key, your choice)(?![\p{L}])/iu,
    example: 'Key goes in the header.',
  },
  {
    friction: 'F33',
    says: /(?<![\p{L}])(?:(?:open|opens|create|creates|need|needs|make|requires?|with|w\/|via|through|have) (?:an? |your |the |one |their )?(?:\p{L}{3,12} ){0,1}(?:accounts?|workspaces?)|(?:account|workspace) (?:approval|manager approves|balance|creation|needed|\+|& )|without (?:an )?account can't|sign[- ]in (?:with|by|via|first)|(?:github|google|discord|portal|web) login|whitelist\w{0,3}|allow-?list\w{0,2}|(?:must|have to|has to|need to|needs to) (?:first )?(?:register|sign up|be verified|be approved|pass KYC)|approval (?:takes|needed|required|first)|days? for approval|wait for (?:manual )?(?:review|approval)|manual (?:review|activation|approval)|prepaid (?:wallet|account)|account balance|partner agreement|install our [^.;]{0,16}app|OAuth (?:app|per|by)|connects? (?:his|her|their|your) own|by OAuth|user ?name and password|DM for|verified business|business verification|KYC before|KYC we ask|phone verification when|agents can't (?:create|register|sign)|accounts? and keys?|per account|credits? must be in the account|appointed \p{L}{3,12}|must be verified by|only for (?:partners?|members|customers))(?![\p{L}])|(?<=^|[,;+(:] )account(?= {0,1}(?:$|[,;.+)]))/iu,
    cleared:
      /(?<![\p{L}])(?:accountless|account-free|no accounts?(?: needed| required)?|no (?:log-?in|sign-?ups?|registration)|don't want your login|without (?:an )?accounts?(?! can't))(?![\p{L}])/iu,
    example: 'Customers must register.',
  },
  {
    friction: 'F05',
    only: 'currentPaymentRail',
    says: /(?<![\p{L}])(?:(?:bank |credit |debit )?cards?|apple pay|google pay|lemon ?squeezy|gumroad|square|checkout\.com|stripe|paddle)(?![\p{L}])/iu,
    // Another way to pay beside the card, or none by card: only here, where "invoice" is no thing that is read.
    cleared:
      /(?<![\p{L}])(?:wire|bank(?! cards?)|transfers?|SEPA|iDEAL|POLi|invoices?|invoiced|net[ -]?\d{2}|ACH|PO|purchase orders?|direct debit|checks?|cheque|Zelle|Interac|Bizum|Venmo|Kaspi|M-Pesa|mobile money|crypto|USD[CT]|stablecoins?|x402|L402|lightning|BTC|ETH|SOL|alipay|wechat|wise|payoneer|PayPal|contract|Mollie|bonifico|virement|überweisung|transfer[eê]ncias?|lastschrift|prélèvement|rechnung|factur[ae]|fattura|boleto|pix|SPEI|OXXO|крипт\p{L}{0,3}|перевод)(?![\p{L}])/iu,
    example: 'card, monthly',
  },
  {
    friction: 'F05',
    says: /(?<![\p{L}])(?:we only take cards|only takes? cards|card needed|card required|needs? a card|add(?:s|ing)? a card|by card|with (?:a )?card|cards only)(?![\p{L}])/iu,
    example: 'Sorry, we only take cards.',
  },
  {
    friction: 'F22',
    says: /(?<!tracking )(?<!status )(?<!alert )(?<![\p{L}])(?:(?:web)?hooks? (?:when|once|after|with the result|fires when)|(?:then|via|through|by|to|or|and|on) (?:a |an |your |the |our )?(?:web ?hook|call-?back)|call-?back (?:url|address|when|url when)|calls? back your|we (?:POST|push|ping|call back|mail)(?: you)?(?: the)? (?:result|your)|job (?:id|ids)|execution id|poll(?:s|ing)?(?= |$|\/)|queued?|half a (?:day|minute|hour)|same (?:day|evening)|next (?:working |business )?(?:day|morning)|overnight|takes (?:them )?(?:a day|a week|an hour|some minutes|a while|hours|days)|within (?:some|a few|one|two|three) (?:working |business )?(?:hours|days?|minutes)|some hours|some minutes|(?:one|two|three|four|five|six|seven) (?:working |business )?days|whenever the human|turnaround|2x real-?time|by hand in (?:the )?evening|you get a POST)(?![\p{L}])/iu,
    example: 'Job id at once, webhook when ready.',
  },
  {
    friction: 'F26',
    says: new RegExp(
      `(?<![\\p{L}])(?:${PEOPLE}(?: [\\p{L}(),-]{1,14}){0,4}? ${WORK}|by (?:a |an |our |two |three |\\d{1,2} )?(?:\\p{L}{3,14} ){0,2}${PEOPLE}|go(?:es)? to (?:a )?humans?|by eye|over the phone|by phone|(?:two|three|four|five|\\d{1,4}) (?:\\p{L}{3,12} ){0,2}(?:people|humans|raters|annotators|reviewers|native speakers|votes|voters|listeners|lawyers|experts)|humans? (?:\\+|and) |manual audit|I (?:read|send|check|write|start|must check|look)(?: it)?|panel of|crowd of|team of|network of [\\d,]{1,7} specialists|real persons?|a person|sends? a runner|certified (?:testers|translators|annotators)|hire our|mystery shoppers?|desk of)(?![\\p{L}])`,
      'iu',
    ),
    unless:
      /(?<![\p{L}])(?:no|not an?|nobody|never|without|instead of|fully automat\w{2,4}|no one)(?![\p{L}])[^.;]{0,24}(?:human|people|person|attorney|lawyer|hand|staff|analyst|touches|looks)|humans? never|sales (?:team|people|engineers?)|on call|people (?:come|visit|use|ask)|regular listeners|ranked people/iu,
    cleared:
      /(?<![\p{L}])(?:not a human|(?:no|a) human(?:s)? never|no human|nobody touches|fully automat(?:ed|ic))(?![\p{L}])/iu,
    example: 'A paralegal checks every abstract.',
  },
  {
    friction: 'F24',
    says: /(?<![\p{L}])(?:names? (?:of|and|\+|,) {0,1}(?:the )?(?:owners?|officers?|directors?|reviewers?|passengers?|visitors?|guests?|speakers?|buyers?|IBAN\w{0,1}|birth|DOB)|(?:buyer|seller|party|speaker|driver|passenger|owner|recipient|legal|director|guest)(?:'s|s)? (?:and (?:seller|buyer) )?names?|birth ?dates?|date of birth|DOB|natural persons|birth certificates|personal documents|personal data|candidate profiles|natural person|shipping address|delivery address|mailing addresses|home address|faces? (?:in|of|match)|face photo|ID (?:card|shown|doc|photo)|id document|recipients?|phone numbers?|licen[cs]e number|health (?:text|data|record)|patients?|claims history|owner'?s? (?:e-?mail|phone)|with e-?mail|name, address|speaker (?:names|labels)|consent of|consented speakers|voice samples?|medical|diarization|signers?|employees?|learner|SSN\d?|who receives people)(?![\p{L}])/iu,
    example: 'Contains names of owners.',
  },
  {
    friction: 'F32',
    says: new RegExp(
      `(?<![\\p{L}\\d$,.€])(?:(?:still )?only ${FEW} (?:\\p{L}{3,10} ){0,1}(?:customers?|users?|buyers?|payers?|subscribers?|clients?|labs|partners?|calls|orders|sales|companies)|${FEW} (?:paying |regular |paid |active |existing )?(?:customers|payers|renters|listeners|subscribers|buyers|paying users)(?: (?:in total|so far|use it|after|in|now|today|since)|\\.|,|$)|(?:maybe|about|perhaps|roughly|ca\\.|around) (?:\\d{1,3}|[a-z]{3,6}) (?!times|hundred|thousand|million)(?:\\p{L}{3,14} ){0,2}(?:a|per|in a|each) (?:day|week|month|quarter)|sold (?:twice|once|nothing)|(?:not|haven't|have not) sold (?:anything|one|yet)|nothing sold|not one (?:agent|customer|buyer)|no (?:company|one|agent|customer|bot) (?:has )?(?:bought|buys|calls|ordered|uses)|low traction|pilot phase, ${FEW}|got ${FEW} users|sells? \\d{1,2}(?:-\\d{1,2})? per (?:week|month)|\\d{1,2} clients?\\/month|friends use|${FEW} (?:orders|bookings|stamps|pins|customers|sales|jobs|enquiries|users|calls|requests|reports) {0,1}(?:\\/|a |per |in |last |this )(?:a )?(?:week|month|quarter|year|may|june|two months)|zero (?:external |paying |USDC|revenue|users)|\\d{1,2} (?:records|users|buyers|payments|sales|orders) (?:issued |total |monthly |in )|\\d{1,3} total users|six active|${FEW} (?:payments|settlements|real payments)|at least one real payment|one settled payment|users?: \\$0\\.\\d|low usage|few (?:calls|users|customers|orders))(?![\\p{L}])`,
      'iu',
    ),
    example: 'It has only three customers.',
  },
  {
    friction: 'F03',
    says: /(?<![\p{L}])(?:(?:pricing|prices?|price sheet|rates?) (?:under NDA|by quotation|by sales|by agreement|please ask|on demand|after a call)|quoted (?:separately|individually)|(?:speak|talk) to you|talk 2 us|talk to our team|talk to us|ask us|cheap\. ask|contact our|(?:scoping|kick-?off|onboarding|discovery|intro|sales) call|after our call|demo (?:on|by) request|ask for a demo|book a demo|(?:quotes?|offers?) per (?:volume|project)|project after|agree (?:on )?a (?:rate|price)|(?:partner|B2B|framework|reseller|carrier|signed|data) (?:contract|agreement)|after (?:the |a )?contract|contract (?:with us )?(?:needed|required|first|is signed|before)|MSA|DPA required|BAA must|must be signed|write (?:me|us) (?:first|for)|must write us|tell on whatsapp|telegram (?:me|@)|whatsapp me|commercial: contact|contact [a-z]{2,12}@|answers with a price|by quotation|our rep|our sales|contact for price|enterprise (?:only|agreement)|commercial ask|we make quotation|we quote|price by (?:mail|e-?mail)|quotes? by e-?mail|by arrangement|contract by mail|need agreement|sign(?:s)? (?:a |our |the )?(?:\p{L}{3,10} ){0,3}(?:contract|agreement)|through sales|referral to an underwriter)(?![\p{L}])/iu,
    example: 'Pricing by quotation.',
  },
  {
    friction: 'F39',
    says: /(?<![\p{L}])(?:(?<!we )(?:never|don't|do not|doesn't|didn't) (?:upgrade|buy|pay|come back|order|add a card|book|return)|(?:then|just|and|many|most|all|they) (?:vanish|leave|give up|go away|disappear|walk away|drop out)|leave(?:s)? (?:after|without|at|when)|vanish|give up|go away|walk away|drop out|look at (?:the |it )?[^.;]{0,12}and leave|buys? elsewhere|for fun|orders? nothing|booking few|bookings? rare|none becomes|stays? (?:under|on|within) (?:the )?free|never grow|never again|(?:and|quote all day and) never (?:ship|book|buy|order|pay)|sign-?ups are rare|is enough for most|few paid|turned paying|hardly (?:anybody|anyone|any) (?:pays|buys|books)|no(?:body| one) (?:converts|upgrades|pays|buys|books)|zero (?:policies|sales|orders|bookings|payments)|see(?:s)? the price[^.;]{0,24}(?:one|none|nobody|few) buys?)(?![\p{L}])/iu,
    example: 'Most look at the 402 and leave.',
  },
  {
    friction: 'F02',
    says: /(?<![\p{L}\d])(?:annual(?:ly)? only|annual(?:ly)? (?:or monthly )?(?:contract|licen[cs]e|card|invoice|fee)|invoiced? annually|yearly (?:seat|framework|contract|plan|licen[cs]e)|billed (?:yearly|annually)|(?:seat|site) licen[cs]e|only (?:plans|months|monthly)|sell months|no plan below|no pay[- ]per[- ](?:call|use)|a whole month|can't be bought|cannot be bought|\d{1,2}-month contract|season contract|enterprise agreement|subscription only|monthly subscription|plans? only|pays? monthly|inside a plan|Pro customers|from Pro plan|(?:developer|pupil|seat|user|recruiter) (?:per|and|a) (?:month|year)|monthly (?:from|port|plan|contract|or annual)|[€£] {0,1}[\d.,]{1,9} {0,1}(?:\/|per |a |p\/|p\.)? {0,1}(?:mo|month|m|year)(?![\p{L}])|[\d.,]{1,7} (?:euro|eur|pounds|sol|rmb|chf) {0,1}(?:\/|per |a ) {0,1}mo(?:nth)?)/iu,
    cleared:
      /(?<![\p{L}])(?:don't do subscriptions|never on a subscription|no subscriptions?|no monthly (?:fee|plan)s?|no plans?(?! below)|(?<!no )(?<!not )pay[ -](?:as[ -]you[ -]go|per[ -](?:call|use|request)))(?![\p{L}])/iu,
    example: 'Billed yearly.',
  },
  {
    friction: 'F36',
    says: /(?<![\p{L}\d$.,])(?:\d{1,4} (?:parallel|concurrent|sockets?|connections?|streams?)|(?:max|maximum|up to|at most) \d{1,4} (?:parallel|concurrent|sockets|streams|nodes|connections|requests|calls)|one (?:connection|socket|request|stream)|concurrency (?:of )?\d{1,4}|parallel max|(?:up to |first |free )?\d[\d,.]{0,6}k? {0,1}(?:free |req |\p{L}{3,14} ){0,2}(?:\/|per |a |an ) {0,1}(?:day|hour|min|minute)|\d[\d,]{0,6} free daily|\d{1,6} daily|overage blocked|throughput cap|calls? an hour max|then cut off|hard limit|max \d[\d,k]{0,6} \p{L}{3,10} per (?:call|day|hour)|\d{1,6} per (?:IP|wallet|e-mail))(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|unlimited|not)(?![\p{L}])[^.;]{0,20}(?:rate|limit\w{0,3}|throttl\w{0,4}|cap|concurren\w{1,3})|agents? ask|\d {0,1}(?:dollars?|USDC?|EUR|euros?|cents?|ct|msgs?) {0,1}(?:per|an?|\/|buys)|(?:times|people|402s?|paid \p{L}{3,9}|quotes|visits|sold)(?: \p{L}{3,8})? {0,1}(?:per|an?|\/) {0,1}(?:day|hour|min)|(?:maybe|about|have|get|serve|see|sell) \d/iu,
    cleared: /(?<![\p{L}])(?:meter nothing|no (?:rate )?limits?)(?![\p{L}])/iu,
    example: 'Free up to 500/day.',
  },
  {
    friction: 'F35',
    says: /(?<![\p{L}])(?:free (?:while in|now|beta|pilot|for now|today|so far|at the moment|until)|(?:free|closed|open|public|private) beta|in beta|pilot only|free pilot|currently pilot|costs? nothing (?:at the moment|now|yet|so far|today)|for free to test|no paid tier|paid (?:tier|version|plan) (?:does not|doesn't|maybe|later|comes|not)|(?:not|do not|don't) sell (?:it|this)|not sold|have(?:n't| not) (?:sold|decided)|give it away|gives? it away|everything is open|unpaid|join the wait ?list|waitlist|trial keys only|free tier only|only a free|hobby project|donations?|for free login|so far it is free|free without login|meter nothing|on the free key|trial gives)(?![\p{L}])/iu,
    example: 'It is free while in beta.',
  },
  {
    friction: 'F38',
    says: /(?<![\p{L}])(?:(?:billed|billing|priced?|prices?|paid|pricing) in (?:["“]?\p{L}{2,12} )?["“]?(?:credits?|tokens?|points?|coins?|units|sparks|CU)|\d{1,4}(?:-\d{1,4}| to \d{1,4})? (?:credits?|points?|coins?|CU|sparks|tokens?) (?:per|a|for|=|depending)|(?:=|:) {0,1}\d{1,4} (?:tokens?|points?|credits?|coins?)|(?:costs?|price) depends (?:on|from)|credits? per|per (?:credit|token|point)s?|(?:charge|cost|costs) a credit|input price|depends on (?:how|data|bytes|contract|core|the size|length)|unknown before|no way to know|learn it afterwards|see (?:the )?dashboard|prices? changes? by|commission \d{1,2} {0,1}%|what a (?:point|credit|token) costs|ink points|lex tokens|face value \+)(?![\p{L}])/iu,
    example: 'The price depends on the size.',
  },
  {
    friction: 'F20',
    says: /(?<![\p{L}])(?:(?:fail(?:s|ed|ure|ures)?|crash(?:es|ed)?|errors?|blocked|unreadable|garbage|broken|busy|no-answers?|no-hit|undetermined|no-show|silence|comes out bad|unclear|voicemail|can't determine|no owner|nothing found|not found|timeouts?|throws us out|registry is down)(?:(?! not | no | never | free | refund)[^.;]){0,50}? (?:billed|charged|counts?|counted|costs?|eat points|still pay|you pay)|(?:billed|charged|costs?|pay|paid) (?:nevertheless|anyway|like any other|like good|the same|also for)|(?:charged|billed) same|you (?:still )?pay (?:also|those|for (?:failed|bad|misses))|pay (?:also )?when|crashes or not|whatever the outcome|succeeds or fails|success or not|it counts once|eat the quota)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:cost nothing|costs nothing|don't pay|not (?:be )?(?:charged|billed|counted)|never|isn't|aren't|n't (?:charged|billed)|no charge|(?:are|is) free|refunded|only (?:for|when|on|if))(?![\p{L}])/iu,
    example: 'Crashed builds are billed as well.',
  },
  {
    friction: 'F10',
    says: /(?<![\p{L}])(?:(?:in|on) (?:no|none of the|not any) [^.;]{0,24}(?:director(?:y|ies)|registr(?:y|ies)|marketplaces?|lists?|bazaar)|not (?:in|on) any [^.;]{0,24}(?:director\w{1,3}|registr\w{1,3}|marketplace\w{0,1}|list)|no (?:marketplace|directory|registry|listing) (?:has|lists|anywhere)|(?:zero|no) (?:directory|backlinks|listings?)|SEO is zero|(?:nobody|no one|few) (?:knows|googles|discovers|finds)|(?:don't|do not|does not|not|do no) (?:appear|show up) (?:anywhere|in|when)|invisible|rarely found|google (?:does )?not find|word of mouth|know the link|knows it exists|does not list|not on x402scan|nobody browses|I told personally|listing request was declined|holds none of ours|index\w{0,2} [^.;]{0,20}none of)(?![\p{L}])/iu,
    example: 'We are in no MCP registry.',
  },
  {
    friction: 'F37',
    says: /(?<![\p{L}])(?:attribution(?! free)|CC[- ]BY\S{0,6}|no commercial use|(?:research|academic) (?:use|licen[cs]e)|(?:resale|reselling|resell|redistribution|onward sale|storing|caching)[^.;]{0,50}(?:not allowed|forbidden|prohibited|n't permitted|not permitted|n't allowed)|(?:may|must|can) not (?:cache|store|resell|share)|say our name|licen[cs]es? of [^.;]{0,16}require|not for resale|no resale|forbids? passing|terms let me|sell portal data|unlicensed)(?![\p{L}])/iu,
    unless: /(?<![\p{L}])no attribution(?![\p{L}])/iu,
    example: 'Attribution link required.',
  },
  {
    friction: 'F09',
    says: /(?<![\p{L}])(?:no (?:api |openapi |website |developer |real )?(?:documents?|docs?|spec|file)(?: yet)?|(?:schema|swagger|openapi|docs|documentation|examples?) (?:is |are )?not (?:written|there|ready|done)|docs? (?:is|are) (?:a|just|only|an)|(?:openapi|swagger|schema|spec|docs)s?: {0,1}(?:no|none)|(?:one|just one) curl|n't have an API|not reachable by API|only a form|only dashboard|schema file, we got none|an upload page|API, which we do not have|has no docs|no public API docs?|no accepts|own shape)(?![\p{L}])/iu,
    example: 'Docs are just one curl.',
  },
  {
    friction: 'F34',
    says: /(?<![\p{L}])(?:min\.? (?:rental|order|load|spend|top-?up|batch|deposit|invoice)|min\.? {0,1}[€$£] {0,1}\d|min\.? \d{2,5} (?:\p{L}{3,12} )?per (?:month|contract)|smallest [€$£]\d|commitment of|used or not|terms from one month|from one month|minimum (?:spend|\d{1,3} days)|MoC)(?![\p{L}])/iu,
    example: 'Commitment of $30 every month, used or not.',
  },
];
