import type { PlainRow } from './claims-plain.ts';

/**
 * A third way to say the same claims: by what is done to a key, a contract, a failed call or a list, whatever the words
 * around are. Taken back and ruled out like the first row of the friction. Every quantifier is bounded.
 */
const MANY_MEN =
  '(?<!sales )(?:people|humans?|workers?|students?|reviewers?|editors?|testers?|raters?|annotators?|auditors?|advis[eo]rs?|accountants?|bookkeepers?|lawyers?|attorneys?|notar(?:y|ies)|declarants?|surveyors?|inspectors?|translators?|proofreaders?|copywriters?|linguists?|gamers?|speakers?|listeners?|teachers?|tutors?|nurses?|doctors?|physicians?|vets?|geologists?|engineers?|technicians?|librarians?|curators?|moderators?|agents in|clerks?|brokers?|shoppers?|runners?|drivers?|photographers?|researchers?|analysts?|experts?|specialists?|professionals?|jurors?|operators?|volunteers?|freelancers?|designers?|colleagues?|staff|team|crew|desk)';
const AGREEMENT =
  '(?:contract|agreement|BAA|DPA|NDA|MSA|engagement letter|power of attorney|mandate|framework|terms sheet)';

export const WIDE: readonly PlainRow[] = [
  {
    friction: 'F01',
    says: /(?<![\p{L}])(?:(?:gives?|gets?|cop(?:y|ies)|sends?|mails?|pastes?|issues?|needs?|uses?|wants?|request|generates?|creates?|buys?|receives?|grabs?|picks? up|fetch(?:es)?|passes?|obtains?) (?:you |us |for )?(?:an? |the |your |their |own |one ){0,1}(?:\p{L}{3,10} ){0,1}(?:keys?|(?:api|access|auth|login) tokens?)(?! (?:words?|phrases?|pairs?|figures?|results?|facts?|holders?|prices?|cards?))|(?:sign-?up|account|login|registration|then|first) {0,1}(?:\+|and|&|,|then)? {0,1}(?:an? |the )?(?:token|key)(?![\p{L}])|headers? x-[a-z-]{2,14}|one key for|keys? (?:by hand|after|via|through|from|as usual|for each|is given|are given|is sent)|bearer)(?![\p{L}])|(?<=[.;] )keys?(?=\.|;|$)/iu,
    example: 'You copy a key before the first lookup.',
  },
  {
    friction: 'F33',
    says: new RegExp(
      `(?<![\\p{L}])(?:(?:after|needs?|requires?|signs?|signed|sign|under|by) (?:an? |the |our |your ){0,1}(?:\\p{L}{3,12} ){0,1}${AGREEMENT}|${AGREEMENT}(?: \\p{L}{2,12}){0,3} (?:required|needed|first|before|must|signature|on paper|for partners)|${AGREEMENT} for partners|phone verification|VAT number|credit check|when logged in|logged[- ]in|open(?:s|ed)? (?:an? |the )?(?:tenant|workspace|profile|wallet with us)|register (?:\\+|and|with|at|via|by)|(?:must|have to|need to|needs to|first) (?:\\p{L}{2,8} ){0,1}(?:enrol|join|onboard)\\w{0,3}|onboarded|members? only|membership|verified (?:company|companies|business\\w{0,2})|in the console)(?![\\p{L}])`,
      'iu',
    ),
    example: 'Customers open a tenant first.',
  },
  {
    friction: 'F20',
    says: /(?<![\p{L}])(?:(?:rejected|failed|failing|undelivered|crashed|invalid|bounced|illegible|unreadable|duplicate|declined|cancelled|aborted|missed|malformed|wrong|bad|lost|blank|empty|unsolved) (?:\p{L}{2,12} ){1,2}(?:are |is |also |get |still ){0,2}(?:charged|billed|counts?|counted|costs?|eats?|burns?|uses?|too|as well)|(?:charged?|billed?|billing|pay|paid) [^.;]{0,40}?(?:including (?:4xx|5xx|errors?|failures?|misses)|also (?:when|if)|even (?:when|if)|(?:crashed|failed|rejected|aborted|invalid) \p{L}{3,12}(?: too| as well| also)?)|(?:per|\/|a|each) {0,1}(?:miss|no-hit|failure|no-match)|charged at (?:upload|start|submission|order)|(?:rejected|failed|bad|invalid) (?:inputs?|calls?|requests?|uploads?|jobs?) (?:too|as well|also)|or not found|hit or miss|also (?:for )?(?:errors?|failures?|misses))(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:cost nothing|costs nothing|don't pay|not (?:be )?(?:charged|billed|counted)|never|isn't|aren't|n't (?:charged|billed)|no charge|(?:are|is|=) free|refunded|refund|returned|credited|only (?:for|when|on|if))(?![\p{L}])/iu,
    example: 'Undelivered messages are charged.',
  },
  {
    friction: 'F03',
    says: /(?<![\p{L}])(?:talk to (?:\p{L}{2,14} ){1,4}(?:for|about|first)|sales only|(?:after|only|needs?|first|in) (?:a |an )?(?:video|zoom|phone) call|tailored (?:offer|quote|price)|(?:please )?write us|write to \p{L}{3,12}|mail us for|ask (?:us|me|them) (?:for|about)|answered by our|our manager|solution architects?|security questionnaire|onboarded by|quote (?:every|each)|individual (?:offer|quote|price)|offer by (?:mail|e-?mail)|after a (?:call|meeting|demo|chat)|price(?:s|d)? (?:individually|per customer|by negotiation|after)|let's talk|get in touch|drop us a)(?![\p{L}])|(?<=[,.;] |[-–] )ask(?=\.|,|;|$)/iu,
    example: 'Talk to our architects for a tailored offer.',
  },
  {
    friction: 'F35',
    says: /(?<![\p{L}])(?:no paid (?:thing|plan|product|version|offer)|(?:did not|didn't|have not|haven't|has not|not yet|never) (?:\p{L}{2,10} ){0,1}(?:add|added|switched on|turned on|set up|built|implement\w{0,2}|introduced) (?:any |a )?(?:payments?|billing|prices?|paywall)|gratis|free (?:during|in) (?:the |our )?(?:pilot|beta|test|preview|launch)|(?:everything|all)(?:'s| is) (?:free|gratis)|free for (?:everybody|everyone|all)|for now (?:it is |it's |everything's |all )?(?:free|gratis)|(?:billing|payment) is (?:not|off)|nobody pays|nothing is (?:billed|charged) (?:yet|today|now)|without billing|no billing yet|cannot pay yet|can't pay yet|preview phase|still free)(?![\p{L}])/iu,
    always: true,
    example: 'For now everything is gratis.',
  },
  {
    friction: 'F26',
    says: new RegExp(
      `(?<![\\p{L}])(?:(?:checked|reviewed|written|done|made|labell?ed|verified|read|drawn|rated|graded|signed|translated|edited|proofread|answered|corrected|approved|sealed|inspected|watched|listened to|transcribed|prepared|researched) by (?:an? |our |the |one |two |three |\\d{1,3} ){0,1}(?:[\\p{L}-]{2,16} ){0,2}${MANY_MEN}|go(?:es)? (?:first )?to (?:our |an? |the )?(?:[\\p{L}-]{2,16} ){0,2}${MANY_MEN}|(?:our|an?|the|two|three|four|five|\\d{1,3}|real|native|paid|trained|licensed|sworn|commissioned|local|blind|volunteer) (?:[\\p{L}-]{2,14} ){0,2}${MANY_MEN} (?:\\p{L}{3,14} ){0,2}(?:do|does|watch|watch(?:es)|walk|walks|post-edits?|edits?|checks?|reads?|listens?|lodges?|files?|drives?|goes|go|visits?|looks?|writes?|draws?|tags?|rates?|answers?|calls?|measures?|inspects?|signs?|types?|corrects?|reviews?|by video|on video|in \\p{L}{3,12})|${MANY_MEN} (?:\\+|and|&|plus) (?:an? )?(?:models?|AI|machines?|software|LLMs?)|co-signs?|post-edit\\w{0,3}|night-shift|in person|on site by)(?![\\p{L}])`,
      'iu',
    ),
    unless:
      /(?<![\p{L}])(?:no|not an?|nobody|never|without|instead of|fully automat\w{2,4}|no one|replaces?)(?![\p{L}])[^.;]{0,24}(?:human|people|person|attorney|lawyer|hand|staff|analyst|touches|looks|team|reviewer)|humans? never|sales (?:team|people|engineers?)|on call/iu,
    example: 'Each notice is checked by a tax adviser.',
  },
  {
    friction: 'F37',
    says: /(?<![\p{L}])(?:(?:not|no|never|cannot|can't) (?:\p{L}{2,14} ){0,4}(?:re-?publish\w{0,3}|re-?us\w{1,3}|re-?distribut\w{1,4}|own database|third part(?:y|ies)|forwarded|pass(?:ed)? on|be resold)|non[- ]?commercial|for own use|own use only|one (?:site|project|user|company) only|names the licensee|research only|licen[cs]e (?:is )?(?:per|for one|limited|needed|of the))(?![\p{L}])/iu,
    example: 'Data may not be re-published.',
  },
  {
    friction: 'F39',
    says: /(?<![\p{L}\d.,])(?:(?:\d{1,2}|one|two|three|four|five|few) (?:in|of|out of|from) (?:a |every )?(?:thousand|hundred|\d{3,6}|\d{1,3}(?:,\d{3}){1,2}) (?:\p{L}{2,12} ){0,2}(?:books?|buys?|pays?|orders?|converts?)|\d{2} {0,1}(?:%|percent) (?:of (?:them|agents|users|bots|visitors) )?(?:are |is )?(?:gone|lost|leave|drop|disappear|vanish|bounce|abandon|stop|quit)|(?:almost |hardly |nearly )?(?:nobody|no one|none|no agent|no bot)(?: of them)? (?:tops? up|upgrades?|pays?|buys?|books?|orders?|converts?|continues?|finishes|goes on)|(?:orders?|books?|buys?|pays?) (?:never|nothing|rarely|seldom|once|twice)|[\d,]{3,9} (?:times|x)[^.;]{0,24}(?:book|order|buy|pay|bought|paid|orders?|sales?)|stop (?:at|there|when|before)|then stop|and go(?:\.|$)|(?:lots|plenty|many|hundreds|thousands) of (?:\p{L}{3,12} ){1,3}[^.;]{0,40}(?:(?:\d{1,2}|one|two|few|no|none|nobody) (?:deals?|orders?|sales?|buys?|pays?|paid|bought|tops)))(?![\p{L}])/iu,
    example: 'After the price 70 % are gone.',
  },
  {
    friction: 'F32',
    only: 'currentProblem',
    says: /(?<![\p{L}\d$.,€£/])(?:(?:~|ca\.? |about |approx\.? |maybe |around |roughly |some |only |just ){0,1}\d{1,3} (?:\p{L}{2,12} ){0,2}(?:calls|queries|checks|requests|jobs|orders|users|customers?|models|uploads|files|reports|sales|bookings|letters|messages|lookups|documents|searches|stamps|pages|quotes|minutes|tickets|payments|clients)(?: \p{L}{3,12}){0,1} (?:(?:a|per|in a|each|last|this|every|in the last) (?:week|month|day|quarter|year)|weekly|monthly|in total|so far)|few use|(?:only|just) (?:my|our) own|(?:existing )?users?: \d{1,2}(?!\d)|we are (?:\p{L}{2,9} ){0,2}(?:months|weeks) old|1 (?:partner|customer|client|user)|\d{1,2} (?:users|customers|clients|partners)(?=\.|,|$)|(?:[0-3]|three|two|one) {0,1}% of (?:traffic|revenue|calls|sales)|buy once (?:in )?a year)(?![\p{L}])/iu,
    unless:
      /at least|minimum|free|includ|up to|limit|plan|allow|quota|max|402s?|challenges|probes|visits|cap(?![\p{L}])/iu,
    example: 'Ca. 40 checks weekly.',
  },
  {
    friction: 'F10',
    says: /(?<![\p{L}])(?:(?:in|on) (?:no|none of|not any|zero) [^.;]{0,28}?(?:catalog(?:ue)?s?|index(?:es)?|registr(?:y|ies)|director(?:y|ies)|marketplaces?|hubs?|lists?|bazaar|stores?)|not (?:yet |listed )?(?:in|on) (?:the |any |x402|mcp|a )[^.;]{0,20}?(?:bazaar|registr\w{1,3}|index\w{0,2}|director\w{1,3}|catalog\w{0,3}|marketplace\w{0,1}|lists?|hubs?)|not (?:yet )?in (?:the )?bazaar|(?:indexed|listed|found|known|mentioned|advertised) nowhere|nowhere (?:indexed|listed|mentioned|to be found)|(?:zero|no|little|poor|without) (?:discovery|discoverability|visibility|listings?)|(?:almost |nearly |hardly )?(?:nobody|no one|no agents?|no bots?|few|not many|hardly any(?:one|body)?)(?: \p{L}{2,8}){0,2} (?:knows?|finds?|found|sees?|heard|discovers?)|nothing is said about us|unknown to agents|never heard of us|don't know (?:us|we exist)|no (?:seo|marketing))(?![\p{L}])/iu,
    unless: /(?<![\p{L}])no[^.;]{0,12}(?:quality|loss|difference)/iu,
    example: 'We are in no API catalogue.',
  },
  {
    friction: 'F24',
    says: /(?<![\p{L}])(?:(?:registrant|account holder|holder|candidate|tenant|student|driver|caller|visitor|applicant|member|debtor|heir|customer|client|traveller|guest|owner|worker|pupil|parent|child|subscriber|respondent|participant)s?(?:'s|')? (?:contacts?|names?|locations?|addresses|address|phones?|photos?|ids?|faces?|e-?mails?|numbers)|national ids?|family tree|relatives|private (?:finances|persons?|individuals|life)|(?:supply|billing|street|home|delivery|shipping|postal) address|address of (?:the |an? )?(?:customer|recipient|owner|buyer|client|person)|names? and (?:numbers?|address\w{0,2})|names?, (?:IBANs?|phone|e-?mail)|bank statements?|consent forms?|consent (?:of|needed|required)|counts as personal|health data|insurance numbers?|criminal records?|court records|background checks?|biometrics?|location of (?:people|persons|drivers)|liveness|CV(?![\p{L}])|both parties)(?![\p{L}])/iu,
    example: 'Answers carry the name of candidates: candidate names.',
  },
  {
    friction: 'F22',
    says: /(?<![\p{L}])(?:within (?:the|an) hour|within (?:hours|days|minutes)|(?:some|a few|several|few) (?:minutes|hours|days|weeks)(?! (?:ago|old|of))|waiting time|(?:hours|days|minutes|weeks) later|long wait|wait (?:for|of) (?:the|an|a)|status (?:url|endpoint|through webhook|by webhook)|final after|(?:the )?results? (?:is|are) mailed|download link (?:when|after|later|by)|by e-?mail when|e-?mail when|comes? back later|is e-?mailed)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|not|never|without|instead of|signed|tracking|status|alerts?|events?|trial|refund|kept|stored)(?![\p{L}])[^.;]{0,24}(?:async|poll\w{0,4}|queue\w{0,1}|slow|overnight|wait\w{0,3}|webhooks?|hours?|days|minutes)|webhooks? (?:for|on) (?:every|each|status|bounces?|events?)|to your webhook|any webhook/iu,
    example: 'The file is ready within the hour.',
  },
  {
    friction: 'F02',
    always: true,
    says: /(?<![\p{L}])(?:annual(?:ly)? only|we only sell (?:months|years|plans)|only sell (?:months|plans)|subscriptions? only|only (?:by |as |on |in )?(?:an? )?(?:subscription|annual|yearly|monthly plan)|(?:there is |has |have )?no pay[- ]?(?:per|as)[- ][a-z-]{3,12}|no plan below|requires? a (?:yearly|annual|monthly) (?:seat|plan|licen[cs]e)|cannot (?:be bought|buy) (?:one|single|alone)|no single (?:calls?|purchases?|units?)|only (?:together )?with a (?:seat|plan)|inside (?:the|a) (?:\S{2,8} ){0,1}(?:monthly |yearly )?plan|plan (?:needed|required)|(?:monthly|yearly|annual) (?:per|for each|for every) \p{L}{3,14}|minimum term)(?![\p{L}])/iu,
    unless: /(?<![\p{L}])or (?:pay|buy|single|by the)/iu,
    example: 'We only sell months.',
  },
  {
    friction: 'F34',
    says: /(?<![\p{L}])(?:minimum (?:term|fee|bill|invoice|package|pack|rental|booking|load)|\d{1,2} (?:months?|years?) minimum|min\.? (?:\d{2,6}|[$€£] {0,1}\d|term|\d{1,2} (?:months?|years?)|contract|rental)|smallest (?:pack|order|package|bundle)|at least \d{2,5} (?:\p{L}{3,12} ){0,1}(?:per|a|each) (?:month|order|year)|from \d{2,5} (?:pieces|units|companies|items) on)(?![\p{L}])/iu,
    example: 'There is a minimum term.',
  },
  {
    friction: 'F38',
    says: /(?<![\p{L}])(?:(?:costs?|burns?|eats?|uses?|takes?|consumes?|needs?|=) (?:between |about |from |around ){0,1}\d{1,4}(?:(?: to | and | or |-|–)\d{1,4}){0,1} (?:\p{L}{2,12} ){0,1}(?:tokens?|units?|points?|credits?|coins?|sparks?|stars?|gems?)|(?:tokens?|credits?|points?|units): {0,1}\d{1,4} (?:per|for|a)|price (?:is )?(?:set|known|clear|told) (?:after|afterwards|later)|bigger we quote)(?![\p{L}])/iu,
    example: 'Each image costs 2 tokens.',
  },
  {
    friction: 'F36',
    says: /(?<![\p{L}\d$.,€£])(?:\d[\d,.]{0,6}k? {0,1}(?!cents?|dollars|usd|eur|usdc|ct|times|msg|people)(?:free |req|reqs|\p{L}{3,14}){1} {0,1}\/ {0,1}(?:s|sec|second|min|minute|hour|h|day)|capped at|limit(?:ed)? (?:of|to) \d{1,6}|max\.? \d{1,6} (?:\p{L}{2,12} ){0,2}(?:each|per|and|at)|\d{1,4} (?:\p{L}{3,12} ){1,2}per (?:client|wallet|person|customer|user|key|account|IP|tenant)|(?:one|1|two|2) (?:\p{L}{3,12} ){1,2}at a time|quota (?:of|is)|\d{1,6}\/(?:mo|month)(?![\p{L}]) then|over (?:that|it) (?:you )?wait)(?![\p{L}])/iu,
    unless:
      /(?<![\p{L}])(?:no|without|unlimited|not)(?![\p{L}])[^.;]{0,20}(?:rate|limit\w{0,3}|throttl\w{0,4}|cap|concurren\w{1,3})|agents? ask/iu,
    example: 'Each wallet gets 30 req/min.',
  },
  {
    friction: 'F09',
    says: /(?<![\p{L}])(?:(?:docs?|documentation|manual|api reference|examples?|spec)(?![\p{L}])[^.;]{0,16}?(?:(?<!english docs )missing|lacks?|incomplete|outdated|out of date|released after|after (?:signing|NDA|contract)|wrong|not public)|no (?:interface|api|machine|formal)[^.;]{0,16}?(?:description|contract|definition|docs|spec)|(?:have|has|is)(?: not| no|n't) (?:any |an? )?(?:public )?API(?! keys?)|only an? (?:[\p{L}-]{3,8} ){0,1}form|docs? (?:lack|miss)|self-explanatory|ask us for the docs)(?![\p{L}])/iu,
    example: 'Docs are incomplete.',
  },
];
