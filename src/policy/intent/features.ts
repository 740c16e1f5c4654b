import { OBJECTS } from './scope.ts';
import { SUBJECTS } from './subjects.ts';
import type { IntentToken } from './tokens.ts';

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

/** The themes of a word, as a bit each: one look-up instead of one for every theme. */
const THEMES = new Map<string, number>();
for (const [i, theme] of SUBJECTS.entries())
  for (const word of theme.words) THEMES.set(word, (THEMES.get(word) ?? 0) | (1 << i));
const bitOf = (id: string): number => 1 << SUBJECTS.findIndex((theme) => theme.id === id);
const MESSAGE = bitOf('message_verbs');
const COLLECT = bitOf('collect_verbs');
const PEOPLE = bitOf('people');
const BULK = bitOf('bulk');
/** Themes that are refused as a subject; the others are acts and their objects. */
const REFUSED = 6;

const TRADE = new Set(
  '402 x402 usdc eip155 payto facilitator receipt receipts openapi mcp mpp challenge endpoint endpoints api apis route probe capped cap bazaar listing preview per atomic units header settlement idempotency accepts scheme maxtimeoutseconds maxamountrequired'.split(
    ' ',
  ),
);
const FRAME =
  /\b(?:should (?:i|we|my|our)|tell me|would you|is it (?:better|smart|wise|safe|legal|a good)|can (?:i|we)|do (?:i|we)|how (?:do|can|should|much)|advise|recommend|suggest|what should)\b/;
const FIRST_PERSON = /\b(?:i|my|me|we|our|us)\b/;
const PRICE = /^[$€£]\d|^(?:cents?|usdc?|dollars?)$/;
const QUESTION_WORDS = new Set(
  'what which who how why when where is are do does can could should would will am did has'.split(' '),
);

/** Values of `CUES` for a request. */
export function readCues(tokens: readonly IntentToken[], text: string): number[] {
  const words = tokens.map((token) => token.text);
  const first = words[0] ?? '';
  const own: string[] = [];
  let trade = 0;
  let ofTrade = false;
  let price = false;
  let head = false;
  let themes = 0;
  for (const token of tokens) {
    const term = TRADE.has(token.text);
    if (term || OBJECTS.has(token.text)) trade++;
    ofTrade ||= term;
    price ||= PRICE.test(token.text);
    head ||= token.head;
    if (token.product) continue;
    own.push(token.text);
    themes |= THEMES.get(token.text) ?? 0;
  }
  const request = own.join(' ');
  const held = SUBJECTS.map((_, i) => (themes >> i) & 1);
  const refused = held.slice(0, REFUSED).reduce((sum, one) => sum + one, 0);
  const holds = (...bits: readonly number[]): boolean => bits.every((bit) => (themes & bit) !== 0);
  return [
    head,
    price,
    ofTrade,
    FRAME.test(request),
    QUESTION_WORDS.has(first) && FIRST_PERSON.test(request),
    text.includes('?'),
    first !== '' && !QUESTION_WORDS.has(first),
    words.length < 6,
    words.length < 3,
    own.length < words.length,
    trade >= 2,
    trade >= 3,
    words.length > 0 ? trade / words.length : 0,
    ...held,
    refused === 0 && !holds(MESSAGE) && !holds(COLLECT),
    refused >= 2,
    holds(MESSAGE, PEOPLE),
    holds(COLLECT, BULK),
  ].map(Number);
}
