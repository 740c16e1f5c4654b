import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import { z } from 'zod';
import { catalogueOf } from '../../declare-catalogue.ts';
import { Texts } from '../../policy/intent/texts.ts';
import { opportunityCheck } from '../../products/opportunity-check/product.ts';
import { parseBudget } from '../../values/money.ts';
import { FREE, fakeAudit, Stage, WITHOUT_AUDIT } from '../stage.suite.ts';
import { spendPassport } from './check.ts';
import { BUYER_TYPES, type Passport } from './schema.ts';

const BUY = 'Decide whether to pay $0.01 per call for api.weather.example before 500 calls';
const SELL = 'Need monetization guidance: which endpoint of my API should be the first paid route?';
const CHECK = '/api/opportunity-check';
/** What the cheapest route costs: `$0.01`, `0.01` and atomic units. */
const { label: CHEAPEST, amount: CHEAPEST_ATOMIC } = opportunityCheck.price;
const CHEAPEST_USD = CHEAPEST.slice(1);
const AUDIT = '/api/agent-revenue-audit';

const ask = async (body: object, stage = new Stage()) => (await stage.ask(spendPassport, body)) as Passport;

it('reads a goal once for its own verdict and for that of the route', async () => {
  const read = vi.spyOn(Texts.prototype, 'sumsOf');
  const { status } = await ask({ goal: BUY, maxBudgetUsd: '0.05' });
  const readers = new Set(read.mock.contexts);
  const ofGoal = read.mock.calls.filter(([text]) => text === BUY);
  read.mockRestore();
  expect([status, readers.size, ofGoal.length > 0]).toEqual(['ready_to_buy', 1, true]);
});

describe('outcomes', () => {
  const rows: [string, object, Partial<Passport> & { stopReason?: string }][] = [
    [
      'no budget: cheapest route',
      { goal: BUY },
      {
        status: 'ready_to_buy',
        recommendedRoute: CHECK,
        price: CHEAPEST,
        maxAmountAtomicUnits: CHEAPEST_ATOMIC,
      },
    ],
    [
      'budget for the audit, asked for',
      { goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: '5' },
      { status: 'ready_to_buy', recommendedRoute: AUDIT, price: '$5.00', maxAmountAtomicUnits: '5000000' },
    ],
    [
      'builder who sells',
      { goal: SELL, buyerType: 'builder', maxBudgetUsd: '10.00' },
      { status: 'ready_to_buy', recommendedRoute: AUDIT },
    ],
    [
      'seller goal of unknown type',
      { goal: SELL, maxBudgetUsd: '5.00' },
      { status: 'ready_to_buy', recommendedRoute: AUDIT },
    ],
    [
      'builder who buys',
      { goal: BUY, buyerType: 'builder', maxBudgetUsd: '10' },
      { status: 'ready_to_buy', recommendedRoute: CHECK },
    ],
    [
      'buyer agent with a large budget',
      { goal: BUY, buyerType: 'buyer-agent', maxBudgetUsd: '500' },
      { status: 'ready_to_buy', recommendedRoute: CHECK },
    ],
    [
      'check intended by a builder',
      { goal: SELL, buyerType: 'builder', intendedRoute: CHECK, maxBudgetUsd: '10' },
      { recommendedRoute: CHECK },
    ],
    [
      'audit intended, one atomic unit short',
      { goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: '4.999999' },
      { status: 'use_cheaper_route', recommendedRoute: CHECK, price: CHEAPEST },
    ],
    [
      'audit intended, exactly the cheapest price',
      { goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: CHEAPEST_USD },
      { status: 'use_cheaper_route', recommendedRoute: CHECK },
    ],
    [
      'audit intended, no budget',
      { goal: SELL, intendedRoute: AUDIT },
      { status: 'use_cheaper_route', recommendedRoute: CHECK },
    ],
    [
      'builder below the audit, not asked for',
      { goal: SELL, buyerType: 'builder', maxBudgetUsd: '4.99' },
      { status: 'ready_to_buy', recommendedRoute: CHECK },
    ],
    [
      'below every price',
      { goal: BUY, maxBudgetUsd: '0.009999' },
      { status: 'stop', stopReason: 'belowBudget' },
    ],
    ['nothing', { goal: BUY, maxBudgetUsd: '0' }, { status: 'stop', stopReason: 'belowBudget' }],
    ['vague', { goal: 'help me' }, { status: 'stop', stopReason: 'vagueRequest' }],
    [
      'advice',
      { goal: 'Which stocks should I buy for $0.01?' },
      { status: 'stop', stopReason: 'unsafeAdvice' },
    ],
    [
      'scraping',
      { goal: 'Scrape emails from this API provider page' },
      { status: 'stop', stopReason: 'outreachOrScrapingRequest' },
    ],
    [
      'personal data',
      { goal: `${BUY} for bob.smith@gmail.com` },
      { status: 'stop', stopReason: 'sensitiveData' },
    ],
    [
      'personal data in the source tag',
      { goal: BUY, source: 'bob.smith@gmail.com' },
      { status: 'stop', stopReason: 'sensitiveData' },
    ],
    [
      'data goes before budget',
      { goal: `${BUY} for bob.smith@gmail.com`, maxBudgetUsd: '0' },
      { status: 'stop', stopReason: 'sensitiveData' },
    ],
  ];
  it.each(rows)('%s', async (_name, body, { stopReason, ...expected }) => {
    const passport = await ask(body);
    expect(passport).toMatchObject(expected);
    expect(passport.policyCheck.stopReason).toBe(stopReason ?? null);
    if (passport.status === 'stop')
      expect(passport).toMatchObject({
        recommendedRoute: 'none',
        price: '$0.00',
        maxAmountAtomicUnits: '0',
        copyPastePayload: {},
        next: null,
      });
  });

  it('lists every finding and stops for the first', async () => {
    const { policyCheck } = await ask({
      goal: 'Which stocks should I buy? bob.smith@gmail.com',
      maxBudgetUsd: '0',
    });
    expect(policyCheck.stopReason).toBe('sensitiveData');
    const classes = policyCheck.allFindings.map((finding) => finding.split(':')[0]);
    expect(classes).toEqual(expect.arrayContaining(['sensitiveData', 'unsafeAdvice', 'belowBudget']));
    expect(classes.at(-1)).toBe('belowBudget');
  });
});

