import { describe, expect, it } from 'vitest';
import {
  BY_LENGTH,
  czechia,
  germanPension,
  iceland,
  ireland,
  latvia,
  newZealand,
  norway,
  polishCard,
  taiwan,
  thailand,
} from './check-digits.ts';
import { luhn } from './row.ts';

/** Published examples and test numbers of the issuing states, or numbers made by the rule that they publish. */
const HOLD: readonly (readonly [country: string, number: string])[] = [
  ['Canada', '046454286'],
  ['Israel', '123456782'],
  ['Netherlands', '111222333'],
  ['Portugal', '123456789'],
  ['Australia, tax file', '123456782'],
  ['Hungary', '111111110'],
  ['England, NHS', '9434765919'],
  ['Sweden', '8112189876'],
  ['Saudi Arabia', '1010101010'],
  ['Austria', '1237010180'],
  ['Czechia', '7103192745'],
  ['Ukraine', '3184710691'],
  ['Ecuador', '1710034065'],
  ['Iceland', '1201743399'],
  ['Bulgaria', '7501020018'],
  ['Iran', '0084575948'],
  ['Estonia', '37605030299'],
  ['Poland', '44051401359'],
  ['Turkey', '10000000146'],
  ['Croatia', '33392005961'],
  ['Germany, tax', '36574261809'],
  ['Norway', '01010750160'],
  ['Greece', '01013099997'],
  ['Belgium', '85073003328'],
  ['Latvia', '16117519997'],
  ['Brazil', '52998224725'],
  ['Argentina', '20055361682'],
  ['Kazakhstan', '900101450018'],
  ['Japan', '123456789018'],
  ['Russia, tax', '500100732259'],
  ['Romania', '1630615123457'],
  ['South Africa', '8001015009087'],
  ['Yugoslavia', '0101006500006'],
  ['Thailand', '1101700230708'],
];

describe('check digits', () => {
  it.each(HOLD)('%s: %s holds by a rule that hardly another last digit keeps', (_country, number) => {
    const holding = BY_LENGTH[number.length]!.filter((holds) => holds(number));
    expect(holding.length).toBeGreaterThan(0);
    const others = [...'0123456789'].filter((digit) => digit !== number.at(-1));
    const sharp = holding.filter(
      (holds) => others.filter((digit) => holds(number.slice(0, -1) + digit)).length <= 2,
    );
    expect(sharp.length).toBeGreaterThan(0);
  });

  it('holds for letters', () => {
    expect([ireland('1234567T'), ireland('1234567S')]).toEqual([true, false]);
    expect([ireland('1234567FA'), ireland('1234567EA')]).toEqual([true, false]);
    expect([newZealand('ZAC5361'), newZealand('ZAC5362')]).toEqual([true, false]);
    expect([polishCard('ABA300000'), polishCard('ABA400000')]).toEqual([true, false]);
    expect([taiwan('A123456789'), taiwan('A123456788')]).toEqual([true, false]);
    expect([germanPension('15 070649 C 10 3'), germanPension('15 070649 C 10 4')]).toEqual([true, false]);
  });

  it('asks each that needs no name for a day, or for a check that few numbers pass', () => {
    const days = [norway, latvia, iceland, czechia];
    for (const holds of days)
      expect(holds('9999999999999'.slice(0, holds === iceland || holds === czechia ? 10 : 11))).toBe(false);
    expect(thailand('1101700230707')).toBe(false);
  });

  it('agrees with Luhn where that is the rule', () => {
    for (const number of ['046454286', '1010101010', '8112189876']) expect(luhn(number)).toBe(true);
  });
});
