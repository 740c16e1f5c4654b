import type { CaseRecord, MoneyTold } from './evidence.ts';

/** What a client tells its caller, or a language model, about the money of a call. Null: nothing. */
export type ToldPaid = 'paid' | 'not_paid' | 'unknown' | null;

const MOVED = '(settled|charged|paid|made|taken)';
const DENIED = "((was|is|has|have|had|were) (not|never)|(was|is|has|have|had|were)n['’]t)";
/** Before the words in one sentence: whoever supposes something does not say it. */
const SUPPOSED = '(?<!\\b(if|unless|whether|until)\\b[^.:;!?]*)';
/** Before the words in one clause: they may say the contrary then, and nothing that can be relied on. */
const TURNED =
  "(?<!(\\b(no|not|never|none|nothing|nobody|without|cannot|would|should|could)\\b|n['’]t\\b)[^.,:;!?]*)";
/** Behind the words, as a value: `settled: false`, `charged $0.00`. */
const NONE = '["\']?\\s*([:=?]\\s*["\']?(false|no)\\b|nothing\\b|\\$?0(\\.0+)?(?![.\\d]))';
const OPEN = '["\']?\\s*([?]|[:=]\\s*["\']?(unknown|pending|null|undefined|none)\\b)';

const anyOf = (before: string, ...ways: readonly string[]) =>
  new RegExp(`${before}\\b(${ways.join('|')})`, 'i');

/** Tried in this order: who says that nobody knows may name both ends. What is not understood says nothing. */
const SAYS: readonly (readonly [Exclude<ToldPaid, null>, RegExp])[] = [
  [
    'unknown',
    anyOf(
      '',
      'outcome (is |was )?(unknown|not known)',
      '((may|might)( or (may|might) not| not)?|could)( already)? have (already )?(been )?(paid|settled|charged)',
    ),
  ],
  [
    'not_paid',
    anyOf(
      SUPPOSED,
      `${DENIED} (been )?${MOVED}(?! (again|twice|more than))`,
      `payment (was |is |has )?(unsuccessful|not (been )?(successful|completed|${MOVED}))`,
      "payment did( not|n['’]t) (settle|succeed|complete)",
      'no (payments?|money|charges?|funds) (was|has|were|have)',
      `(no (payments?|money|charges?|funds)|nothing)( (was|has|were|have))?( been)? ${MOVED}`,
      `(settled|paid|charged|payment made)${NONE}`,
      'payment was rejected',
      'failed to complete payment',
    ),
  ],
  [
    'paid',
    anyOf(
      SUPPOSED + TURNED,
      `payment (was |has been )?(settled|successful|succeeded|completed|made)(?!${OPEN})`,
      '(were|been) charged',
    ),
  ],
];

type Said = Pick<CaseRecord, 'told' | 'error'>;

export function toldPaidOf({ told, error }: Said): ToldPaid {
  const text = `${told ?? ''} ${error?.messagePrefix ?? ''}`;
  return SAYS.find(([, says]) => says.test(text))?.[0] ?? null;
}

/**
 * What a record says that its caller was told, held against what happened. Undefined where the client says nothing of
 * money. Without a chain only "not paid" can be proved, by a key that signed nothing.
 */
export function moneyTold(
  record: Said & Pick<CaseRecord, 'settlements' | 'signedAuthorisations'>,
): MoneyTold | undefined {
  const says = toldPaidOf(record);
  if (says === null) return undefined;
  const { settlements, signedAuthorisations: signed } = record;
  const moved = settlements === null ? (signed === 0 ? 0 : undefined) : settlements;
  // Whoever signed nothing knows that nothing can move.
  if (says === 'unknown') return { says, truth: signed > 0 ? 'right' : 'wrong' };
  if (moved === undefined) return { says, truth: 'unproved' };
  return { says, truth: moved > 0 === (says === 'paid') ? 'right' : 'wrong' };
}

/** Whether a client says that it did not pay, and it did. */
export function deniesPayment(record: CaseRecord): boolean {
  const told = moneyTold(record);
  return told?.says === 'not_paid' && told.truth === 'wrong';
}
