import { parseArgs } from 'node:util';
import wordings from '../../src/products/opportunity-check/golden.wordings.json' with { type: 'json' };
import { readSignals } from '../../src/products/opportunity-check/signals.ts';
import { readStatement } from '../../src/products/opportunity-check/statement.ts';
import { readable } from '../../src/reading/text.ts';

// How long one statement (clock) and a request of 64 (processor time) take. `--rounds 30`.
const DAY = '2026-11-21';
const { values } = parseArgs({ options: { rounds: { type: 'string', default: '20' } } });
const texts = wordings.read.map(([text]) => readable(text!));
const at = (sorted: readonly number[], share: number): string =>
  sorted[Math.floor((sorted.length - 1) * share)]!.toFixed(1);

const single: number[] = [];
const full: number[] = [];
for (let round = 0; round < Number(values.rounds); round += 1) {
  for (const text of texts) {
    const start = process.hrtime.bigint();
    readStatement(text, DAY);
    single.push(Number(process.hrtime.bigint() - start) / 1e3);
  }
  for (let from = 0; from + 64 <= texts.length; from += 64) {
    const items = texts.slice(from, from + 64);
    const start = process.threadCpuUsage();
    readSignals(items, DAY);
    const { user, system } = process.threadCpuUsage(start);
    full.push(user + system);
  }
}
// The first half warms up.
for (const [name, all] of Object.entries({ 'one statement': single, '64 signals': full })) {
  const sorted = all.slice(all.length / 2).sort((a, b) => a - b);
  console.log(
    `${name}: median ${at(sorted, 0.5)} µs, p99 ${at(sorted, 0.99)} µs, first ${all[0]!.toFixed(0)} µs`,
  );
}
