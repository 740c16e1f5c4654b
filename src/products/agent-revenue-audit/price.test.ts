import fc from 'fast-check';
import { expect, test } from 'vitest';
import { assumptions, rationale } from './account.ts';
import { kindOf } from './archetype.ts';
import { auditCaseOf } from './case.ts';
import { offAnchor } from './economics.ts';
import { readStatedFacts, statedPrice } from './facts.ts';
import { zeroPaidPerMille } from './frictions.ts';
import { bandOf, LADDER_NANO, priceLabel, solvePrice, stepDown, stepUp } from './price.ts';
import type { AuditInput } from './schema.ts';
import { BANDS } from './tables/bands.ts';
import { readText, weigh } from './weigh.ts';

const input = (currentOffer: string, more: Partial<AuditInput> = {}): AuditInput => ({
  serviceName: 'Alder',
  targetBuyer: 'agents',
  currentOffer,
  ...more,
});
const solve = (one: AuditInput) => solvePrice(kindOf(one).route, readStatedFacts(one));
const band = (id: string) => bandOf(BANDS.find((row) => row.id === id)!);

test.each([
  ['Weather API at $29/mo for 10k calls', { monthlyFee: '$29/mo', includedCalls: '10k calls' }],
  ['10,000 requests for $29 per month', { monthlyFee: '$29 per month', includedCalls: '10,000 requests' }],
  ['$99 floor', { monthlyFee: '$99 floor' }],
  ['$12/user/month', { monthlyFee: '$12/user' }],
  ['$120 a year', { monthlyFee: '$120 a year' }],
  ['$0.04 per generated image', { unitPrice: '$0.04 per generated image' }],
  ['5 cents per lookup', { unitPrice: '5 cents per lookup' }],
  ['$0.60 per million tokens', { meteredPrice: '$0.60 per million tokens' }],
  ['an engagement is $4k', { wholePrice: '$4k' }],
  ['it costs us $0.002 per call', { unitCost: '$0.002 per call' }],
  ['hosting is $200 a month', { fixedCost: '$200 a month' }],
  ['a wrong answer loses $40', { valuePerUse: '$40' }],
  ['500 challenges, 0 paid', { challenges: '500 challenges', paid: '0 paid' }],
  ['1.2k unpaid 402s and no payments', { challenges: '1.2k unpaid 402s', paid: 'no payments' }],
  ['an answer takes 2 minutes', { latencySeconds: 'takes 2 minutes' }],
  [
    '12 tools, the busiest tool is find_flight',
    { tools: '12 tools', topTool: 'busiest tool is find_flight' },
  ],
  ['€40 a month', { foreign: '€40', monthlyFee: '€40 a month' }],
  ['EUR 40 a month', { foreign: 'EUR 40', monthlyFee: 'EUR 40 a month' }],
  ['USD 40 a month', { monthlyFee: 'USD 40 a month' }],
])('%s', (text, wanted) => {
  const reading = readStatedFacts(input(text));
  const { context: _, given: __, stated: ___, unit: ____, risk, hasFigure, ...numbers } = reading;
  expect([risk, hasFigure]).toEqual(['medium', expect.any(Boolean)]);
  const quotes = Object.fromEntries(Object.entries(numbers).map(([id, one]) => [id, one?.fact.quote]));
  expect(quotes).toEqual(wanted);
});

test.each([
  ['6c per hit', 60_000_000n],
  ['12¢ a page', 120_000_000n],
  ['3 cts', 30_000_000n],
  ['0.0005$ each', 500_000n],
  ['4.2$/GB', 4_200_000_000n],
  ['US$0.05 a call', 50_000_000n],
  ['0,17 USD each', 170_000_000n],
  ['a tenth of a cent per file', 1_000_000n],
  ['three dollars a memo', 3_000_000_000n],
  ['0.004/call', 4_000_000n],
  ['write 0.001, read free', 1_000_000n],
  ['1k searches = 4 USD', 4_000_000n],
  ['1000 calls = $1.50', 1_500_000n],
  ['10k writes 2 cents', 2_000n],
  ['24$ gets you 40 images', 600_000_000n],
  ['each lookup is $1.20', 1_200_000_000n],
  ['1,200 credits = $9, one receipt eats one credit', 7_500_000n],
  ['500 credits $4, 1 credit = 1 address', 8_000_000n],
  ['1 credit = $0.01. A page costs 3 credits', 30_000_000n],
  ['$1.35 first page, +$0.12 each further', 1_350_000_000n],
  ['$0.04 per minute. A human editor can be added for $1.80/min', 40_000_000n],
  ['top 10 for $0.01 USDC per request', 10_000_000n],
  ['forecast $0.15/thousand', 150_000n],
  ['5$ for million characters', 5_000n],
  ['2,500 credits at $0.28 each', 280_000_000n],
  ['was 0.004 per MB, now $0.0005 per MB', 500_000n],
  ['$0.002/req on our side, $9 per seat', 2_000_000n],
])('the price of one unit in: %s', (text, nano) => {
  expect(statedPrice(readStatedFacts(input(text)))?.value).toBe(nano);
});

