import type { PublishedEdition } from '../../ports.ts';
import { decodeChallenge } from '../../values/challenge.ts';
import { FAILURES_PATH, RECOVERY_PATH } from '../../values/limits.ts';
import { anchorOfCase, type CaseReading, readingOf } from './cases/index.ts';
import { CAUSES, SHOWN_BY } from './dictionary/causes.ts';
import { type Fate, MONEY, RESEND, SIGN } from './dictionary/meaning.ts';
import { digested } from './digest.ts';
import type { CauseEvidence } from './evidence.ts';
import { type TextDetails, textDetailsIn } from './found.ts';
import { OTHERWISE } from './general/otherwise.ts';
import { learnReports } from './grounds.ts';
import type { Near } from './learnt.ts';
import { withObserved } from './observed.ts';
import { readPasted } from './read.ts';
import type { MatchAnswer, MatchRequest } from './schema.ts';
import { RISKS, type Risk } from './signature.ts';
import { SIGNATURES, SIGNATURES_VERSION } from './tables/index.ts';
import { learnTemplates } from './templates.ts';
import { closest, reportOf, toldOf } from './told.ts';
import { evidenceOf, type Ranked, ranked } from './weigh.ts';

const MAX_MATCHES = 3;
const MAX_NAMES = 5;

const NOTES = {
  matched: 'A match says that this was seen before, not that nothing else went wrong.',
  no_match: `No published signature matches. That says nothing about whether money moved: if you signed a payment, ask POST ${RECOVERY_PATH} before you sign another one.`,
} as const;

/** Known failures that a symptom fits. Nothing of the symptom is in the answer. */
export function match(
  { errorText, statusCode, challenge }: MatchRequest,
  edition?: PublishedEdition,
): MatchAnswer {
  const signatures = edition ? withObserved(edition) : SIGNATURES;
  learnReports(signatures);
  learnTemplates();
  const text = digested(errorText ?? '');
  const pasted = readPasted(text);
  const reading = readingOf(pasted.flat);
  const given = challenge === undefined ? undefined : decodeChallenge(challenge);
  const decoded = given ?? (challenge === undefined ? pasted.challenge?.decoded : undefined);
  const headerChars = typeof challenge === 'string' ? challenge.length : (pasted.challenge?.chars ?? 0);
  const found = ranked(
    evidenceOf({ pasted, reading, statusCode, challenge: decoded, headerChars }, signatures),
  ).slice(0, MAX_MATCHES);
  const [best] = found;
  const status = best ? 'matched' : 'no_match';
  const details = textDetailsIn(text, reading, pasted.chances.buys);
  const matches = found.map((each) => {
    const doubt = each === best ? doubtOf(found) : undefined;
    return render(each, { reading, near: pasted.chances.near, statusCode, details, doubt });
  });
  return {
    status,
    cause: best?.cause ?? null,
    money: matches[0]?.money ?? null,
    matches,
    challengeRead: challenge === undefined ? null : given !== undefined,
    signatures: signatures.length,
    tablesVersion: SIGNATURES_VERSION,
    ledgerDigest: edition?.digest ?? null,
    note: NOTES[status],
  };
}

/** A second cause of this share of the weight of the first may be the one. */
const NEARLY = 0.85;

/** Where the text does not decide, the fix says what tells the next cause apart, and what to do then. */
const doubtOf = ([best, second]: readonly Ranked[]): string | undefined =>
  best && second && !best.sure && second.weight >= best.weight * NEARLY ? OTHERWISE[second.cause] : undefined;

function moneyOf({ money, resend, sign }: Fate, sure: boolean): NonNullable<MatchAnswer['money']> {
  return {
    moved: money,
    movedMeans: MONEY[money],
    sendSameAgain: resend,
    sendSameAgainMeans: RESEND[resend],
    signAnew: sign,
    signAnewMeans: SIGN[sign],
    recovery: sure && resend === 'nothing_signed' ? null : RECOVERY_PATH,
  };
}

const RISK_OF = { no: 'none', maybe: 'stuck', yes: 'stuck' } as const satisfies Record<string, Risk>;

interface Asked {
  readonly reading: CaseReading;
  readonly near: Near;
  readonly statusCode: number | undefined;
  readonly details: TextDetails;
  readonly doubt: string | undefined;
}

function render(
  each: Ranked,
  { reading, near, statusCode, details, doubt }: Asked,
): MatchAnswer['matches'][number] {
  const { cause, evidence, sure } = each;
  const report = reportOf(each);
  const entry = closest(each);
  const { acts, fate, fix, fixStatus, held } = toldOf(each, reading, details, near, doubt);
  // What a report saw of its own case does not outweigh what is said of this one.
  const seen = report?.moneyRisk ?? 'none';
  const moneyRisk = seen === 'none' ? RISK_OF[fate.money] : seen;
  return {
    id: report?.id ?? entry?.id ?? `cause-${cause}`,
    cause,
    confidence: sure ? 'strong' : 'possible',
    money: moneyOf(fate, sure),
    matchedOn: matchedOn(evidence, report?.statuses.includes(statusCode ?? 0) ?? false),
    group: report?.group ?? null,
    title: report?.title ?? CAUSES[cause].title,
    symptom: report?.symptom ?? entry?.text ?? SHOWN_BY[cause],
    explanation: report?.cause ?? CAUSES[cause].title,
    shownBy: SHOWN_BY[cause],
    affects: report?.affects ?? (entry ? entry.sources.map(({ package: name }) => name).join(', ') : 'any'),
    acts,
    case: held?.id ?? null,
    smallestFix: fix,
    fixStatus,
    moneyRisk,
    buyerNext: RISKS[moneyRisk],
    reports: [...new Set(evidence.flatMap(({ signature }) => (signature ? [signature.id] : [])))],
    names: namesIn(evidence),
    page: `${FAILURES_PATH}#${held ? anchorOfCase(held) : (entry?.id ?? `cause-${cause}`)}`,
    evidence: report?.evidence ?? 'declared',
    source: report?.source ?? (entry ? 'the packages that say it' : 'the table of causes'),
    date: report?.date ?? null,
  };
}

const matchedOn = (evidence: readonly CauseEvidence[], status: boolean) => {
  const on = new Set(evidence.map((each) => each.on));
  if (status) on.add('statusCode');
  return (['errorText', 'statusCode', 'challenge'] as const).filter((each) => on.has(each));
};

const namesIn = (evidence: readonly CauseEvidence[]): string[] => [
  ...new Set(evidence.flatMap(({ entry }) => (entry ? [entry.id] : [])).slice(0, MAX_NAMES)),
];
