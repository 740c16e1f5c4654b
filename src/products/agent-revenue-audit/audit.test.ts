import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { amount, someOf } from '../../amount.testing.ts';
import { digestJson } from '../../values/digest.ts';
import { parseNano } from './amount.ts';
import { answerAudit } from './answer.ts';
import { CASES, FACTS, generated } from './cases.testing.ts';
import { ownProse, UNWANTED } from './consistency.ts';
import { LADDER_NANO, priceAtomic } from './price.ts';
import {
  AUDIT_LIMITS,
  type AuditInput,
  type AuditResponse,
  type AuditRoute,
  auditInput,
  auditResponse,
} from './schema.ts';
import { CLAIMS } from './tables/claims.ts';
import { FRICTIONS } from './tables/frictions.ts';
import { ROUTES } from './tables/routes.ts';

const audit = (input: AuditInput) => answerAudit(input, FACTS);
const routeOf = (response: AuditResponse): AuditRoute => {
  const route = response.bestFirstPaidRoute;
  if (route.available !== true) throw new Error('no route');
  return route as AuditRoute;
};
const ids = (response: AuditResponse) => response.frictionDetails.map((one) => one.id);
const cases = Object.entries(CASES).map(([id, one]) => ({ id, ...one }));
const inputs = [...cases.map((one) => one.input), ...generated(30, 11)];
const answers = inputs.map(audit);

test.each(cases)('$id says what a good auditor must say', ({ input, demand }) => {
  const response = audit(input);
  const { method, path, price } = routeOf(response);
  expect({ archetype: response.archetype.id, method, path, price }).toEqual({
    archetype: demand.archetype,
    method: demand.method,
    path: demand.path,
    price: demand.price,
  });
  expect(ids(response)).toEqual(expect.arrayContaining([...demand.frictions]));
  expect(auditResponse.parse(response)).toEqual(response);
});

