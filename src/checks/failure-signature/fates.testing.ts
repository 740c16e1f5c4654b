import type { Fate } from './dictionary/meaning.ts';

/** What a text says about the payment, in words, and the fields that may stand beside it. */
const WORDS: readonly (readonly [says: RegExp, holds: (fate: Fate) => boolean])[] = [
  [
    /\b(?:do not|never|don't) re-?send|\bresending\b[^.;]*\b(?:cannot|never)|\bcan never settle\b|\bnever send (?:it|this|one credential)\b|\bsend(?:ing)? it again (?:now )?gets the same/i,
    ({ resend }) => resend !== 'yes' && resend !== 'if_signed',
  ],
  [
    /\b(?<!never )(?:send|repeat) (?:exactly )?(?:the )?(?:very )?same (?:payment|one)\b|\bsame payment (?:again|with the same request)\b|\bsend (?:it|this payment|that one) again\b(?! now)/i,
    ({ resend }) => resend === 'yes' || resend === 'if_signed',
  ],
  [
    /(?<!do not |never |nothing |and )\b(?:sign|pay) (?:it )?(?:anew|(?:one|a|the next) (?:fresh|new)\b)(?!(?: one)? only)|\bfetch (?:a|one) fresh challenge\b|\bsend a fresh payment\b|\bsign again\b(?<!not sign again)/i,
    ({ sign }) => sign !== 'no',
  ],
  [
    /\bsign nothing(?: new)?\b(?! before it is| for\b)|\bdo not sign (?:anew|again|another)\b|\bsign no (?:other|new)\b/i,
    ({ sign }) => sign !== 'yes',
  ],
  [
    /\bnothing (?:was|is) signed\b|\bcall was not signed\b/i,
    ({ resend }) => resend === 'nothing_signed' || resend === 'if_signed',
  ],
  [/\bkeep the (?:signed )?payment\b/i, ({ sign }) => sign !== 'yes'],
];

/** What of a text its fields contradict. */
export const contradictions = (fix: string, fate: Fate): readonly string[] =>
  WORDS.flatMap(([says, holds]) => {
    const said = says.exec(fix)?.[0];
    return said === undefined || holds(fate) ? [] : [said];
  });

const SENTENCE = /(?<=[.:;]) /;
const SETTLES = /\bsettl(?:e|ing)\b|\bpost the same body again\b/i;
const ONCE_MORE =
  /\b(?:try|post|send|call|settle|repeat)\b[^.:;]*\b(?:again|once more)\b|\/settle the same\b|\bretry (?:\/?settle|the settlement)/i;
const TO_DELIVER = /still waits|that delivers/;
const NOT_SO = /\b(?:do not|never|without|cannot|comes again)\b/i;
const PAYS_ANEW =
  /(?<!do not |never |nothing |and )\b(?:sign|pay) (?:it )?(?:anew|again|(?:one|a|the next) (?:fresh|new)\b)|\b(?:fetch|pay|sign|send)[^.;:]{0,30}\bfresh\b/i;
const LOOKS =
  /authorizationState|receipt|explorer|\bchain\b|validBefore|in no block|look there|find the transaction|\bvoid\b|\bexpired\b|from `?PAYMENT-RESPONSE/i;

/** What of a text could charge a buyer for nothing, or twice. */
export function risksMoney(fix: string, { money }: Pick<Fate, 'money'>): readonly string[] {
  const settles = fix
    .split(SENTENCE)
    .filter(
      (said) => SETTLES.test(said) && ONCE_MORE.test(said) && !TO_DELIVER.test(said) && !NOT_SO.test(said),
    );
  const anew = money !== 'no' && !LOOKS.test(fix) ? PAYS_ANEW.exec(fix) : null;
  return [...settles, ...(anew ?? [])];
}

/** Who is not told to do it, or told not to. */
const NOT_TOLD =
  '(?<!\\b(?:do not|not|never|nothing|cannot|can|could|to|you|we|they|nobody|who|that|buyers|clients|wallets|may|must|it|before you|refuses|without) (?:\\w+ (?:and|or) )?|paying )\\b';
/** What offers another payment to whoever paid: by which account, entry, tool or challenge it is said. */
const OFFERS = new RegExp(
  `${NOT_TOLD}(?:${[
    '(?:sign|pay|open)(?: it| one| that| this)? (?:anew|again)',
    '(?:refetch|fetch|sign|pay|open|budget and)(?: and (?:sign|pay))? (?:an?|one|the|the next|that) (?:fresh|new|newest|next|highest|second|larger)',
    '(?:fetch and )?pay (?:the|that) challenge',
    'sign (?:the|exactly) ``',
    'sign (?:with (?:a keypair|a client|the key that)|Permit\\w+|that one|by its own)',
    'pay (?:by|from|with|through|in (?:USDC|pathUSD)|at most|v[12]|an?|another|one of|that one|something|``)(?![\\w-])',
    '(?:swap into|buy something|buy from|choose (?:an|the) entry|an entry that you can pay)',
    '(?:call|run it|press Pay)(?: the tool)? (?:again|once more)(?! with params)',
    'send a fresh payment',
    '(?:take a|payment for the) fresh challenge',
    'a fresh challenge (?:is needed|once)',
    '(?:open|sign) one (?:with|from)',
    '(?:to )?pay at once',
    'try the same challenge',
    'signs an entry and repeats',
    'let the agent (?:pay|call ``)',
  ].join('|')})(?![\\w-])`,
  'i',
);
const CODE = /`[^`]*`/g;
/** What a seller answers or tries out is no offer to a buyer. */
const TRIED = /\b(?:Check|Test): [^.;]*/g;
export const offersAnother = (fix: string): boolean =>
  OFFERS.test(fix.replace(TRIED, '').replace(CODE, '``'));

const SIDE =
  '(?:Buyer|Client|Seller|Facilitator|Seller or facilitator|For the \\w+|If you (?:buy|sell|run the facilitator))';
/** A label with nothing behind it: at the end, or before the next one. */
const DANGLING = new RegExp(`(?:^|[.;:!?)] )${SIDE}: (?=(?:${SIDE}|Check|Test): )|[:;,]$`);
export const dangles = (fix: string): boolean => DANGLING.test(fix);
