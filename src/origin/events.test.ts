import pino from 'pino';
import { Counter, Histogram, Registry } from 'prom-client';
import { expect, it } from 'vitest';
import type { Event } from '../http/app.ts';
import { eventRecorder } from './events.ts';
import { timesIn } from './times.ts';

const EVENTS: readonly Event[] = [
  { route: 'GET /api/a', outcome: 'challenged', status: 402, durationMs: 0 },
  { route: 'GET /api/a', outcome: 'declined', status: 402, reason: 'wrong_network', durationMs: 1.6 },
  { route: 'GET /api/a', outcome: 'challenged', status: 402, durationMs: 3 },
  { route: 'POST /api/b', outcome: 'refused', status: 413, reason: 'payload_too_large', durationMs: 12 },
  { route: 'unknown', outcome: 'refused', status: 404, reason: 'not_found', durationMs: 0.2 },
];

const BUCKETS = [0.001, 0.002, 0.01];

function metrics() {
  const registry = new Registry();
  const registers = [registry];
  return {
    registry,
    requests: new Counter({ name: 'requests', help: 'r', labelNames: ['route', 'outcome'], registers }),
    reasons: new Counter({ name: 'reasons', help: 'r', labelNames: ['route', 'reason'], registers }),
    seconds: timesIn(registry, { name: 'seconds', help: 's', label: 'outcome', buckets: BUCKETS }),
  };
}

const TIME = /"time":"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"/;

it('writes the very lines that pino writes, whatever was written before', () => {
  const base = { release: 'v1 "quoted"' };
  const theirs: string[] = [];
  const ours: string[] = [];
  const log = pino(
    { base, timestamp: pino.stdTimeFunctions.isoTime },
    { write: (line) => theirs.push(line) },
  );
  const record = eventRecorder(metrics(), base, (line) => ours.push(line));
  for (const event of [...EVENTS, ...EVENTS]) {
    const { durationMs, ...rest } = event;
    log.info({ ...rest, durationMs: Math.round(durationMs) });
    record(event);
  }
  const timeless = (lines: string[]) => lines.map((line) => line.replace(TIME, '"time"'));
  expect(timeless(ours)).toEqual(timeless(theirs));
  expect(ours.every((line) => TIME.test(line))).toBe(true);
});

it('counts what prom-client counts with labels by name', async () => {
  const kept = metrics();
  const registry = new Registry();
  const registers = [registry];
  const named = {
    requests: new Counter({ name: 'requests', help: 'r', labelNames: ['route', 'outcome'], registers }),
    reasons: new Counter({ name: 'reasons', help: 'r', labelNames: ['route', 'reason'], registers }),
    seconds: new Histogram({
      name: 'seconds',
      help: 's',
      labelNames: ['outcome'],
      buckets: BUCKETS,
      registers,
    }),
  };
  const record = eventRecorder(kept, {}, undefined);
  for (const event of [...EVENTS, ...EVENTS]) {
    const { route, outcome, reason, durationMs } = event;
    record(event);
    named.requests.inc({ route, outcome });
    if (reason) named.reasons.inc({ route, reason });
    named.seconds.observe({ outcome }, durationMs / 1_000);
  }
  expect(await kept.registry.metrics()).toBe(await registry.metrics());
});
