import { createServer, type Server } from 'node:http';
import pino, { type Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Event } from '../http/app.ts';
import type { Journal } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { eventRecorder } from './events.ts';

/**
 * What operators see. Logs and metrics are made from an allow-list of closed values: a route of the catalogue, a
 * status, an outcome, a reason from our own tables, a duration. Nothing that a caller sent can get in.
 */
export interface Telemetry {
  readonly event: (event: Event) => void;
  readonly report: (where: string, error: unknown) => void;
  /** Prometheus text on a port of its own. */
  serveMetrics(port: number, journal: Journal, now: () => number): Promise<Server>;
  /** Writes out what is buffered: before every exit, or the line that says why is lost. */
  flush(): void;
  /** Lines of the operator's own doing: start, recovery, drain. */
  readonly log: Logger;
}

export function telemetry(level: string): Telemetry {
  const destination = pino.destination({ dest: 2, sync: false });
  const base = { release: RELEASE };
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, destination);
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requests = new Counter({
    name: 'assay_requests_total',
    help: 'Requests by route and outcome. A challenge is not revenue.',
    labelNames: ['route', 'outcome'],
    registers: [registry],
  });
  const reasons = new Counter({
    name: 'assay_refusals_total',
    help: 'Declined payments and refused requests by reason.',
    labelNames: ['route', 'reason'],
    registers: [registry],
  });
  const seconds = new Histogram({
    name: 'assay_request_seconds',
    help: 'Time to answer, by outcome.',
    labelNames: ['outcome'],
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20],
    registers: [registry],
  });
  const failures = new Counter({
    name: 'assay_failures_total',
    help: 'Things outside that failed, by place.',
    labelNames: ['where'],
    registers: [registry],
  });

  return {
    log,
    flush: () => destination.flushSync(),
    event: eventRecorder(
      { requests, reasons, seconds },
      base,
      log.isLevelEnabled('info') ? (line) => void destination.write(line) : undefined,
    ),
    report: (where, error) => {
      failures.inc({ where });
      log.error({ where, error: nameOf(error) });
    },
    serveMetrics: (port, journal, now) => serveRegistry(watchJournal(registry, journal, now), port),
  };
}

/** An error's class and code. Messages may quote addresses, calldata or node URLs, so they stay out of logs. */
function nameOf(error: unknown): string {
  if (!(error instanceof Error)) return 'unknown';
  const { code } = error as NodeJS.ErrnoException;
  return code ? `${error.name} ${code}` : error.name;
}

/** Rows that nobody has finished, read when somebody asks. */
function watchJournal(registry: Registry, journal: Journal, now: () => number): Registry {
  const read = () => journal.unfinished(10_000);
  new Gauge({
    name: 'assay_unfinished_payments',
    help: 'Journal rows that are claimed or settling.',
    registers: [registry],
    async collect() {
      this.set((await read()).length);
    },
  });
  new Gauge({
    name: 'assay_oldest_unfinished_seconds',
    help: 'Age of the oldest such row. Over 120 deserves a look.',
    registers: [registry],
    async collect() {
      const oldest = Math.min(...(await read()).map((entry) => entry.createdAt));
      this.set(Number.isFinite(oldest) ? (now() - oldest) / 1_000 : 0);
    },
  });
  return registry;
}

const serveRegistry = (registry: Registry, port: number): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
    });
    server.once('error', reject);
    server.listen(port, '127.0.0.1', () => resolve(server));
  });