test.each([
  ['4 euro cents a record', 44_000_000n, '1.1 for 1 EUR'],
  ['NZ$0.10 per search', 60_000_000n, '0.6 for 1 NZD'],
  ['5ct per minute, billed in EUR 10 steps', 55_000_000n, '1.1 for 1 EUR'],
  ['0.004/call, invoices in €', 4_400_000n, '1.1 for 1 EUR'],
  ['0,65 € per GPU hour', 715_000_000n, '1.1 for 1 EUR'],
  ['£0.12 per hit, £0.04 per miss', 156_000_000n, '1.3 for 1 GBP'],
  ['12p per lookup, in packs of £10', 156_000_000n, '1.3 for 1 GBP'],
  ['12p/lookup. GBP by card', 156_000_000n, '1.3 for 1 GBP'],
  ['0.20 CAD per file', 144_000_000n, '0.72 for 1 CAD'],
  ['CAD 0.20/file', 144_000_000n, '0.72 for 1 CAD'],
  ['0.05 per file, invoices in CAD', 36_000_000n, '0.72 for 1 CAD'],
  ['Rs 5 each lookup', 60_000_000n, '0.012 for 1 INR'],
  ['€0.05 per page. Plan $49 a month', 55_000_000n, '1.1 for 1 EUR'],
  ['6 RMB for 1000 success', 840_000n, '0.14 for 1 CNY'],
])('another currency is taken at a rounded rate that is named: %s', (text, nano, rate) => {
  const price = statedPrice(readStatedFacts(input(text)));
  expect(price).toMatchObject({ value: nano, fact: { confidence: 'low' } });
  expect(price?.fact.reads).toContain(rate);
  const { one, questions } = auditCaseOf(readText(input(text)));
  const said = `at a rounded rate of 2026-11 ($${rate}), not a quote; state dollars to be exact`;
  expect(assumptions(one)[0]).toContain(`"${price!.fact.quote}" was taken ${said} (fact unitPrice)`);
  expect(rationale(one).anchor.why).toContain(said);
  const asked = questions.find(({ id }) => id === 'unitPrice')?.asks ?? '';
  expect(asked).toMatch(/^What is ".+" in US dollars\?.* rests on a rounded rate that is not a quote/u);
  // What is asked about is the price that was taken, not another amount beside it.
  expect(price!.fact.quote).toContain(/"(.+)"/u.exec(asked)![1]);
});

test.each([
  ['Reports, €20 a report', 'unitPrice'],
  ['Reports, €20', 'unitPrice'],
  ['OCR, €40 a month for 1,000 pages', 'unitPrice'],
  ['OCR, $0.05 a page. It costs us 1 euro cent per page', 'unitCost'],
  ['OCR, $0.05 a page. Servers are €90 a month', 'fixedCost'],
  ['OCR, $0.05 a page. Each page saves £2', 'valuePerUse'],
  ['OCR, $0.05 a page, or €40 a month', 'monthlyFee'],
])('no figure becomes dollars in silence: %s', (text, id) => {
  const { one } = auditCaseOf(readText(input(text)));
  expect(assumptions(one)[0]).toMatch(
    new RegExp(`rounded rate of 2026-11 .+, not a quote; state dollars to be exact \\(fact ${id}\\)`, 'u'),
  );
});

test.each([480, 720, 1080, 1440, 2160].flatMap((lines) => [`${lines}p`, `${lines} p`]))(
  'the resolution of a video is no price: %s',
  (lines) => {
    for (const text of [
      `Video API. Output in ${lines}, 5 seconds each.`,
      `Video API. Renders ${lines} clips, ${lines} each, from £40 a month`,
    ]) {
      const { unitPrice, meteredPrice, wholePrice } = readStatedFacts(input(text));
      expect([unitPrice, meteredPrice, wholePrice]).toEqual([undefined, undefined, undefined]);
    }
  },
);

test.each([
  'documents up to 40 p. each',
  'documents of 12 p., sold by the piece',
  '12p per lookup',
  'Documents up to 40 p. Plans on request in £',
])('pages are no pence: %s', (text) => {
  const { unitPrice, wholePrice, foreign } = readStatedFacts(input(text));
  expect([unitPrice, wholePrice, foreign]).toEqual([undefined, undefined, undefined]);
});