describe('budget', () => {
  it('is the lower of the one given and the one that the goal states', async () => {
    const given = { intendedRoute: AUDIT, maxBudgetUsd: '10' };
    for (const limit of ['Do not spend more than a dollar.', 'Budget $1.', 'Hard stop at 1 usd.']) {
      const { recommendedRoute, copyPastePayload } = await ask({ ...given, goal: `${SELL} ${limit}` });
      expect(recommendedRoute).toBe(CHECK);
      expect(copyPastePayload).toMatchObject({ constraints: expect.arrayContaining(['budget $1.00']) });
    }
    expect(await ask({ ...given, goal: `${SELL} Budget $20.` })).toMatchObject({ recommendedRoute: AUDIT });
  });

  it('counts in atomic units', async () => {
    const { budgetCheck } = await ask({ goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: '12.345678' });
    expect(budgetCheck).toEqual({
      status: 'within',
      maxBudgetAtomic: '12345678',
      priceAtomic: '5000000',
      headroomAtomic: '7345678',
      affordableCalls: 2,
      sessionCapUsd: '5.01',
      clientCapWarning: 'sdk_default_cap_1usd',
    });
  });

  it('compares a budget that buys nothing with the cheapest price', async () => {
    const { budgetCheck } = await ask({ goal: BUY, maxBudgetUsd: '0.005' });
    expect(budgetCheck).toMatchObject({
      status: 'below',
      priceAtomic: CHEAPEST_ATOMIC,
      headroomAtomic: null,
      affordableCalls: 0,
    });
  });

  it.each([
    '$5',
    '-1',
    '1e3',
    'NaN',
    'Infinity',
    '',
    ' 5',
    '5 ',
    '.5',
    '5.',
    '0x10',
    '1,000',
    '+1',
    '1_000',
    '05',
    '٥',
    '1.0000001',
    '1'.repeat(30),
  ])('refuses %j', async (maxBudgetUsd) => {
    const response = await new Stage().post(spendPassport.path, { goal: BUY, maxBudgetUsd });
    expect(response.status).toBe(400);
    expect((await response.json()).issues[0].path).toBe('maxBudgetUsd');
  });

  it('publishes the pattern that it enforces', () => {
    const published = z.toJSONSchema(spendPassport.input).properties!.maxBudgetUsd as { pattern: string };
    const pattern = new RegExp(published.pattern);
    fc.assert(
      fc.property(fc.oneof(fc.string(), fc.stringMatching(/^[0-9.$eE+-]{0,14}$/)), (text) => {
        expect(pattern.test(text)).toBe(parseBudget(text) !== undefined);
      }),
    );
  });

  it('never recommends a route above the budget, and never promises what it does not name', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.record(
          {
            goal: fc.constantFrom(BUY, SELL, 'help', 'light trust check of one API'),
            buyerType: fc.constantFrom(...BUYER_TYPES),
            intendedRoute: fc.constantFrom(CHECK, AUDIT, 'unknown'),
            maxBudgetUsd: fc
              .bigInt(0n, 12_000_000n)
              .map((atomic) => `${atomic / 1_000_000n}.${(atomic % 1_000_000n).toString().padStart(6, '0')}`),
          },
          { requiredKeys: ['goal', 'maxBudgetUsd'] },
        ),
        async (body) => {
          const passport = await ask(body);
          expect(BigInt(passport.maxAmountAtomicUnits)).toBeLessThanOrEqual(parseBudget(body.maxBudgetUsd)!);
          const product = [opportunityCheck, fakeAudit].find(
            ({ path }) => path === passport.recommendedRoute,
          );
          expect(passport.price).toBe(product?.price.label ?? '$0.00');
          expect(passport.maxAmountAtomicUnits).toBe(product?.price.amount ?? '0');
          expect(passport.status === 'stop').toBe(product === undefined);
        },
      ),
      { numRuns: 60 },
    );
  });
});

