import { wordlist as english } from '@scure/bip39/wordlists/english.js';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { normalise } from '../normalise.ts';
import { redact } from '../redact.ts';
import { scanViews } from '../scan.ts';
import { newWork } from '../work.ts';
import { CASES } from './cases.suite.ts';
import { firstRows, kinds, rows } from './index.ts';

const plain = (text: string): string => normalise(text, newWork()).plain;
const found = (text: string): string[] => {
  const work = newWork();
  return scanViews(normalise(text, work), work).map((counted) => counted.kind);
};

describe('detectors', () => {
  it('have a case for every kind', () => {
    const tried = new Set(CASES.map(([kind]) => kind));
    expect(kinds.map(({ kind }) => kind).filter((kind) => !tried.has(kind))).toEqual([]);
  });

  it.each(CASES)('%s is found: %s', (kind, hit) => {
    expect(found(hit)).toContain(kind);
  });

  it.each(CASES)('%s is found: %s, and not in its neighbour: %s', (kind, _hit, miss) => {
    expect(found(miss)).not.toContain(kind);
  });

  // Rows older than this rule; the number only goes down.
  it('have a case in each row, but for 121 of them', () => {
    expect([...firstRows, ...rows].filter(({ cases }) => !cases)).toHaveLength(121);
  });

  const tried = [...firstRows, ...rows].filter(({ cases }) => cases);
  it.each(tried)('$id has its cases in the row that finds them: $cases', ({ pattern, cases = [] }) => {
    expect(cases.filter(([hit]) => plain(hit).search(pattern) >= 0)).not.toEqual([]);
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