test.each([
  ['CAD file conversion API: STEP to STL, 5 cents per file.', 50_000_000n],
  ['CAD file conversion API. 0.05 per file.', 50_000_000n],
  ['Converts 2 CAD files per request. $0.20 per file.', 200_000_000n],
  ['Opens 5 CAD drawings or CAD 3 models. $0.20 per file.', 200_000_000n],
  ['Blood tests: INR 2 and more, INR reports. 5 cents each test', 50_000_000n],
  ['Runs 2 rs 3 and 5 rp a minute, 4 nok. 5 cents per call', 50_000_000n],
])('a word of a trade is no currency: %s', (text, nano) => {
  const { foreign, wholePrice } = readStatedFacts(input(text));
  const price = statedPrice(readStatedFacts(input(text)));
  expect([price?.value, price?.rate, foreign, wholePrice]).toEqual([nano, undefined, undefined, undefined]);
});

test.each([
  ['Translate API. ¥500 per document.', '¥500'],
  ['Translate API. 500¥ per document.', '500¥'],
  ['Translate API. 5 pounds per document.', '5 pounds'],
  ['Translate API. HK$5 per document.', 'HK$5'],
  ['Translate API. S$5 per document.', 'S$5'],
])('an amount without a rate is said, asked about and not used: %s', (text, quote) => {
  const { foreign, unitPrice, wholePrice } = readStatedFacts(input(text));
  expect(foreign?.fact).toMatchObject({ quote, reads: 'an amount in another currency, not used' });
  expect([unitPrice, wholePrice]).toEqual([undefined, undefined]);
  const { questions } = auditCaseOf(readText(input(text)));
  expect(questions.map(({ asks }) => asks).join(' ')).toContain(`What is "${quote}" in US dollars?`);
});

test('a weight is no price', () => {
  expect(
    readStatedFacts(input('Labels for parcels up to 70 pounds, 30 pounds on average')).foreign,
  ).toBeUndefined();
});

test('a price in dollars goes before the same one in another currency, and needs no rate', () => {
  const { one } = auditCaseOf(readText(input('Letters, $2 a letter (1.80 € a letter)')));
  expect([one.solved.rate, one.solved.price]).toEqual([undefined, 2_000_000_000n]);
});

test.each([
  ['5ct per minute, EUR or CHF'],
  ['0.004/call, invoices in € or £'],
  ['minimum top-up $20'],
  ['version 0.12 per release notes'],
])('no price in dollars in: %s', (text) => {
  expect(statedPrice(readStatedFacts(input(text)))).toBeUndefined();
});

test.each([
  'Weather API. Starts at $99.',
  'Weather API. Plans: Starter $49/mo, Growth $149',
  'Weather API, $19 per developer per month',
  'Weather API, e.g. hotels under 140 dollars',
])('the fee of a plan is no price of a call: %s', (offer) => {
  expect(priceLabel(solve(input(offer)).price)).toBe('$0.01');
});

test('a named plan is a fee wherever whole things are sold', () => {
  const { wholePrice, monthlyFee } = readStatedFacts(input('Image generator. Plans: Solo $12, Team $79'));
  expect([wholePrice, monthlyFee?.value]).toEqual([undefined, 12_000_000_000n]);
});

test('figures are read exactly', () => {
  expect(readStatedFacts(input('$120 a year')).monthlyFee?.value).toBe(10_000_000_000n);
  expect(readStatedFacts(input('takes 2 minutes')).latencySeconds?.value).toBe(120n);
  expect(readStatedFacts(input('takes 800 ms')).latencySeconds?.value).toBe(0n);
  expect(readStatedFacts(input('$5 per 1,000 calls')).unitPrice?.value).toBe(5_000_000n);
});

test('classes: published quartiles stand, points and ranges are computed', () => {
  expect(priceLabel(band('ocr').median)).toBe('$0.01');
  expect(band('report')).toMatchObject({ p25: 550_000_000n, median: 1_000_000_000n, p75: 5_000_000_000n });
  // Geometric middles 0.0316, 0.0134, 0.0173 and 0.005: the median lies between the second and the third.
  expect(band('llm_answers').median).toBe(15_400_000n);
  expect(band('image')).toMatchObject({ p25: 15_000_000n, p75: 120_000_000n });
});

