import { luhn, modulo, weighted } from './row.ts';

/** Check digits and dates of national numbers, by country. Each takes the digits alone. */
export type DigitsHold = (digits: string) => boolean;

/** Month and day, wherever they stand; leap years are not looked at. */
const isDay = (month: string, day: string): boolean =>
  +month >= 1 && +month <= 12 && +day >= 1 && +day <= (['04', '06', '09', '11'].includes(month) ? 30 : 31);

/** A date of birth as six digits from `at`: year, month, day. */
const hasDate = (d: string, at: number): boolean => isDay(d.slice(at + 2, at + 4), d.slice(at + 4, at + 6));
/** Day, month, year. */
export const hasDayFirst = (d: string, at = 0): boolean =>
  isDay(d.slice(at + 2, at + 4), d.slice(at, at + 2));
export const hasYearFirst = (d: string): boolean => hasDate(d, 0);

const at = (d: string, i: number): number => Number(d[i]);
/** What is left of eleven, from eleven: ten has no digit. */
const eleventh = (d: string, weights: readonly number[]): number => (11 - (weighted(d, weights) % 11)) % 11;
const tenth = (d: string, weights: readonly number[]): number => (10 - (weighted(d, weights) % 10)) % 10;

/** Two rows of weights: the second when the first leaves ten. */
function twice(d: string, first: readonly number[], second: readonly number[]): number {
  const rest = weighted(d, first) % 11;
  return rest < 10 ? rest : (weighted(d, second) % 11) % 10;
}

/** ISO 7064, modulo 11, 10: Croatia, the tax number of Germany. */
function mod1110(d: string): boolean {
  let rest = 10;
  for (let i = 0; i < d.length - 1; i++) {
    const sum = (rest + at(d, i)) % 10 || 10;
    rest = (2 * sum) % 11;
  }
  return (11 - rest) % 10 === at(d, d.length - 1);
}

const argentina: DigitsHold = (d) =>
  /^2[03-7]/.test(d) && eleventh(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) === at(d, 10);

/** Date of birth, serial, citizenship (0 or 1), an 8 or 9 of old, Luhn. */
const southAfrica: DigitsHold = (d) => hasDate(d, 0) && /[01][89]\d$/.test(d) && luhn(d);

