import { DAY_MS } from '../values/time.ts';
import { IN_WORDS, numberSaid } from './quantities/numerals.ts';

const ISO_DAY = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** Whole days since 1970 of an ISO day; undefined when no such day exists. */
export function dayNumber(day: string): number | undefined {
  const parts = ISO_DAY.exec(day);
  return parts ? dayOf(Number(parts[1]), Number(parts[2]), Number(parts[3])) : undefined;
}

function dayOf(year: number, month: number, date: number): number | undefined {
  const at = Date.UTC(year, month - 1, date);
  const back = new Date(at);
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === date ? Math.round(at / DAY_MS) : undefined;
}

/** Age of an ISO day on `asOfDay`; undefined when it does not exist or has not come yet. */
export function ageInDays(day: string, asOfDay: string): number | undefined {
  const [then, now] = [dayNumber(day), dayNumber(asOfDay)];
  if (then === undefined || now === undefined || then > now) return undefined;
  return now - then;
}

const MONTHS =
  'jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?|sep(?:t(?:ember)?)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?';
const MONTH_NUMBER: Readonly<Record<string, number>> = {
  ...{ jan: 1, feb: 2, mar: 3, apr: 4, may: 5, jun: 6 },
  ...{ jul: 7, aug: 8, sep: 9, oct: 10, nov: 11, dec: 12 },
};
const month = (name: string): number => MONTH_NUMBER[name.slice(0, 3)]!;

const COUNT = `([0-9]{1,4}|an?(?: couple of| few)|several|half an?|${IN_WORDS}|an?)`;
const UNIT = '(minute|min|hour|hr|h|day|d|week|wk|month|mo|year|yr|quarter)s?';
const UNIT_DAYS: Readonly<Record<string, number>> = {
  ...{ minute: 0, min: 0, hour: 0, hr: 0, h: 0, day: 1, d: 1, week: 7, wk: 7, month: 30, mo: 30 },
  ...{ year: 365, yr: 365, quarter: 91 },
};
const AGO = new RegExp(`\\b${COUNT} ?${UNIT} (?:ago|back|earlier|old)\\b`, 'g');
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/\b(?:today|just now|right now|this (?:morning|afternoon|evening)|tonight|an hour ago|minutes ago)\b/, 0],
  [/\b(?:yesterday|last night)\b/, 1],
  [/\b(?:the )?day before yesterday\b/, 2],
  [/\blast week\b/, 7],
  [/\blast month\b/, 30],
  [/\blast quarter\b/, 91],
  [/\blast year\b/, 365],
];
const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const WEEKDAY = new RegExp(`\\b(?:last|on|this|since) (${WEEKDAYS.join('|')})\\b`, 'g');
const ISO = /\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b/g;
const DAY_FIRST = new RegExp(
  `\\b([0-9]{1,2})(?:st|nd|rd|th)?(?: of)? (${MONTHS})\\.?,? ?([0-9]{4})?\\b`,
  'g',
);
const MONTH_FIRST = new RegExp(
  `\\b(${MONTHS})\\.? ([0-9]{1,2})(?:st|nd|rd|th)?\\b(?:,? ([0-9]{4})\\b)?`,
  'g',
);
const MONTH_ONLY = new RegExp(
  `\\b(?:in|since|from|back in|of|until|through|last|early|late|mid) (${MONTHS})\\.?(?: ([0-9]{4}))?\\b`,
  'g',
);
const YEAR_ONLY = /\b(?:in|since|from|back in) (20[0-9]{2})\b/g;

const FOR = new RegExp(
  `\\b(?:for|age:?|aged|over|past|last|more than|at least|nearly|almost|about|around|since|been) (?:the )?(?:past |last |over |more than |at least |well over |nearly |almost |about |around |some |a good )*${COUNT} ${UNIT}\\b(?! ago)`,
);

/** Days that something has lasted, where a text says so: "for 8 months", "over the past two years". */
export function durationOf(text: string): number | null {
  if (!MAY_LAST.test(text)) return null;
  const [, count = '', unit = ''] = FOR.exec(text) ?? [];
  return count === '' ? null : Math.round(numberSaid(count) * UNIT_DAYS[unit]!);
}

/** A text without any of these states no date and no age, which one look settles. */
const MAY_DATE =
  /[0-9]|ago|old|back|earl|day|week|month|year|quarter|night|now|noon|evening|morning|hour|minute|jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec/;
const MAY_LAST = /day|week|month|year|quarter|hour|minute|[0-9] ?[a-z]/;

export interface Dating {
  /** Age in days; null when nothing is said. Of several ages the greatest counts. */
  readonly ageDays: number | null;
  /** Does it name a day that has not come or does not exist? Then it tells of nothing that has happened. */
  readonly impossible: boolean;
}

/** How old a text says its fact is, on `asOfDay`. A month or year counts from its middle. */
export function datingOf(text: string, asOfDay: string): Dating {
  if (!MAY_DATE.test(text)) return { ageDays: null, impossible: false };
  const today = dayNumber(asOfDay)!;
  const thisYear = Number(asOfDay.slice(0, 4));
  const ages: number[] = [];
  let impossible = false;
  const dated = (day: number | undefined) => {
    if (day === undefined || day > today) impossible = true;
    else ages.push(today - day);
  };
  /** A day without a year is the latest such day. */
  const latest = (year: string | undefined, m: number, d: number) => {
    if (year) return dayOf(Number(year), m, d);
    const day = dayOf(thisYear, m, d);
    return day !== undefined && day > today ? dayOf(thisYear - 1, m, d) : day;
  };
  for (const [words, days] of NAMED) if (words.test(text)) ages.push(days);
  for (const [, count = '', unit = ''] of text.matchAll(AGO)) {
    ages.push(Math.round(numberSaid(count) * UNIT_DAYS[unit]!));
  }
  for (const [, name = ''] of text.matchAll(WEEKDAY)) {
    // 1 January 1970 was a Thursday.
    const back = (((today + 4) % 7) - WEEKDAYS.indexOf(name) + 7) % 7;
    ages.push(back === 0 ? 7 : back);
  }
  for (const [date] of text.matchAll(ISO)) dated(dayNumber(date));
  let rest = text;
  for (const [whole, d = '', name = '', year] of text.matchAll(DAY_FIRST)) {
    dated(latest(year, month(name), Number(d)));
    rest = rest.replace(whole, ' ');
  }
  for (const [whole, name = '', d = '', year] of rest.matchAll(MONTH_FIRST)) {
    dated(latest(year, month(name), Number(d)));
    rest = rest.replace(whole, ' ');
  }
  for (const [, name = '', year] of rest.matchAll(MONTH_ONLY)) {
    const first = latest(year, month(name), 1);
    if (first === undefined || first > today) impossible = true;
    else ages.push(Math.max(0, today - first - 15));
  }
  for (const [, year = ''] of rest.matchAll(YEAR_ONLY)) {
    if (Number(year) > thisYear) impossible = true;
    else if (Number(year) < thisYear) ages.push(today - dayOf(Number(year), 7, 1)!);
  }
  return { ageDays: ages.length === 0 ? null : Math.max(...ages), impossible };
}
