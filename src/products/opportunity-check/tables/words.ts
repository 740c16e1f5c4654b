import { type ConceptRow, vocabularyOf } from '../../../reading/vocabulary.ts';
import { COMMON_WORDS } from '../../../reading/words/common.ts';
import { FUNCTION_WORDS } from '../../../reading/words/function-words.ts';
import { OPERATORS } from '../../../reading/words/operators.ts';
import { PLAIN_WORDS } from '../../../reading/words/plain.ts';
import { EVENTS } from './events.ts';
import { GOODS } from './goods.ts';
import { STATES_OF_DEALINGS } from './states-of-dealings.ts';
import { STATES_OF_SELLERS } from './states-of-sellers.ts';
import { STATES_OF_TERMS } from './states-of-terms.ts';
import { THINGS } from './things.ts';
import { WORDINGS_OF_DEALINGS } from './wordings-of-dealings.ts';
import { WORDINGS_OF_STRANGERS } from './wordings-of-strangers.ts';
import { WORDINGS_OF_TERMS } from './wordings-of-terms.ts';

/** Every word that a statement is read by. */
export const WORDS: readonly ConceptRow[] = [
  ...OPERATORS,
  FUNCTION_WORDS,
  PLAIN_WORDS,
  COMMON_WORDS,
  ...THINGS,
  ...STATES_OF_TERMS,
  ...STATES_OF_SELLERS,
  ...STATES_OF_DEALINGS,
  ...EVENTS,
  ...WORDINGS_OF_TERMS,
  ...WORDINGS_OF_DEALINGS,
  ...GOODS,
  ...WORDINGS_OF_STRANGERS,
];

export const VOCABULARY = vocabularyOf(WORDS);