describe('goal length', () => {
  it('is 640 code points, whatever they are', async () => {
    const stage = new Stage();
    const goal = (length: number) => `${BUY} `.padEnd(length - 2, '.') + '🙂'.repeat(2);
    expect([...goal(640)].length).toBe(640);
    expect((await stage.post(spendPassport.path, { goal: goal(640) })).status).toBe(200);
    expect((await stage.post(spendPassport.path, { goal: goal(641) })).status).toBe(400);
    expect((await stage.post(spendPassport.path, { goal: '🙂'.repeat(640) })).status).toBe(200);
    expect((await stage.post(spendPassport.path, { goal: '🙂'.repeat(641) })).status).toBe(400);
  });
});

describe('payload', () => {
  const form = (path: string) =>
    [opportunityCheck, fakeAudit]
      .find((product) => product.path === path)!
      .forms.find(({ method }) => method === 'POST')!;

  it('is accepted by the recommended route, whatever the goal holds', async () => {
    const tail = fc.oneof(
      fc.string({ unit: 'grapheme', maxLength: 120 }),
      fc.constantFrom('ﷺ'.repeat(90), '\u200b\u202e x', '\t\n', 'HTTPS://API.Example/%zz?q=1'),
    );
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(BUY, SELL),
        tail,
        fc.constantFrom('5.01', '0.01'),
        async (head, rest, maxBudgetUsd) => {
          const goal = [...`${head} ${rest}`].slice(0, 640).join('');
          const passport = await ask({ goal, maxBudgetUsd, buyerType: 'operator', source: 'x-profile' });
          if (passport.status === 'stop') return;
          const parsed = form(passport.recommendedRoute).input.safeParse(passport.copyPastePayload);
          expect(parsed.error?.issues).toBeUndefined();
        },
      ),
      { numRuns: 150 },
    );
  });

  it('names what the goal names', async () => {
    const named = async (goal: string) => (await ask({ goal })).copyPastePayload;
    expect((await named(BUY)).subject).toBe('api.weather.example');
    expect(
      (await named('Should I pay $0.02 for https://api.x.example/v1/rates?key=abc per call')).subject,
    ).toBe('https://api.x.example/v1/rates');
    expect((await named('Is /api/agent-revenue-audit worth its price for an API builder?')).subject).toBe(
      '/api/agent-revenue-audit',
    );
  });

  it('says what it could not name', async () => {
    const check = await ask({ goal: 'light trust check of one API', maxBudgetUsd: CHEAPEST_USD });
    expect(check.placeholders).toEqual(['subject']);
    const audit = await ask({ goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: '5' });
    expect(audit.placeholders).toEqual(['serviceName', 'targetBuyer', 'currentOffer']);
  });

  it('carries the limits of the purchase and only allow-listed tags', async () => {
    const { copyPastePayload } = await ask({
      goal: BUY,
      maxBudgetUsd: '0.05',
      source: 'x-profile',
      buyerType: 'operator',
    });
    expect(copyPastePayload).toMatchObject({
      knownSignals: [],
      constraints: ['budget $0.05', 'eip155:8453'],
      source: 'x-profile',
      buyerType: 'operator',
    });
    expect((await ask({ goal: BUY, source: 'my own tag' })).copyPastePayload).not.toHaveProperty('source');
  });

  it('tells the buyer of a dear route how to let its client sign', async () => {
    const passport = await ask({ goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: '5' });
    expect(passport.next).toMatchObject({
      ticketRequired: true,
      clientOverride: 'spendControls: { maxAmountPerPayment: "$5" }',
    });
  });
});

