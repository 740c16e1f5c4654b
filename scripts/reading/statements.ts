/**
 * Statements as the student of `teach.py` sees them: a JSON list of texts on standard input; on standard output, for each,
 * what the rules say of it (`told`) and its own words.
 */
import { text } from 'node:stream/consumers';
import { readByRules, statementOf } from '../../src/products/opportunity-check/by-rules.ts';
import { toldWords } from '../../src/products/opportunity-check/told.ts';
import { learntWordsOf } from '../../src/reading/learnt/words.ts';
import { readable } from '../../src/reading/text.ts';

/** No signal depends on it: the sets count from days of one week. */
const DAY = '2026-11-28';

const given = JSON.parse(await text(process.stdin)) as string[];
const made = given.map((raw) => {
  const said = readable(raw);
  const statement = statementOf(said);
  return {
    told: toldWords(statement, DAY, readByRules(statement, DAY)),
    words: learntWordsOf(statement.text),
  };
});
process.stdout.write(JSON.stringify(made));
