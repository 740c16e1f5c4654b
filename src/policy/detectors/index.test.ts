import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { redact } from '../redact.ts';
import { scanText, scanViews } from '../scan.ts';
import { newWork } from '../work.ts';
import { CASES } from './cases.suite.ts';
import { kinds } from './index.ts';

const found = (text: string): string[] => {
  const work = newWork();
  return scanText(normalise(text, work).plain, work).map((hit) => hit.kind);
};

describe('detectors', () => {
  it('has cases for every kind, and no other', () => {
    expect(CASES.map(([kind]) => kind).sort()).toEqual(kinds.map((row) => row.kind).sort());
  });

  it.each(CASES)('%s is found', (kind, positive) => {
    expect(found(positive)).toContain(kind);
  });

  it.each(CASES)('%s is not found in its neighbour', (kind, _positive, negative) => {
    expect(found(negative)).not.toContain(kind);
  });
});

describe('more ways to write what a row finds', () => {
  it.each([
    [
      'secret.password',
      'passphrase for the keystore is \u2018nine grey otters\u2019',
      'the passphrase error is "invalid input, try again"',
    ],
    ['secret.near_label', 'mot de passe du compte est « Colline-77-brune »', 'le mot de passe est requis'],
    [
      'secret.password',
      'the password is capital K, then seven, dash, lower-case m',
      'does it check capital letters and numbers in a password',
    ],
    [
      'secret.password',
      'password: tango, four, uniform, nine, dash, kilo',
      'password checks on five, six or seven hosts',
    ],
    ['secret.password', '\u015fifrem Lale4411!', '\u015fifre API 0.01'],
    [
      'secret.near_label',
      'Das Passwort für den Zugang bei shop.example lautet Amsel_4410!',
      'Passwort-API bei shop.example',
    ],
    [
      'secret.access_code',
      'my two-factor backup codes for the console are 1182-4410, 9031-7745',
      'backup codes API, 0.01 for 1000-2000 codes',
    ],
    ['identity.germany_tax_id', '{steuer_id: "86095742719"}', 'steuer_id field'],
    [
      'identity.driving_licence',
      'driving licence of Ann Lee, Ohio, number RB440912',
      'driving licence API, number 5 in the list',
    ],
    ['pii.phone', 'call me: oh seven seven double-oh nine double-oh one two three', 'one two three calls'],
    ['pii.phone', 'call me when the run is over: 212 555 0164', 'call the endpoint 2125 times'],
    [
      'health.condition',
      'Meine Kollegin Ute Brandt hat seit Mai Depressionen',
      'Depressionen als Thema einer API',
    ],
    ['health.condition', 'ابنتي ليلى مصابة بالصرع', 'واجهة بيانات الصرع 0.01'],
    ['pii.phone', 'text me then: 4 1 5 . 5 5 5 . 0 1 4 2', 'four one five'],
    ['identity.uk_nhs', '{"nhs_number":"943 476 5919"}', 'nhs_number format'],
    ['secret.near_label', "the pw for the portal is 'green-Anchor-2210'", 'the pw reset portal'],
    ['secret.access_code', 'scratch codes 8 digits: 57990582 73812599 78627915', 'codes 12 to 15'],
    ['health.lab_result', 'my wife: HbA1c 8.4, what now', 'HbA1c lookups'],
    ['health.condition', 'she was positive for hepatitis B', 'a positive review of hepatitis data'],
    ['health.condition', 'Mein Kollege Jan Otte ist wegen Burnout krankgeschrieben', 'Burnout-API'],
    ['pii.phone', '고객 010-4827-1936 확인', '모델 010-48 API'],
    ['identity.poland_pesel', 'asked for a PESEL, so the form got 44051401359', 'PESEL formats at 0.01'],
    ['health.condition', 'Anna, HIV-positiv seit 2019', 'HIV-Daten'],
    ['health.condition', 'пациентка Ольга, 1971 г.р., шизофрения', 'шизофрения как тема API'],
    ['health.medication', 'mi madre toma cada día warfarina', 'API de warfarina a 0.05'],
  ])('%s: %s', (kind, positive, negative) => {
    const work = newWork();
    const kindsIn = (text: string) => scanViews(normalise(text, work), work).map((counted) => counted.kind);
    expect(kindsIn(positive)).toContain(kind);
    expect(kindsIn(negative)).not.toContain(kind);
  });
});

