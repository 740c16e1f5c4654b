import type { ClaimedFriction } from './claims.ts';
import type { FrictionEvidence } from './found.ts';
import { FRICTION_OF } from './learnt/classes.ts';
import { oddsOfFriction } from './learnt/frictions.ts';
import type { Passage } from './lexicon.ts';
import { clausesOf } from './offer.ts';

/**
 * Quotes that support what they are quoted for. The learnt reading hears each of them alone: a friction that no words
 * state by themselves is named without a quote.
 */

const WORD_OF = new Map(Object.entries(FRICTION_OF).map(([word, id]) => [id, word]));
/** Cards are named beside other ways to pay, and waits last for other reasons: what no words state is not claimed. */
const NEEDS_WORDS = new Set(['F05', 'F22', 'F37']);
/** Its rules quote the word itself: who reads `credit` needs no more. */
const SAID_BY_ITS_WORD = new Set(['F38']);
/** Log odds from which words alone support a rule that meets them, and from which they support what was heard only. */
const SUPPORTS = { met: -0.3, heard: 0.3 };
/** A plan or a card is named beside other ways to buy: these words have to say that there is no other. */
const SAYS_ONLY: Readonly<Record<string, number>> = { F02: 1.5, F05: 1 };
const LONGEST_QUOTE = 48;
/** Of words that support it about as well, the longest say it without the text around them. */
const AS_GOOD = 1.5;

interface Candidate extends FrictionEvidence {
  readonly odds: number;
}

/** The claims of each friction with the words that support it best, whichever claim of it found them. */
export function supported(
  claims: readonly ClaimedFriction[],
  sentences: readonly Passage[],
): ClaimedFriction[] {
  const quotes = new Map<string, readonly FrictionEvidence[]>();
  for (const { row } of claims) {
    if (quotes.has(row.id) || !WORD_OF.has(row.id) || SAID_BY_ITS_WORD.has(row.id)) continue;
    const own = claims.filter((one) => one.row.id === row.id);
    quotes.set(row.id, bestOf(own, sentences, WORD_OF.get(row.id)!));
  }
  const isMet = new Set(claims.flatMap((one) => (one.claim ? [one.row.id] : [])));
  return claims.flatMap((one) => {
    const evidence = quotes.get(one.row.id);
    if (!evidence) return [one];
    if (evidence.length > 0) return [{ ...one, evidence }];
    return isMet.has(one.row.id) || !NEEDS_WORDS.has(one.row.id)
      ? [{ ...one, evidence, basis: 'derived' as const }]
      : [];
  });
}

function bestOf(
  claims: readonly ClaimedFriction[],
  sentences: readonly Passage[],
  word: string,
): FrictionEvidence[] {
  const found = new Map<string, Candidate>();
  for (const { row, claim, evidence } of claims)
    for (const one of evidence)
      for (const { field, quote } of [one, ...around(one, sentences)]) {
        const odds = oddsOfFriction(word, { field, text: quote }) ?? Number.NEGATIVE_INFINITY;
        if (odds >= (SAYS_ONLY[row.id] ?? (claim ? SUPPORTS.met : SUPPORTS.heard)))
          found.set(quote, { field, quote, odds });
      }
  const most = Math.max(...[...found.values()].map(({ odds }) => odds));
  const [best] = [...found.values()]
    .filter(({ odds }) => odds >= most - AS_GOOD)
    .sort((a, b) => b.quote.length - a.quote.length);
  return best ? [{ field: best.field, quote: best.quote }] : [];
}

/** The whole clause of a quote, where it is short: a part of it may say too little. */
function around({ field, quote }: FrictionEvidence, sentences: readonly Passage[]): FrictionEvidence[] {
  const sentence = sentences.find((one) => one.field === field && one.text.includes(quote))?.text;
  if (sentence === undefined) return [];
  const clause = clausesOf(sentence).find(({ text }) => text.includes(quote))?.text ?? '';
  const whole = clause.trim();
  const isShort = whole !== '' && whole.length <= LONGEST_QUOTE && !/["“”\n\r]/u.test(whole);
  return isShort ? [{ field, quote: whole }] : [];
}
