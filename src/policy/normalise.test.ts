import { describe, expect, it } from 'vitest';
import { someOf } from '../amount.testing.ts';
import { decoders } from './decode.ts';
import { firstRows, rows } from './detectors/index.ts';
import { fold, MAX_VIEWS, normalise } from './normalise.ts';
import { scanText, scanViews } from './scan.ts';
import { newWork, WORK_LIMIT } from './work.ts';

const viewsOf = (text: string): Record<string, string> =>
  Object.fromEntries(normalise(text, newWork()).views.map((view) => [view.via, view.text]));

describe('normalise', () => {
  it.each([
    ['full width', '\uff4a\uff41\uff4e\uff45', 'jane'],
    ['zero width', 'pa\u200bss', 'pass'],
    ['tags', 'pa\u{e0041}ss', 'pass'],
    ['Cyrillic look-alikes', 'p\u0430ssw\u043erd', 'password'],
    ['Arabic-Indic digits', '\u0664\u0661', '41'],
  ])('folds %s', (_name, text, expected) => {
    expect(fold(text)).toBe(expected);
  });

  it('leaves text of another script alone', () => {
    expect(fold('\u041f\u0440\u0438\u0432\u0435\u0442, API')).toBe(
      '\u041f\u0440\u0438\u0432\u0435\u0442, API',
    );
  });

  it.each([
    ['plain>percent', 'to=jane%40acme.com', 'to=jane@acme.com'],
    ['plain>entity', 'jane&#64;acme&period;com', 'jane@acme.com'],
    ['plain>escape', 'jane\\u0040acme.com', 'jane@acme.com'],
    ['plain>b64', 'x YXBpX2tleT1za19saXZlXzUx', 'x api_key=sk_live_51'],
    ['plain>hex', 'x 6a616e654061636d652e636f6d', 'x jane@acme.com'],
    ['plain>quoted', 'Passwort=3A Gl=C3=BChwurm!77=20bitte', 'Passwort: Glühwurm!77 bitte'],
    [
      'plain>json',
      '{"to":{"local":"jane","domain":"acme.com"}}',
      'to\njane@acme.com\nlocal: jane\ndomain: acme.com',
    ],
    ['plain>spelled', 'jane [at] acme [dot] com', 'jane@acme.com'],
    ['plain>spelled', 'petra.l (ät) web (punkt) de', 'petra.l@web.de'],
    ['plain>spaced', 'A K I A I O S F', 'AKIAIOSF'],
    ['plain>digits', 'four one five five five five two', '4155552'],
    ['plain>reversed', 'retniw!2retnuH :drowssap', 'password: Hunter2!winter'],
    ['plain>percent>b64', 'YXBpX2tleT1za19saXZlXzUx%20x', 'api_key=sk_live_51 x'],
  ])('reads %s', (via, text, expected) => {
    expect(viewsOf(text)[via]).toBe(expected);
  });

  it('takes a query for no quoted-printable, and half a value for no JSON', () => {
    expect(viewsOf('a?limit=20&page=30')['plain>quoted']).toBeUndefined();
    expect(viewsOf('{"a": 1} and more')['plain>json']).toBeUndefined();
  });

  // Each of these is told by a literal first: a literal too few would leave a disguise unread.
  it.each([
    ...['reversed', 'Reverse Order', 'backward', 'backwards', 'al revés', 'à l’envers', "a l'envers"],
    ...['rückwärts', 'RUCKWARTS', 'al contrario', 'ao contrário', 'wspak', 'tersten'],
  ])('reads what is said to be %s', (said) => {
    expect(viewsOf(`${said}: 54321nhoj`)['plain>turned']).toBe(`${said.normalize('NFKC')}: john12345`);
  });
  it.each(['rot13', 'ROT-13', 'cnffjbeq', 'cnffcuenfr', 'frperg_x', 'ncv_xrl', 'cevingr xrl'])(
    'reads ROT13 beside %s',
    (said) => expect(viewsOf(`${said} uhagre`)['plain>rot13']).toMatch(/ hunter$/),
  );
  it.each([
    ...['X_evil_ks', 'X_tset_ks', 'X_phg', 'X-tnalg', 'XAIKA', 'X-tna-ks', 'X-jorp-ks', 'X yeK ETAVIRP'],
    ...['x drowssap', 'x yek_ipa', 'x terces_', 'X-bxox', 'XSAzIA', 'moc.emca@enaj', 'gro.emca@enaj'],
  ])('reads %s from its end', (text) => {
    expect(viewsOf(text)['plain>reversed']).toBe([...text].reverse().join(''));
  });

  it('does not take a host for a mailbox', () => {
    expect(Object.keys(viewsOf('Check the API at api.example.com'))).toEqual(['plain']);
  });

  it('bounds the number of views', () => {
    const text =
      'a%41 &amp; \\u0041 YXBpX2tleT1za19saXZlXzUx 6a616e654061636d652e636f6d x [at] y [dot] zz A B C D E F G H'.repeat(
        3,
      );
    expect(normalise(text, newWork()).views.length).toBeLessThanOrEqual(MAX_VIEWS);
  });
});