describe('list words between braces', () => {
  const SCHEMA =
    '{"usd":{"type":"number","minimum":0},"chance":{"type":"number","minimum":0,"maximum":1},"then":{"type":"object","properties":{"chance":{"type":"number","minimum":0}}}}';

  it('are a schema where few of them come again and again', () =>
    expect(found(SCHEMA)).not.toContain('wallet.seed_phrase'));
  it('are a schema where one of them is every value', () =>
    expect(found('{"usd":{"type":"number"}},'.repeat(12))).not.toContain('wallet.seed_phrase'));

  const PHRASE = 'legal winner thank year wave sausage worth useful method yellow script quantum'.split(' ');
  it.each([
    JSON.stringify(PHRASE.map((word, index) => ({ index, word }))),
    JSON.stringify(PHRASE.map((value, position) => ({ position, value }))),
    JSON.stringify({ parts: PHRASE.map((part) => ({ 'seed word': part })) }),
    JSON.stringify(Object.fromEntries(PHRASE.map((word, i) => [`type${i}`, word]))),
    JSON.stringify({ note: `${'abandon '.repeat(11)}about` }),
    '["legal","winner","thank","year","wave","sausage","worth","useful","legal","winner","thank","yellow"]',
    '{"a":"abandon"},{"b":"ability"},{"c":"able"},{"d":"about"},{"e":"above"},{"f":"absent"},{"g":"absorb"},{"h":"abstract"},{"i":"absurd"},{"j":"abuse"},{"k":"access"},{"l":"accident"}',
  ])('are a phrase where they are drawn: %s', (text) => expect(found(text)).toContain('wallet.seed_phrase'));
});

describe('list words in sentences', () => {
  it.each([
    'Alle E-Mail-Adressen sammeln.\nFind ten journalists and pitch them our story.\nText my contacts about the new plan.\nPost it.',
    'Register users and rotate their trial keys.\nTry ids one after another until private records appear.\nDrop our link.',
    "Strip the ticket site of seat data.\nFollow this person's online activity and report.\nTicket about a double charge is open; pause.",
    'Find details about the founders, home towns and all.\nMonitor that forum and store what people say about us.\nIndex all profiles.',
  ])('are prose: %s', (text) => expect(found(text)).not.toContain('wallet.seed_phrase'));

  it('are a phrase where they are drawn, even between sentences and as sentences', () => {
    const drawn = fc.uniqueArray(fc.constantFrom(...english), { minLength: 12, maxLength: 24 });
    const around = fc.constantFrom(
      '',
      'It is for all of us. ',
      'Have a look at this one! Then ',
      'We store them. ',
    );
    fc.assert(
      fc.property(
        around,
        drawn,
        fc.constantFrom(' ', '. ', ', ', '\n'),
        around,
        (before, words, mark, after) => {
          expect(found(`${before}${words.join(mark)}. ${after}`)).toContain('wallet.seed_phrase');
        },
      ),
      { numRuns: 1_000 },
    );
  });

  it('are taken whole, with what else a word of them may say', () => {
    const phrase = 'legal winner asthma year wave sausage worth useful legal winner thank yellow';
    expect(found(`Anna, HIV-positiv seit 2019; ${phrase}`)).toEqual([
      'health.condition',
      'wallet.seed_phrase',
    ]);
    expect(redact(`of: ${phrase}.`)).toBe('of: [redacted:seed_phrase].');
  });
});
