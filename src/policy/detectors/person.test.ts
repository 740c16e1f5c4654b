import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { scanText } from '../scan.ts';
import { walk } from '../walk.ts';
import { newWork } from '../work.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

/** What says nothing by itself is a person's beside a name, and a thing's beside the name of one. */
describe('beside a name', () => {
  it.each([
    [
      'identity.national_number',
      'Sanne Vroegop, 701957578, payroll API',
      'Order Number 701957578, payroll API',
    ],
    ['identity.national_number', 'fatura para Telmo Rebordão 273439502', 'Invoice Series 273439502'],
    ['identity.national_number', 'patient 7501020018, claims API', 'ticket 7501020018, claims API'],
    ['identity.national_number', 'AA1234567 passeport de Karim Haddad', 'AA1234567 passe au contrôle'],
    ['identity.national_number', '김민수 8001011234560 조회', '조회 8001011234560'],
    ['pii.date_of_birth', 'Tomasz Wilga, 03.11.1979, horoscope API', 'World Cup 11.07.1982, stats API'],
    ['pii.date_of_birth', 'birthday card for Owen Marsh, 4 June 1971', 'Super Bowl, 4 June 1971'],
    ['pii.date_of_birth', 'Femke de Groot 14 februari 1988', 'Release Notes 14 februari 1988'],
    ['pii.date_of_birth', '藤堂みさき 平成4年6月17日の照合', '契約は平成4年6月17日から'],
    ['pii.date_of_birth', 'Anna Kowalska 1985-02-17', 'Anna Kowalska 2024-02-17'],
    [
      'health.condition',
      'Our driver Piet Zandstra had two seizures',
      'Johns Hopkins Hospital cancer statistics',
    ],
    ['health.condition', 'Diagnosis for Marta Kowalczyk: bipolar disorder', 'Mayo Clinic diabetes guideline'],
    [
      'health.condition',
      'HIV status positive (Tunde Akerele, Ikeja)',
      'HIV test kits (Premium Series, Ikeja)',
    ],
    ['health.condition', 'Jorun’s seven-year-old has type 1 and a pump', 'the detector has type 1 errors'],
    ['health.medication', 'Lucía Ferrer takes sertraline since May', 'sertraline price lookup for Spain'],
  ])('%s: %s', (kind, person, thing) => {
    expect(found(person)).toContain(kind);
    expect(found(thing)).not.toContain(kind);
  });

  it('reads across the name of the next member', () => {
    expect(found('{"person":"Anneke Duivestein","b":"1964-12-30"}')).toContain('pii.date_of_birth');
    expect(found(walk({ holder: 'Telmo Rebordão', n: '273439502' }).text)).toContain(
      'identity.national_number',
    );
    expect(found(walk({ order: 'Telmo', n: '273439502' }).text)).not.toContain('identity.national_number');
  });
});

describe('without a name', () => {
  it.each([
    ['Denmark', 'kunde 140388-2589 mangler', 'ordre 231115-0042 mangler'],
    ['Norway', '120581 04300 står på skjemaet', '120581 04301 står på skjemaet'],
    ['Czechia', 'hledám 736028/5163 léky', 'hledám 739928/5163 léky'],
    ['Emirates', '784-1987-3109655-2', '785-1987-3109655-2'],
    ['Pakistan', '35202-1234567-1', '35202-123456-11'],
    ['Mexico', 'PEPJ800101AB1 factura', 'PEPJ809901AB1 factura'],
    ['Great Britain, driving licence', 'HARGR711238DP9KL', 'HARGR791238DP9KL'],
    ['a document for machines', '7903188M2907114D<<<<<<<<<<<<<0', '7903188M2907114D<<0'],
  ])('%s', (_country, number, other) => {
    expect(found(number)).toContain('identity.national_number');
    expect(found(other)).not.toContain('identity.national_number');
  });

  it.each([
    ['to: 06 12 34 56 78', 'to: 0612345678'],
    ['n: 0171-2839401', 'n: 01712839401'],
    ['n: 415-555-0132', 'n: 1115550132'],
    ['(11) 98765-4321', 'id (11) 98765-4321'],
    ['98201 44512', '48201 44512'],
    ['0532 123 45 67', 'order 0532 123 45 67'],
  ])('a phone as it is written at home: %s', (phone, other) => {
    expect(found(phone)).toContain('pii.phone');
    expect(found(other)).not.toContain('pii.phone');
  });

  it.each([
    ['Danziger Str. 102, 10405 Berlin', 'Edition 12, 2024 Berlin'],
    ['Achterom 88, 2611 PR Delft', 'Part 88, 2611 pieces'],
    ['Baner Road, Pune 411045', 'Baner Product, Pune 411045'],
  ])('an address by its postcode: %s', (address, other) => {
    expect(found(address)).toContain('pii.postal_address');
    expect(found(other)).not.toContain('pii.postal_address');
  });
});
