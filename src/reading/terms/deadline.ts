import type { CalendarDate } from '../quantities/dates.ts';
import { ONE } from '../quantities/numerals.ts';
import type { Placed } from '../quantities/quantity.ts';

const DAY_MS = 86_400_000;
const at = (isoDay: string): number => Date.parse(`${isoDay}T00:00:00Z`);
const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const dayAt = (year: number, month: number, day: number): number => Date.UTC(year, month - 1, day);

const DUE =
  /\b(?:by|before|until|till|til|deadline|due|no later than|not later than|not after|latest|expires?|ends?|finish(?:ed)?|complet\w+|done|on or before|up to|within|inside(?: of)?|cut-?off|settled?|(?:useless|worthless|pointless|no use|no good|too late|stale|outdated) after)\b[^.;]{0,24}$/;
const NOT_DUE =
  /\b(?:not before|after|from|since|starting|newer than|fresh|older than|as of|dated)\b[^.;]{0,16}$/;

/** The last day that a date in a constraint stands for. A day without a year is the next one that comes. */
export function dueDay(one: Placed, before: string, behind: string, asOfDay: string): string | undefined {
  const due =
    DUE.test(before) ||
    /^ ?(?:at the latest|latest|deadline|cut-?off|or earlier|or sooner|or before)\b/.test(behind);
  const notAfter =
    /\b(?:not|no later than|nothing|useless|worthless|pointless|no use|no good|too late|stale|outdated) (?:\w+ )?after\b[^.;]{0,16}$/.test(
      before,
    );
  if (!due || (NOT_DUE.test(before) && !notAfter)) return undefined;
  if (one.kind === 'duration') return inDuration(one, before, behind, asOfDay);
  return one.date ? lastDay(one.date, asOfDay) : undefined;
}

function lastDay({ year, month, day }: CalendarDate, asOfDay: string): string | undefined {
  if (month === null) return undefined;
  if (day === null) return iso(dayAt(year!, month + 1, 0));
  if (year !== null) return iso(dayAt(year, month, day));
  const thisYear = Number(asOfDay.slice(0, 4));
  const next = dayAt(thisYear, month, day);
  return iso(next < at(asOfDay) ? dayAt(thisYear + 1, month, day) : next);
}

/** The day of a date that is known to be a deadline. */
export const dueDate = ({ date }: Placed, asOfDay: string): string | undefined =>
  date ? lastDay(date, asOfDay) : undefined;

const HOUR = 3_600n * ONE;

/** "within 3 days" is a deadline, "within 2 s" a speed. */
function inDuration(one: Placed, before: string, behind: string, asOfDay: string): string | undefined {
  if (
    !/\b(?:within|inside(?: of)?|in|due in) (?:the next |at most |max |no more than )?$/.test(before) ||
    one.amount < HOUR
  )
    return undefined;
  if (/\b(?:old|age|fresh|stale|uptime|latency|respon\w+|timeout|cache\w*|refund\w*)\b/.test(before + behind))
    return undefined;
  return iso(at(asOfDay) + Math.floor(Number((one.amount / ONE) * 1_000n) / DAY_MS) * DAY_MS);
}

const WEEKDAYS = ['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'];
const RELATIVE =
  /\b(?:by|before|until|till|due|deadline|no later than|latest|within|finish(?:ed)?|done)\b(?: is| on|:|,)* ?(?:the )?(today|tonight|eod|cob|midnight|tomorrow|end of (?:the |this )?(?:day|month|year|business)|eom|eoy|(?:next |this |coming )?(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday))\b/;

/** "Today or never", "Friday or forget it". */
const OR_NEVER =
  /^ ?(today|tonight|tomorrow|(?:next |this )?(?:sunday|monday|tuesday|wednesday|thursday|friday|saturday)) or (?:never|not at all|forget it|nothing|not|don't)\b/;

export interface DueAt {
  readonly day: string;
  readonly from: number;
  readonly to: number;
}

/** "by tomorrow", "due on Friday", "before the end of the month". */
export function relativeDue(sentence: string, asOfDay: string): DueAt | undefined {
  const match = RELATIVE.exec(sentence) ?? OR_NEVER.exec(sentence);
  if (!match) return undefined;
  return { day: iso(relative(match.at(-1)!, asOfDay)), from: match.index, to: match.index + match[0].length };
}

function relative(name: string, asOfDay: string): number {
  const today = at(asOfDay);
  const [year, month] = [Number(asOfDay.slice(0, 4)), Number(asOfDay.slice(5, 7))];
  if (name === 'tomorrow') return today + DAY_MS;
  if (/month|eom/.test(name)) return dayAt(year, month + 1, 0);
  if (/year|eoy/.test(name)) return dayAt(year, 12, 31);
  const weekday = WEEKDAYS.findIndex((day) => name.endsWith(day));
  if (weekday < 0) return today;
  const ahead = (weekday - new Date(today).getUTCDay() + 7) % 7;
  return today + ahead * DAY_MS;
}
