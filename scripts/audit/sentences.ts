/** The sentences of labelled sellers, with the frictions that labels quote from them. */
import { evidence } from '../../src/products/agent-revenue-audit/facts.ts';
import { sentenceFeatures } from '../../src/products/agent-revenue-audit/learnt/sentence.ts';
import type { Passage } from '../../src/products/agent-revenue-audit/lexicon.ts';
import { offerSentencesOf } from '../../src/products/agent-revenue-audit/offer.ts';
import type { Example, Fit } from './learn.ts';
import { kindsOf, type Label, type Seller, sellers } from './rows.ts';

type Quotes = NonNullable<Label['quotes']>;

/** Follow from figures that are read elsewhere. */
const DERIVED = new Set(['no_price_stated', 'price_too_small']);
/** With fewer quotes nothing is learnt. */
const FEWEST_QUOTES = 15;

export const FRICTION_FIT: Omit<Fit, 'classes'> = {
  one: false,
  steps: 120,
  rate: 0.1,
  decay: 1.2e-4,
  decayOfVectors: 6e-5,
  vectors: 1,
  fewestRows: 2,
  rights: 2,
  // Most sentences state nothing.
  bias: -3,
};

/** Frictions that are stated (`rate_limited`) or ruled out (`no:rate_limited`) often enough. */
export function frictionClasses(rows: readonly Seller[]): string[] {
  const counts = new Map<string, number>();
  for (const { label } of rows)
    for (const [name] of quotesOf(label)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return [...counts].flatMap(([name, count]) => (count >= FEWEST_QUOTES ? [name] : [])).sort();
}

const named = (quotes: Quotes = [], head = ''): [string, string][] =>
  quotes.flatMap(([friction, quote]) => (DERIVED.has(friction) ? [] : [[`${head}${friction}`, quote]]));
const quotesOf = ({ quotes, ruledOutQuotes }: Label): [string, string][] => [
  ...named(quotes),
  ...named(ruledOutQuotes, 'no:'),
];

/** A sentence of a seller with the frictions that labels quote from it. */
export interface LabelledSentence extends Passage {
  /** Classes by number. */
  readonly right: readonly number[];
  /** A friction of a seller is unknown in each sentence that no label quotes: it may be stated twice. */
  readonly unknown: readonly number[];
}

export function labelledSentences(
  { input, label }: Pick<Seller, 'input' | 'label'>,
  classes: readonly string[],
): LabelledSentence[] {
  const sentences = evidence(input)
    .filter(({ field }) => field !== 'targetBuyer')
    .flatMap(({ field, text }) => offerSentencesOf(text).map((one) => ({ field, text: one.text })));
  const said = quotesOf(label).map(([name, quote]) => [name, sentencesWith(quote, sentences)] as const);
  const labelled = [...label.frictions, ...label.ruledOut.map((friction) => `no:${friction}`)];
  const numbers = (names: readonly string[]) =>
    names.map((name) => classes.indexOf(name)).filter((k) => k >= 0);
  return sentences.map((sentence) => {
    const right = numbers(said.flatMap(([name, at]) => (at.includes(sentence) ? [name] : [])));
    const unknown = numbers(labelled).filter((k) => !right.includes(k));
    return { ...sentence, right: [...new Set(right)], unknown };
  });
}

export const frictionExamples = (rows: readonly Seller[], classes: readonly string[]): Example[] =>
  rows.flatMap((row) =>
    labelledSentences(row, classes).map(({ field, text, right, unknown }) => ({
      features: sentenceFeatures(field, text),
      right: right.map((k) => [k, 1] as const),
      weight: 1,
      unknown,
    })),
  );

const plain = (text: string): string =>
  text.replace(/[“”]/gu, '"').replace(/[‘’]/gu, "'").replace(/\s+/gu, ' ').trim().toLowerCase();
const LEAST_PART = 8;

/** The sentences that hold a quote, or that it holds where it goes over several. */
function sentencesWith(quote: string, sentences: readonly Passage[]): Passage[] {
  const wanted = plain(quote);
  return sentences.filter(({ text }) => {
    const here = plain(text);
    return here.includes(wanted) || (here.length > LEAST_PART && wanted.includes(here));
  });
}

// For `teach.py`: classes, kinds and sellers with their labelled sentences on standard output, as JSON.
if (import.meta.main) {
  const rows = sellers();
  const classes = frictionClasses(rows);
  const told = rows.map((row) => ({
    author: row.author,
    id: row.id,
    ...row.input,
    kinds: [...new Set([row.label.archetype, ...row.label.acceptableArchetypes])],
    returns: row.label.returns,
    sentences: labelledSentences(row, classes),
  }));
  process.stdout.write(JSON.stringify({ classes, kinds: kindsOf(rows), sellers: told }));
}
