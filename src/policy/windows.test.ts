import { describe, expect, it } from 'vitest';
import { someOf } from '../amount.testing.ts';
import { CASES } from './detectors/cases.suite.ts';
import { normalise } from './normalise.ts';
import { scanViews } from './scan.ts';
import { countIn, decodedIn, windowsOf } from './windows.ts';
import { newWork } from './work.ts';

const LINE = 'The route answers with a forecast for the city, and each call is paid for by itself.\n';
const FILLED = LINE.repeat(60);

const percent = (text: string) => text.replace(/[a-z]/g, (char) => `%${char.charCodeAt(0).toString(16)}`);
const disguises: readonly ((text: string) => string)[] = [
  percent,
  (text) => btoa(unescape(encodeURIComponent(text))),
  (text) => text.replace(/@/g, ' [at] ').replace(/\./g, ' dot '),
  (text) => text.replace(/[@.]/g, (char) => `&#${char.charCodeAt(0)};`),
  (text) => percent(btoa(unescape(encodeURIComponent(text)))),
];

/** Known, and to be mended: a whole long text loses this value where only decoding shows its label. */
const LOST_BY_THE_WHOLE = 'identity.uk_nhs';

describe('a decoded view of a long text', () => {
  it('holds what changed and what stands around it', () => {
    const { views } = normalise(`${FILLED}token=%61%62%63\n${FILLED}`, newWork());
    expect(views.map(({ via }) => via)).toEqual(['plain', 'plain>percent']);
    expect(views[1]!.text).toContain('\ntoken=abc\n');
    expect(views[1]!.text.length).toBeLessThan(1_000);
    // Whole lines: a clause that was cut would say something else.
    expect(views[1]!.text.split('\n').every((line) => ['', 'token=abc', LINE.trim()].includes(line))).toBe(
      true,
    );
  });

  it('is whole where most of it changed, and where the text is short', () => {
    for (const text of ['%61%62%63 '.repeat(200), `${LINE}%61%62%63`]) {
      const [, view] = normalise(text, newWork()).views;
      expect(view!.text).toBe(text.replaceAll('%61%62%63', 'abc'));
    }
  });

  it('finds of each kind as much as the whole text does', () => {
    for (const [, positive] of someOf(CASES, 8))
      for (const disguise of disguises) {
        const text = `${FILLED}${disguise(positive)}\nmail a@acme.org\n${FILLED}`;
        const found = (['where_changed', 'whole'] as const).map((decoding) => {
          const work = newWork(Number.POSITIVE_INFINITY);
          return scanViews(normalise(text, work, decoding), work);
        });
        const [changed, whole] = found.map((all) => all.filter(({ kind }) => kind !== LOST_BY_THE_WHOLE));
        expect(changed, disguise(positive)).toEqual(whole);
        expect(found[0], disguise(positive)).toEqual(expect.arrayContaining(found[1]!));
      }
  });

  it.each([
    [
      'groups of digits',
      Array.from({ length: 39 }, (_, i) => `${(12 + i * 7) % 90}`.padStart(2, '1')).join(' '),
    ],
    ['digits', '1234567890'.repeat(12)],
    ['hex', '0f1e2d3c4b5a69788796a5b4c3d2e1f0'.repeat(4)],
    ['a base58 run', '5HueCGU8rMjxEXxiPuD5BDku4MkFqeZyd4dZ1jvhTVqvbTLvyTJ'.repeat(3)],
    ['dates', '2026-11-23 '.repeat(12)],
  ])('finds the same where it would begin or end inside %s', (_name, run) => {
    const sentence = 'The route answers with a forecast for the city. ';
    const find = (text: string, decoding: 'where_changed' | 'whole') => {
      const work = newWork(Number.POSITIVE_INFINITY);
      return scanViews(normalise(text, work, decoding), work).map(({ kind }) => kind);
    };
    for (let distance = 0; distance < 12; distance++) {
      const near = `${'z'.repeat(distance * 9)} ${sentence.repeat(3)}`;
      for (const text of [
        `${sentence.repeat(20)}${run.repeat(3)}${near}a%40b ${sentence.repeat(20)}`,
        `${sentence.repeat(20)}a%40b ${near}${run.repeat(3)} ${sentence.repeat(20)}`,
      ])
        expect(find(text, 'where_changed'), `${distance}`).toEqual(find(text, 'whole'));
    }
  });

  it('is not counted twice: what stands beside a decoded part was found before', () => {
    const text = `${FILLED}ask a@acme.org or b%40acme.org\n${FILLED}`;
    expect(scanViews(normalise(text, newWork()), newWork())).toMatchObject([
      { kind: 'pii.email', via: 'plain', count: 1 },
      { kind: 'pii.email', via: 'plain>percent', count: 1 },
    ]);
  });
});

describe('windows', () => {
  const at = (start: number, end: number) => ({ start, end, decoded: 'x' });
  const text = 'ab '.repeat(2_000);

  it('are in order and apart, and hold every part that changed', () => {
    const segments = [at(900, 903), at(1_200, 1_230), at(4_500, 4_503)];
    const windows = windowsOf(text, segments);
    expect(windows).toHaveLength(2);
    expect(windows[0]![1]).toBeLessThan(windows[1]![0]);
    for (const { start, end } of segments)
      expect(windows.some(([from, to]) => from <= start && end <= to)).toBe(true);
    expect(decodedIn(text, segments, windows).match(/x/g)).toHaveLength(3);
  });

  it('count what lies in them, if only in part', () => {
    const found = [at(0, 5), at(8, 12), at(20, 25), at(90, 110)].map((one) => ({ ...one, kind: 'k' }));
    expect(countIn(found, [[10, 30]]).get('k')).toBe(2);
    expect(
      countIn(found, [
        [0, 2],
        [100, 120],
      ]).get('k'),
    ).toBe(2);
  });
});
