import fc from 'fast-check';
import { expect, it } from 'vitest';
import { amount } from '../../amount.testing.ts';
import { eachPiece, PIECE } from './pieces.ts';

/** What a piece is, said once more, as a pattern. */
const PATTERN =
  /[$€£]?\d[\d.,]*\d(?![\p{L}\p{N}_])|[\p{L}\p{N}$€£%][\p{L}\p{N}\p{M}'’_$€£%]*|[.,;:?!()\n—–]/gu;

const piecesOf = (text: string): string[] => {
  const pieces: string[] = [];
  eachPiece(text, (start, end) => pieces.push(text.slice(start, end)));
  return pieces;
};
const PARTS =
  "a b Zoë 1 12 1.5 1,234.50 $5 $5.00 € £3 % 50% don't it’s x_1 _ . , ; - — \n ( ) 😀 日本 ü e\u0301 \u0301 𝟙 ٣ \u0000 \u007f".split(
    ' ',
  );

it('reads what the pattern reads', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...PARTS, ' '), { maxLength: 24 }), (parts) => {
      const text = parts.join('');
      expect(piecesOf(text)).toEqual(text.match(PATTERN) ?? []);
    }),
    { numRuns: amount(400, 20_000), seed: 20261129 },
  );
});

it.each([
  ['1.5abc', ['1', '.', '5abc']],
  ['$12, then', ['$12', ',', 'then']],
  ['11,,,,a', ['11', ',', ',', ',', ',', 'a']],
  ["don't_x", ["don't_x"]],
])('%s', (text, pieces) => {
  expect(piecesOf(text)).toEqual(pieces);
});

it('says what a piece is made of', () => {
  const made: number[] = [];
  eachPiece('Pay 5, x1 é.', (_start, _end, of) => made.push(of));
  expect(made).toEqual([PIECE.letters, PIECE.mixed, PIECE.mark, PIECE.mixed, PIECE.far, PIECE.mark]);
});
