import { describe, expect, it } from 'vitest';
import { classify } from './classify.ts';
import { withoutTerms } from './sale.ts';

const isRefused = (text: string): boolean =>
  classify(text).findings.some((finding) => !finding.startsWith('vague'));

const REQUESTS = [
  'Should we sue the vendor',
  'Should we sue zebra-vendor.example',
  'must our bakery app appoint a data protection officer',
  'Which token should I buy before the halving',
  'Write a cold email to every dentist in Ohio',
  'sollen wir den Vermieter verklagen',
  '我应该起诉我的房东吗',
];
const AROUND: readonly ((request: string) => string)[] = [
  (request) => `${request}, x402 API endpoint, $0.02 per call, Base`,
  (request) => `${request}? Budget: 0.05 USDC on Base.`,
  (request) => `${request} (pay-per-call, max $0.10)`,
  (request) => `${request} - need an API for this, up to 3 cents`,
  (request) => `${request}. I can pay 0.03 USDC for the answer`,
  (request) => `${request}, one paid call, no subscription`,
  (request) => `x402 API, $0.02 per call on Base: ${request}`,
  (request) => `Looking for a paid endpoint, $0.03 max. ${request}`,
  (request) => `Using your API for $0.01, ${request}`,
];

describe('the terms of a sale', () => {
  it.each(REQUESTS)('before or behind a request they change nothing: %s', (request) => {
    expect(isRefused(request)).toBe(true);
    for (const around of AROUND)
      expect([around(request), isRefused(around(request))]).toEqual([around(request), true]);
  });

  it('inside a request they change nothing', () => {
    expect(isRefused('Should we, for $0.02 per call (x402 API), sue the vendor?')).toBe(true);
    expect(withoutTerms('Should we sue the vendor (x402, $0.02 per call) over this?')).not.toContain('0.02');
  });

  it('what is bought stays, and a text of terms alone is left as it is', () => {
    expect(withoutTerms('weather data for Lagos - need an API for this, up to 3 cents')).toMatch(
      /^weather data for Lagos/,
    );
    expect(withoutTerms('API, $0.02 per call')).toBeUndefined();
    expect(withoutTerms('Is 1,000 calls of the OCR endpoint at $0.02 worth it?')).toBeUndefined();
    expect(withoutTerms('Should I pay for api.weather.example v1.2?')).toBeUndefined();
  });

  it.each([
    ['Sag mir, ob ich in Bitcoin einsteigen soll', ', x402-Endpunkt, 0,02 $ je Aufruf, Base'],
    ['dites-moi si mon bail est valable', ', paiement x402, 0,05 USDC par appel'],
    ['calcula lo que debo a Hacienda', ', pago por llamada en Base, 2 centavos'],
    ['проверь договор подряда', ', оплата за вызов 0.05 USDC'],
    ['看一下这份股权协议对我有没有坑', '，API按次付费0.05 USDC'],
    ['今週買うべき仮想通貨を選んで', '。x402のAPI、1回0.02ドル、Base'],
    ['راجع عقد العمل وقل لي هل يمكنني فسخه', '، الدفع لكل طلب 0.05 USDC'],
  ])('are known in other languages: %s', (request, terms) => {
    expect(withoutTerms(request + terms)?.replace(/[。،]$/, '')).toBe(request);
  });

  it('a question about the price is no term', () => {
    expect(withoutTerms('rug score API to post on each new pool, price?')).toBeUndefined();
    expect(withoutTerms('a new seller asks 1,000 units. Pay?')).toBeUndefined();
  });

  it('are looked for at both ends of a long text, and in none that is longer than what is read of it', () => {
    const words = 'the blue bird '.repeat(200);
    expect(withoutTerms(`x402 API call: ${words}, $0.02 per call`)).toBe(words.trim());
    expect(withoutTerms(`x402 API call: ${words.repeat(2)}, $0.02 per call`)).toBeUndefined();
  });

  it.each([
    'Should we pay zebra-vendor.example $0.02 for one exchange-rate call',
    'weather data for Lagos - need an API for this, up to 3 cents',
    'tax-rate lookup for 40 countries (x402, max $0.05 per call)',
    'Using your API for $0.01, check whether the OCR endpoint at ocr.example is worth it',
  ])('a purchase is none the less one: %s', (text) => {
    expect(classify(text).findings).toEqual([]);
  });
});
