/**
 * What a failure means for money and for whoever reads it. Where nothing is known of the outcome the only safe words are
 * `maybe` and "send the same payment again": a second signature can be a second charge.
 */
export const ACTORS = {
  buyer: 'Whoever pays: the client, its wallet or its settings.',
  seller: 'Whoever sells: the server, its configuration or its answer.',
  facilitator: 'Whoever verifies or settles for the seller, and its node.',
  nobody: 'Nobody has to change anything: it passes, or it is no fault.',
} as const;
export type Actor = keyof typeof ACTORS;

export const MONEY = {
  no: 'This failure moved nothing.',
  maybe: 'Money may have moved, or may still move.',
  yes: 'Money moved.',
} as const;
export type MoneyKnown = keyof typeof MONEY;

/** May the same payment be sent again? */
export const RESEND = {
  yes: 'Send the very same payment again, once what is said in the fix is done. It is charged once at the most.',
  no: 'Sending the same payment again cannot succeed.',
  nothing_signed: 'There is no payment yet: nothing was signed.',
  if_signed:
    'If a payment was signed, send that very one again once what is said in the fix is done. If none was, there is nothing to send.',
} as const;
export type Resend = keyof typeof RESEND;

/** May a new payment be signed? */
export const SIGN = {
  yes: 'Yes, after the fix: this payment cannot settle, or there is none.',
  once_void: 'Only once the chain says that the old payment did not pay, and it can no longer settle.',
  no: 'No, not before it is known what became of this payment.',
  next_call:
    'Not for the call that this payment bought. A further call is a new purchase and needs a new payment.',
} as const;
export type Sign = keyof typeof SIGN;

export interface CauseMeaning {
  readonly acts: Actor;
  readonly money: MoneyKnown;
  readonly resend: Resend;
  readonly sign: Sign;
  readonly fix: string;
}

/** Money, the same payment, a new one: what holds of them together. */
export type Fate = Pick<CauseMeaning, 'money' | 'resend' | 'sign'>;

/** What becomes of a payment, in one word: a case or a report says it once for all three. */
export const FATES = {
  /** It failed before anything was signed. */
  unsigned: { money: 'no', resend: 'nothing_signed', sign: 'yes' },
  /** Refused unused, and good again once the fix is done. */
  good: { money: 'no', resend: 'yes', sign: 'once_void' },
  /** Refused as it stands, whatever is done: a new one is needed, and not before this one is void. */
  dead: { money: 'no', resend: 'no', sign: 'once_void' },
  /** Shown unused and past its time: nothing moved, and nothing can. */
  void: { money: 'no', resend: 'no', sign: 'yes' },
  /** Open: only the chain knows. */
  open: { money: 'maybe', resend: 'yes', sign: 'no' },
  /** Open, and to be looked at before anything is sent or signed. */
  held: { money: 'maybe', resend: 'no', sign: 'no' },
  /** It cannot settle as far as it is known; the chain has the last word. */
  doubtful: { money: 'maybe', resend: 'no', sign: 'once_void' },
  /** Open; the same payment may be tried, and a new one once the chain calls it void. */
  uncertain: { money: 'maybe', resend: 'yes', sign: 'once_void' },
  /** Paid, and the answer is owed to the same payment. */
  paid: { money: 'yes', resend: 'yes', sign: 'no' },
  /** Paid and answered: what comes next is another purchase. */
  bought: { money: 'yes', resend: 'no', sign: 'next_call' },
  /** Paid, and used up. */
  spent: { money: 'yes', resend: 'no', sign: 'no' },
} as const satisfies Record<string, Fate>;
export type FateName = keyof typeof FATES;
