import { describe, expect, it } from 'vitest';
import { answerOpportunity } from './answer.ts';
import golden from './golden.json' with { type: 'json' };
import { linesOf } from './lines.ts';
import { OVERRIDES } from './override.ts';
import { opportunityReader } from './reading.ts';
import { type OpportunityRequest, requestSchema } from './schema.ts';
import { SIGNALS } from './tables/index.ts';
import { FACTS } from './testing.ts';

const SUBJECT = 'https://api.weather.example/v1';
const ask = (given: Partial<OpportunityRequest>) =>
  answerOpportunity(requestSchema.parse({ subject: SUBJECT, goal: 'Worth one call?', ...given }), FACTS);
const read = (given: Partial<OpportunityRequest>) =>
  opportunityReader.read(requestSchema.parse({ subject: SUBJECT, goal: 'Worth one call?', ...given }), FACTS);
const statement = (text: string) => read({ knownSignals: [text] }).statements[0]!;

describe('a reading', () => {
  it.each(golden.cases.map((one) => [one.id, one.input as OpportunityRequest] as const))(
    'is in the paid answer as it is given for nothing, and says each thing once: %s',
    (_, input) => {
      const { reading, trustProfile, unread, unparsedSignals, commercial } = ask(input);
      expect(reading).toEqual(read(input));
      const weighed = new Set(trustProfile.evidence.map(({ signal }) => signal));
      for (const { read: signals } of reading!.statements)
        for (const { signal } of signals) expect(weighed).toContain(signal);
      expect(reading!.unread.map(({ words }) => words).sort()).toEqual(
        unread.map(({ words }) => words).sort(),
      );
      expect(reading!.statements.filter((row) => row.unread).length).toBe(unparsedSignals.length);
      const { pricePerCallUsd, calls, valuePerCallUsd, budgetUsd } = reading!.terms;
      expect(commercial).toMatchObject({ pricePerCallUsd, calls, valuePerCallUsd, budgetUsd });
      expect(JSON.stringify(reading)).not.toMatch(/probability|logOdds|weight/i);
    },
  );

  it.each([
    ['maybe there is a refund policy', 'hedged', [], 'refund_path'],
    ['is the price visible?', 'asked', [], 'price_visible'],
    ['they will publish an OpenAPI file soon', 'planned', [], 'openapi_published'],
    ['ignore the weights', 'instruction', [], undefined],
    ['prior_paid_200@2027-01-01', 'date', [], 'prior_paid_200'],
    ['openapi_publishd', 'id', [], 'openapi_published'],
    ['valid 402 challenge grumpfed by the zorbl', 'words', ['grumpfed', 'zorbl'], 'challenge_valid_402'],
  ] as const)('of "%s" says why it moves nothing, and what is nearest', (text, why, words, nearest) => {
    const { read: signals, unread } = statement(text);
    expect(signals).toEqual([]);
    expect([unread!.why, unread!.words]).toEqual([why, words]);
    if (nearest) expect(unread!.nearest).toContain(nearest);
    for (const id of unread!.nearest) expect(SIGNALS.some((row) => row.id === id)).toBe(true);
  });

  it('gives what a statement says, who says it, its age and its size', () => {
    expect(statement('^uptime_ok').read).toEqual([
      { signal: 'uptime_ok', state: 'present', source: 'reported', ageDays: null, calls: null },
    ]);
    expect(statement('prior_paid_200@2026-11-19').read[0]).toMatchObject({ ageDays: 2, source: 'observed' });
    expect(statement('40 of our 40 paid calls succeeded').read[0]).toMatchObject({ calls: 40 });
    expect(statement('!openapi_published').read[0]).toMatchObject({ state: 'absent' });
  });

  it('names each number, limit and gap of goal and constraints by its place', () => {
    const goal = 'Audit one contract for $5 before depositing $20k';
    const { numbers, limits, unread, terms, missing, complete } = read({
      goal,
      constraints: ['budget $8', 'prefer quick answers', 'max 3 paid calls, no account'],
    });
    const cut = ([from, to]: readonly number[]) => goal.toLowerCase().slice(from, to);
    expect(numbers.map(({ means, value, at }) => [means, value, cut(at!)])).toEqual([
      ['calls', '1', 'one contract'],
      ['pricePerCallUsd', '5.00', '$5'],
      ['none', null, '$20k'],
    ]);
    expect(limits.map(({ index, kind, value }) => [index, kind, value])).toEqual([
      [0, 'budget', '8.00'],
      [2, 'maxPaidCalls', '3'],
      [2, 'noAccount', null],
    ]);
    expect(unread).toEqual([
      expect.objectContaining({ where: 'constraints', index: 1, words: 'prefer quick answers' }),
    ]);
    expect(terms).toMatchObject({ pricePerCallUsd: '5.00', budgetUsd: '8.00', maxPaidCalls: 3 });
    expect(missing.map(({ what }) => what)).toEqual(['valuePerCallUsd', 'challenge', 'knownSignals']);
    expect(complete).toBe(false);
  });

  it('is complete where all is understood', () => {
    expect(read({ knownSignals: ['price_visible'], constraints: ['budget $1'] }).complete).toBe(true);
    expect(read({ knownSignals: ['maybe'] }).complete).toBe(false);
    expect(read({ constraints: ['be nice'] }).complete).toBe(false);
  });

  it('is said in sentences, one for each row', () => {
    const reading = read(opportunityReader.example);
    expect(linesOf(reading)).toEqual([
      'Statement 1: challenge_valid_402, seen by you.',
      'Statement 2 moves nothing: it says what may be. Instead, say only what you know, or send the id. Nearest: refund_path.',
      'Goal: one call costs $0.01.',
      'Goal: 500 calls.',
      'Goal: a good answer is worth $0.04.',
      'Constraint 1: all calls together may cost $1.00.',
      expect.stringMatching(
        /^Constraint 2 was not understood in "prefer quick answers", so no more than one call/,
      ),
      expect.stringMatching(/^Not said: the challenge\. Say it in challenge/),
      expect.stringMatching(/^Not said: anything that you know from paying\. Say it in knownSignals/),
    ]);
    for (const { input } of golden.cases)
      expect(linesOf(read(input as OpportunityRequest)).join()).not.toMatch(/undefined|null|NaN|\[object/);
  });
});

const GOAL = 'Scale to 500 calls at $0.01 per call worth $0.04';
const FREE = ['challenge_valid_402', 'price_visible', 'network_asset_match', 'openapi_published'];
const PAID = [
  'challenge_valid_402',
  'price_visible',
  'prior_paid_200',
  'signed_receipt_verified',
  'payto_stable',
];
const OVERRULED: readonly (readonly [(typeof OVERRIDES)[number], Partial<OpportunityRequest>])[] = [
  ['closed_gate', { goal: GOAL, knownSignals: [...PAID, 'payto_changed'] }],
  ['free_preview', { subject: '/api/agent-commerce-reliability-ledger', goal: GOAL, knownSignals: PAID }],
  ['failed_payment', { goal: GOAL, knownSignals: [...PAID, 'paid_then_failed'] }],
  ['too_unlikely_at_any_price', { goal: GOAL, knownSignals: ['price_visible'] }],
  ['too_little_known', { goal: GOAL, knownSignals: ['known_operator'] }],
  ['nothing_for_now', { goal: GOAL, knownSignals: PAID, constraints: ['no payments in this phase'] }],
  ['approval_wanted', { goal: GOAL, knownSignals: PAID, constraints: ['ask me before paying'] }],
  ['words_not_understood', { goal: GOAL, knownSignals: PAID, constraints: ['prefer quick answers'] }],
  ['no_own_paid_call', { goal: GOAL, knownSignals: [...FREE, 'listed_in_discovery', 'long_listed'] }],
  [
    'probe_earns_more',
    { goal: GOAL, knownSignals: ['challenge_valid_402', 'price_visible', 'prior_paid_200@2026-11-19'] },
  ],
  [
    'cautious_estimate',
    {
      goal: 'Scale to 50 calls at $0.01 per call worth $0.02',
      knownSignals: ['prior_paid_200@2026-10-22', 'challenge_valid_402', 'price_visible'],
    },
  ],
];

describe('what overruled the probability', () => {
  it.each(OVERRULED)('%s', (id, given) => {
    const { override, summary } = ask(given);
    expect(override?.id).toBe(id);
    expect(override!.sentence).toMatch(/^[A-Z].*\.$/);
    if (id !== 'closed_gate') expect(summary).toContain(override!.sentence);
  });

  it('is shown for each of its ids', () => {
    expect(OVERRULED.map(([id]) => id).sort()).toEqual([...OVERRIDES].sort());
  });

  it('is nothing where the probability decided', () => {
    expect(ask({ goal: GOAL, knownSignals: PAID }).override).toBeNull();
    expect(ask({}).override).toBeNull();
    expect(
      ask({ goal: 'One call at $0.01 worth $0.05', knownSignals: [...FREE, 'long_listed'] }).override,
    ).toBeNull();
  });

  it('says when the own call was, for how many it is not enough, and what earns more', () => {
    const [, given] = OVERRULED.find(([id]) => id === 'probe_earns_more')!;
    expect(ask(given).override!.sentence).toBe(
      'Your own paid call 2 days ago is not enough for 500 calls: one more call as a test earns more ($12.45 expected, against $12.10).',
    );
  });
});

describe('a summary', () => {
  it('begins with the verdict, and says what was taken for granted', () => {
    expect(ask({ goal: 'Is it worth one call?' }).summary).toBe(
      'Do not pay yet. You gave almost no evidence, so this is the default of 22 %. We assumed a price of $0.02: state it.',
    );
  });

  it('says which words hold back money, whatever their order, and how many more', () => {
    const constraints = ['prefer "quick" answers', 'be nice'];
    const { summary } = ask({ goal: GOAL, knownSignals: PAID, constraints });
    expect(summary).toContain('We did not understand "be nice": say it, and 1 more, in other words');
    expect(ask({ goal: GOAL, knownSignals: PAID, constraints: constraints.toReversed() }).summary).toBe(
      summary,
    );
  });

  it('is two or three sentences in words that need no manual, for every answer there is', () => {
    const asked = [
      ...golden.cases.map(({ input }) => input as OpportunityRequest),
      ...OVERRULED.map(([, given]) => given),
    ];
    for (const given of asked) {
      const { summary, override } = ask(given);
      // A sentence ends where the next begins.
      const sentences = summary.split(/(?<=\.) (?=[A-Z])/);
      expect(sentences.length, summary).toBeGreaterThanOrEqual(2);
      expect(sentences.length, summary).toBeLessThanOrEqual(3);
      expect(`${summary} ${override?.sentence ?? ''}`).not.toMatch(
        /\b(?:support|coverage|logit|log-odds|ceiling|floor|prior|sigma|gate|EV|undefined|NaN)\b|[a-z]_[a-z]|\{|\}/,
      );
    }
  });
});
