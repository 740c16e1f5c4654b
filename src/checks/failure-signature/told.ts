import { addressed, RANK, reportedTo } from './addressed.ts';
import { assured, carefullyTold, reachedSettlement, showsPayment } from './assured.ts';
import { asksThat, type Case, type CaseReading, caseOf, isSaidIn } from './cases/index.ts';
import { told as spoken, toldOnceMoved, toldWhileOpen, withCondition } from './dictionary/anew.ts';
import { CAUSES, type Cause } from './dictionary/causes.ts';
import { type Actor, FATES, type Fate, type MoneyKnown } from './dictionary/meaning.ts';
import type { TextDetails } from './found.ts';
import type { Near } from './learnt.ts';
import type { Reader } from './reader.ts';
import { type FixSentence, shortened } from './sentences.ts';
import type { Signature } from './signature.ts';
import type { Ranked } from './weigh.ts';

/**
 * What is said of a match: who acts, what becomes of the payment, the fix. All of it is from the closest thing that the
 * text holds, a case before a report before a code or message before the cause, so that no fix says "do not resend"
 * beside a field that says "resend".
 */
export interface Told {
  readonly acts: Actor;
  readonly fate: Fate;
  readonly fix: string;
  readonly fixStatus: string;
  readonly held: Case | undefined;
}

/** What no fix says to a text that tells of a charge. */
const UNTOUCHED = /(?:,? and|;)? ?\bnothing was (?:signed|charged|sent)\b(?=[.:;])\.?/gi;

/** What a fix says of a payment that is there. */
const OF_A_PAYMENT =
  /same payment|sign nothing|do not sign|(?:keep|hold) the payment|do not re-?send|resending/i;

/** What only a payment that was signed and sent can come to. */
const OF_SENT: ReadonlySet<Cause> = new Set([
  'nonce_already_used',
  'payment_reused',
  'facilitator_rejected',
  'settlement_failed',
  'settlement_pending_or_unknown',
  'simulation_failed',
  'receipt_invalid',
]);
/** A payment in the text, or a later call that signed nothing: it says nothing of the first. */
const SENT =
  /(?:payment-signature|x-payment)\b.{0,12}\b(?:was |is )?(?:sent|attached)|payment-response\b ?[:=]|(?<!\b(?:never|no|not|without|before)\b.{0,20})\/settle\b|\b(?:tx|transaction|hash)\W{0,3}0x[0-9a-f]|\b(?:retr(?:y|ies|ied)|again|(?:second|later|next|third) (?:call|try|attempt|time|one|request|run))\b.{0,40}\b(?:nothing (?:was |is |ever )?signed|never signs?|before (?:it (?:even )?signs|signing|anything)|not (?:even )?signed|no signature)|\b(?:signed|signs?|signing|signature)\b.{0,20}\b(?:second|again|later|next|third|(?:on|in|at|by) (?:the|a|that) retry)\b/;

/** The weightiest code or template. */
export const closest = ({ evidence }: Ranked) => evidence.find(({ entry }) => entry)?.entry;
export const reportOf = ({ evidence }: Ranked): Signature | undefined =>
  evidence.find(({ signature }) => signature)?.signature;

/** `doubt`: what would show the next cause, and what to do then, where it weighs nearly as much. */
export function toldOf(
  each: Ranked,
  reading: CaseReading,
  found: TextDetails,
  { cases }: Near,
  doubt: string | undefined,
): Told {
  const { cause, sure } = each;
  const report = reportOf(each);
  const meaning = closest(each) ?? CAUSES[cause];
  const held = caseOf(cause, reading, closest(each) !== undefined || sure, cases);
  const named = held?.fate ?? report?.fate;
  const fate = named ? FATES[named] : meaning;
  // No case promises more than the code beside it, and only a sure match that nothing moved, or was signed.
  const { charged, settled, unmoved } = reading;
  const refusedUnused =
    sure && !charged && (fate.resend !== 'no' || fate.sign !== 'yes' || !reachedSettlement(reading));
  const shown = settled ? 'yes' : refusedUnused ? 'no' : 'maybe';
  const least = worse(closest(each)?.money ?? 'no', shown);
  const careful = carefully(fate, least);
  const general = asksThat(reading.family, meaning.fix) ? meaning.fix : CAUSES[cause].fix;
  const unsigned =
    reading.unsigned &&
    !OF_SENT.has(cause) &&
    (closest(each)?.money ?? 'no') === 'no' &&
    !SENT.test(reading.text) &&
    !OF_A_PAYMENT.test(held?.fix ?? general);
  const borneOut =
    least !== 'yes' && (closest(each)?.money ?? 'no') === 'no' && isBorneOut(each, reading, held, fate);
  const final = unsigned
    ? FATES.unsigned
    : held?.fate === 'void'
      ? FATES.void
      : (unmoved || borneOut) && careful.money === 'maybe'
        ? still(fate)
        : careful;
  const paid = final.money === 'yes' && final.sign === 'no';
  // A charge that is told and not shown is no ground for another payment either, nor is what left a trace.
  const claimed = charged && !paid && final.money !== 'no';
  const open = final.money === 'maybe' && (fate.resend !== 'nothing_signed' || showsPayment(reading));
  const spokenBy = paid || claimed ? toldOnceMoved : open ? toldWhileOpen : spoken;
  // A fix that was written for a payment that failed says first what holds now.
  const reader = found.reader ?? 'nobody';
  const before = fate.money === 'yes' ? '' : paid ? ONCE_MOVED[reader] : claimed ? ONCE_CLAIMED[reader] : '';
  const acts = held?.acts ?? meaning.acts;
  const finished = (sentences: readonly FixSentence[]): string => {
    const all = [{ said: before, rank: RANK.step }, ...sentences];
    const own = withCondition(shortened(all));
    const untouched = charged ? own.replace(UNTOUCHED, '') : own;
    return final.money !== 'no' && (charged || fate.money === 'no') ? carefullyTold(untouched) : untouched;
  };
  const ofFix = (fix: string) => addressed(fix, acts, found, cause, reading.text, spokenBy);
  // Beside money that moved, or is said to have, nothing else is guessed.
  const inDoubt = doubt === undefined || before !== '' ? [] : [{ said: doubt, rank: RANK.doubt }];
  const said = held
    ? { fix: finished(ofFix(held.fix)), fixStatus: 'by what the text says' }
    : report && !paid && !claimed
      ? {
          fix: finished(
            withReport(
              [...ofFix(general), ...inDoubt],
              reportedTo(ofReport(report.fix, final.money), { ...found, acts: meaning.acts }),
              { first: sure && final.money === 'no' },
            ),
          ),
          fixStatus: report.fixStatus,
        }
      : { fix: finished([...ofFix(general), ...inDoubt]), fixStatus: 'by the meaning of the code' };
  return { acts, fate: final, held, ...said };
}

