import type { CaseReading } from './cases/index.ts';
import type { Fate } from './dictionary/meaning.ts';

/** Whether "nothing moved" may be said, and how a fix speaks where it may not: `money` and its words from one place. */

/** A trace of a payment that was sent, of an earlier one, or of an outcome that nobody saw. */
const SENT_OR_OPEN =
  /settl(?!es? never)|broadcast|\bmined\b|on[- ]?chain|\bhash\b|\bconfirm|\bdebit|\brefund|\bcharged?\b|\btx(?:id|hash|s)?\b|\btransactions?\b(?! (?:was |is )?(?:never|not) )|0x[0-9a-f]{64}\b|\breceipt|payment-response|\bsuccess:true|(?:scan|explorer)\b|\bpaid\b(?! (?:call|route|request|endpoint|tool|api|retry|path|resource)s?\b)|\b(?:again|twice|earlier|previous(?:ly)?|before that|second|third|next (?:call|try|attempt)|retr(?:y|ies|ied|ying)|resen[dt]\w*|re-?sign\w*|double)\b|time[ds]?[- _]?out|deadline|pending|in flight|\bhangs?\b|\babort|\b50[0234]\b|disconnect|socket hang|econnreset|channel|voucher|deposit|\bswe(?:ep|pt)|\bmoney (?:is )?(?:gone|left)|\bbalance\b|\bspent\b|\balready (?:been )?(?:used|redeemed|consumed|processed|seen)\b/;
/** That a signed payment went out. */
const GONE_OUT = /(?:payment-signature|x-payment)\b|\bsigned (?:and|the|a) |\bsent\b/;
/** A refusal before settlement, or a name that did not resolve: nothing got further. */
const REFUSED_EARLY =
  /\bverif(?:y|ication|ier)\b.{0,40}\b(?:refus\w*|reject\w*|says?|said|answers?|fail\w*|mismatch|invalid)|\b(?:refus|reject)\w+ (?:at|by|in|on) \/?verif|isvalid:false|invalidreason|enotfound|getaddrinfo|eai_again|name resolution|nodename nor servname/;

/** A settlement was tried, or the payment was handed over: a code of refusal beside it does not make it void. */
const REACHED =
  /(?<!\b(?:never|no|not|without|before)\b.{0,20})\/settle\b|settle_error|\bsettle(?:ment)? (?:failed|error)|\bsent (?:\w+ ){0,2}in (?:the )?(?:payment-signature|x-payment)\b/;
export const reachedSettlement = ({ text }: Pick<CaseReading, 'text'>): boolean => REACHED.test(text);

/** Whether a text holds any trace of a payment. */
export const showsPayment = ({ text, charged }: Pick<CaseReading, 'text' | 'charged'>): boolean =>
  charged || SENT_OR_OPEN.test(text);

/** Whether a text bears out a fate by which nothing moved. `own`: the words of its case are in the text. */
export function assured(reading: CaseReading, { money, resend }: Fate, own: boolean): boolean {
  if (!own || money !== 'no' || showsPayment(reading)) return false;
  return resend === 'nothing_signed' ? !GONE_OUT.test(reading.text) : REFUSED_EARLY.test(reading.text);
}

/** What only a fix says that is sure that nothing moved, and what is true all the same where money may have moved. */
const SURE_WORDS: readonly (readonly [sure: RegExp, careful: string])[] = [
  [/nothing (?:was|is) signed(?: and nothing charged)?/gi, 'this failure by itself signs nothing'],
  [/nothing was charged/gi, 'this failure by itself charges nothing'],
  [/nothing was sent/gi, 'this failure by itself sends nothing'],
  [/nothing (?:was |has )?(?:moved|taken)/gi, 'this failure by itself moves nothing'],
  [/can never settle|cannot settle/gi, 'does not pass as it stands'],
  [/refused unused/gi, 'refused'],
  [/the call never left/gi, 'the call did not get through'],
  [/stopped it before signing/gi, 'stopped this call'],
  [/was never sent/gi, 'was held back'],
];

/** Such a fix beside money that may have moved. */
export const carefullyTold = (fix: string): string =>
  SURE_WORDS.reduce(
    (told, [sure, careful]) =>
      told.replace(sure, (said) =>
        /^[A-Z]/.test(said) ? careful.charAt(0).toUpperCase() + careful.slice(1) : careful,
      ),
    fix,
  );

/** For the test that holds both together. */
export const saysUnmoved = (fix: string): boolean => SURE_WORDS.some(([sure]) => fix.search(sure) >= 0);
