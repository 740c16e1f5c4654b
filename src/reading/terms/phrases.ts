/** Wordings of the constraints that hold no number. Each is matched against one sentence. */
export type PhraseKind = 'noAccount' | 'dataMinimisation' | 'approval' | 'noSpend' | 'onePayment';

export interface Phrase {
  readonly kind: PhraseKind;
  readonly pattern: RegExp;
}

const NOT =
  "(?:no|not|never|without|avoid|zero|cannot|can't|cant|don't|dont|do not|won't|wont|mustn't|must not|shouldn't|may not|nothing|refuse|forbid|anything (?:that|which|with|requiring|needing)|any (?:\\w+ )?(?:that|which|requiring)|free of|instead of|rather than|nor|neither|none|isn't|aren't|doesn't|skip|keine?)";
const ACCOUNT =
  '(?:accounts?|sign[ -]?ups?|signing up|sign up|regist(?:er|ering|ration|rations)|log[ -]?ins?|logging in|log in|api[ -]?keys?|apikeys?|kyc|credentials?|oauth|passwords?|onboarding|email verification|enrol(?:l?ment|l)?|registrierung|anmeldung|konto)';
const OUT =
  "(?:is|are|'s) (?:out|not (?:allowed|possible|acceptable|an option|ok|okay|available)|off|forbidden|unacceptable|a no-go|ruled out)";
const DATA =
  '(?:pii|seed phrases?|private (?:info\\w*|data|keys?|documents?)|internal (?:docs?|documents?|info\\w*)|passwords?|credentials|trade secrets?|personal(?:ly)?|personal data|(?:customer|user|client|employee|patient)s?(?: data| names?| emails?| records?| info\\w*)?|names?|e-?mails?|private|sensitive|secrets?|confidential|phone numbers?|home address(?:es)?|ssns?|identifiers?|identit(?:y|ies)|health data|internal data|proprietary|company data|our data|user ids?|gdpr data|end users?)';
const PLAIN_DATA =
  '(?:pii|personal(?:ly)? (?:data|info\\w*|details?|identif\\w+)|personal|(?:customer|user|client|employee|patient) (?:data|records?|info\\w*|names?|emails?)|sensitive|secrets?|confidential|private (?:data|info\\w*|keys?)|proprietary|ssns?|health data)';
const SEND =
  '(?:send|sends|sending|share|sharing|expose|exposing|leak|leaking|leave|leaves|pass|passing|transmit|include|including|disclose|upload|forward|reveal|put|hand|give|submit|contain|containing|go|goes|in|with|to)';
const PERSON =
  '(?:human|person|operator|owner|user|manager|someone|somebody|admin|i|me|us|we|boss|finance|supervisor|principal|maintainer|team lead|signers?|co-?signers?|multisig|council|committee|board|treasurer|controller|cfo)';
const MUST = '(?:must|has to|have to|needs to|need to|should|shall|wants to|want to|will|gets to)';
const OK =
  '(?:approve|confirm|ok|okay|sign off|sign-off|signoff|authori[sz]e|review|allow|green-?light|accept|agree|clear|say yes|bless)';
const DENY =
  "(?:do not|don't|dont|never|must not|mustn't|may not|cannot|can't|should not|shouldn't|won't|not to|not allowed to|not permitted to|not authori[sz]ed to|forbidden to|nobody may|no one may|you are not to)";
const PAY_VERB = '(?:spend|pay|buy|purchase|sign|send|transfer|authori[sz]e|settle|move|touch|use)';
const ANYTHING =
  '(?:anything|any money|any funds|any usdc|money|funds|usdc|a (?:single )?(?:cent|dime|penny|dollar)|one (?:single )?cent|any payments?|a payment|payments|the wallet|my wallet|our wallet|my money|our money|any of (?:it|my money|our money))';
const AT_ALL =
  '(?:at all|whatsoever|of any kind|period|full stop|please|ever|under any circumstances|allowed|permitted|is allowed|are allowed|may be made|may be spent|to be made|to be spent|should be spent|should be made|must be made|may leave (?:the|my|our) wallet|accepted|ok|okay|possible)';
