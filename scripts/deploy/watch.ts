/** Proves `one` and `watch` of compose as plain processes: a node, Prometheus, and what Grafana is given. */
import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { optionsOf } from '../options.ts';
import { faultsOfDashboard } from './dashboard.ts';
import { buyWithStockClient, freePort, ROOT, Trial, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/watch.ts

Starts a production node with the settings of ops/compose ("one"), and Prometheus with the files of ops/ ("watch"). Buys,
then asks Prometheus every question of the dashboard, and whether it evaluates every alert. Does not start Grafana: its own
types judge the dashboard. Needs: apt-get install prometheus`;
optionsOf(HELP, {});

const SECRETS = '/run/assay/';
/** These show only what this run does not have: a rail, or something outside that fails. */
const EMPTY_HERE = [/network=~"solana/, /assay_failures_total/];

interface Rule {
  readonly name: string;
  readonly health: string;
  readonly lastError?: string;
}

const trial = new Trial();
try {
  const faults = faultsOfDashboard(readFileSync(join(ROOT, 'ops/grafana/assay.json'), 'utf8'));
  if (faults !== '') throw new Error(`Grafana's types refuse the dashboard: ${faults}`);
  await trial.unpacked();
  const rpcUrl = await trial.chain();
  const metricsPort = await freePort();
  const service = await trial.serve(await settings(rpcUrl, metricsPort));
  const ask = prometheus(`127.0.0.1:${metricsPort}`, await freePort());
  await until('Prometheus reads the node', async () => (await values(ask, 'up == 1')).length === 1);
  // A rate is seen from the second figure on: the first refusal and sale make the series, the second ones move them.
  for (let sale = 0; sale < 2; sale++) {
    await fetch(`${service.url}/api/settlement-status/check`, { method: 'POST', body: 'no JSON' });
    await buyWithStockClient(service.url, sale);
    const seen = `sum(assay_deliveries_total) == ${sale + 1}`;
    await until(`Prometheus sees sale ${sale + 1}`, async () => (await values(ask, seen)).length === 1);
  }
  const expressions = dashboard();
  for (const { title, expr } of expressions)
    await until(`"${title}" shows ${expr}`, async () => (await values(ask, expr)).length > 0);
  console.log(`sold; ${expressions.length} questions of the dashboard are answered with figures`);
  await until('every alert was evaluated', async () =>
    (await rules(ask)).every(({ health }) => health === 'ok'),
  );
  console.log(`${(await rules(ask)).length} alerts are evaluated`);
} finally {
  await trial.close();
}

async function settings(rpcUrl: string, metricsPort: number): Promise<Record<string, string>> {
  const read = (file: string) =>
    parseEnv(readFileSync(join(ROOT, 'ops/compose', file), 'utf8')) as Record<string, string>;
  const own = await trial.production(rpcUrl);
  const files: Readonly<Record<string, string>> = {
    [`${SECRETS}settler-key`]: own.SETTLER_KEY_FILE!,
    [`${SECRETS}signing-keys.json`]: join(own.DATA_DIR!, 'signing-keys.json'),
  };
  const given = { ...read('shop.env.example'), ...read('one.env') };
  for (const [variable, value] of Object.entries(given))
    if (value.startsWith(SECRETS)) given[variable] = files[value]!;
  return {
    ...given,
    ...{ ASSAY_MODE: 'production', LOG_LEVEL: 'error', EVM_RPC_URL: rpcUrl, PAY_TO_EVM: own.PAY_TO_EVM! },
    ...{
      DATA_DIR: own.DATA_DIR!,
      PORT: own.PORT!,
      METRICS_PORT: String(metricsPort),
      METRICS_HOST: '127.0.0.1',
    },
  };
}

type Ask = (path: string) => Promise<unknown>;

/** With the files of ops/: only the target's address is this machine's, and it looks every second. */
function prometheus(target: string, port: number): Ask {
  const folder = join(trial.folder, 'prometheus');
  mkdirSync(folder);
  cpSync(join(ROOT, 'ops/prometheus'), folder, { recursive: true });
  const file = join(folder, 'prometheus.yml');
  const config = readFileSync(file, 'utf8');
  const changed = config.replace(/targets: \[assay:9464,.*\]/, `targets: ['${target}']`);
  if (changed === config) throw new Error('prometheus.yml does not name assay:9464');
  writeFileSync(file, changed.replaceAll('15s', '1s'));
  execFileSync('promtool', ['check', 'config', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  trial.launch('prometheus', [
    `--config.file=${file}`,
    `--storage.tsdb.path=${join(folder, 'data')}`,
    `--web.listen-address=127.0.0.1:${port}`,
    '--log.level=error',
  ]);
  return async (path) => {
    const answer = (await (await fetch(`http://127.0.0.1:${port}/api/v1/${path}`)).json()) as {
      data: unknown;
      error?: string;
    };
    if (answer.error !== undefined) throw new Error(answer.error);
    return answer.data;
  };
}

/** Figures only: NaN is what a dashboard cannot draw. */
async function values(ask: Ask, expr: string): Promise<number[]> {
  const { result } = (await ask(`query?query=${encodeURIComponent(expr)}`)) as {
    result: { value: [number, string] }[];
  };
  return result.map(({ value: [, text] }) => Number(text)).filter((value) => !Number.isNaN(value));
}

async function rules(ask: Ask): Promise<readonly Rule[]> {
  const { groups } = (await ask('rules')) as { groups: { rules: Rule[] }[] };
  const all = groups.flatMap((group) => group.rules);
  const broken = all.find(({ lastError }) => lastError !== undefined && lastError !== '');
  if (broken) throw new Error(`${broken.name}: ${broken.lastError}`);
  return all;
}

function dashboard(): { readonly title: string; readonly expr: string }[] {
  const { panels } = JSON.parse(readFileSync(join(ROOT, 'ops/grafana/assay.json'), 'utf8')) as {
    panels: { title: string; targets: { expr: string }[] }[];
  };
  return panels
    .flatMap(({ title, targets }) => targets.map(({ expr }) => ({ title, expr })))
    .filter(({ expr }) => !EMPTY_HERE.some((pattern) => pattern.test(expr)));
}
