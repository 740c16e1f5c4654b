/** The words of texts, for `rows.py`: a JSON list of texts on standard input, a list of lists of words on standard output. */
import { text } from 'node:stream/consumers';
import { learntWordsOf } from '../../src/reading/learnt/words.ts';
import { readable } from '../../src/reading/text.ts';

const texts = JSON.parse(await text(process.stdin)) as string[];
process.stdout.write(JSON.stringify(texts.map((one) => learntWordsOf(readable(one)))));
