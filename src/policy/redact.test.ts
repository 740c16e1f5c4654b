import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { amount } from '../amount.testing.ts';
import { CASES } from './detectors/cases.suite.ts';
import { normalise } from './normalise.ts';
import { isClean, redact, redactWithin, Searched } from './redact.ts';
import { REDACTED, scanText } from './scan.ts';
import { sanitiseUrl } from './url.ts';
import { walk } from './walk.ts';
import { newWork } from './work.ts';

interface Row {
  readonly cls: string;
  readonly text: string;
}

const readRows = (name: string): Row[] =>
  readFileSync(new URL(`../../data/policy/${name}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row);

const rows = readRows('dev');

describe('redact', () => {
  it.each([
    ['Send it to jane.doe@acme-corp.com today', 'Send it to [redacted:email] today'],
    ['Send it to j@a.io today', 'Send it to [redacted:email] today'],
    ['password: Hunter2!winter', 'password: [redacted:password]'],
    ['to=jane.doe%40acme-corp.com', '[redacted:encoded]'],
    ['Check the weather API for $0.01', 'Check the weather API for $0.01'],
  ])('%s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('leaves every row of the tuning sets clean and is idempotent on it', () => {
    for (const row of [...rows, ...readRows('dev-2')]) {
      const once = redact(row.text);
      expect(isClean(once), row.text).toBe(true);
      expect(redact(once)).toBe(once);
    }
    // The second tuning set has rows that are not found (docs/policy.md); the first has none.
    for (const row of rows) if (row.cls === 'sensitiveData') expect(redact(row.text)).not.toBe(row.text);
  });

  it('is idempotent and clean on any text', () => {
    const piece = fc.oneof(
      fc.string({ maxLength: 30 }),
      fc.constantFrom(...rows.filter((row) => row.cls === 'sensitiveData').map((row) => row.text)),
      fc.constantFrom(' ', '%40', '\u200b', '[redacted:email]', '[redacted:', ':', '='),
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 4 }), (pieces) => {
        const once = redact(pieces.join(''));
        expect(isClean(once)).toBe(true);
        expect(redact(once)).toBe(once);
      }),
      { numRuns: amount(25, 150) },
    );
  });

  it.each([
    ['routing_number=3222-7162-7', 'routing_number=[redacted:bank_account]'],
    ['us_passport_number=512803456', 'us_passport_number=[redacted:government_id]'],
    ['nhs_number: 943 476 5919. Price $0.01', 'nhs_number: [redacted:government_id]. Price $0.01'],
    // The label is six letters of the value: its clause goes, too.
    ['Pay $0.01. The password: password123; thanks', 'Pay $0.01. [redacted:text]; thanks'],
  ])('takes the value out, not its label: %s', (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it('leaves no six characters of anything that any reading shows', () => {
    const texts = [
      ...CASES.map(([, positive]) => positive),
      ...['dev', 'dev-2', 'fresh', 'held-out'].flatMap(readRows).map(({ text }) => text),
    ];
    for (const text of texts) {
      const shown = redact(text).replace(REDACTED, ' ').toLowerCase();
      for (const view of normalise(text, newWork()).views)
        for (const { start, end } of scanText(view.text, newWork())) {
          const value = view.text.slice(start, end).toLowerCase();
          for (let at = 0; at + 6 <= value.length; at++)
            expect(shown.includes(value.slice(at, at + 6)), `${text} > ${shown}`).toBe(false);
        }
    }
  }, 60_000);

  it('does not let a made-up token or a private-use character hide a value', () => {
    expect(isClean('[redacted:jane.doe@acme-corp.com]')).toBe(false);
    expect(isClean('password: \ue000\ue000Hunter2!winter')).toBe(false);
  });
});

describe('sanitiseUrl', () => {
  it.each([
    [
      'https://api.example.com/v1/price?city=Berlin&units=metric',
      'https://api.example.com/v1/price?city=&units=',
    ],
    ['https://bob:s3cr3tPass@api.vendor.io/v1#frag', 'https://api.vendor.io/v1'],
    ['https://api.example.com/u/jane.doe%40acme-corp.com/x', 'https://api.example.com/u/[redacted:email]/x'],
    ['/api/x?email=jane.doe@acme-corp.com', '/api/x?email='],
    ['https://0x71c7656ec7ab88b098defb751b7401b5f6d8976f.x.example/v1', '[redacted:text]'],
    ['[redacted:text]', '[redacted:text]'],
    ['javascript:alert(1)', undefined],
    ['/\\nobody@example.org', undefined],
    ['/.//nobody@example.org', undefined],
    ['not a url', undefined],
  ])('%s', (text, expected) => {
    expect(sanitiseUrl(text)).toBe(expected);
  });

  it('drops every query value', () => {
    fc.assert(
      fc.property(
        fc.stringMatching(/^[a-z]{3,8}$/),
        fc.stringMatching(/^[A-Za-z0-9]{8,40}$/),
        (key, value) => {
          expect(sanitiseUrl(`https://api.example.com/v1?${key}=${value}`)).not.toContain(value);
        },
      ),
      { numRuns: amount(20, 100) },
    );
  });
});

