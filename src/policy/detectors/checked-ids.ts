import type { Context, Detector } from './row.ts';
import { digitsOf, high, luhn, weighted } from './row.ts';

/**
 * National numbers without a label. Their form holds a date of birth, a check digit or both, and yet one plain number in
 * some hundreds has it by chance. So most of them are taken only beside a person's name.
 */
const checked = (pattern: RegExp, rest: Partial<Detector>): Detector =>
  high('identity.national_number', 'government_id', pattern, rest);

const NAME_BEFORE =
  /(?:\p{Lu}\p{Ll}+[ -]\p{Lu}\p{Ll}[\p{L}'’-]*|[\u4e00-\u9fff]{2,4}|\p{L}{2,}[’']s)[ ,:;(/–-]{0,3}$/u;
const NAME_AFTER =
  /^[ ,:;)/–-]{0,3}(?:(?:for|of|is|para|pour|für|per|de|pentru|dla) )?(?:\p{Lu}\p{Ll}+[ -]\p{Lu}\p{Ll}|[\u4e00-\u9fff]{2,4}[ ,，。])/u;
const PERSON =
  /\b(?:born|citizen|patient|customer|resident|applicant|tenant|borrower|employee|holder|worker|driver|student)\b[^\n\d]{0,24}$/;
const NEAR = 40;

/** Whether a person is named on either side of a number. */
const besideName = ({ text }: Context, index: number, end: number): boolean =>
  NAME_BEFORE.test(text.slice(Math.max(0, index - NEAR), index)) ||
  NAME_AFTER.test(text.slice(end, end + NEAR));

const ofPerson =
  (holds: (digits: string) => boolean): Detector['accept'] =>
  (value, context, index, end) =>
    holds(digitsOf(value)) && (besideName(context, index, end) || PERSON.test(context.before(index, NEAR)));

/** Month and day, wherever they stand; leap years are not looked at. */
const isDay = (month: string, day: string): boolean =>
  +month >= 1 && +month <= 12 && +day >= 1 && +day <= (['04', '06', '09', '11'].includes(month) ? 30 : 31);

/** A date of birth as six digits from `at`: year, month, day. */
const hasDate = (d: string, at: number): boolean => isDay(d.slice(at + 2, at + 4), d.slice(at + 4, at + 6));

