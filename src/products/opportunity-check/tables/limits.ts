/** What an answer does not know. Every answer carries all of them. */
export const ANSWER_LIMITS: readonly { readonly id: string; readonly text: string }[] = [
  {
    id: 'X1',
    text: 'Estimated event: one capped call with the declared method and body returns 200 with a conforming, non-empty body and is charged once at the quoted price. Nothing else about the seller is judged.',
  },
  {
    id: 'X2',
    text: 'Weights and constants are expert-set and uncalibrated: fewer than 50 labelled outcomes exist, so no Brier score is published. The interval is the spread of that judgement, not a frequency.',
  },
  {
    id: 'X3',
    text: 'Nothing was resolved, fetched or called. The answer rests on what the request says and is as true as that.',
  },
  {
    id: 'X4',
    text: 'Statements are read in English; what was not understood is in unparsedSignals and moved nothing. A number, constraint or negation of goal or constraints that was not understood is in unread and holds the answer at one paid call.',
  },
  {
    id: 'X5',
    text: 'Repeated calls are taken to share one fate: the seller works for all of them or for none, apart from a small failure rate.',
  },
  { id: 'X6', text: 'Buy at most one paid call per task unless an operator approves more.' },
  { id: 'X7', text: 'Not trading, investment, tax, legal, lending or compliance advice.' },
];
