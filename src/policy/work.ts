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
 * What one call may cost, all that it reads together: a typical goal takes under 100,000 units, a paid body with 64
 * signals of prose up to 1.7 million, READMEs of 32 kB and source code of 16 kB up to 2.1 million, JSON of Korean words up
 * to 2.35 million. A unit stands for 3 to 6 ns of any kind of text (docs/policy.md).
 */
export const WORK_LIMIT = 2_400_000;

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
