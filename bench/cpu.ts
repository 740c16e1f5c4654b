import { readFileSync } from 'node:fs';

/** What Linux counts in: `getconf CLK_TCK` is 100 on every platform that Node runs on. */
const TICKS_PER_SECOND = 100;

/** CPU time of a process with all its threads, user and system, in milliseconds; undefined where there is no /proc. */
export function cpuMs(pid: number): number | undefined {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may hold anything.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return ((Number(fields[11]) + Number(fields[12])) * 1_000) / TICKS_PER_SECOND;
  } catch {
    return undefined;
  }
}
