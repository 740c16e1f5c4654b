import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { foldJournal } from '../accounting/fold.ts';
import { DIFFERENCES, type Reconciled } from '../accounting/reconcile.ts';
import type { Entry } from '../accounting/states.ts';
import { suiteClaim } from '../adapters/opened.suite.ts';
import { SOLANA } from '../values/payment.ts';
import { CONDITIONS, type Words } from './conditions.ts';
import { COMPARE } from './housekeeping.ts';
import { telemetry } from './telemetry.ts';

const NOW = 1_790_000_500_000;
const row = (given: Partial<Entry>): Entry => ({
  ...suiteClaim(),
  state: 'delivered',
  bodyDigest: null,
  transaction: '0xa',
  reason: null,
  rawTransaction: null,
  settledAt: NOW,
  deliveredAt: NOW,
  ...given,
});
const rows = [
  row({}),
  row({ product: 'agent-revenue-audit', amount: '5000000' }),
  row({ state: 'settled' }),
  row({ state: 'settling', createdAt: NOW - 121_000, network: SOLANA }),
  row({ state: 'settling', createdAt: NOW - 60_000 }),
  row({ state: 'claimed', createdAt: NOW - 600_000 }),
];
const found: Reconciled = {
  at: NOW - 30_000,
  since: null,
  networks: [
    {
      network: 'eip155:8453',
      throughBlock: '7',
      settledPayments: 3,
      settledAtomic: '30000',
      transfers: 2,
      transfersAtomic: '20000',
    },
  ],
  notCompared: ['eip155:4217'],
  differences: { row_without_transfer: 1, other_amount: 0, transfer_without_row: 0 },
};

