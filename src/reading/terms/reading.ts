/** Why words of a goal or a constraint were not understood. */
export type UnreadWhy = 'number' | 'otherMoney' | 'vague' | 'range' | 'measure' | 'negation' | 'constraint';

/** Words that were not understood: they move nothing and hold back money. */
export interface Unread {
  readonly from: number;
  readonly to: number;
  readonly words: string;
  readonly why: UnreadWhy;
}

/** What each reason means, and how to say it so that it is understood. */
export const UNREAD: Readonly<Record<UnreadWhy, { readonly means: string; readonly say: string }>> = {
  number: {
    means: 'a number that nothing says what it is',
    say: 'say what it is: "$0.02 per call", "200 calls", "worth $0.10 each", "budget $5", "at most $0.05 per call"',
  },
  otherMoney: {
    means: 'money that is not dollars, and nothing is converted here',
    say: 'give the amount in dollars or USDC',
  },
  vague: { means: 'a number too vague to reckon with', say: 'give the number: "200 calls", "$2"' },
  range: { means: 'a range where one number is needed', say: 'give one number, for a limit the lower one' },
  measure: {
    means: 'a rate whose amount for one call is not known',
    say: 'give the price of one call: "$0.02 per call"',
  },
  negation: {
    means: 'a negation about paying that was not understood',
    say: 'say it as a constraint of its own: "at most $5 in total", "do not spend anything", "ask me before paying"',
  },
  constraint: {
    means: 'a constraint that this check cannot read',
    say: 'limits it reads: "budget $5", "at most $0.05 per call", "max 3 paid calls", "by 2026-12-31", "no account", "Base only", "no personal data", "ask me before paying", "do not spend anything"',
  },
};
