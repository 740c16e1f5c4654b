import { type ConceptRow, vocabularyOf } from '../../../reading/vocabulary.ts';
import { COMMON_WORDS } from '../../../reading/words/common.ts';
import { EVERYDAY_WORDS } from '../../../reading/words/everyday.ts';
import { FUNCTION_WORDS } from '../../../reading/words/function-words.ts';
import { OPERATORS } from '../../../reading/words/operators.ts';
import { PLAIN_WORDS } from '../../../reading/words/plain.ts';
import { EVENTS } from './events.ts';
import { GOODS } from './goods.ts';
import { SAID_OF_CHALLENGES } from './said-of-challenges.ts';
import { SAID_OF_LISTINGS } from './said-of-listings.ts';
import { SAID_OF_PAYMENTS } from './said-of-payments.ts';
import { SAID_OF_PRICES } from './said-of-prices.ts';
import { SAID_OF_RECEIPTS } from './said-of-receipts.ts';
import { SAID_OF_RECOURSE } from './said-of-recourse.ts';
import { SAID_OF_SELLERS } from './said-of-sellers.ts';
import { SAID_OF_SENSES } from './said-of-senses.ts';
import { SAID_OF_UPTIME } from './said-of-uptime.ts';
import { STATES_OF_DEALINGS } from './states-of-dealings.ts';
import { STATES_OF_SELLERS } from './states-of-sellers.ts';
import { STATES_OF_TERMS } from './states-of-terms.ts';
import { THINGS } from './things.ts';
import { WORDINGS_OF_DEALINGS } from './wordings-of-dealings.ts';
import { WORDINGS_OF_TERMS } from './wordings-of-terms.ts';

/** Every word that a statement is read by. */
export const WORDS: readonly ConceptRow[] = [
  ...OPERATORS,
  FUNCTION_WORDS,
  PLAIN_WORDS,
  COMMON_WORDS,
  EVERYDAY_WORDS,
  ...THINGS,
  ...STATES_OF_TERMS,
  ...STATES_OF_SELLERS,
  ...STATES_OF_DEALINGS,
  ...EVENTS,
  ...WORDINGS_OF_TERMS,
  ...WORDINGS_OF_DEALINGS,
  ...GOODS,
  ...SAID_OF_CHALLENGES,
  ...SAID_OF_LISTINGS,
  ...SAID_OF_PAYMENTS,
  ...SAID_OF_PRICES,
  ...SAID_OF_RECEIPTS,
  ...SAID_OF_RECOURSE,
  ...SAID_OF_SELLERS,
  ...SAID_OF_SENSES,
  ...SAID_OF_UPTIME,
];

export const VOCABULARY = vocabularyOf(WORDS);
