import { expect, it } from 'vitest';
import { networksTold } from './networks-told.ts';
import { readWishes } from './wish.ts';

const DAY = '2026-11-21';
const told = (statement: string, constraint: string): string[] =>
  networksTold([statement], readWishes([constraint], '', DAY).wishes, DAY).map(({ row }) => row.id);

it('a challenge for one network only does not fit a buyer who pays on another', () => {
  expect(told('the 402 offers polygon alone', 'base only')).toEqual(['network_mismatch']);
  expect(told('they only accept payment on solana', 'our wallet is on base')).toEqual(['network_mismatch']);
});

it.each([
  ['fits', 'the 402 offers base alone', 'base only'],
  ['is one of several', 'the 402 offers base or polygon', 'base only'],
  ['is over', 'the 402 used to offer polygon', 'base only'],
  ['is denied', "the 402 doesn't offer polygon", 'base only'],
  ['is asked', 'does the 402 offer polygon?', 'base only'],
  ['is of no challenge', 'our data is about polygon', 'base only'],
  ['matters to nobody', 'the 402 offers polygon alone', 'max 1 paid call'],
])('a network that %s closes nothing', (_, statement, constraint) => {
  expect(told(statement, constraint)).toEqual([]);
});