test('the traps of the cases', () => {
  const of = (id: string) => audit(CASES[id]!.input);
  const line = (id: string, friction: string) =>
    of(id).conversionFriction.find((one) => one.startsWith(friction));
  expect(routeOf(of('A2')).notFirst[0]!.alternative).toMatch(/raw tokens/);
  expect(routeOf(of('A4')).unit).toMatch(/charged on match only/);
  expect(routeOf(of('A4')).freePreview.redaction).toMatch(/contact e-mails are never part/);
  expect(line('A5', 'F14')).toMatch(/spendControls/);
  expect(JSON.stringify(routeOf(of('A6')))).not.toMatch(/signal|buy now|sell now/iu);
  expect(of('A6').summary).toMatch(/no paid route for "Trading-signal bot/);
  expect(routeOf(of('A7')).mcpTool).toMatchObject({ _meta: { 'x402/price': { amount: '10000' } } });
  expect(routeOf(of('A8')).unit).toBe('one pack of 1,000 calls');
  expect(routeOf(of('A8')).notFirst[0]!.reason).toMatch(/MPP session/);
  expect(routeOf(of('A9')).exampleResponse).toHaveProperty('previousDigest');
  expect(ids(of('A10')).slice(0, 2)).toEqual(['F20', 'F19']);
  expect(
    of('A10')
      .sevenDayRevenuePlan.slice(0, 2)
      .map((day) => day.split(' — ')[0]),
  ).toEqual(['Day 1, failure path', 'Day 2, pay path']);
  expect(routeOf(of('A10')).companions).toMatchObject([{ method: 'POST', path: '/v1/quote', price: 'free' }]);
  expect(of('A11').priceRationale!.how).toBe('kept');
  expect(of('A11').monetizationDiagnosis).toMatch(/7 cases of 1000/);
});

test('pairwise, two of path, unit and leading frictions differ', () => {
  const ten = cases.slice(0, 10).map(({ input }) => {
    const response = audit(input);
    const { path, unit } = routeOf(response);
    return [path, unit, ids(response).slice(0, 3).join()];
  });
  for (const [i, a] of ten.entries())
    for (const b of ten.slice(i + 1))
      expect(a.filter((part, k) => part !== b[k]).length).toBeGreaterThanOrEqual(2);
});

test('the same input gives the same bytes, and source is not read', () => {
  for (const [i, input] of inputs.entries()) {
    const bytes = JSON.stringify(answers[i]);
    expect(JSON.stringify(audit(structuredClone(input)))).toBe(bytes);
    expect(JSON.stringify(audit({ ...input, source: 'x-profile $29/mo OCR' }))).toBe(bytes);
  }
});

/** The whole answer as text, so that a name can be replaced in it. */
const plain = (response: AuditResponse, name: string): string =>
  JSON.stringify({ ...response, inputDigest: '' }).replaceAll(name, 'NAME');

test('another service name changes nothing but names', () => {
  for (const input of inputs) {
    const [a, b] = ['Zephyrine', 'Quillonda'].map((serviceName) =>
      plain(audit({ ...input, serviceName }), serviceName),
    );
    expect(a).toBe(b);
  }
});

/** Takes prices, and the words that follow from a price alone, out of a text. */
const unpriced = (text: string): string =>
  text
    .replace(/\$\d+\.\d+/gu, '$')
    .replace(/\d+(?:\.\d)? times/gu, 'X times')
    .replace(/\b\d[\d,]*(?: %)?/gu, 'N')
    .replace(
      /in the cheapest quarter|between the lower quartile and the median|between the median and the upper quartile|at the median|above the upper quartile/gu,
      'PLACE',
    )
    .replace(/, and over the \$ of x402-fetch v1/gu, '');

/** What a risk tolerance must not touch. */
function withoutPrice(response: AuditResponse): string {
  const {
    example402: _,
    openapi: __,
    sellerSnippets: ___,
    price: ____,
    priceAtomic: _____,
    ...route
  } = routeOf(response);
  const { priceRationale: ______, inputDigest: _______, facts, limits, confidence, ...rest } = response;
  const calm = { ...rest, bestFirstPaidRoute: route, facts: facts.filter((fact) => fact.id !== 'risk') };
  return unpriced(JSON.stringify([calm, limits.slice(1), confidence.level]));
}

test('risk tolerance moves the price one step and nothing else', () => {
  let moved = 0;
  for (const input of inputs) {
    const [low, medium, high] = ['low', 'medium', 'high'].map((riskTolerance) =>
      audit({ ...input, riskTolerance }),
    );
    expect(withoutPrice(low!)).toEqual(withoutPrice(high!));
    expect(withoutPrice(medium!)).toEqual(withoutPrice(high!));
    expect(medium!.priceRationale!.chosen).toBe(high!.priceRationale!.chosen);
    const steps = LADDER_NANO.map(priceAtomic);
    const { how, chosenAtomic, floor } = high!.priceRationale!;
    const below = steps.filter((step) => BigInt(step) < BigInt(chosenAtomic)).at(-1);
    const canMove =
      how === 'ladder' &&
      below !== undefined &&
      BigInt(below) >= BigInt(priceAtomic(parseNano(floor.usd.slice(1))!));
    expect(low!.priceRationale!.chosenAtomic).toBe(canMove ? below : chosenAtomic);
    moved += Number(canMove);
  }
  expect(moved).toBeGreaterThan(inputs.length / 2);
});

test('what stands in double quotes, and every evidence, is in the input', () => {
  for (const [i, input] of inputs.entries()) {
    const response = answers[i]!;
    const all = Object.values(input).join('\n');
    const prose = [
      response.summary,
      response.monetizationDiagnosis,
      ...response.conversionFriction,
      ...response.sevenDayRevenuePlan,
      ...response.assumptions,
      ...response.questions,
      ...response.limits,
    ];
    for (const [, span] of prose.join('\n').matchAll(/"([^"]*)"/gu)) expect(all).toContain(span);
    for (const { field, quote } of [...response.facts])
      expect(input[field as keyof AuditInput]).toContain(quote);
    for (const { quotes } of response.archetype.candidates)
      for (const quote of quotes) expect(all).toContain(quote);
  }
});

const strings = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : value && typeof value === 'object'
      ? Object.values(value).flatMap(strings)
      : [];

/** Sentences and clauses of an answer, comments of the code included, without headings, names and addresses. */
function sentences(response: AuditResponse): Set<string> {
  const { sellerSnippets, ...route } = routeOf(response);
  const comments = strings(sellerSnippets).flatMap((code) =>
    code.split('\n').filter((line) => /^\s*(?:\/\/|\/\*|#)/u.test(line)),
  );
  return new Set(
    [...strings({ ...response, bestFirstPaidRoute: route }), ...comments]
      .flatMap((text) => text.split(/(?<=[.?!])\s+|\n|; /u))
      .map((text) => text.trim())
      .filter((text) => /\s/u.test(text) && (text.match(/\p{L}{2,}/gu) ?? []).length >= 5),
  );
}

test.each(someOf([1, 2, 3], 3))(
  'no sentence stands in more than 30 %% of fifty unlike audits (seed %i)',
  (seed) => {
    const counts = new Map<string, number>();
    for (const input of generated(50, seed))
      for (const one of sentences(audit(input))) counts.set(one, (counts.get(one) ?? 0) + 1);
    expect(counts.size).toBeGreaterThan(1_000);
    expect([...counts].filter(([, count]) => count > 15)).toEqual([]);
  },
);

test('nothing regulated or unwanted comes out in our own words', () => {
  for (const input of [...inputs, ...generated(50, 5)])
    for (const text of ownProse(audit(input), input)) expect(text).not.toMatch(UNWANTED);
});

test('every route and every friction is reached by some input', () => {
  const reachedRoutes = new Set<string>();
  for (const row of ROUTES) {
    const cue =
      Object.entries(row.cues)
        .sort((a, b) => b[1] - a[1])[0]?.[0]
        .replace('~', 'ing') ?? 'nothing said';
    const response = audit({ serviceName: 'Alder', currentOffer: `${cue}.`, targetBuyer: 'agents' });
    reachedRoutes.add(response.archetype.route);
  }
  expect([...reachedRoutes].sort()).toEqual(ROUTES.map((row) => row.id).sort());
  const reached = new Set(
    [...cases.map((one) => one.input), ...generated(amount(100, 300), 2)].flatMap((input) =>
      ids(audit(input)),
    ),
  );
  for (const row of FRICTIONS) {
    const cue = row.cues[0] ?? CLAIMS.find((claim) => claim.friction === row.id)?.example;
    if (cue)
      for (const id of ids(
        audit({
          serviceName: 'Alder',
          currentOffer: 'Lookup.',
          targetBuyer: 'agents',
          currentProblem: `${cue}.`,
        }),
      ))
        reached.add(id);
  }
  expect([...reached].sort()).toEqual(FRICTIONS.map((row) => row.id));
});

test('what is not stated is asked, and asking stops when it is stated', () => {
  const bare = audit({ serviceName: 'Alder', currentOffer: 'OCR of scans', targetBuyer: 'agents' });
  expect(bare.questions.length).toBeGreaterThanOrEqual(4);
  expect(bare.questions.join()).toMatch(/cost you to make a scan/);
  const told = audit({
    serviceName: 'Alder',
    currentOffer: 'OCR of scans. Our cost is $0.001 per call.',
    targetBuyer: 'agents',
  });
  expect(told.questions.join()).not.toMatch(/cost you to make/);
  const unknown = audit({ serviceName: 'Alder', currentOffer: 'It is good.', targetBuyer: 'agents' });
  expect(unknown.archetype.id).toBe('unclear');
  expect(unknown.confidence.level).toBe('low');
  expect(unknown.questions[0]).toMatch(/What does one call of Alder return/);
});

test('a negated or cleared cue is no friction', () => {
  const at = (currentOffer: string) =>
    ids(audit({ serviceName: 'Alder', currentOffer, targetBuyer: 'agents' }));
  expect(at('Weather API. Requires an API key.')).toContain('F01');
  expect(at('Weather API. No API key.')).not.toContain('F01');
  expect(at('Weather API. No account needed.')).not.toContain('F01');
  expect(at('OCR of scans, no charge on failure.')).not.toContain('F21');
  expect(at('Anti-spam verification of sign-ups')).not.toContain('F25');
});

test('a reported loss goes before earlier stages, and brings both halves of its cure', () => {
  const at = (currentProblem: string) =>
    audit({
      serviceName: 'Alder',
      currentOffer: 'Weather API with an API key, no docs, not listed.',
      targetBuyer: 'agents',
      currentProblem,
    }).frictionDetails;
  expect(at('').map((one) => one.id)).toEqual(['F10', 'F09', 'F01', 'F04', 'F23']);
  for (const problem of ['A buyer was charged twice.', 'Buyers were charged but got nothing.']) {
    expect(at(problem).map((one) => one.id)).toEqual(['F20', 'F19', 'F10', 'F09', 'F01', 'F04']);
    expect(at(problem).map((one) => one.lossReported)).toEqual([true, true, false, false, false, false]);
  }
});

test('excluded output stays excluded beside a permitted one, and its nouns do not exclude a product', () => {
  const kind = (currentOffer: string) =>
    audit({ serviceName: 'Alder', currentOffer, targetBuyer: 'agents' }).archetype.id;
  expect(kind('MCP server with trading signals')).toBe('out_of_scope');
  expect(kind('Weather API and legal advice')).toBe('out_of_scope');
  expect(kind('MCP server with tools around a trading bot')).toBe('out_of_scope');
  expect(kind('Loan document OCR')).toBe('document_extraction');
  expect(kind('Legal document search')).toBe('search_retrieval');
  expect(kind('Weather API; we do no web scraping')).toBe('data_lookup');
});

test('the name is read only when the offer names no kind', () => {
  const name = audit({
    serviceName: 'Weather API',
    currentOffer: '$29/mo for 10k calls, API key',
    targetBuyer: 'agents',
  });
  expect(name.archetype.id).toBe('data_lookup');
  expect(name.assumptions.join()).toMatch(/taken from serviceName/);
  const offer = audit({ serviceName: 'Weather API', currentOffer: 'OCR of scans', targetBuyer: 'agents' });
  expect(offer.archetype.id).toBe('document_extraction');
});

test('the body is closed and its limits count code points', () => {
  const body = { serviceName: 'A', currentOffer: 'B', targetBuyer: 'C' };
  expect(auditInput.parse(body)).toEqual(body);
  for (const [field, limit] of Object.entries(AUDIT_LIMITS)) {
    expect(auditInput.safeParse({ ...body, [field]: '🙂'.repeat(limit) }).success).toBe(true);
    expect(auditInput.safeParse({ ...body, [field]: 'a'.repeat(limit + 1) }).success).toBe(false);
    for (const bad of ['', ' \n', 'a\ud800', 7, null])
      expect(auditInput.safeParse({ ...body, [field]: bad }).success).toBe(false);
  }
  expect(auditInput.safeParse({ ...body, extra: 'x' }).success).toBe(false);
  expect(auditInput.safeParse({ serviceName: 'A', currentOffer: 'B' }).success).toBe(false);
  const published = z.toJSONSchema(auditInput) as {
    additionalProperties: boolean;
    properties: Record<string, { maxLength: number }>;
  };
  expect(published.additionalProperties).toBe(false);
  expect(
    Object.fromEntries(Object.entries(published.properties).map(([name, rule]) => [name, rule.maxLength])),
  ).toEqual(AUDIT_LIMITS);
});

test('any valid body stays under 16 kB', () => {
  const largest = Object.fromEntries(
    Object.entries(AUDIT_LIMITS).map(([field, limit]) => [field, '🙂'.repeat(limit)]),
  );
  expect(auditInput.safeParse(largest).success).toBe(true);
  expect(Buffer.byteLength(JSON.stringify(largest))).toBeLessThan(16_000);
});

test('any text gives a whole audit', () => {
  const vocabulary = [
    ...ROUTES.flatMap((row) => Object.keys(row.cues)),
    ...FRICTIONS.flatMap((row) => [...row.cues, ...(row.clears ?? []), ...(row.lossCues ?? [])]),
  ];
  const words = fc.array(
    fc.oneof(
      fc.constantFrom(...vocabulary),
      fc.constantFrom(
        '$29/mo',
        '$0.04 per call',
        'for 10k calls',
        '500 challenges',
        '0 paid',
        '$9,999k',
        '.',
        ';',
        'no',
        '€4',
        'takes 90 s',
        '12 tools',
      ),
      fc.string({ unit: 'grapheme', maxLength: 12 }),
    ),
    { minLength: 1, maxLength: 25 },
  );
  const sentence = words
    .map((list) => list.join(' ').slice(0, 300))
    .filter((text) => /\S/u.test(text) && !/\p{Cs}/u.test(text));
  const arbitrary = fc.record(
    {
      serviceName: sentence.map((text) => text.slice(0, 40)),
      currentOffer: sentence,
      targetBuyer: sentence,
      currentPaymentRail: sentence.map((text) => text.slice(0, 100)),
      riskTolerance: fc.constantFrom('low', 'high', 'whatever'),
      currentProblem: sentence,
    },
    { requiredKeys: ['serviceName', 'currentOffer', 'targetBuyer'] },
  );
  fc.assert(
    fc.property(arbitrary, (input) => {
      const parsed = auditInput.safeParse(input);
      fc.pre(parsed.success);
      const response = audit(parsed.data);
      expect(auditResponse.safeParse(response).success).toBe(true);
      expect(response.conversionFriction.length).toBeLessThanOrEqual(12);
      for (const { field, quote } of response.facts)
        expect(parsed.data[field as keyof AuditInput]).toContain(quote);
    }),
    { numRuns: amount(60, 400), seed: 20261121 },
  );
});

test('the whole answer stays under 24 kB, summary and decision first, what can be run last', () => {
  for (const input of [...inputs, ...generated(100, 4)]) {
    const response = audit(input);
    expect(Buffer.byteLength(JSON.stringify(response)), input.currentOffer).toBeLessThan(24_000);
    expect(Object.keys(response).slice(0, 3)).toEqual(['status', 'summary', 'monetizationDiagnosis']);
    expect(Object.keys(response).at(-1)).toBe('bestFirstPaidRoute');
  }
});

test.each([
  ['OCR of scans', ['hono', 'express']],
  ['OCR of scans on Hono', ['hono']],
  ['OCR of scans, served by Express', ['hono', 'express']],
  ['OCR of scans by FastAPI', ['hono']],
])('code for the stated runtime: %s', (offer, wanted) => {
  const { sellerSnippets } = routeOf(
    audit({ serviceName: 'Alder', currentOffer: offer, targetBuyer: 'agents' }),
  );
  expect(Object.keys(sellerSnippets)).toEqual(['install', ...wanted, 'buyer', 'check']);
});

test('goldens', async () => {
  const kept = cases.map(({ id, input }) => {
    const response = audit(input);
    const { example402, openapi, bazaar, sellerSnippets, ...route } = routeOf(response);
    const bulky = Object.fromEntries(
      Object.entries({ example402, openapi, bazaar, ...sellerSnippets }).map(([name, value]) => [
        name,
        digestJson(value),
      ]),
    );
    return [id, { input, answer: { ...response, bestFirstPaidRoute: { ...route, ...bulky } } }];
  });
  await expect(`${JSON.stringify(Object.fromEntries(kept), null, 1)}\n`).toMatchFileSnapshot('./golden.json');
});
