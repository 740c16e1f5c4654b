import { OBJECTS } from './scope.ts';
import { SUBJECTS } from './subjects.ts';
import type { Token } from './tokens.ts';

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

const TRADE = new Set(
  '402 x402 usdc eip155 payto facilitator receipt receipts openapi mcp mpp challenge endpoint endpoints api apis route probe capped cap bazaar listing preview per atomic units header settlement'.split(
    ' ',
  ),
);
const FRAME =
  /\b(?:should (?:i|we|my|our)|tell me|would you|is it (?:better|smart|wise|safe|legal|a good)|can (?:i|we)|do (?:i|we)|how (?:do|can|should|much)|advise|recommend|suggest|what should)\b/;
const PRICE = /^[$€£]\d|^(?:cents?|usdc?|dollars?)$/;
const QUESTION_WORDS = new Set(
  'what which who how why when where is are do does can could should would will am did has'.split(' '),
);

/** Values of `CUES` for a request. */
export function readCues(tokens: readonly Token[], text: string): number[] {
  const words = tokens.map((token) => token.text);
  const first = words[0] ?? '';
  const trade = words.filter((word) => TRADE.has(word) || OBJECTS.has(word)).length;
  const request = tokens.filter((token) => !token.product);
  const own = request.map((token) => token.text).join(' ');
  const themes = SUBJECTS.map((theme) => Number(request.some((token) => theme.words.has(token.text))));
  const theme = (id: string): boolean => themes[SUBJECTS.findIndex((row) => row.id === id)] === 1;
  const refused = themes.slice(0, 6).reduce((sum, one) => sum + one, 0);
  return [
    tokens.some((token) => token.head),
    words.some((word) => PRICE.test(word)),
    words.some((word) => TRADE.has(word)),
    FRAME.test(own),
    /\b(?:i|my|me|we|our|us)\b/.test(own) && QUESTION_WORDS.has(first),
    text.includes('?'),
    first !== '' && !QUESTION_WORDS.has(first),
    words.length < 6,
    words.length < 3,
    tokens.some((token) => token.product),
    trade >= 2,
    trade >= 3,
    words.length > 0 ? trade / words.length : 0,
    ...themes,
    refused === 0 && !theme('message_verbs') && !theme('collect_verbs'),
    refused >= 2,
    theme('message_verbs') && theme('people'),
    theme('collect_verbs') && theme('bulk'),
  ].map(Number);
}
