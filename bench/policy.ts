/**
 * Median and p99 of one evaluate() in this process, as wall-clock and as CPU time (which other programs disturb less).
 * Usage: node bench/policy.ts [--json]
 */
import { readFileSync } from 'node:fs';
import { evaluate } from '../src/policy/policy.ts';
import { redact } from '../src/policy/redact.ts';

interface Line {
  readonly text: string;
}

const textsOf = (set: string): string[] =>
  readFileSync(new URL(`../data/policy/${set}.jsonl`, import.meta.url), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Line).text);
const goals = textsOf('dev');

const repeatTo = (parts: readonly string[], length: number): string =>
  parts
    .join('\n')
    .repeat(Math.ceil(length / parts.join('\n').length))
    .slice(0, length);
const MIXED = 'pay $0.01 for api.x.example a@b.co +1 212 555 0100 4111 1111 1111 1111 %40 aGVsbG8gd29ybGQ ';
/** Look-alike data of which no two pieces are equal: nothing can be remembered from one to the next. */
const unlike = Array.from({ length: 600 }, (_, i) => {
  const n = (i * 2_654_435_761) % 4_294_967_296;
  return `${n} u${i}@h${i % 97}.io +49 30 ${n} 0x${n.toString(16).repeat(5)} %2${i % 10} ${btoa(`row ${n} of the file`)}`;
});
/**
 * Previews of the largest size: ordinary JSON, requests, data of every kind, and one long run of one character. The goals
 * hold more encodings than are read, so that they end at the analysis limit; the requests are read whole.
 */
const previews: Readonly<Record<string, string>> = {
  preview_32k_plain: repeatTo(
    ['{"city":"Berlin","units":"metric","days":7,"note":"hourly forecast for the pilot","price":"0.01"}'],
    32_768,
  ),
  preview_32k_goals: repeatTo(goals, 32_768),
  preview_32k_requests: repeatTo(
    textsOf('train').filter((_, i) => i % 6 === 0),
    32_768,
  ),
  preview_32k_look_alike: repeatTo([MIXED], 32_768),
  preview_32k_unlike_data: repeatTo(unlike, 32_768),
  preview_32k_percent: repeatTo(['%61%40%62.%63%6f '], 32_768),
  preview_32k_numbers: repeatTo(['4155550100, 732.50, 20260101, '], 32_768),
  preview_32k_one_letter: 'a'.repeat(32_768),
};

interface Row {
  readonly name: string;
  readonly runs: number;
  readonly medianMs: number;
  readonly p99Ms: number;
  readonly cpuMedianMs: number;
  readonly cpuP99Ms: number;
}

function measure(name: string, runs: number, call: (i: number) => unknown): Row {
  for (let i = 0; i < runs; i++) call(i);
  const times: number[] = [];
  const cpu: number[] = [];
  for (let i = 0; i < runs; i++) {
    const used = process.cpuUsage();
    const from = performance.now();
    call(i);
    times.push(performance.now() - from);
    const { user, system } = process.cpuUsage(used);
    cpu.push((user + system) / 1_000);
  }
  const at = (values: readonly number[], share: number): number =>
    Math.round([...values].sort((a, b) => a - b)[Math.floor(values.length * share)]! * 1000) / 1000;
  return {
    name,
    runs,
    medianMs: at(times, 0.5),
    p99Ms: at(times, 0.99),
    cpuMedianMs: at(cpu, 0.5),
    cpuP99Ms: at(cpu, 0.99),
  };
}

const results = [
  measure('goal', 5_000, (i) => evaluate({ goal: goals[i % goals.length]! })),
  measure('goal_redact', 2_000, (i) => redact(goals[i % goals.length]!)),
  ...Object.entries(previews).map(([name, text]) =>
    measure(name, 1_000, () => evaluate({ payloadPreview: text }, { requireScope: false, intentFields: [] })),
  ),
];
if (process.argv.includes('--json')) console.log(JSON.stringify(results));
else
  for (const row of results)
    console.log(
      `${row.name.padEnd(24)} runs ${String(row.runs).padStart(5)}  median ${row.medianMs} ms  p99 ${row.p99Ms} ms  cpu ${row.cpuMedianMs} / ${row.cpuP99Ms} ms`,
    );