describe('where the audit is not sold', () => {
  it('recommends what is', async () => {
    const passport = await ask(
      { goal: SELL, intendedRoute: AUDIT, maxBudgetUsd: '10' },
      new Stage(WITHOUT_AUDIT),
    );
    expect(passport).toMatchObject({ status: 'use_cheaper_route', recommendedRoute: CHECK });
  });
  it('stops when nothing is', async () => {
    const passport = await ask({ goal: BUY, maxBudgetUsd: '10' }, new Stage(catalogueOf([...FREE])));
    expect(passport).toMatchObject({ status: 'stop', recommendedRoute: 'none', price: '$0.00' });
  });
});

describe('counters', () => {
  const counted = async (body: object, operator = false) => {
    const stage = new Stage();
    stage.operator = operator;
    await ask(body, stage);
    return Object.fromEntries(stage.counters);
  };
  it('counts a recommendation', async () => {
    expect(await counted({ goal: BUY, maxBudgetUsd: '1' })).toEqual({
      'passport.prepare': 1,
      'passport.privacy.low': 1,
      'passport.budget.within': 1,
      'passport.recommended.opportunity-check': 1,
    });
  });
  it('counts a stop once, by its first reason', async () => {
    expect(
      await counted({ goal: 'Which stocks should I buy? bob.smith@gmail.com', maxBudgetUsd: '0' }),
    ).toEqual({
      'passport.prepare': 1,
      'passport.privacy.medium': 1,
      'passport.budget.tooLow': 1,
      'passport.stopped': 1,
      'passport.stopReason.sensitiveData': 1,
    });
  });
  it('keeps probes of the operator apart', async () => {
    expect(await counted({ goal: BUY }, true)).toEqual({ 'passport.selfProbe': 1 });
  });
});

