/**
 * `node bench/idle.ts`: memory of a service that nobody calls, in sandbox with its chains and in production on one chain.
 * Exits 1 when it holds more than docs/operators.md says.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createTestClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { startService } from './subjects.ts';

/** Megabytes resident, files included (docs/operators.md). */
const MOST_MB = { sandbox: 300, production: 250 } as const;
/** Two looks of `origin/at-rest.ts`, and what V8 gives back in its own time. */
const REST_MS = 25_000;
const ASSAY = fileURLToPath(new URL('../bin/assay.mjs', import.meta.url));

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

async function atRest(mode: keyof typeof MOST_MB, env: Readonly<Record<string, string>>, data: string) {
  const { pid, stop } = await startService(data, { ASSAY_MODE: mode, ...env });
  const started = residentMb(pid);
  await new Promise((resolve) => setTimeout(resolve, REST_MS));
  const resting = residentMb(pid);
  await stop();
  console.log(`${mode}: ${started.toFixed(0)} MB when it started, ${resting.toFixed(0)} MB at rest`);
  if (resting <= MOST_MB[mode]) return;
  console.error(`idle: ${mode} holds ${resting.toFixed(0)} MB at rest, over ${MOST_MB[mode]}`);
  process.exitCode = 1;
}

const folder = () => mkdtempSync(join(tmpdir(), 'assay-idle-'));
const [own, other] = [folder(), folder()];
const chain = await startEvmSandbox({ args: ['--block-time', '2'] });
try {
  await atRest('sandbox', {}, own);
  const [settler, seller] = [generatePrivateKey(), privateKeyToAddress(generatePrivateKey())];
  await createTestClient({ mode: 'anvil', transport: http(chain.rpcUrl) }).setBalance({
    address: privateKeyToAddress(settler),
    value: 10n ** 18n,
  });
  const { PATH = '' } = process.env;
  execFileSync(process.execPath, [ASSAY, 'keys', 'rotate'], { env: { PATH, DATA_DIR: other } });
  const env = {
    PUBLIC_URL: 'https://assay.example',
    EVM_RPC_URL: chain.rpcUrl,
    SETTLER_KEY: settler,
    PAY_TO_EVM: seller,
  };
  await atRest('production', env, other);
} finally {
  await chain.stop();
  for (const each of [own, other]) rmSync(each, { recursive: true, force: true });
}
