import type { Kind } from './archetype.ts';
import { sellsOverX402 } from './facts.ts';
import { sayParts } from './parts.ts';
import type { Friction, PlanDay } from './schema.ts';
import type { StatedFacts } from './stated.ts';
import { FRICTIONS } from './tables/frictions.ts';
import { EXTRA, GIVES_WAY, OWN_DAY, PLAN, type PlanRow, WEEK } from './tables/plan.ts';
import { enumerated, type Slots } from './words.ts';

const DAYS = 7;
const MOST_EXTRA = 3;
/** Hours that closing a friction takes. */
const EFFORT_HOURS = { S: 1, M: 4, L: 12 } as const;
const planRow = (id: string): PlanRow => PLAN.find((one) => one.id === id)!;

/** Seven days in the order of the case. What a seller's text calls for takes the place of what can share a day. */
function week(
  frictions: readonly Friction[],
  live: boolean,
  slots: Slots,
): { readonly days: readonly string[]; readonly gone: readonly string[] } {
  const lost = frictions.some((one) => one.lossReported);
  const base: string[] = [...(lost ? WEEK.loss : live ? WEEK.live : WEEK.new)];
  const isHeld = (id: string) => planRow(id).when?.every((name) => slots[name] !== undefined) ?? true;
  const extra = EXTRA.filter(isHeld).slice(0, MOST_EXTRA);
  const days = base.filter((id) => isHeld(id));
  const measure = days.indexOf('measure');
  days.splice(measure < 0 ? days.length : measure, 0, ...extra);
  const gone: string[] = [];
  const isFree = (id: string) => !(lost && (id === 'failure' || id === 'pay'));
  for (const id of GIVES_WAY) {
    if (days.length <= DAYS) break;
    if (days.includes(id) && isFree(id)) gone.push(...days.splice(days.indexOf(id), 1));
  }
  return { days, gone };
}

/** The days that do the work of a package: its own, or the one that took it over. */
function home(id: string, days: readonly string[]): string | undefined {
  for (let next: string | undefined = id; next !== undefined; next = planRow(next).into)
    if (days.includes(next)) return next;
  return undefined;
}

/** A friction is closed on its own day, or where the work of that day is done. */
function place({ id }: Friction, days: readonly string[]): string {
  const own = OWN_DAY[id];
  const wanted = FRICTIONS.find((one) => one.id === id)!.day;
  if (own !== undefined && days.includes(own)) return own;
  return home(wanted, days) ?? (wanted === 'mainnet' && days.includes('listing') ? 'listing' : days[0]!);
}

/** A seller that agents can pay already repairs; any other one builds. */
export const isLive = (reading: StatedFacts): boolean =>
  reading.challenges !== undefined || sellsOverX402(reading);

export function planWeek(
  kind: Kind,
  reading: StatedFacts,
  frictions: readonly Friction[],
  slots: Slots,
): PlanDay[] {
  const { days, gone } = week(frictions, isLive(reading), slots);
  return days.map((id, index) => {
    const rows = [id, ...gone.filter((one) => home(one, days) === id)].map(planRow);
    const own = frictions.filter((one) => place(one, days) === id);
    const first =
      index === 0 && kind.id === 'out_of_scope'
        ? [`take every field out of ${slots.path} that is not in the response schema`]
        : [];
    return {
      day: index + 1,
      title: enumerated(rows.map(({ title }) => title)),
      do: [...first, ...rows.flatMap(({ task }) => sayParts(task, slots))],
      exit: sayParts(rows.at(-1)!.exit, slots)[0]!,
      hours: sum(rows.map(({ hours }) => hours)) + sum(own.map(({ effort }) => EFFORT_HOURS[effort])),
      frictions: own.map((one) => one.id),
    };
  });
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0);

/** `Day 2, challenge — …; closes F01; exit: …; 3 h.` */
export function planLine(day: PlanDay): string {
  const closes = day.frictions.length > 0 ? `; closes ${enumerated(day.frictions)}` : '';
  return `Day ${day.day}, ${day.title} — ${day.do.join('; ')}${closes}; exit: ${day.exit}; ${day.hours} h.`;
}
