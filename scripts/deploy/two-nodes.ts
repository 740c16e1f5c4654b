/** Proves `two` of compose: two nodes, PostgreSQL and Caddy, as plain processes with the same settings. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseEnv } from 'node:util';
import { startPostgres } from '../../test/postgres/server.ts';
import { optionsOf } from '../options.ts';
import { buyWithStockClient, freePort, ROOT, type Started, Trial, until } from './trial.ts';

const HELP = `Usage: node scripts/deploy/two-nodes.ts

Starts two production nodes on one PostgreSQL with the settings of ops/compose, and Caddy in front. Buys, stops one node,
and buys again. Needs: apt-get install caddy`;
optionsOf(HELP, {});

const SECRETS = '/run/assay/';
const PURCHASES = 6;
const trial = new Trial();
const postgres = await startPostgres();
try {
  await trial.unpacked();
  const rpcUrl = await trial.chain();
  // One key signs for both nodes, and one address is paid.
  const shared = await trial.production(rpcUrl, 'shared');
  const port = await freePort();
  const nodes = await Promise.all(['a', 'b'].map((name) => node(name, rpcUrl, shared)));
  caddy(port, nodes);
  const url = `http://127.0.0.1:${port}`;
  await until('Caddy is ready', async () => (await fetch(`${url}/readyz`)).ok);

  for (let i = 0; i < PURCHASES; i++) await buyWithStockClient(url, i % 3);
  const sold = await Promise.all(nodes.map(({ url: each }) => completionsAt(each)));
  if (sold.some((each) => each !== PURCHASES)) throw new Error(`the nodes count ${sold.join(' and ')} sales`);
  console.log(`${PURCHASES} sold through Caddy; both nodes show all of them`);

  await nodes[0]!.stop();
  await until('Caddy leaves out the node that stopped', async () => {
    const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(`${url}/readyz`)));
    return answers.every(({ ok }) => ok);
  });
  await buyWithStockClient(url, 3);
  console.log('one node stopped: sold by the other one');
} finally {
  await trial.close();
  await postgres.stop();
}

async function node(
  name: string,
  rpcUrl: string,
  shared: Readonly<Record<string, string>>,
): Promise<Started> {
  const read = (file: string) =>
    parseEnv(readFileSync(join(ROOT, 'ops/compose', file), 'utf8')) as Record<string, string>;
  const own = await trial.production(rpcUrl, `node-${name}`);
  const folder = join(trial.folder, `secrets-${name}`);
  mkdirSync(folder);
  writeFileSync(join(folder, 'database-url'), postgres.url, { mode: 0o600 });
  const settings = { ...read('shop.env.example'), ...read(`node-${name}.env`) };
  const files: Readonly<Record<string, string>> = {
    [`${SECRETS}settler-key-${name}`]: own.SETTLER_KEY_FILE!,
    [`${SECRETS}signing-keys.json`]: join(shared.DATA_DIR!, 'signing-keys.json'),
    [`${SECRETS}database-url`]: join(folder, 'database-url'),
  };
  for (const [variable, value] of Object.entries(settings))
    if (value.startsWith(SECRETS)) {
      if (files[value] === undefined)
        throw new Error(`${variable} names ${value}, which docs/deploy.md does not make`);
      settings[variable] = files[value];
    }
  return trial.serve({
    ...settings,
    ...{ ASSAY_MODE: 'production', LOG_LEVEL: 'error', EVM_RPC_URL: rpcUrl, PAY_TO_EVM: shared.PAY_TO_EVM! },
    ...{ DATA_DIR: own.DATA_DIR!, PORT: own.PORT!, METRICS_PORT: String(await freePort()) },
  });
}

function caddy(port: number, nodes: readonly Started[]): void {
  const folder = join(trial.folder, 'caddy');
  mkdirSync(folder);
  writeFileSync(
    join(folder, 'Caddyfile'),
    `{\n\tadmin off\n\tstorage file_system ${folder}\n}\nimport ${join(ROOT, 'ops/caddy/Caddyfile')}\n`,
  );
  trial.launch('caddy', ['run', '--adapter', 'caddyfile', '--config', join(folder, 'Caddyfile')], {
    // TLS is what proxies.ts is about.
    ASSAY_SITE: `http://127.0.0.1:${port}`,
    ASSAY_NODES: nodes.map(({ url }) => url.replace('http://', '')).join(' '),
  });
}

async function completionsAt(url: string): Promise<number> {
  const register = (await (await fetch(`${url}/api/cash-register`)).json()) as { paidCompletions: number };
  return register.paidCompletions;
}
