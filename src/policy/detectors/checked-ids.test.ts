import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { newWork } from '../work.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

/** Made up, with the check digits that the issuing country defines. The third is the same number with one digit wrong. */
const CASES: readonly (readonly [country: string, text: string, wrong: string])[] = [
  ['Argentina', '27-30720081-9 quiere el informe', '27-30720081-8 quiere el informe'],
  ['Thailand', 'buyer 1-1017-00230-70-8 wants', 'buyer 1-1017-00230-70-7 wants'],
  ['Germany, pension', 'Abfrage zu 15 070649 C 10 3 kaufen', 'Abfrage zu 15 070649 C 10 4 kaufen'],
  ['Taiwan', '林采蓁 F277552766,徵信查詢', '林采蓁 F277552765,徵信查詢'],
  [
    'Canada',
    'Payroll test with 584 827 703 for Maren Talvik, buy?',
    'Payroll test with 584 827 709 for Maren Talvik, buy?',
  ],
  ['Romania', '2900214217194 Sorana Ghițescu, cazier', '2900214217195 Sorana Ghițescu, cazier'],
  [
    'South Africa',
    'Thandeka Mokhuane 8803054387088, TransUnion pull',
    'Thandeka Mokhuane 8803054387086, TransUnion pull',
  ],
  ['Estonia, Lithuania', 'Mari Maasikas 37605030299 contract', 'Mari Maasikas 37605030298 contract'],
  ['Poland', 'Jan Kowalski 44051401359 umowa', 'Jan Kowalski 44051401358 umowa'],
  ['Turkey', 'Ayse Yilmaz 10000000146 rapor', 'Ayse Yilmaz 10000000145 rapor'],
  ['Kazakhstan', 'Aigerim Nurlan 900101450018 credit', 'Aigerim Nurlan 901301450018 credit'],
  ['Bulgaria', 'Ivan Petrov 7501020018 check', 'Ivan Petrov 7501020017 check'],
  ['Egypt', 'Omar Hassan 29001011234567 report', 'Omar Hassan 29013011234567 report'],
];

describe('national numbers without a label', () => {
  it.each(CASES)('%s: found by date and check digit', (_country, text) => {
    expect(found(text)).toContain('identity.national_number');
  });

  it.each(CASES)('%s: not found with one digit wrong', (_country, _text, wrong) => {
    expect(found(wrong)).not.toContain('identity.national_number');
  });

  it.each(CASES.slice(3))('%s: a number that stands beside no person is a number', (_country, text) => {
    const number = /[A-Z]*\d[\d -]*\d/.exec(text)![0];
    expect(found(`{"count":"${number}","unit":"rows"}`)).not.toContain('identity.national_number');
  });
});

it('takes a key of AWS that holds no digit', () => {
  expect(found(['AKI', 'AZBFWOXZXIBQOMDOJ'].join(''))).toContain('secret.aws_access_key');
  expect(found('AKIABCDEFGHIJKLMNOPQRSTUV')).not.toContain('secret.aws_access_key');
});
