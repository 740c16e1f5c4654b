/**
 * Median and p99 of one evaluate() in this process. Usage: node bench/policy.ts [--json]
 */
import { readFileSync } from 'node:fs';
import { evaluate } from '../src/policy/policy.ts';
import { redact } from '../src/policy/redact.ts';

interface Line {
  readonly text: string;
}

const goals = readFileSync(new URL('../data/policy/dev.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as Line).text);

const repeatTo = (parts: readonly string[], length: number): string =>
  parts
    .join('\n')
    .repeat(Math.ceil(length / parts.join('\n').length))
    .slice(0, length);
/** A preview of the largest size: ordinary JSON, one that is all sensitive rows, and one long run of one character. */
const previews: Readonly<Record<string, string>> = {
  preview_32k_plain: repeatTo(
    ['{"city":"Berlin","units":"metric","days":7,"note":"hourly forecast for the pilot","price":"0.01"}'],
    32_768,
  ),
  preview_32k_goals: repeatTo(goals, 32_768),
  preview_32k_one_letter: 'a'.repeat(32_768),
};

function measure(
  name: string,
  runs: number,
  call: (i: number) => unknown,
): { name: string; runs: number; medianMs: number; p99Ms: number } {
  for (let i = 0; i < Math.min(runs, 200); i++) call(i);
  const times: number[] = [];
  for (let i = 0; i < runs; i++) {
    const from = performance.now();
    call(i);
    times.push(performance.now() - from);
  }
  times.sort((a, b) => a - b);
  const at = (share: number): number => Math.round(times[Math.floor(times.length * share)]! * 1000) / 1000;
  return { name, runs, medianMs: at(0.5), p99Ms: at(0.99) };
}

const results = [
  measure('goal', 5_000, (i) => evaluate({ goal: goals[i % goals.length]! })),
  measure('goal_redact', 2_000, (i) => redact(goals[i % goals.length]!)),
  ...Object.entries(previews).map(([name, text]) =>
    measure(name, 100, () => evaluate({ payloadPreview: text }, { requireScope: false, intentFields: [] })),
  ),
];
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else
  for (const row of results)
    console.log(
      `${row.name.padEnd(24)} runs ${String(row.runs).padStart(5)}  median ${row.medianMs} ms  p99 ${row.p99Ms} ms`,
    );
