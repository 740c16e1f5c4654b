import { paidCallsIn, shareOf } from '../../reading/shares.ts';
import { isMostlyLost, type PaidTally, tallyOf } from '../../reading/tally.ts';
import {
  isOpen,
  isTurned,
  isTurnedWhole,
  readByRules,
  type Statement,
  type StatementReading,
  settingOf,
  statementOf,
} from './by-rules.ts';
import { signalEvidence, weightOf } from './evidence.ts';
import { type Classifier, type Guess, type Guessed, guess } from './learnt/model.ts';
import { SIGNALS } from './tables/index.ts';
import { NEARLY_ALL, toldWords } from './told.ts';

export type { StatementReading } from './by-rules.ts';

/** How likely the learnt reader must hold something for it to count; chosen on three authors that it had not met. */
const LEAST = {
  /** What the rules read, too. */
  ruled: { good: 0.55, bad: 0.5 },
  /** What it reads by itself. */
  alone: { good: 0.6, bad: 0.55 },
  /** The same where a part of the text may be a guess, a question or a plan, or take back another. */
  open: { good: 0.9, bad: 0.65 },
  /** The same where words in it may turn round what it says. */
  turned: { good: 0.95, bad: 0.75 },
  turnedWhole: { good: 0.98, bad: 0.98 },
  /** The opposite of what the rules read in a few plain words, which leave it little to go by. */
  againstPlain: 0.7,
  /** That a few plain words say nothing, where the rules read news in them. */
  nothing: 0.9,
  /** The opposite of what arithmetic says: then two counts are not what they seem. */
  againstFigures: 0.6,
  /** That what moves nothing is bad news: then it holds money back all the same. */
  feared: 0.3,
  /** The same of one signal of {@link GRAVE}. */
  fearedGrave: 0.1,
  /** Bad news where the rules read good news. */
  against: 0.7,
  /** One signal of the same effect as the one that the rules read: it counts in its place. */
  instead: 0.8,
} as const;
const FEW_WORDS = 7;
/** A word or two tell nothing by themselves ("bump"). */
const FEWEST_ALONE = 3;
/** Bad news so bad that money waits where it is only possible: a fraud reported, a secret asked for. */
const GRAVE: ReadonlySet<string> = new Set(
  SIGNALS.filter(({ group }) => group === 'fraud').map(({ id }) => id),
);
/** A name that nobody met may stand in good news; with more unknown words too little of it is understood. */
const MOST_UNKNOWN = 1;

/**
 * Reads one statement, as `readable` returns it, as evidence: by rules, and by a reader that learnt from the statements
 * of many authors. What one of them reads counts where the other does not hold the opposite for likely; where they
 * differ nobody knows, and nothing moves.
 */
export function readStatement(
  raw: string,
  asOfDay: string,
  classifier: Classifier = { guess },
): StatementReading {
  const statement = statementOf(raw);
  const read = readByRules(statement, asOfDay);
  const tally = tallyOf(statement.text);
  const moves = read.unread !== 'instruction' && read.unread !== 'date';
  const counted = moves && tally && byTally(statement, asOfDay, read, tally);
  if (counted) return counted;
  const guessed = classifier.guess(statement.text, toldWords(statement, asOfDay, read, tally));
  const reading = moves ? readBoth(statement, asOfDay, read, guessed) : read;
  const mayBeBad = reading.evidence.length === 0 && isFeared(guessed);
  return mayBeBad ? { ...reading, mayBeBad } : reading;
}

const isFeared = ({ of, best: { bad } }: Guess): boolean =>
  of.bad >= LEAST.feared || (GRAVE.has(bad.signal) && bad.share >= LEAST.fearedGrave);