let text = '';
let close = () => {};
beforeAll(async () => {
  const { event, moved, report, serveMetrics } = telemetry('error');
  event({ route: 'GET /api/opportunity-check', outcome: 'delivered', status: 200, durationMs: 5 });
  event({
    route: 'GET /api/opportunity-check',
    outcome: 'declined',
    status: 402,
    reason: 'wrong_network',
    durationMs: 5,
  });
  moved(row({ state: 'settled', createdAt: NOW - 700 }));
  moved(row({}));
  report('chain', new Error('down'));
  const server = await serveMetrics(0, '127.0.0.1', {
    journal: {
      unfinished: async () => rows.filter(({ state }) => state === 'settling' || state === 'claimed'),
    },
    books: { read: async () => foldJournal(rows), reconciled: async () => found },
    feeBalances: {
      'eip155:8453': async () => 5n * 10n ** 18n,
      [SOLANA]: async () => 7n,
    },
    canPay: () => false,
    conditions: async () => ({
      ...(Object.fromEntries(Object.keys(CONDITIONS).map((name) => [name, 'ok'])) as Words),
      ...{ data_dir: 'disk_full', gas: 'low_on_gas', arbitrum: 'network_behind' },
    }),
    now: () => NOW,
  });
  close = () => server.close();
  text = await (await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`)).text();
});
afterAll(() => close());

const value = (sample: string): number | undefined => {
  const line = text.split('\n').find((each) => each.startsWith(`${sample} `));
  return line === undefined ? undefined : Number(line.split(' ').at(-1));
};
/** Names that Prometheus would store. */
const exported = () => new Set(text.match(/^assay_\w+/gm));

describe('metrics', () => {
  it('show no age below nothing when the clock was set back', async () => {
    const { serveMetrics } = telemetry('error');
    const server = await serveMetrics(0, '127.0.0.1', {
      journal: { unfinished: async () => [{ state: 'settling', createdAt: NOW + 60_000 }] as never },
      books: { read: async () => [], reconciled: async () => undefined },
      feeBalances: {},
      canPay: () => true,
      conditions: async () => undefined,
      now: () => NOW,
    });
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
    server.close();
    expect(await answer.text()).toMatch(/^assay_oldest_unfinished_seconds 0$/m);
  });

  it.each([
    ['assay_unfinished_payments', 3],
    ['assay_out_of_gas', 1],
    ['assay_condition_ok{condition="keys"}', 1],
    ['assay_condition_ok{condition="data_dir"}', 0],
    ['assay_condition_ok{condition="gas"}', 0],
    ['assay_unknown_payments', 1],
    ['assay_oldest_unfinished_seconds', 600],
    ['assay_settled_not_delivered', 1],
    ['assay_paid_completions{product="opportunity-check"}', 1],
    ['assay_gross_revenue_usd{product="agent-revenue-audit"}', 5],
    ['assay_reconciliation_differences{kind="row_without_transfer"}', 1],
    ['assay_reconciliation_age_seconds', 30],
    ['assay_settler_balance{network="eip155:8453"}', 5e18],
    [`assay_settler_balance{network="${SOLANA}"}`, 7],
    ['assay_reconciliation_networks_not_compared', 1],
    ['assay_reconciliation_settled{network="eip155:8453",says="journal"}', 3],
    ['assay_reconciliation_settled{network="eip155:8453",says="chain"}', 2],
    [`assay_unknown_payments_by_network{network="${SOLANA}"}`, 1],
    ['assay_deliveries_total{product="opportunity-check"}', 1],
    ['assay_settlement_seconds_count{product="opportunity-check",network="eip155:8453"}', 1],
    ['assay_settlement_seconds_bucket{le="1",product="opportunity-check",network="eip155:8453"}', 1],
    ['assay_settlement_seconds_bucket{le="0.5",product="opportunity-check",network="eip155:8453"}', 0],
  ])('%s is %d', (sample, expected) => {
    expect(value(sample)).toBe(expected);
  });

  it('show the balances of chains that answer when another does not', async () => {
    const { serveMetrics } = telemetry('error');
    const server = await serveMetrics(0, '127.0.0.1', {
      journal: { unfinished: async () => [] },
      books: { read: async () => [], reconciled: async () => undefined },
      feeBalances: {
        'eip155:8453': () => Promise.reject(new Error('down')),
        [SOLANA]: async () => 7n,
      },
      canPay: () => true,
      conditions: async () => undefined,
      now: () => NOW,
    });
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
    server.close();
    const balances = (await answer.text()).match(/^assay_settler_balance\{.*$/gm);
    expect(balances).toEqual([`assay_settler_balance{network="${SOLANA}"} 7`]);
  });

  it('leave out what cannot be read now', async () => {
    const { serveMetrics } = telemetry('error');
    const down = async () => {
      throw new Error('down');
    };
    const server = await serveMetrics(0, '127.0.0.1', {
      journal: { unfinished: down },
      books: { read: down, reconciled: down },
      feeBalances: { 'eip155:8453': down },
      canPay: () => true,
      conditions: async () => undefined,
      now: () => NOW,
    });
    const answer = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/metrics`);
    server.close();
    expect(answer.status).toBe(200);
    expect(await answer.text()).not.toMatch(/^assay_(un|settle|paid|gross|recon|oldest)\w*(\{.*\})? /m);
  });
});

const opsFile = (path: string) => readFileSync(new URL(`../../ops/${path}`, import.meta.url), 'utf8');
const namesIn = (expression: string): string[] => expression.match(/\bassay_\w+/g) ?? [];

describe('ops/grafana/assay.json', () => {
  const dashboard = JSON.parse(opsFile('grafana/assay.json')) as {
    panels: { id: number; title: string; gridPos: object; targets: { expr: string }[] }[];
    schemaVersion: number;
  };

  it('is a dashboard whose panels have places, titles and ids of their own', () => {
    expect(dashboard.schemaVersion).toBeGreaterThan(30);
    const places = dashboard.panels.map(({ gridPos }) => JSON.stringify(gridPos));
    expect(new Set(places).size).toBe(places.length);
    expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(places.length);
  });

  it.each(dashboard.panels.map(({ title, targets }) => ({ title, targets })))(
    '$title asks only for metrics that are exported',
    ({ targets }) => {
      const names = targets.flatMap(({ expr }) => namesIn(expr));
      expect(names.length).toBeGreaterThan(0);
      expect(names.filter((name) => !exported().has(name))).toEqual([]);
    },
  );
});

