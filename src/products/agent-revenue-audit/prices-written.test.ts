import { expect, test } from 'vitest';
import { nanoToDollars } from './amount.ts';
import { readStatedFacts, statedPrice } from './facts.ts';
import { auditInput } from './schema.ts';

const read = (currentOffer: string) =>
  readStatedFacts(auditInput.parse({ serviceName: 'Alder', currentOffer, targetBuyer: 'agents' }));

/** Each was once read as something else: another currency's word, the size of a thing, a speed, a fee to begin. */
test.each([
  ['Informes de empresas. 65 dólares por informe.', '65.00'],
  ['Relatórios, US$ 18 por relatório.', '18.00'],
  ['Sprachmodelle. Abrechnung je Million Token: 0,60 Dollar.', '0.0000006'],
  ['hCaptcha $2.99 за 1000', '0.00299'],
  ['0.04美元/页', '0.04'],
  ['H100 SXM at $2.39 in Narvik', '2.39'],
  ['27 routes at $0.005 to $0.02', '0.005'],
  ['Fast mode under 30 seconds for $0.10', '0.10'],
  ['Product pages. $0.00001 to start, $0.001 per product.', '0.001'],
  ['Uploads at $0.02 each, facilitator fee $0.001', '0.02'],
  ['Mailing. $0.40 for colour; one letter is $3.40 with the address page.', '3.40'],
  ['1 USDC = 1000 credits. Summarize is 10 credits.', '0.01'],
  ['One paragraph, GHS 0.05', '0.0045'],
])('%s: %s', (offer, price) => {
  const facts = read(offer);
  expect(nanoToDollars((statedPrice(facts) ?? facts.wholePrice)!.value)).toBe(price);
});

test.each([
  ['Feed of aircraft, plano único de US$ 49 por mês com chave', '49.00'],
  ['Company data, contrat Pro à 99 $ HT par mois', '99.00'],
  ['Documents, Grundgebühr 5 $ im Monat', '5.00'],
])('a month in another language: %s', (offer, fee) => {
  expect(nanoToDollars(read(offer).monthlyFee!.value)).toBe(fee);
});

test('a speed is no number of calls, a status no count, and what others ask is no value', () => {
  expect(read('Business $58 a month: 200 requests/minute').includedCalls).toBeUndefined();
  expect(read('Business $58 a month: 200 requests').includedCalls?.value).toBe(200n);
  expect(read('One GET, the 402 challenge is real').challenges).toBeUndefined();
  expect(read('Pictures. People say they pay 4 cents elsewhere').valuePerUse).toBeUndefined();
  expect(read('20,000 quotes by bots this month').context.ageSeconds).toBeUndefined();
});
