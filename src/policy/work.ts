/**
 * Counts what a decision costs, in characters looked at and candidates checked: pure rooms have no clock, and a count
 * gives the same answer on every machine. When the allowance is gone, scanning stops and the caller decides for safety.
 */
export interface Work {
  left: number;
  /** True once something was left undone. */
  overrun: boolean;
}

/** Enough for a 32 kB preview in every view; a typical goal uses well under 1 % of it. */
export const WORK_LIMIT = 12_000_000;

export const newWork = (limit: number = WORK_LIMIT): Work => ({ left: limit, overrun: false });

/** Takes `units` from the allowance; false means: stop, and treat what was not looked at as unsafe. */
export function spend(work: Work, units: number): boolean {
  work.left -= units;
  if (work.left < 0) work.overrun = true;
  return !work.overrun;
}
