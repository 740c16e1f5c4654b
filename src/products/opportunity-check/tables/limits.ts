/** What an answer does not know. Every answer carries all of them. */
export const ANSWER_LIMITS: readonly { readonly id: string; readonly text: string }[] = [
  {
    id: 'X1',
    text: 'The probability is that of one event: a paid call with the declared method and body returns 200 with an answer of the declared form, not empty, and is charged once at the quoted price. Nothing else about the seller is judged.',
  },
  {
    id: 'X2',
    text: 'Experts set the weights by judgement. Fewer than 50 outcomes are known to check them against, so no Brier score is published. The interval shows how far that judgement may be off; it is not a frequency.',
  },
  {
    id: 'X3',
    text: 'We looked nothing up, and we called nobody. The answer rests on what you said and is only as true as that.',
  },
  {
    id: 'X4',
    text: 'We read English. A statement that we did not understand is in unparsedSignals and moved nothing. A number, limit or negation of the goal or the constraints that we did not understand is in unread, and no more than one paid call is advised because of it.',
  },
  {
    id: 'X5',
    text: 'We take it that the seller works for all calls or for none, apart from a small failure rate.',
  },
  {
    id: 'X6',
    text: 'Buy at most one paid call per task unless the person who owns the money approves more.',
  },
  { id: 'X7', text: 'This is not trading, investment, tax, legal, lending or compliance advice.' },
];
