import { appendFileSync, existsSync, readFileSync } from 'node:fs';

/** What became of one fault on one rail of one setup. */
export interface Cell {
  readonly setup: string;
  readonly rail: string;
  readonly fault: string;
  /** Why it was not made. */
  readonly reason?: string;
  /** Until the first answer to who came after its end. */
  readonly recoveryMs?: number;
  /** How often that buyer had sent by then. */
  readonly tries?: number;
  /** Payments that were open at its end, and how long until the last one was decided. */
  readonly waiting?: number;
  readonly drainedMs?: number;
  readonly soldMeanwhile?: number;
  readonly declined?: number;
  /** What must not be, in words. */
  readonly faults: readonly string[];
}

export const appendCells = (file: string, cells: readonly Cell[]): void =>
  appendFileSync(file, cells.map((cell) => `${JSON.stringify(cell)}\n`).join(''));

/** The last word on each cell. */
export function readCells(file: string): Cell[] {
  if (!existsSync(file)) return [];
  const cells = new Map<string, Cell>();
  for (const line of readFileSync(file, 'utf8').split('\n'))
    if (line !== '') {
      const cell = JSON.parse(line) as Cell;
      cells.set(`${columnOf(cell)} ${cell.fault}`, cell);
    }
  return [...cells.values()];
}

const secondsOf = (ms: number): string => (ms / 1_000).toFixed(1);
const columnOf = ({ setup, rail }: Cell): string => `${setup}: ${rail}`;

/**
 * Seconds until the first sale after each fault's end, by setup and rail, and in brackets until the last payment that was
 * open had ended; below it why cells are empty, and what failed.
 */
export function matrix(cells: readonly Cell[]): string {
  const columns = [...new Set(cells.map(columnOf))];
  const faults = [...new Set(cells.map(({ fault }) => fault))];
  const reasons = [...new Set(cells.flatMap(({ reason }) => reason ?? []))];
  const text = (cell: Cell | undefined): string => {
    if (!cell) return '';
    const word =
      cell.reason === undefined
        ? cell.recoveryMs === undefined
          ? 'never'
          : secondsOf(cell.recoveryMs) + (cell.waiting ? ` (${secondsOf(cell.drainedMs!)})` : '')
        : `(${reasons.indexOf(cell.reason) + 1})`;
    return cell.faults.length > 0 ? `${word} !` : word;
  };
  const rows = faults.map((fault) => [
    fault,
    ...columns.map((column) => text(cells.find((each) => each.fault === fault && columnOf(each) === column))),
  ]);
  const head = ['seconds', ...columns.map((_, i) => String.fromCharCode(65 + i))];
  const widths = head.map((_, i) => Math.max(...[head, ...rows].map((row) => row[i]!.length)));
  const line = (row: readonly string[]) =>
    row
      .map((each, i) => (i === 0 ? each.padEnd(widths[i]!) : each.padStart(widths[i]!)))
      .join('  ')
      .trimEnd();
  return [
    ...columns.map((column, i) => `${head[i + 1]}  ${column}`),
    '',
    line(head),
    ...rows.map(line),
    '',
    ...reasons.map((reason, i) => `(${i + 1})  ${reason}`),
    ...cells.flatMap((cell) => cell.faults.map((each) => `!  ${columnOf(cell)}, ${cell.fault}: ${each}`)),
  ].join('\n');
}
