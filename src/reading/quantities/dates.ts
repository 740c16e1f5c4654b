import type { Token } from './tokens.ts';

/** A calendar date as far as it is named: a day without its year, a month, a year. */
export interface CalendarDate {
  readonly year: number | null;
  readonly month: number | null;
  readonly day: number | null;
}

export interface DateAt {
  readonly date: CalendarDate;
  readonly next: number;
}

const MONTHS = 'january february march april may june july august september october november december'.split(
  ' ',
);
const MONTH_OF = new Map<string, number>([
  ...MONTHS.map((name, i) => [name, i + 1] as const),
  ...MONTHS.filter((name) => name !== 'may').map(
    (name) => [name.slice(0, 3), 1 + MONTHS.indexOf(name)] as const,
  ),
  ['sept', 9],
]);

/** The date that starts at a token: "2026-12-01", "December 1, 2026", "1st of Dec", "Dec 5 2026", "January 2025". */
export function dateAt(tokens: readonly Token[], first: number): DateAt | undefined {
  return (
    isoDay(tokens, first) ?? dottedDay(tokens, first) ?? monthFirst(tokens, first) ?? dayFirst(tokens, first)
  );
}

function isoDay(tokens: readonly Token[], first: number): DateAt | undefined {
  if (tokens[first]?.kind !== 'day') return undefined;
  const [year, month, day] = tokens[first]!.text.slice(0, 10).split(/[-/]/).map(Number);
  return exists(year!, month!, day!)
    ? { date: { year: year!, month: month!, day: day! }, next: first + 1 }
    : undefined;
}

/** "18.12.2026": day, month, year. */
function dottedDay(tokens: readonly Token[], first: number): DateAt | undefined {
  const [, day, month, year] =
    /^([0-9]{1,2})\.([0-9]{1,2})\.(20[0-9]{2})$/.exec(tokens[first]?.text ?? '')?.map(Number) ?? [];
  return day && month && year && exists(year, month, day)
    ? { date: { year, month, day }, next: first + 1 }
    : undefined;
}

function monthFirst(tokens: readonly Token[], first: number): DateAt | undefined {
  const month = MONTH_OF.get(tokens[first]?.text ?? '');
  if (!month) return undefined;
  let at = first + 1;
  if (tokens[at]?.text === '.' && tokens[at]!.glued) at += 1;
  if (tokens[at]?.text === 'the') at += 1;
  const day = dayOfMonth(tokens, at);
  if (day) return closed(tokens, day.next, month, day.day);
  const year = yearAt(tokens, tokens[at]?.text === 'of' ? at + 1 : at);
  // "may" and "mar" alone are words too.
  return year ? { date: { year: year.year, month, day: null }, next: year.next } : undefined;
}

function dayFirst(tokens: readonly Token[], first: number): DateAt | undefined {
  const day = dayOfMonth(tokens, first);
  if (!day) return undefined;
  const at = tokens[day.next]?.text === 'of' || tokens[day.next]?.text === '-' ? day.next + 1 : day.next;
  const month = MONTH_OF.get(tokens[at]?.text ?? '');
  return month ? closed(tokens, at + 1, month, day.day) : undefined;
}

function closed(tokens: readonly Token[], at: number, month: number, day: number): DateAt | undefined {
  const dotted = tokens[at]?.text === '.' && tokens[at]!.glued ? at + 1 : at;
  const comma = /^[,-]$/.test(tokens[dotted]?.text ?? '') ? dotted + 1 : dotted;
  const year = yearAt(tokens, comma);
  if (!exists(year?.year ?? 2024, month, day)) return undefined;
  return { date: { year: year?.year ?? null, month, day }, next: year?.next ?? at };
}

function dayOfMonth(tokens: readonly Token[], at: number): { day: number; next: number } | undefined {
  const token = tokens[at];
  if (token?.kind !== 'number' || !/^[0-9]{1,2}$/.test(token.text)) return undefined;
  const day = Number(token.text);
  if (day < 1 || day > 31) return undefined;
  const ordinal = tokens[at + 1]?.glued && /^(?:st|nd|rd|th)$/.test(tokens[at + 1]!.text);
  return { day, next: ordinal ? at + 2 : at + 1 };
}

function yearAt(tokens: readonly Token[], at: number): { year: number; next: number } | undefined {
  const token = tokens[at];
  return token?.kind === 'number' && /^(?:19|20)[0-9]{2}$/.test(token.text)
    ? { year: Number(token.text), next: at + 1 }
    : undefined;
}

function exists(year: number, month: number, day: number): boolean {
  const back = new Date(Date.UTC(year, month - 1, day));
  return back.getUTCMonth() === month - 1 && back.getUTCDate() === day;
}