describe('ops/prometheus/alerts.yml', () => {
  const expressions = [...opsFile('prometheus/alerts.yml').matchAll(/- alert: (\w+)\n\s+expr: (.+)/g)].map(
    ([, alert, expr]) => ({ alert: alert!, expr: expr! }),
  );

  it('has every rule in the form that this test reads', () => {
    expect(expressions).toHaveLength(opsFile('prometheus/alerts.yml').match(/- alert:/g)!.length);
  });

  it.each([
    'Down',
    'NotReady',
    'SettlerOutOfGas',
    'GasForFewSales',
    'RefusalsHigh',
    'EditionEnds',
    'ClockWrong',
    'DiskOrFolder',
    'SettledNotDelivered',
    'JournalDiffersFromChain',
  ])('fires Assay%s', (alert) => {
    expect(expressions.filter((each) => each.alert === `Assay${alert}`)).toHaveLength(1);
  });

  it('says of every rule what it means, what to do and what buyers see, and how loud it is', () => {
    for (const rule of opsFile('prometheus/alerts.yml').split('- alert: ').slice(1)) {
      expect(rule).toMatch(/labels: \{ severity: (page|ticket) \}/);
      for (const part of ['summary', 'what_to_do', 'buyers_see'])
        expect(rule).toMatch(new RegExp(`^ {10}${part}: "?[A-Z0-9/].+\\."?$`, 'm'));
    }
  });

  it('needs two comparisons before it says that the chain does not have a sale', () => {
    const [, minutes] = /- alert: AssayJournalDiffersFromChain\n.*\n.*\n\s+for: (\d+)m/.exec(
      opsFile('prometheus/alerts.yml'),
    )!;
    expect(Number(minutes) * 60_000).toBeGreaterThan(COMPARE.production.everyMs);
  });

  it('says of each kind of difference between journal and chain that it is there', () => {
    const watched = expressions.flatMap(({ expr }) =>
      [...expr.matchAll(/assay_reconciliation_differences\{kind=~?"([a-z_|]+)"\}\) > 0$/g)].flatMap(
        ([, kinds]) => kinds!.split('|'),
      ),
    );
    expect(watched.toSorted()).toEqual(Object.keys(DIFFERENCES).toSorted());
  });

  it('names no label that the expression has aggregated away', () => {
    const named = opsFile('prometheus/alerts.yml')
      .split('- alert: ')
      .map((rule) => ({ label: /what_to_do: .*\blabel (\w+) says/.exec(rule)?.[1], rule }))
      .filter(({ label }) => label !== undefined);
    expect(named.map(({ label }) => label)).toEqual(['network']);
    for (const { label, rule } of named) expect(rule).toMatch(new RegExp(`by \\([^)]*\\b${label}\\b`));
  });

  it.each(expressions)('$alert asks only for metrics that are exported', ({ expr }) => {
    expect(namesIn(expr).length).toBeGreaterThan(0);
    expect(namesIn(expr).filter((name) => !exported().has(name))).toEqual([]);
  });
});

/** Writes log lines to a standard error that nobody reads, and says how much memory they have taken, in MB. */
const UNREAD = `
  import { telemetry } from ${JSON.stringify(new URL('./telemetry.ts', import.meta.url).href)};
  const { event } = telemetry('info');
  const before = process.memoryUsage().rss;
  for (let round = 0; round < 40; round++) {
    for (let i = 0; i < 10_000; i++)
      event({ route: 'GET /api/opportunity-check', outcome: 'challenged', status: 402, durationMs: 1 });
    await new Promise((turn) => setTimeout(turn, 1));
  }
  gc();
  console.log((process.memoryUsage().rss - before) / 1e6);
  process.kill(process.pid, 'SIGKILL');
`;

it('keeps no more than a bounded number of lines that nobody reads', async () => {
  const args = ['--expose-gc', '--input-type=module', '--eval', UNREAD];
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  const [grown] = (await once(child.stdout, 'data')) as [Buffer];
  child.stderr.resume();
  expect(Number(grown)).toBeLessThan(80);
}, 20_000);
