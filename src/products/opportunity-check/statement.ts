import { readByRules, type Statement, type StatementReading, statementOf } from './by-rules.ts';
import { weightOf } from './evidence.ts';
import { type Classifier, guess } from './learnt/model.ts';

export type { StatementReading } from './by-rules.ts';

/** What the rules read counts where the classifier holds it for at least so likely: chosen on authors it never met. */
const LEAST_LIKELY = 0.6;
/**
 * The same where figures decided, since the classifier cannot tell 2 of 40 from 38, and where a few words that are all
 * known leave it little to go by.
 */
const LEAST_LIKELY_IF_SIMPLE = 0.25;
const FEW_WORDS = 6;

/**
 * Reads one statement, as `readable` returns it, as evidence: by rules, and only where a classifier that learnt from
 * many authors' statements does not read it otherwise. Where the two differ nobody knows, and nothing moves.
 */
export function readStatement(
  raw: string,
  asOfDay: string,
  classifier: Pick<Classifier, 'guess'> = { guess },
): StatementReading {
  const statement = statementOf(raw);
  const read = readByRules(statement, asOfDay);
  const sum = read.evidence.reduce((total, one) => total + weightOf(one), 0);
  if (sum === 0) return read;
  const least = read.figures || isTerse(statement) ? LEAST_LIKELY_IF_SIMPLE : LEAST_LIKELY;
  if (classifier.guess(statement).of[sum > 0 ? 'good' : 'bad'] >= least) return read;
  return { evidence: [], unread: 'doubt', unknown: read.unknown };
}

const isTerse = ({ views }: Statement): boolean =>
  views.length === 1 && views[0]!.unknown.length === 0 && views[0]!.clause.tokens.length <= FEW_WORDS;
