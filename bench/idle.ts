/**
 * `node bench/idle.ts`: memory of a service that nobody calls, in sandbox with its chains and in production on one chain.
 * Exits 1 when it holds more than docs/operators.md says.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEvmSandbox } from '../src/sandbox/chain.ts';
import { startProduction } from './production.ts';
import { startService } from './subjects.ts';

/** Megabytes resident, files included (docs/operators.md). */
const MOST_MB = { sandbox: 300, production: 250 } as const;
/** Two looks of `origin/at-rest.ts`, and what V8 gives back in its own time. */
const REST_MS = 25_000;

const residentMb = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

async function atRest(mode: keyof typeof MOST_MB, starting: ReturnType<typeof startService>): Promise<void> {
  const { pid, stop } = await starting;
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
  await atRest('sandbox', startService(own, { ASSAY_MODE: 'sandbox' }));
  await atRest('production', startProduction(chain.rpcUrl, other));
} finally {
  await chain.stop();
  for (const each of [own, other]) rmSync(each, { recursive: true, force: true });
}
