import type { Kind } from './archetype.ts';
import type { Friction, PlanDay } from './schema.ts';
import type { Reading } from './stated.ts';
import { FRICTIONS } from './tables/frictions.ts';
import { PLAN, type PlanRow, WEEK } from './tables/plan.ts';
import { fill, listed, type Slots } from './words.ts';

const DAYS = 7;
const dayOf = (id: string): string => FRICTIONS.find((one) => one.id === id)!.day;
const planRow = (id: string): PlanRow => PLAN.find((one) => one.id === id)!;

/** Seven days in the order of the case. A package that a live seller does not need makes room for the next one. */
function week(frictions: readonly Friction[], live: boolean): readonly string[] {
  if (frictions.some((one) => one.lossReported)) return WEEK.loss;
  if (!live) return WEEK.new;
  const needed = WEEK.live.filter((id) => id !== 'unit' || frictions.some((one) => dayOf(one.id) === 'unit'));
  return [...needed.slice(0, DAYS - 1), 'measure'];
}

/** A friction is closed on its own day, or on the day that took that day's place. */
function place(friction: Friction, days: readonly string[]): string {
  const wanted = dayOf(friction.id);
  if (days.includes(wanted)) return wanted;
  return wanted === 'mainnet' && days.includes('listing') ? 'listing' : days[0]!;
}

/** A seller that agents can pay already repairs; any other one builds. */
export const isLive = ({ challenges, stated }: Reading): boolean =>
  challenges !== undefined || (stated.has('live') && stated.has('railX402'));

export function planWeek(
  kind: Kind,
  reading: Reading,
  frictions: readonly Friction[],
  slots: Slots,
): PlanDay[] {
  const days = week(frictions, isLive(reading));
  return days.map((id, index) => {
    const row = planRow(id);
    const own = frictions.filter((one) => place(one, days) === id);
    const first =
      index === 0 && kind.id === 'out_of_scope'
        ? [`take every field out of ${slots.path} that is not in the response schema`]
        : [];
    return {
      day: index + 1,
      title: row.title,
      do: [...first, fill(row.task, slots), ...own.map((one) => `${one.id}: ${one.fix}`)],
      exit: fill(row.exit, slots),
      frictions: own.map((one) => one.id),
    };
  });
}

/** `Day 2, challenge — …; closes F01; exit: ….` */
export function planLine(day: PlanDay): string {
  const tasks = day.do.filter((task) => !/^F\d{2}: /u.test(task)).join('; ');
  const closes = day.frictions.length > 0 ? `; closes ${listed(day.frictions)}` : '';
  return `Day ${day.day}, ${day.title} — ${tasks}${closes}; exit: ${day.exit}.`;
}
