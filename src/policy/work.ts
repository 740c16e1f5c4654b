/**
 * Counts what a decision costs, in characters looked at and candidates checked: pure rooms have no clock, and a count
 * gives the same answer on every machine. When the allowance is gone, scanning stops and the caller decides for safety.
 */
export interface Work {
  left: number;
  /** True once something was left undone. */
  overrun: boolean;
  /** Answers of the numbering plan, which is dear to ask. They are paid for each time, so that a count stays a count. */
  readonly numbers: Map<string, boolean>;
}

/**
 * What one call may cost, all that it reads together: 32 kB of ordinary JSON take about 1.4 million, a typical goal well
 * under a tenth of that. READMEs of 15 to 30 kB need up to 4 million: with half of it, every second one would be stopped. Costs are set so that a unit stands for 3 to 6 ns of any kind of text (docs/policy.md).
 */
export const WORK_LIMIT = 4_000_000;

export const newWork = (limit: number = WORK_LIMIT, numbers: Map<string, boolean> = new Map()): Work => ({
  left: limit,
  overrun: false,
  numbers,
});

/** Takes `units` from the allowance; false means: stop, and treat what was not looked at as unsafe. */
export function spend(work: Work, units: number): boolean {
  work.left -= units;
  if (work.left < 0) work.overrun = true;
  return !work.overrun;
}
