import { type ConceptRow, vocabularyOf } from '../../../reading/vocabulary.ts';
import common from '../../../reading/words/common.table.json' with { type: 'json' };
import everyday from '../../../reading/words/everyday.table.json' with { type: 'json' };
import functionWords from '../../../reading/words/function-words.table.json' with { type: 'json' };
import { OPERATORS } from '../../../reading/words/operators.ts';
import plain from '../../../reading/words/plain.table.json' with { type: 'json' };
import { wordRows } from '../../../reading/words/rows.ts';
import events from './events.table.json' with { type: 'json' };
import { GOODS } from './goods.ts';
import saidOfChallenges from './said-of-challenges.table.json' with { type: 'json' };
import saidOfListings from './said-of-listings.table.json' with { type: 'json' };
import saidOfPayments from './said-of-payments.table.json' with { type: 'json' };
import { SAID_OF_PRICES } from './said-of-prices.ts';
import { SAID_OF_RECEIPTS } from './said-of-receipts.ts';
import { SAID_OF_RECOURSE } from './said-of-recourse.ts';
import { SAID_OF_SELLERS } from './said-of-sellers.ts';
import saidOfSenses from './said-of-senses.table.json' with { type: 'json' };
import { SAID_OF_UPTIME } from './said-of-uptime.ts';
import statesOfDealings from './states-of-dealings.table.json' with { type: 'json' };
import statesOfSellers from './states-of-sellers.table.json' with { type: 'json' };
import statesOfTerms from './states-of-terms.table.json' with { type: 'json' };
import things from './things.table.json' with { type: 'json' };
import { WORDINGS_OF_DEALINGS } from './wordings-of-dealings.ts';
import { WORDINGS_OF_TERMS } from './wordings-of-terms.ts';

/** Every word that a statement is read by. */
export const WORDS: readonly ConceptRow[] = [
  ...OPERATORS,
  ...wordRows(functionWords),
  ...wordRows(plain),
  ...wordRows(common),
  ...wordRows(everyday),
  ...wordRows(things),
  ...wordRows(statesOfTerms),
  ...wordRows(statesOfSellers),
  ...wordRows(statesOfDealings),
  ...wordRows(events),
  ...WORDINGS_OF_TERMS,
  ...WORDINGS_OF_DEALINGS,
  ...GOODS,
  ...wordRows(saidOfChallenges),
  ...wordRows(saidOfListings),
  ...wordRows(saidOfPayments),
  ...SAID_OF_PRICES,
  ...SAID_OF_RECEIPTS,
  ...SAID_OF_RECOURSE,
  ...SAID_OF_SELLERS,
  ...wordRows(saidOfSenses),
  ...SAID_OF_UPTIME,
];

export const VOCABULARY = vocabularyOf(WORDS);
