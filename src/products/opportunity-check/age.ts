import { DAY_MS } from '../../values/time.ts';

const ISO_DAY = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/;

/** Whole days since 1970 of an ISO day; undefined when no such day exists. */
export function dayNumber(day: string): number | undefined {
  const parts = ISO_DAY.exec(day);
  if (!parts) return undefined;
  const [year, month, date] = [Number(parts[1]), Number(parts[2]), Number(parts[3])];
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

const UNIT_DAYS: Readonly<Record<string, number>> = { day: 1, week: 7, month: 30, year: 365 };
const RELATIVE = /\b([0-9]{1,4}|an?|one) (day|week|month|year)s? ago\b/g;
const NAMED: readonly (readonly [RegExp, number])[] = [
  [/\byesterday\b/, 1],
  [/\blast week\b/, 7],
  [/\blast month\b/, 30],
  [/\blast year\b/, 365],
];
const DATES = /\b[0-9]{4}-[0-9]{2}-[0-9]{2}\b/g;

/**
 * How old does a statement say its fact is? `null`: it does not say. `undefined`: it names a day that has not come
 * or does not exist, so it cannot be evidence. Of several ages the greatest counts.
 */
export function statedAge(text: string, asOfDay: string): number | null | undefined {
  const ages: number[] = NAMED.filter(([words]) => words.test(text)).map(([, days]) => days);
  for (const [, count = '', unit = ''] of text.matchAll(RELATIVE)) {
    ages.push((/^[0-9]/.test(count) ? Number(count) : 1) * UNIT_DAYS[unit]!);
  }
  for (const [date] of text.matchAll(DATES)) {
    const age = ageInDays(date, asOfDay);
    if (age === undefined) return undefined;
    ages.push(age);
  }
  return ages.length === 0 ? null : Math.max(...ages);
}