test('the ladder ascends and its neighbours are found', () => {
  expect([...LADDER_NANO].sort((a, b) => (a < b ? -1 : 1))).toEqual(LADDER_NANO);
  expect(priceLabel(stepDown(10_000_000n))).toBe('$0.008');
  expect(stepDown(LADDER_NANO[0]!)).toBe(LADDER_NANO[0]);
  expect(priceLabel(stepUp(40_000_000n))).toBe('$0.05');
});

test('each bound binds', () => {
  expect(solve(input('OCR of scans'))).toMatchObject({ price: 10_000_000n, binding: 'client_cap' });
  expect(solve(input('OCR of scans, $9/mo for 9k calls'))).toMatchObject({
    binding: 'subscription',
    ceiling: 3_000_000n,
  });
  expect(solve(input('Weather API, saves $0.03 per use'))).toMatchObject({
    price: 3_000_000n,
    binding: 'value',
  });
  expect(solve(input('Audit report for x402 v1 clients'))).toMatchObject({
    price: 100_000_000n,
    cap: 100_000_000n,
  });
  expect(solve(input('Audit report, spendControls text on the page')).cap).toBe(5_000_000_000n);
  expect(solve(input('Weather API, our cost is $0.004 per call'))).toMatchObject({
    floor: 12_000_000n,
    price: 12_000_000n,
  });
  expect(solve(input('Weather API, just launched')).tenthsWhy).toBe('new');
  expect(solve(input('Weather API with proprietary data')).anchor).toBe(15_000_000n);
});

test('a floor above the ceiling is said, never hidden', () => {
  expect(solve(input('Weather API, our cost is $3 per call'))).toMatchObject({
    how: 'infeasible',
    price: 10_000_000_000n,
  });
  expect(solve(input('Weather API. $0.01 per call. Our cost is $0.05 per call'))).toMatchObject({
    how: 'infeasible',
    price: 150_000_000n,
  });
});

test('a unit too cheap to settle alone is sold in a pack', () => {
  expect(solve(input('Weather API, $49/month for 1m calls'))).toMatchObject({
    units: 1_000n,
    today: 49_000_000n,
  });
  expect(solve(input('RPC for Base, $0.00002 per request'))).toMatchObject({
    units: 1_000n,
    price: 25_000_000n,
  });
  expect(solve(input('Weather API at $0.001 per call'))).toMatchObject({ units: 1n, price: 1_200_000n });
});

test.each([
  ['SMS API at $0.0079 per message', '$0.01'],
  ['OCR of scans at $0.04 a page', '$0.05'],
  ['Printed letters at $1.05 a letter', '$1.05'],
  ['Image resizing. From $0.5 to $1 for 1000 images', '$0.60'],
  ['Image generator at $0.90 per image', '$1.00'],
  ['Freight quotes are free, $38 commission for each booking', '$0.03'],
])('a stated unit price is the anchor: %s', (offer, price) => {
  const solved = solve(input(offer));
  expect(priceLabel(solved.price)).toBe(price);
  expect(offAnchor(solved)).toBeUndefined();
});

test('a price far from the stated one comes with its reason', () => {
  const solved = solve(input('Image generator at $0.90 per image for x402 v1 clients'));
  expect(offAnchor(solved)).toMatch(/all that the stated clients sign/u);
});

/** A decimal of dollars with up to six places, over five powers of ten. */
const dollars = (lowest: number, highest: number) =>
  fc
    .tuple(fc.integer({ min: 1, max: 999 }), fc.integer({ min: lowest, max: highest }))
    .map(([figure, power]) => (figure * 10 ** power).toFixed(6).replace(/\.?0{1,6}$/u, ''))
    .filter((text) => Number(text) > 0);

test('whatever is known, a price stays near the stated one or says why, and a tiny unit is packed', () => {
  const kinds = fc.constantFrom(
    'data_lookup',
    'messaging',
    'document_extraction',
    'gpu_rental',
    'search_retrieval',
  );
  let argued = 0;
  fc.assert(
    fc.property(
      kinds,
      dollars(-6, -1),
      fc.option(dollars(-6, -2), { nil: undefined }),
      fc.option(dollars(-4, 0), { nil: undefined }),
      fc.constantFrom('low', 'medium', 'high'),
      fc.boolean(),
      (kind, unitPrice, unitCost, valuePerUse, riskTolerance, v1) => {
        const facts = Object.entries({
          kind,
          unitPrice,
          unitCost,
          valuePerUse,
          ...(v1 && { v1Buyers: 'yes' }),
        })
          .filter(([, value]) => value !== undefined)
          .map(([id, value]) => ({ id, value: value! }));
        const { solved } = weigh(readText(input('An API', { riskTolerance, facts } as Partial<AuditInput>)));
        const each = Number(solved.price) / Number(solved.units) / 1e9;
        const [low, high] = [Number(unitPrice) / 3, Number(unitPrice) * 5];
        const why = offAnchor(solved);
        if (each < low * 0.999 || each > high * 1.001) {
          argued++;
          expect(why).toMatch(/^\$\d+\.\d+ .{20,}/u);
        } else expect(why).toBeUndefined();
        expect(solved.price).toBeGreaterThanOrEqual(1_000_000n);
        if (Number(unitPrice) < 0.001) expect(solved.units).toBeGreaterThan(1n);
      },
    ),
    { numRuns: 300, seed: 20261123 },
  );
  expect(argued).toBeGreaterThan(20);
});

