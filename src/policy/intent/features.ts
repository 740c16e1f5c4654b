import { OBJECTS } from './scope.ts';
import { SUBJECTS } from './subjects.ts';
import type { IntentToken } from './tokens.ts';
import { enterTheme, wordSet } from './word-book.ts';

/** Fine classes of the classifier, in the order of the weights. */
export const CLASSES = [
  'ok',
  'vague',
  'investment',
  'trading',
  'tax',
  'legal',
  'lending',
  'compliance',
  'outreach',
  'scraping',
  'unlawful_service',
] as const;
export type FineClass = (typeof CLASSES)[number];

/** Cues of form, not of subject: each is 0 or 1. */
export const CUES = [
  'head_noun',
  'price',
  'trade_term',
  'advice_frame',
  'first_person_question',
  'question',
  'imperative',
  'short',
  'very_short',
  'product_words',
  'trade_terms_2',
  'trade_terms_3',
  'trade_share',
  ...SUBJECTS.map((theme) => theme.id),
  'no_subject',
  'two_subjects',
  'message_people',
  'collect_bulk',
];

for (const [i, theme] of SUBJECTS.entries()) enterTheme(theme.words, i);
const bitOf = (id: string): number => 1 << SUBJECTS.findIndex((theme) => theme.id === id);
const MESSAGE = bitOf('message_verbs');
const COLLECT = bitOf('collect_verbs');
const PEOPLE = bitOf('people');
const BULK = bitOf('bulk');
/** Themes that are refused as a subject; the others are acts and their objects. */
const REFUSED = 6;

const TRADE = wordSet(
  '402 x402 usdc eip155 payto facilitator receipt receipts openapi mcp mpp challenge endpoint endpoints api apis route probe capped cap bazaar listing preview per atomic units header settlement idempotency accepts scheme maxtimeoutseconds maxamountrequired',
);
const FRAME =
  /\b(?:should (?:i|we|my|our)|tell me|would you|is it (?:better|smart|wise|safe|legal|a good)|can (?:i|we)|do (?:i|we)|how (?:do|can|should|much)|advise|recommend|suggest|what should)\b/;
const FIRST_PERSON = /\b(?:i|my|me|we|our|us)\b/;
const PRICE = /^[$€£]\d/;
const PRICE_WORDS = wordSet('cent cents usd usdc dollar dollars');
const QUESTION_WORDS = wordSet(
  'what which who how why when where is are do does can could should would will am did has',
);

/** Values of `CUES` for a request. */
export function readCues(tokens: readonly IntentToken[], text: string): number[] {
  const isQuestion = ((tokens[0]?.word.sets ?? 0) & QUESTION_WORDS) !== 0;
  let request = '';
  let own = 0;
  let trade = 0;
  let all = 0;
  let price = false;
  let head = false;
  let themes = 0;
  for (const token of tokens) {
    const { sets } = token.word;
    all |= sets;
    if ((sets & (TRADE | OBJECTS)) !== 0) trade++;
    price ||= PRICE.test(token.text);
    head ||= token.head;
    if (token.product) continue;
    request += own++ === 0 ? token.text : ` ${token.text}`;
    themes |= token.word.themes;
  }
  const held = SUBJECTS.map((_, i) => (themes >> i) & 1);
  const refused = held.slice(0, REFUSED).reduce((sum, one) => sum + one, 0);
  const holds = (...bits: readonly number[]): boolean => bits.every((bit) => (themes & bit) !== 0);
  return [
    head,
    price || (all & PRICE_WORDS) !== 0,
    (all & TRADE) !== 0,
    FRAME.test(request),
    isQuestion && FIRST_PERSON.test(request),
    text.includes('?'),
    tokens.length > 0 && !isQuestion,
    tokens.length < 6,
    tokens.length < 3,
    own < tokens.length,
    trade >= 2,
    trade >= 3,
    tokens.length > 0 ? trade / tokens.length : 0,
    ...held,
    refused === 0 && !holds(MESSAGE) && !holds(COLLECT),
    refused >= 2,
    holds(MESSAGE, PEOPLE),
    holds(COLLECT, BULK),
  ].map(Number);
}
