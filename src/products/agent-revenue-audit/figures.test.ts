import fc from 'fast-check';
import { expect, test } from 'vitest';
import { amount } from '../../amount.testing.ts';
import { answerAudit } from './answer.ts';
import { FACTS } from './cases.testing.ts';
import { readStatedFacts, statedPrice } from './facts.ts';
import { auditReader } from './reader.ts';
import { type AuditInput, auditInput, auditResponse } from './schema.ts';

/** Figures that are zero, less than a nano-dollar or more than anybody pays: each is an audit, none a fault of ours. */

const input = (currentOffer: string, more: Partial<AuditInput> = {}): AuditInput => ({
  serviceName: 'Alder',
  targetBuyer: 'agents',
  currentOffer,
  ...more,
});
const fact = (id: string, value: string) => ({ id, value }) as NonNullable<AuditInput['facts']>[number];

test.each([
  ['OCR of scans. 1 credit = 0 pages if the page is blank. $0.01 per credit', 10_000_000n],
  ['OCR of scans. A page costs 0 credits when blank. $0.01 per credit', 10_000_000n],
  ['Text embeddings: 0.00001 per 1m tokens', undefined],
  ['Text embeddings, $0.0005 per million tokens', undefined],
  ['OCR of scans, $999999999999m per page', undefined],
  ['OCR of scans, $1000000000 per page', undefined],
  ['OCR of scans, $999,999,999 per page', 999_999_999_000_000_000n],
  ['OCR of scans. 1 credit = 1 page. $0 per credit', undefined],
  ['OCR of scans. 10 credits = 3000 pages. $0.0000001 per credit', undefined],
])('the price of one unit in: %s', (offer, price) => {
  expect(statedPrice(readStatedFacts(input(offer)))?.value).toBe(price);
  expect(answerAudit(input(offer), FACTS).status).toBe('complete');
});

test.each([
  ['a price of zero', input('OCR of scans', { facts: [fact('unitPrice', '0')] })],
  ['a whole of zero', input('OCR of scans', { facts: [fact('wholePrice', '0.00')] })],
  [
    'a plan for no calls',
    input('OCR of scans', { facts: [fact('monthlyFee', '29'), fact('includedCalls', '0')] }),
  ],
  ['more payments than challenges', input('OCR of scans. 0 challenges, 3 paid')],
])('%s is a whole audit', (_, one) => {
  const { economics, statedUnit } = answerAudit(auditInput.parse(one), FACTS).priceRationale!;
  expect(statedUnit).toBeNull();
  expect(economics.map(({ what }) => what)).not.toContain('revenue today for a scan');
});

test('a tiny price beside a huge cost fits the published answer', () => {
  for (const one of [
    input('Inference API, $0.000001 per token. It costs us $900,000,000 per token.'),
    input('OCR of scans', {
      facts: [fact('unitPrice', '0.000000001'), fact('unitCost', '999999999.999999999')],
    }),
  ])
    expect(auditResponse.safeParse(answerAudit(one, FACTS)).error).toBeUndefined();
});

test('any figures give a whole audit, for free and paid', () => {
  const digits = fc.constantFrom('0', '0.0', '.0001', '0.00001', '0.000001', '0.04', '1', '3', '10', '1,000');
  const huge = fc.constantFrom('999999999', '1000000000', '999,999,999,999', '999999999999');
  const figure = fc.oneof({ weight: 4, arbitrary: digits }, { weight: 1, arbitrary: huge });
  const scale = fc.constantFrom('', '', 'k', 'm', ' million');
  const unit = fc.constantFrom(
    'page',
    'credit',
    'call',
    'token',
    'month',
    'seat',
    'minute',
    'year',
    '1m tokens',
  );
  const phrase = fc.oneof(
    fc.tuple(figure, scale, unit).map(([n, s, u]) => `$${n}${s} per ${u}`),
    fc.tuple(figure, unit).map(([n, u]) => `${n} per ${u}`),
    fc.tuple(figure, figure, unit).map(([a, b, u]) => `$${a} per ${b} ${u}s`),
    fc.tuple(figure, figure, unit).map(([a, b, u]) => `${a} ${u}s = $${b}`),
    fc.tuple(figure, figure).map(([a, b]) => `${a} credits = ${b} pages`),
    figure.map((n) => `a page costs ${n} credits`),
    fc.tuple(figure, figure, scale).map(([a, b, s]) => `$${a}/mo for ${b}${s} calls`),
    fc.tuple(figure, scale).map(([n, s]) => `our cost is $${n}${s} per page`),
    fc.tuple(figure, scale).map(([n, s]) => `it saves $${n}${s} per use`),
    fc.tuple(figure, figure).map(([a, b]) => `${a} challenges, ${b} paid`),
    fc.tuple(figure, figure).map(([a, b]) => `${a} free calls, ${b} requests per day`),
  );
  const offers = fc.tuple(
    fc.constantFrom('OCR of scans', 'Text embeddings', 'Audit report', 'RPC for Base', 'It is good'),
    fc.array(phrase, { minLength: 1, maxLength: 4 }),
  );
  const usd = fc.constantFrom('0', '0.000000001', '0.02', '500000', '999999999.999999999');
  const facts = fc.record(
    {
      unitPrice: usd,
      wholePrice: usd,
      monthlyFee: usd,
      unitCost: usd,
      includedCalls: fc.constantFrom('0', '9'),
    },
    { requiredKeys: [] },
  );
  fc.assert(
    fc.property(offers, facts, fc.boolean(), ([what, said], given, live) => {
      const one = auditInput.parse(
        input(`${what}. ${said.join('. ')}${live ? '. Live on x402' : ''}`.slice(0, 300), {
          facts: Object.entries(given).map(([id, value]) => fact(id, value!)),
        }),
      );
      expect(auditResponse.safeParse(answerAudit(one, FACTS)).error).toBeUndefined();
      expect(auditReader.read(one).questions.length).toBeLessThanOrEqual(5);
    }),
    { numRuns: amount(60, 4_000), seed: 20261123 },
  );
});
