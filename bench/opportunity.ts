/**
 * How long one opportunity answer takes: a typical request, the largest ones the schema lets through, and whether
 * time grows in step with size. Run: node bench/opportunity.ts
 */
import { performance } from 'node:perf_hooks';
import {
  answerOpportunity,
  OPPORTUNITY_LIMITS,
  type OpportunityRequest,
  ownProof,
  requestSchema,
} from '../src/products/opportunity-check/engine.ts';
import { SENDABLE_SIGNALS } from '../src/products/opportunity-check/schema.ts';

const FACTS = { asOf: Date.UTC(2026, 10, 21, 10), release: 'v0.0.0-bench' };
const WARM_UP = 300;

const typical: OpportunityRequest = {
  subject: 'https://api.weather.example/v1',
  goal: 'Decide on $0.01 per call for 500 calls worth $0.04 each',
  knownSignals: [
    'valid 402 challenge seen',
    'price visible',
    'network eip155:8453 matches',
    'openapi published',
  ],
  constraints: ['budget $5', 'no account', 'by 2026-12-31'],
};

const repeated = (unit: string, length: number): string =>
  unit.repeat(Math.ceil(length / unit.length)).slice(0, length);

/** The largest request, filled with text that is meant to be dear to read; `share` of its lists. */
function largest(unit: string, share = 1): OpportunityRequest {
  const list = (items: number, length: number) =>
    Array.from({ length: Math.round(items * share) }, (_, i) => repeated(`${i} ${unit}`, length));
  return {
    subject: repeated(unit, OPPORTUNITY_LIMITS.subject),
    goal: repeated(unit, OPPORTUNITY_LIMITS.goal),
    knownSignals: list(OPPORTUNITY_LIMITS.knownSignals, OPPORTUNITY_LIMITS.knownSignal),
    constraints: list(OPPORTUNITY_LIMITS.constraints, OPPORTUNITY_LIMITS.constraint),
  };
}

const HOSTILE: Readonly<Record<string, string>> = {
  'dense cues': 'valid 402 challenge, no paid 200 not delivered price ',
  'digits and dots': '1,1,1.1 $1.1 1,111 ',
  hosts: 'https://a.xn--pypal-4ve.b.c.d.e.example.com/ ',
  negations: 'not no never without paid 200 ',
  'limit words': 'max of the price of the budget of a $1 per call ',
  'one long word': 'a',
  'trailing marks': ')',
  invisible: '\u200b\u2060a',
  expanding: '\ufdfa',
  wide: '\u{1f4b0}\uff10\uff0e\uff11 ',
};

interface Timing {
  /** Tenth percentile: what the work itself takes when the machine is busy with other things. */
  readonly p10: number;
  readonly median: number;
  readonly p99: number;
}

function measure(input: OpportunityRequest, calls: number): Timing {
  for (let i = 0; i < Math.min(WARM_UP, calls); i += 1) answerOpportunity(input, FACTS);
  const times = Array.from({ length: calls }, () => {
    const start = performance.now();
    answerOpportunity(input, FACTS);
    return performance.now() - start;
  }).sort((a, b) => a - b);
  return {
    p10: times[Math.floor(calls / 10)]!,
    median: times[Math.floor(calls / 2)]!,
    p99: times[Math.floor(calls * 0.99)]!,
  };
}

const show = (name: string, { p10, median, p99 }: Timing, target: string) =>
  console.log(
    `${name.padEnd(34)} p10 ${p10.toFixed(3)} ms   median ${median.toFixed(3)} ms   p99 ${p99.toFixed(3)} ms   ${target}`,
  );

show('typical request', measure(requestSchema.parse(typical), 3_000), 'target median < 1.5 ms');
const everySignal = { ...typical, knownSignals: [...SENDABLE_SIGNALS] };
show(
  'every signal in machine form',
  measure(requestSchema.parse(everySignal), 2_000),
  'target median < 5 ms',
);
for (const [name, unit] of Object.entries(HOSTILE)) {
  show(`largest: ${name}`, measure(requestSchema.parse(largest(unit)), 400), 'target median < 5 ms');
}

console.log(
  '\ngrowth of the tenth percentile when the lists grow from a quarter to full size (4.0 = in step with size)',
);
for (const [name, unit] of Object.entries(HOSTILE)) {
  const [quarter, full] = [0.25, 1].map((share) => measure(largest(unit, share), 300).p10);
  console.log(`${name.padEnd(34)} ratio ${(full! / quarter!).toFixed(2)}`);
}

const start = performance.now();
for (let i = 0; i < 200; i += 1) ownProof(FACTS);
console.log(`\nGET form: ${((performance.now() - start) / 200).toFixed(3)} ms per call`);
