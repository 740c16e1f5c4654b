import { type Match, matchFrames, polarityOf } from '../../reading/frames.ts';
import { datingOf } from '../../reading/time.ts';
import { type Modality, type View, viewsOf } from '../../reading/view.ts';
import { vocabularyOf } from '../../reading/vocabulary.ts';
import { FUNCTION_WORDS } from '../../reading/words/function-words.ts';
import { OPERATORS } from '../../reading/words/operators.ts';
import { PLAIN_WORDS } from '../../reading/words/plain.ts';
import type { Span } from '../../reading/tokens.ts';
import { type Evidence, evidenceOf, weightOf } from './evidence.ts';
import { EVENTS } from './tables/events.ts';
import { FRAMES } from './tables/frames.ts';
import { STATES } from './tables/states.ts';
import { THINGS } from './tables/things.ts';

const VOCABULARY = vocabularyOf([...OPERATORS, FUNCTION_WORDS, PLAIN_WORDS, ...THINGS, ...STATES, ...EVENTS]);

/** How one statement was read. */
export interface StatementReading {
  readonly evidence: readonly Evidence[];
  /** Why a statement, or a part of it, moved nothing; null: all of it was read. */
  readonly unread: Exclude<Modality, 'asserted'> | 'instruction' | 'date' | 'words' | null;
  /** Words that nobody here knows, as they stand in the cleaned text. */
  readonly unknown: readonly Span[];
}

/**
 * Reads one statement, as `readable` returns it, as evidence. Bad news counts when its head is understood, good news
 * only when every word of its clauses is.
 */
export function readStatement(text: string, asOfDay: string): StatementReading {
  const views = viewsOf(text, VOCABULARY);
  const unknown = views.flatMap((view) => view.unknown);
  const nothing = (unread: StatementReading['unread']): StatementReading => ({ evidence: [], unread, unknown });
  if (views.some(({ concepts }) => concepts.has('INSTRUCT'))) return nothing('instruction');
  const { ageDays, impossible } = datingOf(text, asOfDay);
  if (impossible) return nothing('date');
  const matches = sentencesIn(views).flatMap((sentence) => matchFrames(sentence, FRAMES));
  const source = sourceOf(views);
  const evidence = matches.flatMap((match): Evidence[] => {
    const one = evidenceOf(match.meaning.signal, match.meaning.state, source, ageDays);
    return weightOf(one) <= 0 || match.whole ? [one] : [];
  });
  if (evidence.length > 0) return { evidence, unread: null, unknown };
  return nothing(views.find(({ modality }) => modality !== 'asserted')?.modality as Exclude<Modality, 'asserted'> ?? 'words');
}

function sentencesIn(views: readonly View[]): View[][] {
  const sentences: View[][] = [];
  for (const view of views) (sentences[view.clause.sentence] ??= []).push(view);
  return sentences.filter((sentence) => sentence !== undefined);
}

function sourceOf(views: readonly View[]): 'observed' | 'claimed' {
  const has = (concept: string) => views.some(({ concepts }) => concepts.has(concept));
  if (has('OTHERS')) return 'observed';
  return has('SELLER') && has('SAY') ? 'claimed' : 'observed';
}
