import { createServer, type Server } from 'node:http';
import pino, { type Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { Entry } from '../accounting/states.ts';
import type { Event } from '../http/app.ts';
import { RELEASE } from '../release.ts';
import { errorName } from '../values/failure.ts';
import { eventRecorder } from './events.ts';
import { type GaugeSample, gaugesOf, type ReadGauge, type Watched } from './gauges.ts';
import { timesIn } from './times.ts';

/**
 * What operators see. Logs and metrics are made from an allow-list of closed values: a route of the catalogue, a
 * status, an outcome, a reason from our own tables, a duration. Nothing that a caller sent can get in.
 */
export interface Telemetry {
  readonly event: (event: Event) => void;
  readonly report: (where: string, error: unknown) => void;
  /** A state that changed, in closed words. */
  readonly notice: (where: string, state: string) => void;
  /** A payment was settled or delivered by this node. */
  readonly moved: (entry: Entry) => void;
  /** Prometheus text on a port of its own. */
  serveMetrics(port: number, host: string, watched: Watched): Promise<Server>;
  /** Writes out what is buffered: before every exit, or the line that says why is lost. */
  flush(): void;
  /** Lines of the operator's own doing: start, recovery, drain. */
  readonly log: Logger;
}

/** How much is gathered before it is written, and how long a line may wait. */
const BATCH_CHARACTERS = 8_192;
const BATCH_MS = 100;
/** What may wait for a reader of standard error that has stopped. More is dropped: lines are worth less than sales. */
const MOST_WAITING_BYTES = 8_000_000;

/**
 * Lines to standard error, many in one write. The destination could gather them itself, but measures all that it holds
 * again for each line: at thirty thousand challenges a second that was a fifth of the work.
 */
function logLines(dropped: () => void): { write(line: string): void; flush(): void } {
  const destination = pino.destination({ dest: 2, sync: false, maxLength: MOST_WAITING_BYTES });
  destination.on('drop', dropped);
  let lines = '';
  const handOver = () => {
    if (lines !== '') destination.write(lines);
    lines = '';
  };
  setInterval(handOver, BATCH_MS).unref();
  return {
    write(line) {
      lines += line;
      if (lines.length >= BATCH_CHARACTERS) handOver();
    },
    flush() {
      handOver();
      destination.flushSync();
    },
  };
}

export function telemetry(level: string): Telemetry {
  const lines = logLines(() => failures.inc({ where: 'log' }));
  const base = { release: RELEASE };
  const log = pino({ level, base, timestamp: pino.stdTimeFunctions.isoTime }, lines);
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
  const seconds = timesIn(registry, {
    name: 'assay_request_seconds',
    help: 'Time to answer, by outcome.',
    label: 'outcome',
    buckets: [0.001, 0.005, 0.01, 0.05, 0.1, 0.5, 1, 2, 5, 10, 20],
  });
  const failures = new Counter({
    name: 'assay_failures_total',
    help: 'Things outside that failed, by place.',
    labelNames: ['where'],
    registers: [registry],
  });

  const settlement = new Histogram({
    name: 'assay_settlement_seconds',
    help: 'From the claim of a payment to its settlement, by product and network.',
    labelNames: ['product', 'network'],
    buckets: [0.05, 0.1, 0.25, 0.5, 1, 2, 5, 10, 20, 60, 300],
    registers: [registry],
  });
  const deliveries = new Counter({
    name: 'assay_deliveries_total',
    help: 'Journal rows that this node moved to delivered. Equals assay_requests_total{outcome="delivered"}.',
    labelNames: ['product'],
    registers: [registry],
  });

  return {
    log,
    moved: ({ state, product, network, createdAt, settledAt }) => {
      if (state === 'settled') settlement.observe({ product, network }, (settledAt! - createdAt) / 1_000);
      if (state === 'delivered') deliveries.inc({ product });
    },
    flush: lines.flush,
    event: eventRecorder(
      { requests, reasons, seconds },
      base,
      log.isLevelEnabled('info') ? lines.write : undefined,
    ),
    report: (where, error) => {
      failures.inc({ where });
      log.error({ where, error: errorName(error) });
    },
    notice: (where, state) => log.warn({ where, state }),
    serveMetrics: (port, host, watched) => {
      for (const gauge of gaugesOf(watched)) registerGauge(registry, gauge);
      return serveRegistry(registry, port, host);
    },
  };
}

function registerGauge(registry: Registry, { name, help, labels = [], read }: ReadGauge): void {
  new Gauge({
    name,
    help,
    labelNames: [...labels],
    registers: [registry],
    async collect() {
      this.reset();
      const samples = await read().catch((): readonly GaugeSample[] => []);
      if (labels.length === 0 && samples.length === 0) this.remove();
      for (const [given, value] of samples) this.set(given, value);
    },
  });
}

const serveRegistry = (registry: Registry, port: number, host: string): Promise<Server> =>
  new Promise((resolve, reject) => {
    const server = createServer(async (request, response) => {
      if (request.method !== 'GET' || request.url !== '/metrics') return response.writeHead(404).end();
      response.writeHead(200, { 'content-type': registry.contentType }).end(await registry.metrics());
    });
    server.once('error', reject);
    server.listen(port, host, () => resolve(server));
  });