const LATER =
  '(?:now|yet|today|in this (?:phase|step|stage|round)|at this (?:point|stage|time)|for now|for the moment|at the moment|for the time being|right now|this (?:week|time|phase)|here|before\\b.*|until\\b.*|till\\b.*|unless and until\\b.*)';
const SCOPE =
  '(?:(?:on|for|in|during|with) (?:this|that|the|our) (?:task|job|run|case|request|project|ticket|session|subject|work)|on (?:this|that|it)|for (?:this|that|it))';
const TAIL = `(?: ${AT_ALL})*(?: ${SCOPE})?(?: ${LATER})?(?: ${AT_ALL})?$`;

const phrase = (kind: PhraseKind, pattern: string): Phrase => ({ kind, pattern: new RegExp(pattern) });

/** Tried in this order; a sentence may hold several kinds. */
export const PHRASES: readonly Phrase[] = [
  phrase('noAccount', '\\bno_?(?:accounts?|signup|login|registration|kyc) ?[=:] ?(?:true|yes|1)\\b'),
  phrase(
    'noAccount',
    `\\b(?:if|when|where) (?:it|they|the \\w+|one|an?|there'?s?)\\b(?: [\\w'-]+){0,5}? ?${ACCOUNT}\\b.*\\b(?:gone|out|skip|leave|forget|walk|stop|abort|drop|pass|refuse|no deal)\\b|\\b(?:skip|leave|forget|walk away|stop|abort|drop it|pass|refuse)\\b.{0,14}\\b(?:if|when|anything|whatever|everything|services?|sellers?)\\b(?: [\\w'-]+){0,6}? ?${ACCOUNT}\\b`,
  ),
  phrase(
    'dataMinimisation',
    '\\b(?:pii|personal_data) ?[=:] ?(?:none|no|false|0)\\b|\\bno_pii ?[=:] ?(?:true|yes|1)\\b',
  ),
  phrase('approval', '\\b(?:human_)?approval(?:_required)? ?[=:] ?(?:true|yes|required|1|human|manual)\\b'),
  phrase(
    'approval',
    `\\b(?:page|text|call|e-?mail|message|phone|alert|tell|obtain|get|need|needs|have|await)\\b(?: [\\w'-]+){0,4}? (?:ok|okay|yes|go|nod|blessing|say-so|consent|me|us|${PERSON}|finance)\\b(?: [\\w'-]+){0,3}? (?:before|prior to|ahead of|until|till)\\b(?: [\\w'-]+){0,5}? ?(?:pay|paying|payments?|purchases?|spend|spending|buy|buying|money)\\b`,
  ),
  phrase(
    'approval',
    `\\b(?:without|unless|before)\\b(?: that)?(?: [\\w'-]+){0,4}? ?(?:authori[sz]ation|(?:${PERSON}|finance|accounting)(?: [\\w']+){0,2} (?:says?|agrees?|confirms?|approves?|oks?|nods?|consents?|allows?|signs?|signed|agreed|confirmed|said)(?: (?:yes|ok|okay|so|off|on))?)\\b`,
  ),
  phrase(
    'approval',
    `\\b(?:needs?|requires?|takes?|wants?|without)\\b(?: an?| the| my| our)?(?: (?:human|person|manual|operator|owner|explicit|boss)(?:'s)?){1,2} (?:ok|okay|yes|nod|click|go|blessing)\\b`,
  ),
  phrase('approval', `\\b(?:last|final) word\\b.{0,30}\\b(?:pay|payments?|purchases?|spend\\w*)\\b`),
  phrase('noAccount', `\\b${NOT}\\b(?: [\\w'-]+){0,7}? ?\\b${ACCOUNT}\\b`),
  phrase(
    'noAccount',
    `\\b${ACCOUNT}\\b.{0,30}\\b(?:${OUT.replaceAll("(?:is|are|'s) ", "(?:is |are |'s )?")}|(?:is |are )?not (?:required|needed|necessary)|must not|mustn't|cannot|can't|should not|may not|-?free|-?less)\\b`,
  ),
  phrase(
    'noAccount',
    '\\b(?:account|key|login|signup|registration)-?(?:less|free)\\b|\\baccountless\\b|\\bkeyless\\b',
  ),
  phrase(
    'dataMinimisation',
    `\\b(?:${NOT}|strip|redact|remove|mask|anonymi[sz]e|pseudonymi[sz]e|exclude)\\b(?: [\\w'-]+){0,5}? ?\\b${PLAIN_DATA}\\b`,
  ),
  phrase(
    'dataMinimisation',
    `\\b${NOT}\\b(?: [\\w'-]+){0,4}? ?\\b${SEND}\\b(?: [\\w'-]+){0,5}? ?\\b${DATA}\\b|\\b(?:strip|redact|remove|mask|anonymi[sz]e|pseudonymi[sz]e|exclude|keep)\\b(?: [\\w'-]+){0,5}? ?\\b${DATA}\\b`,
  ),
  phrase(
    'dataMinimisation',
    `\\b${DATA}\\b(?: [\\w'-]+){0,3} (?:must|may|should|can|shall|is|are|has to)(?: not|n't| never|not)\\b.{0,20}\\b${SEND}\\b`,
  ),
  phrase(
    'dataMinimisation',
    `\\b${DATA}\\b.{0,24}\\b(?:stays?|remains?|must stay|must be (?:removed|redacted|masked|stripped))\\b`,
  ),
  phrase(
    'dataMinimisation',
    `\\b(?:minimi[sz]e|minimal|minimum|least|as little|only the (?:minimum|necessary|required|needed)|only (?:necessary|required|needed))\\b.{0,40}\\b(?:data|payload|fields?|information|info|query)\\b|\\bdata minimi[sz]ation\\b|\\b${SEND} only (?:the|what)\\b`,
  ),
  phrase('noAccount', '\\bno e-?mail(?: address)?(?=$|,)'),
  phrase('approval', '\\b(?:goes?|runs?|pass(?:es)?) (?:past|by|through|via) (?:\\w+ ){1,3}first\\b'),
  phrase(
    'approval',
    '\\b(?:no|never|not) (?:autonomous|unattended|automatic|automated|unsupervised|unapproved|independent) (?:spend\\w*|payments?|purchases?|buying)\\b',
  ),
  phrase('approval', `\\bapprov(?:e|es|al|als|ed|ing)\\b`),
  phrase(
    'approval',
    `\\b${PERSON} (?:\\w+ ){0,3}?${MUST}(?: \\w+){0,3}? ${OK}\\b|\\b${PERSON} (?:confirms|oks|signs off|approves|authori[sz]es|reviews)\\b`,
  ),
  phrase(
    'approval',
    `\\b(?:ask|check with|confirm with|consult|ping|notify|wait for|clear it with|run it by|get the ok from|get a yes from|check in with)\\b(?: \\w+){0,2}? ?\\b(?:me|us|user|human|operator|owner|finance|manager|someone|person|a human|go-ahead)\\b`,
  ),
  phrase(
    'approval',
    `\\b(?:human[ -]in[ -]the[ -]loop|sign[ -]?off|green light|go-ahead|go ahead from|permission(?! (?:checks?|lookups?|data|api|apis|scans?|records?|lists?|status|reports?))|consent(?! (?:checks?|lookups?|data|records?|status|forms?|banners?))|explicit (?:ok|okay|yes|confirmation)|manual (?:confirmation|review|check)|manually confirm\\w*|my (?:ok|okay|yes|say-so|confirmation)|second pair of eyes|confirm(?:ed)? (?:each|every|any|all)|confirmation (?:before|from|by|required))\\b`,
  ),
  phrase(
    'approval',
    `\\b(?:ok|okay|authori[sz]ation|confirmation|yes) (?:from|by|of) (?:a |an |the |my |our )?(?:${PERSON}|[a-z]+ from)\\b`,
  ),
  phrase(
    'noSpend',
    `\\b${DENY}(?: (?:yet|ever|actually|really|you|just|simply))*(?: ${PAY_VERB})(?:(?: or|,) ${PAY_VERB})?(?: for)?(?: ${ANYTHING}(?: or ${ANYTHING})?)?${TAIL}`,
  ),
  phrase(
    'noSpend',
    `\\b(?:no|zero|without any|without|(?<![.,0-9])0|not one|not a single|nothing)[ -](?:paid (?:calls?|requests?|queries)|paying|payments?|spend|spending|spends|purchases?|money|charges?|outlay|expenses?|expenditures?|transactions?|buying|paid anything)${TAIL}`,
  ),
  phrase(
    'noSpend',
    `\\b(?:spend|spends|pay|pays|cost|costs|spending|paying|buy) (?:exactly |absolutely )?(?:nothing|zero|0(?![.,0-9]))\\b|\\bnothing (?:gets|is|may be|must be|can be|should be|is to be|will be|shall be) (?:spent|paid|bought)\\b|\\bdry[ -]run\\b|\\bnot (?:even )?(?:a|one|a single) (?:single )?(?:cent|penny|dime|dollar)\\b(?! (?:more|over|above|beyond))`,
  ),
  phrase(
    'noSpend',
    '\\b(?:no_?spend|dry_?run|free_?only|no_?payments?) ?[=:] ?(?:true|yes|1)\\b|\\b(?:spend|spending|budget|payments?|max_spend|pay) ?[=:] ?(?:none|no|false|zero|nothing|forbidden|off)\\b|\\b(?:spending|paying|payments?|purchases?|buying) (?:is|are) (?:off the table|forbidden|banned|prohibited|out of the question|not allowed|not permitted|disallowed)$|\\bno (?:money|usdc|funds) (?:is|are) to be (?:spent|paid|moved|sent)\\b',
  ),
  phrase(
    'noSpend',
    `\\bfree (?:evidence|checks?|sources?|routes?|data|previews?|options?|calls?|tier|stuff|information|means)? ?only\\b|\\bonly (?:the )?free\\b|\\b(?:must|has to|should|need to) (?:be|stay|remain|come) (?:entirely |completely |totally )?free\\b|\\b(?:no|zero) (?:budget|funds|dollars|cents)\\b|\\bbudget (?:is |of |: ?)?(?:zero|none|nothing|nil)\\b|\\bwallet (?:must |should |has to )?(?:stays?|remains?|stay|remain|is) (?:closed|untouched|shut|locked|empty)\\b|\\bno (?:money|usdc|funds|dollars?|cent|cents) (?:may|must|should|can|is to|leaves?|moves?)\\b`,
  ),
  phrase('noSpend', '\\b(?:read|look|browse)[ -]only\\b'),
  phrase(
    'dataMinimisation',
    '\\bonly (?:non-?|un|not )(?:sensitive|personal|confidential|private|identif\\w+)\\b',
  ),
  phrase('noSpend', '\\b(?:do|buy|order|use|call|run) nothing (?:that|which) (?:costs?|takes?|needs?)\\b'),
  phrase(
    'dataMinimisation',
    '\\b(?:anonymi[sz]e|pseudonymi[sz]e|hash|mask|redact|scrub)\\b (?:the |all |any |our |out |every )*[a-z]+',
  ),
  phrase(
    'onePayment',
    `\\b(?:no|not a|without(?: a)?|never a) (?:second|third|repeat(?:ed)?|further|additional|other|subsequent|more) (?:paid )?(?:payments?|purchases?|calls?|requests?|buy|time|attempts?|charges?|one$)(?:\\b|$)|\\b${DENY} (?:pay|buy|purchase)(?: \\w+){0,2} (?:twice|again|a second time|more than once)\\b`,
  ),
];