/** Work by CPU time (the machine may be busy), at two sizes: a quadratic pattern takes sixteen times as long, a linear one four times. */
describe('linear work', () => {
  const seeds = [
    'a',
    'a ',
    '1',
    '1 ',
    'a.',
    'a-',
    'A1',
    '1-',
    '%41',
    '&#1;',
    'a@',
    '[1,',
    'key ',
    'password ',
    'zero ',
    '0x',
    '= ',
    'Aa ',
    'a/',
    '{"',
    '::',
    '\u00e9 ',
    'ab_',
    'eyJ',
    '--',
    '$1$',
    'at-dot-',
    'at.',
    'a @ b . ',
    '시',
    '시 ',
    '市',
    '市1',
    '他',
    'ул.а ',
  ];
  /** Milliseconds of CPU, the least of a few. */
  const cost = (run: (input: string) => void, input: string): number => {
    run(input);
    let best = Number.POSITIVE_INFINITY;
    for (let i = 0; i < 3; i++) {
      const used = process.cpuUsage();
      run(input);
      // Both: how the kernel divides them is guessed by its ticks, and only their sum is measured.
      const { user, system } = process.cpuUsage(used);
      best = Math.min(best, (user + system) / 1_000);
    }
    return best;
  };
  const filled = (seed: string, length: number): string =>
    seed.repeat(Math.ceil(length / seed.length)).slice(0, length);
  const SMALL = 2_000;
  const FACTOR = 8;

  it.each(someOf(seeds, 4))('every pattern and decoder on repeated %j', (seed) => {
    const small = filled(seed, SMALL);
    const large = filled(seed, SMALL * FACTOR);
    const drain = (pattern: RegExp) => (input: string) => {
      for (const match of input.matchAll(pattern)) void match;
    };
    const runs: [string, (input: string) => void][] = [
      ...[...firstRows, ...rows].map((row): [string, (input: string) => void] => [
        row.id,
        drain(row.pattern),
      ]),
      ...decoders.map((decoder): [string, (input: string) => void] => [
        decoder.id,
        (input) => void decoder.segments(input),
      ]),
    ];
    for (const [id, run] of runs) {
      const floorMs = 0.5;
      // Eight times the text: linear is 8, quadratic 64. Below the floor there is nothing to tell apart.
      const isQuadratic = () => cost(run, large) / Math.max(floorMs, cost(run, small)) >= 40;
      // On a busy machine a reading is dear now and then; what is quadratic is dear each time.
      expect(isQuadratic() && isQuadratic() && isQuadratic(), id).toBe(false);
    }
  });

  it('takes no more than a few times what ordinary words take', () => {
    const read = (text: string): void => {
      const work = newWork();
      scanViews(normalise(text, work), work);
    };
    const words = cost(read, filled('Decide whether one call of the weather service is worth it. ', 8_000));
    // The dearest take eight times as much; a pattern that can be read in many ways, a hundred times and more.
    for (const seed of seeds)
      expect(cost(read, filled(seed, 8_000)) / words, JSON.stringify(seed)).toBeLessThan(40);
  });

  it('reads no text that grows far beyond the limit: one character may stand for eighteen', () => {
    const read = (characters: number) => {
      const work = newWork();
      const { plain } = normalise('\ufdfa'.repeat(characters), work);
      return { unread: work.overrun, length: plain.length };
    };
    expect(read(3_600)).toEqual({ unread: false, length: 3_600 * 18 });
    expect(read(3_700)).toEqual({ unread: true, length: 3_700 });
  });

  it('spends within the allowance on the largest input', () => {
    for (const seed of seeds) {
      const work = newWork();
      // As many bytes as a call may have.
      scanText(Buffer.from(filled(seed, 32_768)).subarray(0, 32_768).toString(), work);
      expect(WORK_LIMIT - work.left, JSON.stringify(seed)).toBeLessThan(WORK_LIMIT);
    }
  });
});
