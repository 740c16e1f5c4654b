import {
  czechia,
  emirates,
  germanPension,
  hasDayFirst,
  hasYearFirst,
  holdsForAny,
  iceland,
  ireland,
  latvia,
  malaysia,
  newZealand,
  norway,
  polishCard,
  taiwan,
  thailand,
} from './check-digits.ts';
import { besidePerson } from './person.ts';
import { type Detector, digitsOf, high, luhn, weighted } from './row.ts';

/**
 * National numbers without a label. Where they are written in a way that nothing else is, a date or a check digit makes
 * them sure enough. Others have their check digit by chance in one of ten plain numbers, and are taken beside a person only.
 */
const checked = (pattern: RegExp, rest: Partial<Detector>): Detector =>
  high('identity.national_number', 'government_id', pattern, rest);

const ofPerson =
  (holds: (value: string) => boolean): Detector['accept'] =>
  (value, context, index, end) =>
    holds(value) && besidePerson(context, index, end);

/** A number as its country writes it, by the digits that it begins with up to the first mark. */
const written = (
  pattern: RegExp,
  digits: number,
  firstDigits: number,
  accept: Detector['accept'],
): Detector => checked(pattern, { digits, begins: 'digits', firstDigits: [firstDigits], accept });

/** Numbers of orders begin with the day, too, of a year that is not long ago. */
const isRecent = (d: string): boolean => hasYearFirst(d) && /^(?:1[5-9]|2\d)/.test(d);
const isDanish = (value: string): boolean =>
  hasDayFirst(value) && !isRecent(value) && !/^.{4}(?:1[5-9]|2\d)/.test(value);

/** Six digits, most of them a date of birth, a mark and some more. */
const datedId: Detector['accept'] = (value, context, index, end) => {
  const digits = digitsOf(value);
  switch (value.slice(6).replace(/\d/g, '0')) {
    case '-0000':
      return isDanish(value) || iceland(digits) || (hasDayFirst(value) && besidePerson(context, index, end));
    case ' 00000':
      return norway(digits);
    case '-00000':
      return latvia(digits);
    case '/0000':
      return czechia(digits);
    case '/000':
      return czechia(digits) && besidePerson(context, index, end);
    default:
      return malaysia(digits);
  }
};

/** Passports, voters' cards and cards of Hong Kong: nothing checks. Others do. */
const isCard = (value: string): boolean =>
  /^[A-Z][1289]\d{8}$/.test(value) ? taiwan(value) : /^[A-Z]{3}\d{4}$/.test(value) ? newZealand(value) : true;
const isUpper = (code: number): boolean => code >= 65 && code <= 90;
const isDigit = (code: number): boolean => code >= 48 && code <= 57;
/** One to three capitals and a digit. */
function opensCard(text: string, at: number): boolean {
  let next = at;
  while (next - at < 4 && isUpper(text.charCodeAt(next))) next++;
  return next > at && next - at < 4 && isDigit(text.charCodeAt(next));
}