/** A no-spend that holds only for a while: what is free comes first, and nothing is refused for good. */
export const FOR_NOW = new RegExp(`(?: ${LATER})|\\bphase\\b|\\bfor now\\b`);

/** Said without being a demand: "no approval needed". */
export const NOT_DEMANDED =
  /\b(?:no|without|not?) (?:\w+ ){0,2}?(?:approvals?|confirmation|permission|consent|sign-?off) (?:is |are )?(?:needed|required|necessary)\b|\b(?:approval|confirmation|sign-?off|permission) (?:is |are )?not (?:needed|required|necessary)\b|\b(?:without|don't|do not|no need to) (?:asking|ask|waiting|wait|checking|check)\b/;

/** Words that insist on something: a part of a constraint that holds one of them and was not read is unread. */
export const INSISTS =
  /\b(?:must|has to|have to|needs? to|should|shall|required?|requires|only|never|no|not|none|nothing|without|avoid|don't|dont|cannot|can't|won't|mustn't|shouldn't|may|max|maximum|min|minimum|least|most|under|below|above|over|within|before|after|until|unless|except|if|exclude|prefer|want|need|be|is|are|keep|use|reject|refuse|stop|limit|cap|nor|neither|every|each|all|any|pay|spend|buy|budget)\b|n't\b|[0-9]/;

/** Parts that only underline what stands beside them. */
export const UNDERLINING =
  /^(?:(?:we|i) (?:only|just) (?:look|browse|read|watch|compare|evaluate|explore)|nothing else (?:works|will work|is accepted|(?:is )?possible|is there|goes)|(?:all |any )?other (?:chains?|networks?) (?:don't|do not|won't|will not) (?:work|do)|(?:and )?nowhere else|stop|abort|quit|(?:a |an |the |my |our )?[a-z-]+(?: [a-z-]+)? (?:is|are) (?:fine|ok|okay|allowed|welcome)(?: by (?:me|us))?|no other (?:chains?|networks?|tokens?|coins?|assets?)(?: please)?|no bridg(?:ing|es?)|(?:after that|then) it'?s over|(?:this|it) is (?:a|only a) rehearsal|(?:i'm|i am|we're|we are) (?:serious|strict|firm|not joking)|i mean it|really|no joke|i'm (?:gone|out)|i am (?:gone|out)|forget it|walk away|(?:don't|dont|do not|never) (?:go|get) (?:over|above|beyond|past) (?:it|that|this)|not (?:two|twice|three|several)|not (?:a|one|a single) (?:cent|penny|dime|dollar) (?:more|above|over|beyond)(?: (?:it|that|this))?|after that it'?s (?:useless|too late|worthless)|(?:all|every) calls? (?:counted|included|together)|(?:all|everything) counted|(?:i |we )?(?:can't|cannot|won't) (?:bridge|swap)|pay (?:there|on it|that way) or (?:nowhere|not at all)|(?:all |any )?other (?:chains?|networks?)(?: are| is)? (?:not (?:permitted|allowed|ok|okay|acceptable|accepted|possible|supported|an option)|forbidden|excluded|out|off limits)|this is (?:a|an|only an?|just an?) [\w -]{1,30}(?:review|test|evaluation|trial|study|exercise|simulation|check|experiment|assessment)|please|pls|thanks|thank you|whatever (?:you do|happens)|no (?:repeats|later|exceptions?|more|matter what|excuses|ifs or buts|wiggle room|further|retries)|not (?:more|later|over|above|a (?:cent|penny|dime|dollar) (?:more|over)|(?:a|an?) (?:second|third|fourth|fifth|eleventh) (?:time|one)|one more|any more|higher|beyond)|beyond (?:that|this)(?: stop| nothing)?|(?:then|after that|above that|over that|past that) (?:stop|abort|halt|quit|no)|that'?s (?:all(?: there is)?(?: to spend)?|it|the limit|my limit|the max|final|a hard limit|all i have|all we have|everything)|that is (?:all(?: there is)?(?: to spend)?|it|the limit|a hard limit|final)|all of (?:them|it)(?: on)?|period|full stop|hard (?:limit|cap|stop)|strictly|strict|firm|hard|absolute|absolutely|at all|ever|in any case|under (?:any|no) circumstances?|in total|overall|altogether|combined|all in|each|or less|tops|max|at most|for this task|for the task|for this job|if possible|ideally|all included|fees included|including fees|gas included|i insist|is important|it is important|ok|okay|fine|are fine|is fine|and|but|or|nor|so|the rest is fine|otherwise (?:stop|abort|skip|no)|else (?:stop|abort|skip)|and then stop|then stop|or stop|or (?:don't|do not) (?:pay|buy)(?: at all)?|stop there|stop after that|nothing more|nothing else|no other limits?|today'?s date is.*)$/;