const romania: DigitsHold = (d) => {
  const county = Number(d.slice(7, 9));
  const rest = weighted(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return (
    /^[1-8]/.test(d) && hasDate(d, 1) && county >= 1 && county <= 52 && (rest === 10 ? 1 : rest) === at(d, 12)
  );
};

/** Estonia and Lithuania. */
const baltic: DigitsHold = (d) =>
  /^[1-6]/.test(d) &&
  hasDate(d, 1) &&
  twice(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) === at(d, 10);

const kazakhstan: DigitsHold = (d) =>
  hasDate(d, 0) &&
  /^.{6}[0-6]/.test(d) &&
  twice(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) === at(d, 11);

const poland: DigitsHold = (d) =>
  isDay(String(Number(d.slice(2, 4)) % 20).padStart(2, '0'), d.slice(4, 6)) &&
  tenth(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) === at(d, 10);

const turkey: DigitsHold = (d) => {
  const odd = weighted(d, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighted(d, [0, 1, 0, 1, 0, 1, 0, 1]);
  const check = (((odd * 7 - even) % 10) + 10) % 10;
  return d[0] !== '0' && check === at(d, 9) && (odd + even + check) % 10 === at(d, 10);
};

/** Forty is added to the month of those born since 2000. */
const bulgaria: DigitsHold = (d) =>
  isDay(String(Number(d.slice(2, 4)) % 40).padStart(2, '0'), d.slice(4, 6)) &&
  (weighted(d, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === at(d, 9);

/** Century, date of birth, governorate. */
const egypt: DigitsHold = (d) =>
  /^[23]/.test(d) && hasDate(d, 1) && (Number(d.slice(7, 9)) <= 35 || d.slice(7, 9) === '88');

export const thailand: DigitsHold = (d) =>
  /^[1-8]/.test(d) && (11 - (weighted(d, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === at(d, 12);

const brazil: DigitsHold = (d) => {
  const check = (n: number): number => {
    const sum = weighted(
      d,
      Array.from({ length: n }, (_, i) => n + 1 - i),
    );
    return ((sum * 10) % 11) % 10;
  };
  return !/^(\d)\1{10}$/.test(d) && check(9) === at(d, 9) && check(10) === at(d, 10);
};

export const norway: DigitsHold = (d) =>
  hasDayFirst(d) &&
  eleventh(d, [3, 7, 6, 1, 8, 9, 4, 5, 2]) === at(d, 9) &&
  eleventh(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) === at(d, 10);

/** AMKA: date of birth, Luhn. */
const greece: DigitsHold = (d) => hasDayFirst(d) && luhn(d);

const belgium: DigitsHold = (d) =>
  (hasDate(d, 0) || /^\d\d0000/.test(d)) &&
  // Born since 2000: a two stands before, unseen.
  ['', '2'].some((century) => 97 - modulo(century + d.slice(0, 9), 97) === Number(d.slice(9)));

/** Numbers given before 2017 hold the date of birth; their check digit counts from one. */
export const latvia: DigitsHold = (d) =>
  hasDayFirst(d) && ((1 + 10 * 11 - weighted(d, [1, 6, 3, 7, 9, 10, 5, 8, 4, 2])) % 11) % 10 === at(d, 10);

const netherlands: DigitsHold = (d) => {
  const sum = weighted(d, [9, 8, 7, 6, 5, 4, 3, 2]) - at(d, 8);
  return sum > 0 && sum % 11 === 0;
};

/** NIF of a person: it begins with 1, 2 or 3. */
const portugal: DigitsHold = (d) => {
  const rest = weighted(d, [9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return /^[123]/.test(d) && (rest < 2 ? 0 : 11 - rest) === at(d, 8);
};

/** Of a tax file. */
const australia: DigitsHold = (d) => weighted(d, [1, 4, 3, 7, 5, 8, 6, 9, 10]) % 11 === 0;
/** TAJ. */
const hungary: DigitsHold = (d) => weighted(d, [3, 7, 3, 7, 3, 7, 3, 7]) % 10 === at(d, 8);

/** NHS, England. */
const england: DigitsHold = (d) => d[0] !== '0' && eleventh(d, [10, 9, 8, 7, 6, 5, 4, 3, 2]) === at(d, 9);
/** Sweden. */
const sweden: DigitsHold = (d) => hasDate(d, 0) && luhn(d);
/** Saudi Arabia: 1 for citizens, 2 for residents. */
const saudi: DigitsHold = (d) => /^[12]/.test(d) && luhn(d);
/** Social insurance of Austria: serial number, check digit, day, month, year. */
const austria: DigitsHold = (d) =>
  hasDayFirst(d, 4) && weighted(d, [3, 7, 9, 0, 5, 8, 4, 2, 1, 6]) % 11 === at(d, 3);
/** Czechia and Slovakia: fifty is added to the month of women, twenty in crowded years. */
export const czechia: DigitsHold = (d) =>
  isDay(String((Number(d.slice(2, 4)) % 50) % 20).padStart(2, '0'), d.slice(4, 6)) &&
  (d.length === 9 || modulo(d, 11) === 0);
/** Ukraine, of tax. */
const ukraine: DigitsHold = (d) =>
  (weighted(d, [-1, 5, 7, 9, 4, 6, 10, 5, 7]) % 11) % 10 === at(d, 9) && /^[1-4]/.test(d);
/** Ecuador: province, Luhn. */
const ecuador: DigitsHold = (d) =>
  Number(d.slice(0, 2)) >= 1 && Number(d.slice(0, 2)) <= 24 && at(d, 2) < 6 && luhn(d);
export const iceland: DigitsHold = (d) =>
  hasDayFirst(d) && eleventh(d, [3, 2, 7, 6, 5, 4, 3, 2]) === at(d, 8) && /[089]$/.test(d);
const iran: DigitsHold = (d) => {
  const rest = weighted(d, [10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11;
  return !/^(?:09|(\d)\1{9}$)/.test(d) && (rest < 2 ? rest : 11 - rest) === at(d, 9);
};

/** My Number of Japan. */
const japan: DigitsHold = (d) => {
  const rest = weighted(d, [6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11;
  return (rest < 2 ? 0 : 11 - rest) === at(d, 11);
};
/** Of tax, with two check digits. */
const russia: DigitsHold = (d) =>
  (weighted(d, [7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === at(d, 10) &&
  (weighted(d, [3, 7, 2, 4, 10, 3, 5, 9, 4, 6, 8]) % 11) % 10 === at(d, 11);
/** Date of birth, place of birth. */
export const malaysia: DigitsHold = (d) => hasDate(d, 0) && /^.{6}(?:0[1-9]|[1-5]\d)/.test(d);
/** Province, century and sex, year of birth. */
const vietnam: DigitsHold = (d) => /^0(?:0[1-9]|[1-8]\d|9[0-6])[0-3]\d{8}$/.test(d);
const swedenLong: DigitsHold = (d) => /^(?:19|20)/.test(d) && sweden(d.slice(2));

/** JMBG of the states that were Yugoslavia: day, month, three digits of the year. */
const yugoslavia: DigitsHold = (d) =>
  hasDayFirst(d) && /^.{4}(?:9|0)/.test(d) && eleventh(d, [7, 6, 5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) === at(d, 12);
const korea: DigitsHold = (d) =>
  hasDate(d, 0) &&
  /^.{6}[1-8]/.test(d) &&
  (11 - (weighted(d, [2, 3, 4, 5, 6, 7, 8, 9, 2, 3, 4, 5]) % 11)) % 10 === at(d, 12);
/** Emirates. */
export const emirates: DigitsHold = (d) => /^784(?:19|20)/.test(d);
/** Region, day (of women forty more), month, year. */
const indonesia: DigitsHold = (d) =>
  /^[1-9]\d/.test(d) && isDay(d.slice(8, 10), String(Number(d.slice(6, 8)) % 40).padStart(2, '0'));

/** The numbers of people that are written as so many digits in a row. */
export const BY_LENGTH: Readonly<Record<number, readonly DigitsHold[]>> = {
  // Luhn: Canada and Israel.
  9: [luhn, netherlands, portugal, australia, hungary],
  10: [england, sweden, saudi, austria, czechia, ukraine, ecuador, iceland, bulgaria, iran],
  11: [baltic, poland, turkey, mod1110, norway, greece, belgium, latvia, brazil, argentina],
  12: [kazakhstan, japan, russia, malaysia, vietnam, swedenLong],
  13: [romania, southAfrica, yugoslavia, korea, thailand],
  14: [egypt],
  15: [emirates],
  16: [indonesia],
};

export const holdsForAny = (digits: string): boolean =>
  BY_LENGTH[digits.length]?.some((holds) => holds(digits)) ?? false;

/** The letter stands for a place, as two digits. */
const TAIWAN_PLACES = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
export function taiwan(value: string): boolean {
  const place = String(TAIWAN_PLACES.indexOf(value[0]!) + 10);
  return weighted(place + value.slice(1), [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}

/** Ireland: a letter for what is left of 23, of which a second letter counts nine times. */
export function ireland(value: string): boolean {
  const second = value[8] === undefined || value[8] === 'W' ? 0 : (value.charCodeAt(8) - 64) * 9;
  const rest = (weighted(value, [8, 7, 6, 5, 4, 3, 2]) + second) % 23;
  return 'WABCDEFGHIJKLMNOPQRSTUV'[rest] === value[7];
}

/** New Zealand, of health: three letters without I and O, three digits, a check digit. */
const NHI = 'ABCDEFGHJKLMNPQRSTUVWXYZ';
export function newZealand(value: string): boolean {
  const places = [...value].map((c) => (/\d/.test(c) ? Number(c) : NHI.indexOf(c) + 1));
  const rest = [7, 6, 5, 4, 3, 2].reduce((sum, weight, i) => sum + weight * places[i]!, 0) % 11;
  return rest !== 0 && (11 - rest) % 10 === places[6];
}

/** Identity card of Poland: three letters from A as ten, a check digit, five digits. */
export function polishCard(value: string): boolean {
  const places = [...value.replace(/ /g, '')].map((c) => (/\d/.test(c) ? Number(c) : c.charCodeAt(0) - 55));
  const weights = [7, 3, 1, 0, 7, 3, 1, 7, 3];
  return weights.reduce((sum, weight, i) => sum + weight * places[i]!, 0) % 10 === places[3];
}

/** Area, date of birth, first letter of the name as two digits, serial: sums of digits of products. */
export function germanPension(value: string): boolean {
  const bare = value.replace(/ /g, '').toUpperCase();
  const place = String(bare.charCodeAt(8) - 64).padStart(2, '0');
  const digits = bare.slice(0, 8) + place + bare.slice(9, 11);
  const sum = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].reduce((total, weight, i) => {
    const product = weight * Number(digits[i]);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return isDay(bare.slice(4, 6), bare.slice(2, 4)) && sum % 10 === Number(bare[11]);
}
