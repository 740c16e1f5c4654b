/**
 * Builds the Worker, checks it, and hands it to wrangler: `npm run edge:deploy -- --env production`. With `--dry-run`
 * nothing leaves this machine. Wrangler is run by npx at one version and is no dependency.
 */

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { RELEASE } from '../../src/release.ts';
import { optionsOf } from '../options.ts';
import { bundleEdge } from './bundle.ts';
import { faultsOf } from './faults.ts';

const WRANGLER = 'wrangler@4.164.0';
const OUT = 'dist/edge';

const HELP = `Builds the Worker, checks it, and hands it to wrangler.

  npm run edge:deploy -- --env production
    --env NAME   an environment of wrangler.jsonc: staging or production
    --dry-run    nothing leaves this machine`;
const values = optionsOf(
  HELP,
  { env: { type: 'string', default: '' }, 'dry-run': { type: 'boolean', default: false } },
  ({ env }) => (env === '' ? 'Name an environment: --env staging or --env production' : undefined),
);

const bundle = await bundleEdge();
const faults = faultsOf(bundle);
for (const fault of faults) console.error(`edge bundle: ${fault}`);
if (faults.length > 0) process.exit(1);

mkdirSync(OUT, { recursive: true });
writeFileSync(`${OUT}/worker.mjs`, bundle.code);
console.log(
  `built ${OUT}/worker.mjs: ${bundle.bytes} bytes, ${bundle.gzipBytes} gzipped, release ${RELEASE}`,
);

const args = [
  ...['--yes', WRANGLER, 'deploy', '--config', 'wrangler.jsonc', '--env', values.env],
  ...['--var', `WORKER_RELEASE:${RELEASE}`],
  ...(values['dry-run'] ? ['--dry-run', '--outdir', `${OUT}/dry-run`] : []),
];
console.log(`npx ${args.join(' ')}`);
const { status, error } = spawnSync('npx', args, {
  stdio: 'inherit',
  env: { ...process.env, WRANGLER_SEND_METRICS: 'false' },
});
if (error) console.error(`edge:deploy: ${error.message}`);
process.exitCode = status ?? 1;