/** Where the outcome is open, a report offers no other payment: it was written for a call of somebody else. */
export const ofReport = (fix: string, money: MoneyKnown): string =>
  money === 'no' ? spoken(fix) : carefullyTold(toldOnceMoved(fix));

/** What a report names is the step itself: it stands in front where the cause is sure and nothing moved. */
function withReport(
  general: readonly FixSentence[],
  [step = '', further = '']: readonly string[],
  { first }: { readonly first: boolean },
): readonly FixSentence[] {
  if (step === '') return general;
  return first
    ? [{ said: step, rank: RANK.step }, { said: further, rank: RANK.next }, ...general]
    : [...general, { said: `Reported fix: ${step}`, rank: RANK.otherSide }];
}

/** Causes that end before a signature whatever the text says else, where no case is held. */
const BEFORE_SIGNING: ReadonlySet<Cause> = new Set([
  'malformed_challenge',
  'price_above_cap',
  'wallet_rejected',
  'dependency_missing',
  'client_version_mismatch',
  'mcp_payment_dialect',
]);

/** Whether what was found by a text's own words, or ends before a signature, is contradicted by nothing in it. */
const isBorneOut = ({ cause }: Ranked, reading: CaseReading, held: Case | undefined, fate: Fate): boolean =>
  assured(reading, fate, held ? isSaidIn(held, reading) : BEFORE_SIGNING.has(cause));

/** What to do about money that moved, by who reads it. */
const ONCE_MOVED: Readonly<Record<Reader | 'nobody', string>> = {
  buyer:
    'Money moved: sign nothing new; give the seller that transaction and ask for the answer, or for the money back.',
  seller: 'Money moved: the buyer is owed the answer or the money; ask for no other payment of this call.',
  facilitator: 'Money moved: tell the seller the transaction, and settle this payment no second time.',
  nobody:
    'Money moved: whoever paid signs nothing new, and asks the seller for the answer with that transaction.',
};

/** What to do about a charge that a text tells of and does not show: whether it paid this call is to be seen. */
const LOOK_FIRST =
  'Your text tells of a charge: look in the explorer first for that transfer to `payTo` of this call, for its `amount`; if it is there and bought no other answer, ';
const ONCE_CLAIMED: Readonly<Record<Reader | 'nobody', string>> = {
  buyer: `${LOOK_FIRST}it paid this call: ask the seller for the answer or for the money back, and sign nothing new.`,
  seller: `${LOOK_FIRST}the buyer is owed the answer or the money: ask for no other payment of this call.`,
  facilitator: `${LOOK_FIRST}tell the seller the transaction, and settle this payment no second time.`,
  nobody: `${LOOK_FIRST}it paid this call: whoever paid asks the seller for the answer or for the money back, and signs nothing new.`,
};

const ORDER: readonly MoneyKnown[] = ['no', 'maybe', 'yes'];
const worse = (a: MoneyKnown, b: MoneyKnown): MoneyKnown => (ORDER.indexOf(a) > ORDER.indexOf(b) ? a : b);

/** As it is told where the text itself shows that nothing moved. A live payment may still move: no new one beside it. */
const still = ({ resend, sign }: Fate): Fate => ({
  money: 'no',
  resend: resend === 'nothing_signed' ? 'if_signed' : resend,
  sign: sign === 'next_call' ? sign : 'once_void',
});

function carefully({ money, resend, sign }: Fate, least: MoneyKnown): Fate {
  const moved = worse(money, least);
  if (moved === 'no') return { money, resend, sign };
  // Shown as paid, it is a whole row of the table: no new one beside "Money moved".
  if (moved === 'yes' && money !== 'yes') return resend === 'no' ? FATES.spent : FATES.paid;
  return {
    money: moved,
    resend: resend === 'nothing_signed' ? 'if_signed' : resend,
    sign: sign === 'yes' ? 'once_void' : sign,
  };
}