const argentinaCuil = (d: string): boolean =>
  (11 - (weighted(d, [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(d[10]);

/** The letter stands for a place, as two digits. */
const TAIWAN_PLACES = 'ABCDEFGHJKLMNPQRSTUVXYWZIO';
function taiwan(value: string): boolean {
  const place = String(TAIWAN_PLACES.indexOf(value[0]!) + 10);
  return weighted(place + value.slice(1), [1, 9, 8, 7, 6, 5, 4, 3, 2, 1, 1]) % 10 === 0;
}

/** Date of birth, serial, citizenship (0 or 1), an 8 or 9 of old, Luhn. */
const southAfrica = (d: string): boolean => hasDate(d, 0) && /[01][89]\d$/.test(d) && luhn(d);

function romania(d: string): boolean {
  const county = Number(d.slice(7, 9));
  const rest = weighted(d, [2, 7, 9, 1, 4, 6, 3, 5, 8, 2, 7, 9]) % 11;
  return hasDate(d, 1) && county >= 1 && county <= 52 && (rest === 10 ? 1 : rest) === Number(d[12]);
}

/** Two rows of weights: the second when the first leaves ten. */
function twice(d: string, first: readonly number[], second: readonly number[]): number {
  const rest = weighted(d, first) % 11;
  return rest < 10 ? rest : (weighted(d, second) % 11) % 10;
}
/** Estonia and Lithuania. */
const baltic = (d: string): boolean =>
  hasDate(d, 1) && twice(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 1], [3, 4, 5, 6, 7, 8, 9, 1, 2, 3]) === Number(d[10]);
const kazakhstan = (d: string): boolean =>
  hasDate(d, 0) &&
  /^.{6}[0-6]/.test(d) &&
  twice(d, [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11], [3, 4, 5, 6, 7, 8, 9, 10, 11, 1, 2]) === Number(d[11]);

const poland = (d: string): boolean =>
  isDay(String(Number(d.slice(2, 4)) % 20).padStart(2, '0'), d.slice(4, 6)) &&
  (10 - (weighted(d, [1, 3, 7, 9, 1, 3, 7, 9, 1, 3]) % 10)) % 10 === Number(d[10]);

function turkey(d: string): boolean {
  const odd = weighted(d, [1, 0, 1, 0, 1, 0, 1, 0, 1]);
  const even = weighted(d, [0, 1, 0, 1, 0, 1, 0, 1]);
  const tenth = (((odd * 7 - even) % 10) + 10) % 10;
  return tenth === Number(d[9]) && (odd + even + tenth) % 10 === Number(d[10]);
}

/** Forty is added to the month of those born since 2000. */
const bulgaria = (d: string): boolean =>
  isDay(String(Number(d.slice(2, 4)) % 40).padStart(2, '0'), d.slice(4, 6)) &&
  (weighted(d, [2, 4, 8, 5, 10, 9, 7, 3, 6]) % 11) % 10 === Number(d[9]);

/** Century, date of birth, governorate. */
const egypt = (d: string): boolean =>
  hasDate(d, 1) && (Number(d.slice(7, 9)) <= 35 || d.slice(7, 9) === '88');

const thailand = (d: string): boolean =>
  (11 - (weighted(d, [13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2]) % 11)) % 10 === Number(d[12]);

/** Area, date of birth, first letter of the name as two digits, serial: sums of digits of products. */
function germanPension(value: string): boolean {
  const bare = value.replace(/ /g, '').toUpperCase();
  const place = String(bare.charCodeAt(8) - 64).padStart(2, '0');
  const digits = bare.slice(0, 8) + place + bare.slice(9, 11);
  const sum = [2, 1, 2, 5, 7, 1, 2, 1, 2, 1, 2, 1].reduce((total, weight, i) => {
    const product = weight * Number(digits[i]);
    return total + Math.floor(product / 10) + (product % 10);
  }, 0);
  return isDay(bare.slice(4, 6), bare.slice(2, 4)) && sum % 10 === Number(bare[11]);
}

/** A run of so many digits, which may begin with some only. */
const run = (size: number, firstDigit: string, holds: (digits: string) => boolean): Detector =>
  checked(new RegExp(`(?<![\\d.-])[${firstDigit}]\\d{${size - 1}}(?![\\d-]|\\.\\d)`, 'g'), {
    digits: size,
    begins: 'digits',
    firstDigits: [size],
    firstDigit,
    accept: ofPerson(holds),
  });

export const checkedIdRows: readonly Detector[] = [
  // Of people: companies have 30, 33 and 34.
  checked(/(?<![\d-])2[03-7]-\d{8}-\d(?![\d-])/g, {
    digits: 11,
    begins: 'digits',
    firstDigits: [2],
    firstDigit: '2',
    accept: (value) => argentinaCuil(digitsOf(value)),
  }),
  checked(/(?<![\d-])[1-8]-\d{4}-\d{5}-\d{2}-\d(?![\d-])/g, {
    digits: 13,
    begins: 'digits',
    firstDigits: [1],
    accept: (value) => thailand(digitsOf(value)),
  }),
  checked(/(?<![A-Za-z0-9])\d{2} ?\d{6} ?[A-Z] ?\d{2} ?\d(?![A-Za-z0-9])/g, {
    digits: 6,
    begins: 'digits',
    firstDigits: [2, 8],
    accept: germanPension,
  }),
  checked(/(?<![A-Za-z0-9])[A-Z][1289]\d{8}(?![A-Za-z0-9])/g, {
    minRun: 10,
    begins: 'run',
    accept: (value, context, index, end) => taiwan(value) && besideName(context, index, end),
  }),
  // Canada: in three groups.
  checked(/(?<![\d-])[1-79]\d{2}([ -])\d{3}\1\d{3}(?![\d-])/g, {
    digits: 9,
    begins: 'digits',
    firstDigits: [3],
    accept: ofPerson(luhn),
  }),
  run(13, '12345678', romania),
  run(13, '0123456789', southAfrica),
  run(11, '123456', baltic),
  run(11, '0123456789', poland),
  run(11, '123456789', turkey),
  run(12, '0123456789', kazakhstan),
  run(10, '0123456789', bulgaria),
  run(14, '23', egypt),
];
