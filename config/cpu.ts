import { readdirSync, readFileSync } from 'node:fs';

/** Linux counts in hundredths of a second. */
const TICKS = 100;

interface Known {
  readonly parent: number;
  /** Of the process, and of those that it has waited for. */
  readonly seconds: number;
}

/** What a process and all below it have worked so far, in seconds of a processor. 0 where the system does not say. */
export function cpuSecondsBelow(pid: number): number {
  const known = new Map<number, Known>();
  for (const name of pids()) {
    const found = read(name);
    if (found) known.set(Number(name), found);
  }
  const below = Map.groupBy(known.keys(), (each) => known.get(each)!.parent);
  const sum = (each: number): number =>
    (known.get(each)?.seconds ?? 0) + (below.get(each) ?? []).reduce((all, child) => all + sum(child), 0);
  return sum(pid);
}

function pids(): string[] {
  try {
    return readdirSync('/proc').filter((name) => /^\d+$/.test(name));
  } catch {
    return [];
  }
}

function read(pid: string): Known | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The name of the process may hold anything; what follows it are numbers.
    const [, parent, , , , , , , , , , user, system, childUser, childSystem] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number) as number[];
    return { parent: parent!, seconds: (user! + system! + childUser! + childSystem!) / TICKS };
  } catch {
    // It ended just now: whoever waited for it counts it.
    return undefined;
  }
}