function readBoth(
  statement: Statement,
  asOfDay: string,
  read: StatementReading,
  guessed: Guess,
): StatementReading {
  const sum = read.evidence.reduce((total, one) => total + weightOf(one), 0);
  if (sum === 0) return readAlone(statement, asOfDay, read, guessed);
  const sign = sum > 0 ? 'good' : 'bad';
  const { of, best } = guessed;
  const against = of[sign === 'good' ? 'bad' : 'good'];
  if (isCheaper(read, sign)) return of.none < LEAST.nothing ? read : doubted(read);
  if (read.figures) return against < LEAST.againstFigures ? read : doubted(read);
  if (isPlain(statement) && against < LEAST.againstPlain && of.none < LEAST.nothing) return read;
  if (of[sign] < LEAST.ruled[sign]) {
    const badAfterAll = sign === 'good' && of.bad >= LEAST.against && !isTurned(statement);
    return badAfterAll ? taken(statement, asOfDay, read, best.bad) : doubted(read);
  }
  const other = read.evidence.every(({ row }) => row.id !== best[sign].signal);
  return other && best[sign].share >= LEAST.instead ? taken(statement, asOfDay, read, best[sign]) : read;
}

/** Paid calls that were counted, and their answers: arithmetic decides. Null: the seller counts them, or nobody may have. */
function byTally(
  statement: Statement,
  asOfDay: string,
  { unknown }: StatementReading,
  { answered, of }: PaidTally,
): StatementReading | null {
  const { source, ageDays } = settingOf(statement, asOfDay);
  if (source === 'claimed' || isTurned(statement) || isOpen(statement)) return null;
  const signal =
    answered / of < NEARLY_ALL
      ? 'paid_then_failed'
      : source === 'reported'
        ? 'third_party_paid_success'
        : 'prior_paid_200';
  return {
    evidence: [signalEvidence(signal, 'present', source, ageDays, of, isMostlyLost(answered, of))],
    unread: null,
    unknown,
    figures: true,
  };
}

/** A price that fell or that matches: no reader of words can compare two prices, and this one holds most of them for bad. */
const isCheaper = ({ evidence }: StatementReading, sign: 'good' | 'bad'): boolean =>
  sign === 'good' &&
  evidence.some(({ row }) => row.id === 'price_drift_up' || row.id === 'price_matches_listing');

const doubted = ({ unknown }: StatementReading): StatementReading => ({
  evidence: [],
  unread: 'doubt',
  unknown,
});

/** A few words, all of them in our tables. */
const isPlain = ({ views }: Statement): boolean =>
  views.every(({ unknown }) => unknown.length === 0) &&
  views.reduce((sum, { clause }) => sum + clause.tokens.length, 0) <= FEW_WORDS;

/** What only the learnt reader reads: good news if it knows almost every word. */
function readAlone(
  statement: Statement,
  asOfDay: string,
  read: StatementReading,
  { of, best, words, unknown }: Guess,
): StatementReading {
  const sign = of.good > of.bad ? 'good' : 'bad';
  const least = Math.max(
    LEAST.alone[sign],
    isOpen(statement) ? LEAST.open[sign] : 0,
    isTurned(statement) ? LEAST.turned[sign] : 0,
    isTurnedWhole(statement, sign) ? LEAST.turnedWhole[sign] : 0,
  );
  if (of[sign] < least || words < FEWEST_ALONE) return read;
  return sign === 'good' && (unknown.length > MOST_UNKNOWN || isPartly(statement))
    ? read
    : taken(statement, asOfDay, read, best[sign]);
}

function isPartly({ text }: Statement): boolean {
  const share = shareOf(text);
  return share !== null && share.part / share.of < NEARLY_ALL;
}

function taken(
  statement: Statement,
  asOfDay: string,
  { unknown }: StatementReading,
  { signal, state }: Guessed,
): StatementReading {
  const { source, ageDays, risenTo } = settingOf(statement, asOfDay);
  return {
    evidence: [
      signalEvidence(
        signal,
        state,
        source,
        ageDays,
        ANSWERED.has(signal) ? paidCallsIn(statement.text) : null,
      ),
    ],
    unread: null,
    unknown,
    risenTo: signal === 'price_drift_up' && state === 'present' ? risenTo : null,
  };
}

/** What tells of paid calls that were answered. */
const ANSWERED = new Set(['prior_paid_200', 'third_party_paid_success']);
