import { describe, expect, it } from 'vitest';
import {
  answerOpportunity,
  type OpportunityAnswer,
  type OpportunityRequest,
  ownProof,
  requestSchema,
} from './engine.ts';
import golden from './golden.json' with { type: 'json' };
import { percent, percents } from './plain.ts';
import { ACTION_RULES, GATES } from './tables/index.ts';
import { ANSWER_LIMITS } from './tables/limits.ts';
import { FACTS } from './testing.ts';

/** Words of whoever built the model. They stand in its tables and members, never in a sentence for its reader. */
const INSIDER =
  /\b(?:supports?|coverage|bounds?|gates?|opens with|log-?odds|logits?|sigma|floor|ceiling|prior|posterior|stakes|probes?|probing|break-even probability|evidence in favour|expert-set|uncalibrated|labelled|conforming|suppressed|counterfactual|EV|p\*)\b/i;
/** A probability as a machine writes it. */
const RAW_PROBABILITY = /(?<![$+\-\d])\b0\.\d{2,}/;

const sentencesOf = (one: OpportunityAnswer): string[] => [
  one.summary,
  one.recommendation.slice(one.action.length),
  ...one.reasons.map((reason) => reason.replace(/\((?:[a-z_\d]+)\)|; (?:not )?[a-z_\d]+ [+-][\d.]+\)/g, ')')),
  ...one.limits,
  ...(one.override ? [one.override.sentence] : []),
  ...one.gates.flatMap(({ reason, resolve }) => [reason, resolve]),
  ...one.counterfactuals.resolve.map(({ resolve }) => resolve),
  ...one.valueOfInformation.signals.map(({ obtain }) => obtain),
  ...one.constraints.map(({ detail }) => detail),
  ...one.assumed.map(({ why }) => why),
  ...one.unread.flatMap(({ reason, say }) => [reason, say]),
  ...(one.reading?.why.flatMap(({ means, say }) => [means, say]) ?? []),
];

const BASE: OpportunityRequest = { subject: 'api.weather.example', goal: 'Pay $0.01 per call for 500 calls' };
const GOOD = [
  'challenge_valid_402',
  'price_visible',
  'signed_offer',
  'payto_stable',
  'third_party_paid_success',
];

/** Bodies for the rules that no golden body reaches. */
const OTHERS: readonly OpportunityRequest[] = [
  { subject: '/api/agent-commerce-reliability-ledger', goal: 'decide whether to buy' },
  { ...BASE, knownSignals: GOOD, constraints: ['no payments in this phase'] },
  { ...BASE, knownSignals: GOOD, constraints: ['ask me before paying'] },
  {
    subject: 'api.weather.example',
    goal: 'Scale to 500 calls at $0.01 per call worth $0.04',
    knownSignals: [...GOOD, 'prior_paid_200', 'signed_receipt_verified'],
    constraints: ['never more than a frobnicated handful'],
  },
  { ...BASE, knownSignals: ['payto_stable', 'we paid 4 times and got 4 answers'] },
  { ...BASE, knownSignals: ['paid for three, got three empty bodies'] },
  {
    ...BASE,
    knownSignals: ['prior_paid_200@2026-10-01'],
    constraints: ['budget $1', 'no account', 'by 2026-12-01'],
  },
];

const answers = [...golden.cases.map(({ input }) => input as OpportunityRequest), ...OTHERS].map((input) =>
  answerOpportunity(requestSchema.parse(input), FACTS),
);

describe('sentences of the paid answer', () => {
  it('hold no insider word and no raw probability, over the golden bodies and every other rule reached', () => {
    for (const sentence of [...answers, ownProof(FACTS)].flatMap(sentencesOf)) {
      expect(sentence).not.toMatch(INSIDER);
      expect(sentence).not.toMatch(RAW_PROBABILITY);
      expect(sentence).not.toMatch(/[{}]|undefined|NaN/);
    }
  });

  it('are plain in every table that they come from', () => {
    const texts = [
      ...Object.values(ACTION_RULES).map(({ sentence }) => sentence.replace(/\{[A-Za-z]+\}/g, 'X')),
      ...GATES.flatMap(({ means, resolve }) => [means, resolve]),
      ...ANSWER_LIMITS.map(({ text }) => text),
    ];
    for (const text of texts) expect(text).not.toMatch(INSIDER);
  });

  it('are reached for nearly all rules', () => {
    const reached = new Set(answers.map(({ rule }) => rule));
    const never = Object.values(ACTION_RULES).filter(({ id }) => !reached.has(id));
    expect(never.map(({ id }) => id)).toEqual(['A06', 'A07']);
  });

  it('say two numbers so that the larger one is seen to be larger', () => {
    expect(percents(0.34, 0.6)).toEqual(['34 %', '60 %']);
    expect(percents(0.336, 0.34)).toEqual(['33.6 %', '34.0 %']);
    expect(percents(0.34, 0.34)).toEqual(['34 %', '34 %']);
    expect(percents(0.999, 0.9999)).toEqual(['99.9 %', 'over 99.9 %']);
    expect([percent(0.004), percent(0.996), percent(0.005)]).toEqual(['under 1 %', 'over 99 %', '1 %']);
  });
});
