import { createServer, type Server } from 'node:http';
import pino, { type Logger } from 'pino';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import { isDelivered, sum } from '../accounting/fold.ts';
import type { Entry } from '../accounting/states.ts';
import type { Event } from '../http/app.ts';
import type { Books, Journal } from '../ports.ts';
import { RELEASE } from '../release.ts';
import { errorName } from '../values/failure.ts';
import { ASSET_DECIMALS } from '../values/money.ts';
import type { Network } from '../values/payment.ts';
import { eventRecorder } from './events.ts';

/**
 * What operators see. Logs and metrics are made from an allow-list of closed values: a route of the catalogue, a
 * status, an outcome, a reason from our own tables, a duration. Nothing that a caller sent can get in.
 */
export interface Telemetry {
  readonly event: (event: Event) => void;
  readonly report: (where: string, error: unknown) => void;
  /** A payment was settled or delivered by this node. */
  readonly moved: (entry: Entry) => void;
  /** Prometheus text on a port of its own. */
  serveMetrics(port: number, watched: Watched): Promise<Server>;
  /** Writes out what is buffered: before every exit, or the line that says why is lost. */
  flush(): void;
  /** Lines of the operator's own doing: start, recovery, drain. */
  readonly log: Logger;
}

/** What is read when somebody asks for metrics. */
export interface Watched {
  readonly journal: Pick<Journal, 'unfinished'>;
  readonly books: Pick<Books, 'read' | 'reconciled'>;
  /** What each account that pays fees has left, in the chain's smallest unit; none where a facilitator or the buyer pays. */
  readonly feeBalances: Readonly<Partial<Record<Network, () => Promise<bigint>>>>;
  readonly now: () => number;
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
    serveMetrics: (port, watched) => {
      watchJournal(registry, watched);
      watchBooks(registry, watched);
      return serveRegistry(registry, port);
    },
  };
}

type Sample = readonly [labels: Record<string, string>, value: number];

/** A gauge that is read when somebody asks. What cannot be read is absent: an old figure would look like a new one. */
function readGauge(
  registry: Registry,
  name: string,
  help: string,
  labelNames: readonly string[],
  read: () => Promise<readonly Sample[]>,
): void {
  new Gauge({
    name,
    help,
    labelNames: [...labelNames],
    registers: [registry],
    async collect() {
      this.reset();
      const samples = await read().catch((): readonly Sample[] => []);
      if (labelNames.length === 0 && samples.length === 0) this.remove();
      for (const [labels, value] of samples) this.set(labels, value);
    },
  });
}

/** How long a payment may be settling before somebody should look. */
const UNKNOWN_MS = 120_000;

/** Rows that nobody has finished. */
function watchJournal(registry: Registry, { journal, now }: Watched): void {
  const read = () => journal.unfinished(10_000);
  const isUnknown = ({ state, createdAt }: Entry) => state === 'settling' && now() - createdAt > UNKNOWN_MS;
  const gauge = (name: string, help: string, value: (rows: readonly Entry[]) => number) =>
    readGauge(registry, name, help, [], async () => [[{}, value(await read())]]);
  gauge('assay_unfinished_payments', 'Journal rows that are claimed or settling.', (rows) => rows.length);
  gauge('assay_oldest_unfinished_seconds', 'Age of the oldest such row. Over 120 deserves a look.', (rows) =>
    rows.length === 0 ? 0 : (now() - Math.min(...rows.map(({ createdAt }) => createdAt))) / 1_000,
  );
  gauge(
    'assay_unknown_payments',
    'Payments that are settling for more than two minutes: their outcome is not known.',
    (rows) => rows.filter(isUnknown).length,
  );
  readGauge(
    registry,
    'assay_unknown_payments_by_network',
    'The same, for each network that has any.',
    ['network'],
    async () =>
      [...Map.groupBy((await read()).filter(isUnknown), ({ network }) => network)].map(
        ([network, rows]): Sample => [{ network }, rows.length],
      ),
  );
}

/** Paid figures, as the cash register has them, and what the last comparison with the chain found. */
function watchBooks(registry: Registry, { books, feeBalances, now }: Watched): void {
  const gauge = (
    name: string,
    help: string,
    labels: readonly string[],
    read: () => Promise<readonly Sample[]>,
  ) => readGauge(registry, name, help, labels, read);
  const byProduct = async (value: (sum: { count: number; atomic: bigint }) => number) => {
    const delivered = (await books.read()).filter(isDelivered);
    return [...Map.groupBy(delivered, ({ product }) => product)].map(
      ([product, own]): Sample => [{ product }, value(sum(own))],
    );
  };
  gauge(
    'assay_paid_completions',
    'Delivered payments in the journal, by product; all nodes.',
    ['product'],
    () => byProduct(({ count }) => count),
  );
  gauge('assay_gross_revenue_usd', 'What they paid. Includes payments of the operator.', ['product'], () =>
    byProduct(({ atomic }) => Number(atomic) / 10 ** ASSET_DECIMALS),
  );
  gauge('assay_settled_not_delivered', 'Payments whose answer was not fetched yet: owed.', [], async () => [
    [{}, sum(await books.read(), ({ state }) => state === 'settled').count],
  ]);
  gauge(
    'assay_reconciliation_differences',
    'What the last comparison of journal and chain found, by kind.',
    ['kind'],
    async () => {
      const found = await books.reconciled();
      return Object.entries(found?.differences ?? {}).map(([kind, count]): Sample => [{ kind }, count]);
    },
  );
  gauge(
    'assay_reconciliation_age_seconds',
    'Since the last comparison of journal and chain.',
    [],
    async () => {
      const found = await books.reconciled();
      return found ? [[{}, (now() - found.at) / 1_000]] : [];
    },
  );
  gauge(
    'assay_reconciliation_networks_not_compared',
    'Networks that the last comparison could not ask, or that no chain is configured for.',
    [],
    async () => {
      const found = await books.reconciled();
      return found ? [[{}, found.notCompared.length]] : [];
    },
  );
  gauge(
    'assay_reconciliation_settled',
    'Payments of the last comparison, by network: settled in the journal, arrived on the chain.',
    ['network', 'says'],
    async () =>
      ((await books.reconciled())?.networks ?? []).flatMap(
        ({ network, settledPayments, transfers }): Sample[] => [
          [{ network, says: 'journal' }, settledPayments],
          [{ network, says: 'chain' }, transfers],
        ],
      ),
  );
  gauge(
    'assay_settler_balance',
    'What the account that pays fees has left: wei on Base, lamports on Solana. On Tempo buyers pay fees.',
    ['network'],
    async () => {
      // One node that cannot be asked hides no other.
      const read = Object.entries(feeBalances).map(async ([network, balance]): Promise<Sample[]> => {
        const left = await balance!().catch(() => undefined);
        return left === undefined ? [] : [[{ network }, Number(left)]];
      });
      return (await Promise.all(read)).flat();
    },
  );
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
