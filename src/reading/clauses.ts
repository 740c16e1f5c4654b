import { type ClauseToken, tokenize } from './tokens.ts';

/** A stretch of words that can say one thing. */
export interface Clause {
  readonly tokens: readonly ClauseToken[];
  /** Sentence of the text it belongs to. */
  readonly sentence: number;
}

export interface Sentence {
  readonly clauses: readonly Clause[];
  /** Does it end with a question mark? */
  readonly asks: boolean;
}

const SENTENCE_END = new Set(['.', '!', '?', ';', '|', '...']);
const CLAUSE_MARK = new Set([',', ':', '-', '(', ')', '[', ']', '->', '=>', '→', '⇒', '•', '..', '&', '+']);
const CLAUSE_WORD = new Set(
  'but however though although while whereas because so then and which plus yet except until'.split(' '),
);

/** Sentences of a text as `readable` returns it, and their clauses. Marks are no tokens of a clause. */
export function sentencesOf(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let clauses: ClauseToken[][] = [[]];
  const end = (asks: boolean) => {
    const full = joinAlternatives(clauses).filter((tokens) => tokens.length > 0);
    if (full.length > 0)
      sentences.push({ clauses: full.map((tokens) => ({ tokens, sentence: sentences.length })), asks });
    clauses = [[]];
  };
  const tokens = tokenize(text);
  for (const [i, token] of tokens.entries()) {
    if (token.kind === 'mark') {
      if (SENTENCE_END.has(token.text)) end(token.text === '?');
      else if (CLAUSE_MARK.has(token.text)) clauses.push([]);
    } else if (CLAUSE_WORD.has(token.text) && !isFixed(tokens, i)) clauses.push([token]);
    else clauses.at(-1)!.push(token);
  }
  end(false);
  return sentences;
}

/** Pairs whose middle word parts nothing: "nothing but", "up and running", "so far". */
const FIXED = new Set([
  ...[
    'matter which',
    'so that',
    'and nothing else',
    'which path',
    'tell which',
    'tells which',
    'you which',
    'us which',
    'me which',
    'say which',
    'says which',
    'know which',
    'knows which',
    'unclear which',
    'on which',
    'in which',
    'for which',
    'to which',
  ],
  ...[
    'nothing but',
    'anything but',
    'all but',
    'and running',
    'and again',
    'so far',
    'so called',
    'and over',
    'until now',
  ],
  ...[
    'and forth',
    'then 402',
    'back and',
    'time and',
    'up and',
    'on and',
    'hit and',
    'in and',
    'one and',
    'now and',
    'and when',
    'not yet',
    'pays and',
    'pay and',
    'yet to',
    'only then',
  ],
]);

const isFixed = (tokens: readonly ClauseToken[], at: number): boolean =>
  FIXED.has(`${tokens[at - 1]?.text} ${tokens[at]!.text}`) ||
  FIXED.has(`${tokens[at]!.text} ${tokens[at + 1]?.text}`);

const ALTERNATIVE = new Set(['or', 'nor']);
const LONGEST_ITEM = 4;

/** "no A, B or C" is one thing said of three: its commas part nothing. */
function joinAlternatives(clauses: readonly ClauseToken[][]): ClauseToken[][] {
  const joined: ClauseToken[][] = [];
  for (const clause of clauses) {
    const place = clause.findIndex(({ text }) => ALTERNATIVE.has(text));
    if (place >= 0 && place <= LONGEST_ITEM && joined.length > 0) {
      let from = joined.length - 1;
      while (from > 0 && joined[from]!.length > 0 && joined[from]!.length <= LONGEST_ITEM) from -= 1;
      joined.push([...joined.splice(from).flat(), ...clause]);
    } else joined.push(clause);
  }
  return joined;
}