describe('what was judged', () => {
  it('says that the seller was not, whatever it asks', async () => {
    const answer = await ask({
      goal: 'Should I pay $900 per call to api.scam.example for one report worth $0.01?',
      maxBudgetUsd: '1000',
    });
    expect(answer.status).toBe('ready_to_buy');
    expect(answer.summary).toContain(`Assay's own check for ${CHEAPEST} fits this goal and budget.`);
    expect(answer.summary).toContain('api.scam.example was not judged');
  });

  it('audits what is sold, never the question about it', async () => {
    const goal = 'How should I price my OCR API for agents?';
    const asked = await ask({ goal, intendedRoute: AUDIT, maxBudgetUsd: '5' });
    expect(asked).toMatchObject({
      status: 'ready_to_buy',
      recommendedRoute: AUDIT,
      copyPastePayload: { currentOffer: 'A paid API, not described yet', currentProblem: goal },
    });
    expect(asked.placeholders).toContain('currentOffer');
    const offer = 'Monetize my OCR API: one page in, text out, $0.02 per page on Base';
    const told = await ask({ goal: offer, intendedRoute: AUDIT, maxBudgetUsd: '5' });
    expect(told.copyPastePayload).toMatchObject({ currentOffer: offer });
  });

  it('says so too where nothing is named, and where a cheaper check fits', async () => {
    const open = await ask({ goal: 'Is $0.02 per call a fair price for a tide table API on Base?' });
    expect(open.summary).toContain('What the goal is about was not judged');
    const cheaper = await ask({ goal: BUY, intendedRoute: AUDIT, maxBudgetUsd: '0.05' });
    expect(cheaper.status).toBe('use_cheaper_route');
    expect(cheaper.summary).toContain('The audit costs more than may be spent.');
  });

  it('sends questions about clients to the witness, and no others', async () => {
    const asked = await ask({
      goal: 'Which x402 client should my agent use on Base, and does it retry twice?',
      maxBudgetUsd: '10',
    });
    expect(asked).toMatchObject({
      recommendedRoute: CHECK,
      aboutClients: '/api/x402-compatibility-witness/preflight',
    });
    expect(asked.summary).toContain('the free preflight of the witness tells');
    const other = await ask({ goal: BUY });
    expect(other.aboutClients).toBeNull();
    expect(other.summary).not.toContain('witness');
  });

  it('takes the goal’s facts for what is known, and neither its question nor its decision', async () => {
    const asked = await ask({
      goal: 'Buy 500 calls of api.weather.example at $0.01? Their probe answered 402 twice; the docs are from 2024. Should I wait?',
    });
    expect(asked.copyPastePayload).toMatchObject({
      knownSignals: ['Their probe answered 402 twice', 'the docs are from 2024'],
    });
    expect((await ask({ goal: BUY })).copyPastePayload).toMatchObject({ knownSignals: [] });
  });

  it.each([
    'Decide whether api.weather.example is worth $0.01. Their probe answered 402 twice; the docs are from 2024.',
    'I want to buy 500 calls of api.weather.example, budget $5. Their probe answered 402 twice; the docs are from 2024.',
    'Check if api.weather.example is fine. Their probe answered 402 twice; the docs are from 2024. Stop if it costs more.',
  ])('takes the facts beside what a goal asks or wants: %s', async (goal) => {
    expect((await ask({ goal })).copyPastePayload).toMatchObject({
      knownSignals: ['Their probe answered 402 twice', 'the docs are from 2024'],
    });
  });

  it.each([
    'Success means we paid and got HTTP 200 with a receipt.',
    'Success: we paid; we got HTTP 200 with a receipt.',
    'We paid and got HTTP 200 with a receipt. That is success.',
    'The goal is this. We paid and got HTTP 200 with a receipt.',
    'We are done with it. We paid and got HTTP 200 with a receipt.',
    'Acceptance criteria - we paid and got HTTP 200 - we got a receipt.',
    'Suppose we paid 40 times and got 40 answers.',
    'Suppose this. We paid 40 times and got 40 answers.',
    'What if it works? What if we paid 40 times? We got 40 answers.',
    'Assume the best. We paid 40 times and got 40 answers.',
    'For example, this would do. We paid 40 times and got 40 answers.',
    'The budget is spent when we paid 5 times and got 5 receipts.',
    'The budget is spent when this is so. We paid 5 times; we got 5 receipts.',
    'The run ends with this: we paid 5 times. We got 5 receipts.',
    'Stop after this. We paid 5 times and got 5 receipts.',
    'We expect this. We paid and got HTTP 200 with a receipt.',
    'We expect that we paid and got HTTP 200 with a receipt.',
    'We should see that we paid and got HTTP 200 with a receipt.',
    'If all is well, we paid and got HTTP 200 with a receipt.',
    'Once it works, we paid and got HTTP 200 with a receipt.',
    'Until then we paid 5 times and got 5 receipts.',
    'Our agent wants to have paid and got HTTP 200 with a receipt.',
    'We soon paid and got HTTP 200 with a receipt.',
    'Perhaps we paid and got HTTP 200 with a receipt.',
    'We probably paid and got HTTP 200 with a receipt.',
    'Report: we paid and got HTTP 200 with a receipt.',
    'Prove we paid and got HTTP 200 with a receipt.',
    'It works as we paid and got HTTP 200 with a receipt.',
    'The mission is simple. We paid and got HTTP 200 with a receipt.',
    'Who knows. We paid and got HTTP 200 with a receipt, not sure though.',
  ])(
    'takes nothing for a fact that the goal defines, supposes, plans or sets as a condition: %s',
    async (said) => {
      const { copyPastePayload } = await ask({ goal: `Buy one call at api.example.com. ${said}` });
      expect(copyPastePayload).toMatchObject({ subject: 'api.example.com', knownSignals: [] });
    },
  );

  it('leaves out facts that sound like harm without their goal', async () => {
    const passport = await ask({
      goal: '19k crash records have no lat/long. Compare Here, Google, Esri and Texas A&M for cost + accuracy, one-off job.',
    });
    expect(passport).toMatchObject({ status: 'ready_to_buy', copyPastePayload: { knownSignals: [] } });
  });

  it('knows its own checks by their names', async () => {
    expect(await ask({ goal: 'Cheapest proof or light trust check' })).toMatchObject({
      status: 'ready_to_buy',
      recommendedRoute: CHECK,
      placeholders: ['subject'],
    });
  });

  it('tells why it stops, and repeats nothing of the goal', async () => {
    const stopped = await ask({ goal: 'Should we sue the vendor Zebra over the contract?' });
    expect(stopped.summary).toBe(
      'Stop: the goal asks for something that no answer is given about. Nothing was judged, and there is nothing to pay.',
    );
    const poor = await ask({ goal: BUY, maxBudgetUsd: '0.001' });
    expect(poor.summary).toContain('the budget is below the price of every check');
  });
});
