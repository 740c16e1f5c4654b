import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { refusalSaid } from './wire.ts';
import { printableJson, sellerSays, singleLine } from './words.ts';

const ACTS = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Co}]/u;
const text = fc.string({ unit: 'binary', maxLength: 400 });

describe('words of others', () => {
  it.each([
    ['\u001b[31mred\u001b[0m', 'red'],
    ['a\u202eb\u2066c\u200fd', 'a b c d'],
    ['up\u001b[1A\u001b[2Kdate', 'update'],
    ['a\r\nMoney: none', 'a  Money: none'],
    ['\u{e0001}x\u2028y\u0085z', ' x y z'],
    ['plain ü 漢字 🙂', 'plain ü 漢字 🙂'],
  ])('%j are printed as %j', (given, printed) => expect(singleLine(given)).toBe(printed));

  it('do nothing to a terminal, end on their line, and cannot leave their quotation marks', () => {
    fc.assert(
      fc.property(text, (given) => {
        expect(singleLine(given)).not.toMatch(ACTS);
        expect(sellerSays(given)).toMatch(/^(the seller gives no reason|the seller says: "[^"\n]{1,301}")$/u);
      }),
    );
  });

  it('are cut', () => expect(sellerSays('ü'.repeat(301))).toBe(`the seller says: "${'ü'.repeat(300)}…"`));
});

it.each([
  [{ path: 'goal', code: 'too_big', message: 'at most 9' }, 'goal: too_big (at most 9)'],
  [{ path: 'goal', code: 'too_big' }, 'goal: too_big'],
  [{ path: 'goal', message: 'at most 9' }, 'goal: at most 9'],
  [{ path: 'goal' }, 'goal: refused'],
  [{}, 'body: refused'],
])('of a fault, what the seller leaves out is left out: %j', (issue, said) => {
  const text = JSON.stringify({ error: 'invalid', issues: [issue] });
  expect(refusalSaid({ status: 400, text })).toBe(`HTTP 400, the seller says: "invalid [${said}]"`);
});

it('JSON is printed without effect and without loss', () => {
  fc.assert(
    fc.property(fc.jsonValue({ stringUnit: 'binary' }), fc.constantFrom(undefined, 2), (value, indent) => {
      const printed = printableJson(value, indent);
      expect(printed.replaceAll('\n', '')).not.toMatch(ACTS);
      expect(JSON.parse(printed)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
  expect(printableJson({ a: '\u{e0001}\u009b' })).toBe('{"a":"\\udb40\\udc01\\u009b"}');
});
