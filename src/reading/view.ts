import { type Clause, type Sentence, sentencesOf } from './clauses.ts';
import { type ClauseToken, formsOf, type Span } from './tokens.ts';
import type { Term, Vocabulary } from './vocabulary.ts';

/** How a sentence holds what it says. Only what is asserted is evidence. */
export type Modality = 'asserted' | 'hedged' | 'asked' | 'planned';

/** A clause with what the vocabulary makes of it. */
export interface View {
  readonly clause: Clause;
  readonly terms: readonly Term[];
  readonly concepts: ReadonlySet<string>;
  /** Words that no row of the vocabulary holds. */
  readonly unknown: readonly Span[];
  readonly modality: Modality;
}

const ASKS_FIRST =
  /^(?:does|do|did) (?:it|they|the|this|that|anyone|anybody|you|we|these)\b|^(?:is|are|was|were) (?:it|there|they|this|that|anyone|anybody|you)\b|^(?:is|are|was|were|does|do|did) (?:the|any|their|failed|refunds?|receipts?|retries|errors?|calls?|offers?|payments?|prices?|unpaid|paid|there|these|those)\b|^(?:has|have|had) (?:the|anyone|anybody|somebody|someone|you|they ever|it ever)\b|^(?:can|could|will|would|should|may) (?:i|we|you|someone|somebody|anyone|it|they)\b|^(?:any idea|any chance|any word|wondering|curious|question|anyone|anybody|how do|how does|how can|how come|why)\b/;

/** What somebody has yet to look at. */
const TO_DO =
  /^(?:please )?(?:verify|confirm|check|ensure|find out|determine|establish|see|ask|make sure|double check|clarify|find) (?:that|if|whether|it|this|the|they|out)\b|^(?:ask|let|remind|get|have) (?:them|me|us|the seller|the vendor|somebody|someone)\b|^(?:ask|wait|demand|look|watch out) for\b|^tell (?:me|us|them)\b|^please (?:confirm|verify|check|tell|clarify|advise)\b|^(?:to do|todo|need to|needs to|we need|i need|must check)\b/;

const openingOf = (tokens: Clause['tokens']): string =>
  tokens
    .slice(0, 3)
    .map(({ text }) => text)
    .join(' ');

/** Clauses of a text with their terms. A doubt that stands alone ("Not sure.") holds for the whole text. */
export function viewsOf(text: string, vocabulary: Vocabulary): View[] {
  const sentences = sentencesOf(text);
  const views = sentences.flatMap((sentence) => viewsOfSentence(sentence, vocabulary));
  const doubts = sentences.some(
    (_, i) =>
      views.some((view) => view.clause.sentence === i && view.modality === 'hedged') && standsAlone(views, i),
  );
  return doubts ? views.map((view) => ({ ...view, modality: 'hedged' })) : views;
}

const standsAlone = (views: readonly View[], sentence: number): boolean =>
  views
    .filter(({ clause }) => clause.sentence === sentence)
    .every(({ terms }) => terms.every(({ roles }) => !roles.includes('thing') && !roles.includes('state')));

function viewsOfSentence(sentence: Sentence, vocabulary: Vocabulary): View[] {
  const parts = sentence.clauses.map((clause) => {
    const terms = vocabulary.terms(clause.tokens);
    const unknown = unknownOf(clause, terms);
    return unknown.length > 0 ? mended(clause, terms, unknown, vocabulary) : partOf(clause, terms, unknown);
  });
  const modality = modalityOf(sentence, new Set(parts.flatMap(({ concepts }) => [...concepts])));
  const turn = modality === 'hedged' ? parts.findIndex(({ clause }) => isTurn(clause)) : -1;
  if (turn <= 0) return parts.map((part) => ({ ...part, modality }));
  // "Hard to say why, but we paid and got nothing": the doubt is about what stands before.
  const rest = modalityOf(sentence, new Set(parts.slice(turn).flatMap(({ concepts }) => [...concepts])));
  return parts.map((part, i) => ({ ...part, modality: i < turn ? modality : rest }));
}

const isTurn = ({ tokens }: Clause): boolean =>
  tokens.length > 2 && /^(?:but|however)$/.test(tokens[0]!.text);

const partOf = (clause: Clause, terms: readonly Term[], unknown: readonly Span[]) => ({
  ...{ clause, terms, unknown },
  concepts: new Set(terms.flatMap((term) => term.concepts)),
});

/** In one clause so many slips are put right: whoever makes more is not understood. */
const MOST_SLIPS = 3;

/** The clause with its misspelt words read as what they stand for. */
function mended(clause: Clause, terms: readonly Term[], unknown: readonly Span[], vocabulary: Vocabulary) {
  if (unknown.length > MOST_SLIPS) return partOf(clause, terms, unknown);
  let slips = 0;
  const tokens = clause.tokens.map((token): ClauseToken => {
    if (!unknown.includes(token)) return token;
    const meant = vocabulary.slipOf(token.text);
    if (meant === null) return token;
    slips += 1;
    return { ...token, text: meant, forms: formsOf(meant) };
  });
  if (slips === 0) return partOf(clause, terms, unknown);
  const read = { ...clause, tokens };
  const again = vocabulary.terms(tokens);
  return partOf(read, again, unknownOf(read, again));
}

function modalityOf({ asks, clauses }: Sentence, concepts: ReadonlySet<string>): Modality {
  if (
    asks ||
    clauses.some(({ tokens }) => ASKS_FIRST.test(openingOf(tokens)) || TO_DO.test(openingOf(tokens)))
  )
    return 'asked';
  if (concepts.has('HEDGE')) return 'hedged';
  return concepts.has('PLAN') || concepts.has('IF') || concepts.has('WILL') ? 'planned' : 'asserted';
}

/** Numbers, references and codes of letters and digits name something; they cannot turn a sentence round. */
function unknownOf({ tokens }: Clause, terms: readonly Term[]): Span[] {
  const known = new Set<number>();
  for (const { first, last } of terms) for (let at = first; at <= last; at += 1) known.add(at);
  return tokens.filter(
    ({ kind, text }, at) => kind === 'word' && !known.has(at) && text.length > 1 && !/[0-9]/.test(text),
  );
}