describe('what is shown settles', () => {
  const piece = fc.oneof(
    fc.string({ maxLength: 12 }),
    fc.constantFrom(...rows.filter((row) => row.cls === 'sensitiveData').map((row) => row.text)),
    fc.constantFrom(
      '/',
      '?',
      '&',
      '=',
      '#',
      '@',
      '%40',
      '%25',
      '%2F',
      'a',
      '[redacted:email]',
      'token',
      '.com',
    ),
  );
  const joined = fc.array(piece, { maxLength: 5 }).map((pieces) => pieces.join(''));

  it('sanitiseUrl is idempotent on any URL or path', () => {
    fc.assert(
      fc.property(
        fc.constantFrom('https://x.example/', 'https://', '/', 'http://a@b:'),
        joined,
        (head, rest) => {
          const once = sanitiseUrl(head + rest);
          if (once === undefined) return;
          expect(sanitiseUrl(once)).toBe(once);
          expect(sanitiseUrl(once, { clean: isClean(once) })).toBe(once);
        },
      ),
      { numRuns: amount(40, 250) },
    );
  }, 60_000);

  it('redactWithin is idempotent, clean and within its limit', () => {
    fc.assert(
      fc.property(joined, fc.integer({ min: 20, max: 120 }), (text, limit) => {
        const { text: once } = redactWithin(text, limit);
        expect(redactWithin(once, limit).text).toBe(once);
        expect([...once].length).toBeLessThanOrEqual(limit);
        expect(isClean(once)).toBe(true);
      }),
      { numRuns: amount(25, 150) },
    );
  }, 60_000);
});

describe('walk', () => {
  it('keeps a label beside its value, keys and numbers included', () => {
    expect(walk({ user: { ssn: '219-09-9999' }, card: 4111111111111111, list: [1, 2] }).text).toBe(
      'user\nssn: 219-09-9999\ncard: 4111111111111111\nlist: -',
    );
  });

  it('stops at depth, node and length limits without recursion', () => {
    let deep: unknown = 1;
    for (let i = 0; i < 50_000; i++) deep = [deep, {}];
    expect(walk(deep).overrun).toBe(true);
    expect(walk(Array.from({ length: 3_000 }, (_, i) => ({ i }))).overrun).toBe(true);
    expect(walk({ text: 'x'.repeat(40_000) }).overrun).toBe(true);
    expect(walk({ ok: [true, null, 'yes'] }).overrun).toBe(false);
  });
});

it.each([
  ['Marguerite Delcourt, 18 rue des Tanneurs, 37000 Tours', ['Delcourt', 'Tanneurs', 'Tours']],
  [
    'the parcel goes to Wanjiru Kamau, 14 Riverside Mews, Westlands, Nairobi 00100',
    ['Kamau', 'Riverside', 'Nairobi'],
  ],
  [
    'Our employee Rosa Villalba is HIV positive and needs Biktarvy every month.',
    ['Villalba', 'HIV', 'Biktarvy'],
  ],
])('takes what belongs to a value along: %s', (text, parts) => {
  const shown = redact(text);
  for (const part of parts) expect(shown).not.toContain(part);
  expect(redact(shown)).toBe(shown);
});

it('cleans within one allowance, and withholds what it cannot afford', () => {
  const encoded = [...'my mail is jane.roe.canary@gmail.com '.repeat(8)].map(
    (char) => `&#${char.charCodeAt(0)};`,
  );
  const work = newWork(1_000_000);
  expect(redact(encoded.join(''), new Searched(work))).toBe('[redacted:text]');
  expect(work.overrun).toBe(true);
  expect(work.left).toBeGreaterThan(-100_000);
  // What was not read is withheld with it.
  expect(redact('Check the price', new Searched(work))).toBe('[redacted:text]');
});
