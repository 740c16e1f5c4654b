import { besideName } from './person.ts';
import { type Detector, medium } from './row.ts';

const MONTH =
  '(?:jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?|januar|februar|märz|mai|juni|juli|oktober|dezember|janvier|février|mars|avril|juin|juillet|août|septembre|octobre|novembre|décembre|enero|febrero|marzo|abril|mayo|junio|julio|agosto|septiembre|octubre|noviembre|diciembre)';
const DATE = `(?:\\d{1,2}[ ./-]\\d{1,2}[ ./-]\\d{2,4}|\\d{4}[ ./-]\\d{1,2}[ ./-]\\d{1,2}|\\d{1,2}(?:st|nd|rd|th)?[ .-]{0,2}(?:of )?${MONTH}\\.?,?[ -]{0,2}\\d{2,4}|${MONTH}\\.? ?\\d{1,2}(?:st|nd|rd|th)?,? ?\\d{2,4}|(?:19|20)\\d{6})`;
const BIRTH =
  '(?:d\\.?o\\.?b\\.?|date[ _-]?of[ _-]?birth|birth ?dates?|birthdays?|born|b-?day|birthdate|dateofbirth|geboren|geburtsdatum|geb\\.|née? le|date de naissance|fecha de nacimiento|nacid[oa]|data di nascita|nat[oa] il|data de nascimento)';

const BIRTH_HINTS = [
  'dob',
  'd.o',
  'do.b',
  'birth',
  'born',
  'b-day',
  'bday',
  'geb',
  'né',
  'naissance',
  'nacimiento',
  'nacid',
  'nascita',
  'nato il',
  'nata il',
  'nascimento',
];

/** Months by name, as dates have them: looked up, since to try them all at every number costs. */
const MONTHS: ReadonlySet<string> = new Set(
  `jan january feb february mar march apr april may jun june jul july aug august sep sept september oct october nov november
  dec december januar februar märz mai juni juli oktober dezember janvier février mars avril juin juillet août septembre
  octobre novembre décembre enero febrero marzo abril mayo junio julio agosto septiembre octubre noviembre diciembre januari
  februari maart mei augustus gennaio febbraio aprile maggio giugno luglio settembre ottobre dicembre janeiro fevereiro março
  maio junho julho setembro outubro novembro dezembro stycznia lutego marca kwietnia maja czerwca lipca sierpnia września
  października listopada grudnia января февраля марта апреля мая июня июля августа сентября октября ноября декабря`.split(
    /\s+/,
  ),
);
const namesMonth = (date: string): boolean =>
  date
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .some((word) => MONTHS.has(word));

/** Dates of birth: by a word that says so, or beside the name of a person. */
export const birthRows: readonly Detector[] = [
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    new RegExp(`(?<![A-Za-z])${BIRTH}(?![A-Za-z])[^\\d\\n]{0,24}?(?<v>${DATE})`, 'gi'),
    { hints: BIRTH_HINTS, cases: [['DOB 04/12/1983', 'deadline 04/12/2026']] },
  ),
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    new RegExp(`(?<v>${DATE})\\s?\\(?(?:d\\.?o\\.?b|birth|is (?:my|her|his) birthday|born)`, 'gi'),
    { hints: ['dob', 'd.o.b', 'birth', 'born'] },
  ),
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    /\b(?:aged|age)\s{1,2}(?<v>\d{1,3})\b(?=[^\n]{0,40}\b(?:male|female|man|woman|patient|diagnosed|lives|living|resident)\b)/gi,
    { hints: ['age'] },
  ),
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    /\bborn (?:in|around|circa) (?:early |late |mid[- ])?(?<v>(?:19|20)\d\d)(?!\d)/gi,
    { hints: ['born'] },
  ),
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    /(?<![\w.])b\. ?(?<v>(?:19|20)\d\d-\d\d-\d\d|\d{1,2}[./]\d{1,2}[./](?:19|20)\d\d)(?!\d)/g,
    { hints: ['b.'] },
  ),
  // A day of a year in which people who are named were born, beside the name.
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    /(?<![\d.,/-])(?:\d{1,2}([ ./-])\d{1,2}\1(?:19[2-9]\d|200\d|201[0-8])|(?:19[2-9]\d|200\d|201[0-8])([./-])\d{1,2}\2\d{1,2})(?![\d/-]|[.,:T]\d)/g,
    { digits: 6, begins: 'digits', firstDigits: [1, 2, 4], accept: (_v, c, i, e) => besideName(c, i, e) },
  ),
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    /(?<![\d.,/-])\d{1,2}(?:st|nd|rd|th|\.)? (?:of |de )?\p{L}{3,12}\.?,? (?:de )?(?:19[2-9]\d|200\d|201[0-8])(?!\d)/gu,
    {
      digits: 1,
      begins: 'digits',
      firstDigits: [1, 2],
      accept: (v, c, i, e) => namesMonth(v) && besideName(c, i, e),
    },
  ),
  medium(
    'pii.date_of_birth',
    'date_of_birth',
    /(?:(?:明治|大正|昭和|平成)\s?(?:\d{1,2}|元)|(?<!\d)(?:19[2-9]\d|200\d|201[0-8]))\s?[年년]\s?\d{1,2}\s?[月월]\s?\d{1,2}\s?[日일]/g,
    { hints: ['年', '년'], accept: (_v, c, i, e) => besideName(c, i, e) },
  ),
];
