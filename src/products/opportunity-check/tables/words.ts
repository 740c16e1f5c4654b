import type { ConceptRow } from '../../../reading/vocabulary.ts';
import { FUNCTION_WORDS } from '../../../reading/words/function-words.ts';
import { OPERATORS } from '../../../reading/words/operators.ts';
import { PLAIN_WORDS } from '../../../reading/words/plain.ts';
import { EVENTS } from './events.ts';
import { STATES } from './states.ts';
import { THINGS } from './things.ts';

/** Every word that a statement is read by. */
export const WORDS: readonly ConceptRow[] = [
  ...OPERATORS,
  FUNCTION_WORDS,
  PLAIN_WORDS,
  ...THINGS,
  ...STATES,
  ...EVENTS,
];