export const checkedIdRows: readonly Detector[] = [
  // Argentina. Of people: companies have 30, 33 and 34.
  written(
    /(?<![\d-])2[03-7]-\d{8}-\d(?![\d-])/g,
    11,
    2,
    (value) =>
      (11 - (weighted(digitsOf(value), [5, 4, 3, 2, 7, 6, 5, 4, 3, 2]) % 11)) % 11 === Number(value.at(-1)),
  ),
  written(/(?<![\d-])[1-8]-\d{4}-\d{5}-\d{2}-\d(?![\d-])/g, 13, 1, (value) => thailand(digitsOf(value))),
  written(/(?<![\d-])784-(?:19|20)\d{2}-\d{7}-\d(?![\d-])/g, 15, 3, (value) => emirates(digitsOf(value))),
  // Pakistan: nothing checks.
  written(/(?<![\d-])[1-8]\d{4}-\d{7}-\d(?![\d-])/g, 13, 5, undefined),
  // Dominican Republic.
  written(/(?<![\d-])\d{3}-\d{7}-\d(?![\d-])/g, 11, 3, (value) => luhn(digitsOf(value))),
  // Denmark, Iceland, Norway, Latvia, Czechia and Slovakia, Malaysia.
  written(/(?<![\d/-])\d{6}(?:-\d{4,5}| \d{5}|\/\d{3,4}|-\d{2}-\d{4})(?![\w/-])/g, 9, 6, datedId),
  // Citizen's card of Portugal.
  checked(/(?<![\w-])\d{8} \d ?[A-Z]{2}\d(?![\w-])/g, { digits: 9, begins: 'digits', firstDigits: [8] }),
  // Mexico, of tax: initials and date of birth.
  checked(/(?<![A-Za-z0-9])[A-Z][AEIOUX][A-Z]{2}\d{6}[A-Z0-9]{2}[0-9A](?![A-Za-z0-9])/g, {
    minRun: 13,
    begins: 'run',
    accept: (value) => hasYearFirst(value.slice(4, 10)),
  }),
  checked(/(?<![A-Za-z0-9])\d{2} ?\d{6} ?[A-Z] ?\d{2} ?\d(?![A-Za-z0-9])/g, {
    digits: 6,
    begins: 'digits',
    firstDigits: [2, 8],
    accept: germanPension,
  }),
  checked(/(?<![A-Za-z0-9])\d{7}[A-W][A-IW]?(?![A-Za-z0-9])/g, {
    digits: 7,
    begins: 'digits',
    firstDigits: [7],
    accept: ofPerson(ireland),
  }),
  checked(/(?<![A-Za-z0-9])[A-Z]{3} ?\d{6}(?![A-Za-z0-9])/g, { digits: 6, accept: ofPerson(polishCard) }),
  checked(
    /(?<![A-Za-z0-9])(?:[A-HJ-NP-Z]{3}\d{4}|[A-Z]{1,2}\d{6,8}|[A-Z]{3}\d{7}|[A-Z]\d{8}[A-Z0-9])(?![A-Za-z0-9-])/g,
    { digits: 4, minRun: 7, begins: 'run', glance: opensCard, accept: ofPerson(isCard) },
  ),
  // Driving licence of Great Britain: surname, date of birth taken apart, initials.
  checked(
    /(?<![A-Za-z0-9])[A-Z]{1,5}9{0,4}\d[0156]\d(?:0[1-9]|[12]\d|3[01])\d[A-Z][A-Z9]\d?[A-Z0-9]{2,3}(?![A-Za-z0-9])/g,
    {
      minRun: 16,
      begins: 'run',
      accept: (value) => value.length === 16,
    },
  ),
  // The line of a document for machines that holds birth, sex and expiry.
  checked(/(?<![A-Z0-9<])(?:[A-Z0-9<]{9}\d[A-Z]{3}[A-Z<]{0,2})?\d{7}[MFX<]\d{7}[A-Z<]{3}[A-Z0-9<]{11,16}/g, {
    digits: 7,
    hints: ['<<'],
    needs: /\d{7}[MFX<]\d{7}[A-Z<]{3}/,
  }),
  // Written in groups.
  checked(/(?<![\d.-])\d{3}([ .-])\d{3}\1\d{3}(?![\d-]|\.\d)/g, {
    digits: 9,
    begins: 'digits',
    firstDigits: [3],
    accept: ofPerson((value) => holdsForAny(digitsOf(value))),
  }),
  checked(/(?<![\d.-])\d{3} \d{3} \d{4}(?![\d-]|\.\d)/g, {
    digits: 10,
    begins: 'digits',
    firstDigits: [3],
    accept: ofPerson((value) => holdsForAny(digitsOf(value))),
  }),
  checked(/(?<![\d.-])\d{9,16}(?![\d-]|\.\d)/g, {
    digits: 9,
    begins: 'digits',
    firstDigits: [9, 10, 11, 12, 13, 14, 15, 16],
    accept: ofPerson(holdsForAny),
  }),
];
