import { readFileSync } from 'node:fs';
import { spendPassport } from '../src/checks/agent-spend-passport/check.ts';
import { scopeCheck } from '../src/checks/buyer-payment-scope-check/check.ts';
import { failureSignature } from '../src/checks/failure-signature/check.ts';
import { CHECKS, Stage } from '../src/checks/stage.suite.ts';
import { metadataPreflight } from '../src/checks/x402-metadata-preflight/check.ts';
import type { Check } from '../src/declare.ts';

/**
 * Median and p99 of one decision in process, as wall-clock and as CPU time: parsing by the schema and the decision
 * itself, without HTTP.
 * Run: `node bench/checks.ts`. Targets: median under 0.5 ms on ordinary input, p99 under 5 ms on the largest.
 */

const ROUNDS = 3_000;
/** Until the compiler and the young generation of the heap have grown to what they stay at. */
const WARM_UP = 1_000;
const stage = new Stage();

async function measure(name: string, check: Check, bodies: readonly object[]): Promise<void> {
  const { context } = stage;
  const once = async (i: number) => {
    const body = bodies[i % bodies.length]!;
    const used = process.cpuUsage();
    const from = performance.now();
    await check.run(check.input.parse(body), context);
    const ms = performance.now() - from;
    const { user, system } = process.cpuUsage(used);
    return { ms, cpu: (user + system) / 1_000 };
  };
  for (let i = 0; i < WARM_UP; i++) await once(i);
  const runs: { ms: number; cpu: number }[] = [];
  for (let i = 0; i < ROUNDS; i++) runs.push(await once(i));
  const at = (of: 'ms' | 'cpu', share: number) =>
    runs
      .map((run) => run[of])
      .sort((a, b) => a - b)
      [Math.floor(share * (ROUNDS - 1))]!.toFixed(3);
  console.log(
    `${name.padEnd(52)} median ${at('ms', 0.5)} ms  p99 ${at('ms', 0.99)} ms  cpu ${at('cpu', 0.5)} / ${at('cpu', 0.99)} ms`,
  );
}

const filled = (text: string, length: number) =>
  text.repeat(Math.ceil(length / text.length)).slice(0, length);

const GOALS = [
  'Decide whether to pay $0.01 per call for api.weather.example before a batch of 500 calls',
  'Need monetization guidance: which endpoint of my API should be the first paid route?',
  'Compare two search providers at $0.005 and $0.02 per query and pick one',
  'help',
  'Which stocks should I buy this week?',
  'Scrape the e-mail addresses of everyone who follows this account',
  'Is the receipt of https://api.rates.example/v1/usd worth $0.10 to an auditor?',
];
const ordinary = GOALS.map((goal, i) => ({ goal, maxBudgetUsd: `${i}.5` }));
const MIXED = 'pay $0.01 for api.x.example a@b.co +1 212 555 0100 4111 1111 1111 1111 %40 aGVsbG8gd29ybGQ ';

await measure('prepare, seven unlike goals', spendPassport, ordinary);
await measure('prepare, 640 characters of words', spendPassport, [{ goal: filled(`${GOALS[0]} `, 640) }]);
await measure('prepare, 640 characters that look like data', spendPassport, [{ goal: filled(MIXED, 640) }]);
await measure('preflight, its example', metadataPreflight, [metadataPreflight.example as object]);
const texts = {
  resourceUrl: filled('https://api.x.example/v1?city=Bern&q=1&', 500),
  paymentDescription: filled(`${GOALS[2]} `, 600),
  reason: filled(`${GOALS[0]} `, 600),
};
await measure('preflight, every text at its limit', metadataPreflight, [texts]);
const lines = Array.from({ length: 300 }, (_, i) => ({ id: i, note: filled(GOALS[i % GOALS.length]!, 75) }));
await measure('preflight, 32 kB preview of words', metadataPreflight, [{ payloadPreview: { lines } }]);
await measure('preflight, 32 kB preview that looks like data', metadataPreflight, [
  { payloadPreview: { text: filled(MIXED, 31_000) } },
]);
await measure('preflight, texts at their limits that look like data', metadataPreflight, [
  {
    resourceUrl: filled(`https://api.x.example/v1?${MIXED.replaceAll(' ', '&')}`, 500),
    paymentDescription: filled(MIXED, 600),
    reason: filled(MIXED, 600),
  },
]);
await measure('scope check, its example', scopeCheck, [scopeCheck.example as object]);
await measure('failure signature, 4,000 characters', failureSignature, [
  { errorText: filled('Error: no matching payment requirements ', 4_000) },
]);
await measure('failure signature, a log of 16 kB', failureSignature, [
  {
    errorText: `${filled('2026-09-01T10:00:00Z info GET /v1/rates 200 12ms\n', 15_900)}x402 settle failed: insufficient_funds`,
  },
]);
/** The dearest text that was found: a hundred failures, each told in other words. */
const told = readFileSync(new URL('../data/failures/stranger-9/failures.jsonl', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line !== '')
  .map((line) => (JSON.parse(line) as { text: string }).text);
await measure('failure signature, 16 kB of failures', failureSignature, [
  { errorText: filled(`${told.join('\n')}\n`, 16_000) },
]);
for (const check of CHECKS) await measure(`${check.id}, its example`, check, [check.example as object]);