test.each([
  ['Weather API, $29/mo for 1,000 calls', '$0.03'],
  ['Weather API, $29/mo for 100,000 calls', '$0.03'],
  ['Weather API, $29/mo for 10,000 calls', '$0.008'],
])('a unit alone costs no less than within the plan: %s', (offer, price) => {
  const { price: chosen, today, units } = solve(input(offer));
  expect(priceLabel(chosen)).toBe(price);
  expect(chosen).toBeGreaterThanOrEqual(today!);
  expect(units).toBe(offer.includes('100,000') ? 100n : 1n);
});

test('a live price is kept', () => {
  expect(solve(input('Image generator, live on x402 at $0.04 per image'))).toMatchObject({
    how: 'kept',
    price: 40_000_000n,
  });
  expect(solve(input('Image generator, live on x402 at $0.90 per image')).how).toBe('kept');
});

test('break-even rounds up', () => {
  expect(solve(input('OCR of scans. Hosting is $10 a month')).breakEven).toBe(1_000n);
  expect(solve(input('OCR of scans. Hosting is $10.001 a month')).breakEven).toBe(1_001n);
  expect(solve(input('OCR of scans')).breakEven).toBeNull();
});

test('low risk opens one step lower, high where medium does, and a floor is never undercut', () => {
  const at = (offer: string, riskTolerance: string) => solve(input(offer, { riskTolerance })).price;
  expect(at('OCR of scans', 'low')).toBe(8_000_000n);
  expect(at('OCR of scans', 'high')).toBe(at('OCR of scans', 'medium'));
  expect(at('Weather API, our cost is $0.0033 per call', 'low')).toBe(10_000_000n);
  expect(at('Link preview cards', 'low')).toBe(1_200_000n);
});

test('the chance of no payment among n challenges', () => {
  expect([0n, 100n, 500n, 5_000n, 10n ** 12n].map(zeroPaidPerMille)).toEqual([1_000n, 366n, 7n, 0n, 0n]);
});

test.each([
  ['Geocoding API. $0.006 per lookup, 60 requests per minute, an API key.', 1n],
  ['Place lookup API. $0.00006 per lookup, 60 requests per minute, an API key.', 100n],
  ['Place lookup API. $0.00006 per lookup, 1 request per minute, an API key.', 100n],
  ['LLM completions at $0.00001 per token, 60 requests per minute, an API key.', 1n],
])('an hour of a stated quota in what is sold: %s', (currentOffer, calls) => {
  const { one } = auditCaseOf(readText({ serviceName: 'Alder', currentOffer, targetBuyer: 'agents' }));
  const quota = one.reading.context.quotaPerMinute!.value * 60n;
  const cap = quota / calls > 1n ? quota / calls : 1n;
  expect([one.slots.hourCap, one.slots.hourSpend]).toEqual([`${cap}`, priceLabel(one.solved.price * cap)]);
});

test.each([
  ['Acme API, $0.10 per 1,000 rows', 1_000n],
  ['Acme API, $5 per 1,000,000 rows', 1_000n],
  ['Acme API, $0.0001 a row', 100n],
  ['Acme API, $0.001 per 10 rows', 100n],
  ['Chat completions, $0.60 per million tokens', 10_000n],
  ['Acme API, $2 per 1,000 rows', 1n],
])('the pack is the number that the seller prices, where agents would buy it: %s', (text, units) => {
  expect(solve(input(text)).units).toBe(units);
});

test('without a stated price a dear class is not sold at what clients sign unasked', () => {
  const letter = 'Printed letters, posted by us';
  expect(solve(input(letter))).toMatchObject({ price: 3_000_000_000n, binding: 'class' });
  expect(solve(input(`${letter}, $0.90 per letter`))).toMatchObject({ price: 1_000_000_000n });
  expect(solve(input(`${letter}. Buyers run an x402 v1 client`)).price).toBeLessThanOrEqual(100_000_000n);
});
