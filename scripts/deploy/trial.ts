/** The package as an operator meets it: an empty folder, Node, the archive, and a chain of somebody else's. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { ExactEvmScheme } from '@x402/evm/exact/client';
import { wrapFetchWithPayment, x402Client } from '@x402/fetch';
import { createTestClient, http } from 'viem';
import { generatePrivateKey, privateKeyToAccount, privateKeyToAddress } from 'viem/accounts';
import { SANDBOX_BUYERS } from '../../src/sandbox/accounts.ts';
import { packageFolder } from '../pack/folder.ts';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const OPPORTUNITY = '/api/opportunity-check';
const ETHER = 10n ** 18n;
const READY_MS = 20_000;

export interface Started {
  readonly child: ChildProcess;
  readonly url: string;
  /** From its start to its ready line. */
  readonly readyMs: number;
  /** What its processor did meanwhile. */
  readonly readyCpuMs: number;
  stop(): Promise<void>;
}

export class Trial {
  readonly folder = mkdtempSync(join(tmpdir(), 'assay-packed-'));
  readonly project = join(this.folder, 'project');
  readonly #children = new Set<ChildProcess>();
  #command = '';
  /** Nothing of this checkout and of this machine's settings: Node, and where the machine's own programs are. */
  readonly env = {
    PATH: [dirname(process.execPath), '/usr/sbin', '/usr/bin', '/bin'].join(delimiter),
    HOME: this.folder,
  };

  /** Makes the archive. */
  pack(): string {
    const said = execFileSync(process.execPath, [join(ROOT, 'scripts/pack.ts'), '--to', this.folder], {
      encoding: 'utf8',
      cwd: ROOT,
    });
    return said.split(':')[0]!;
  }

  /** The package as a folder, for proofs that are not about the archive. */
  async unpacked(): Promise<void> {
    mkdirSync(this.project);
    const folder = join(this.folder, 'package');
    await packageFolder(ROOT, folder, { types: false });
    this.#command = join(folder, 'bin/assay.mjs');
  }

  /** As `npm install`, without a network: the archive brings all that it needs. */
  install(archive: string): void {
    mkdirSync(this.project);
    writeFileSync(join(this.project, 'package.json'), '{ "private": true }\n');
    this.run('npm', ['install', '--offline', '--no-audit', '--no-fund', archive]);
    this.#command = join(this.project, 'node_modules/assay/bin/assay.mjs');
  }

  run(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    return execFileSync(program, args, {
      cwd: this.project,
      env: { ...this.env, ...env },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  }

  /** The chain of `npm run chain`, from the checkout. */
  async chain(): Promise<string> {
    const child = this.keep(
      spawn(process.execPath, [join(ROOT, 'src/sandbox/main.ts')], { stdio: ['ignore', 'pipe', 'inherit'] }),
    );
    const line = await lineOf(child, /^\{/);
    return (JSON.parse(line) as { evm: string }).evm;
  }

  /** Settings of a production service on this chain, with keys of its own and gas. */
  async production(rpcUrl: string, name = 'data'): Promise<Record<string, string>> {
    const settler = generatePrivateKey();
    const client = createTestClient({ mode: 'anvil', transport: http(rpcUrl) });
    await client.setBalance({ address: privateKeyToAddress(settler), value: ETHER });
    const dataDir = join(this.folder, name);
    mkdirSync(dataDir, { mode: 0o700 });
    const settlerFile = join(dataDir, 'settler-key');
    writeFileSync(settlerFile, settler, { mode: 0o600 });
    this.assay(['keys', 'rotate'], { DATA_DIR: dataDir });
    return {
      ASSAY_MODE: 'production',
      PORT: String(await freePort()),
      PUBLIC_URL: 'https://assay.example',
      EVM_RPC_URL: rpcUrl,
      SETTLER_KEY_FILE: settlerFile,
      PAY_TO_EVM: privateKeyToAddress(generatePrivateKey()),
      DATA_DIR: dataDir,
    };
  }

  /** What starts the package. */
  get command(): string {
    return this.#command;
  }

  assay(args: readonly string[], env: Readonly<Record<string, string>> = {}): string {
    return this.run(process.execPath, [this.command, ...args], env);
  }

  /** `log`: 'pipe' for whoever reads it from the child's stderr. */
  async serve(env: Readonly<Record<string, string>>, log: 'inherit' | 'pipe' = 'inherit'): Promise<Started> {
    const startedAt = performance.now();
    const child = this.keep(
      spawn(process.execPath, [this.command, 'serve'], {
        cwd: this.project,
        env: { ...this.env, ...env },
        stdio: ['ignore', 'pipe', log],
      }),
    );
    child.stderr?.resume();
    const line = await lineOf(child, /^assay listening on /);
    const readyMs = performance.now() - startedAt;
    const readyCpuMs = cpuMs(child);
    return {
      child,
      readyMs,
      readyCpuMs,
      url: line.slice('assay listening on '.length),
      stop: () => this.end(child),
    };
  }

  /** A program that runs until it is ended. */
  launch(program: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): ChildProcess {
    return this.keep(
      spawn(program, args, { env: { ...this.env, ...env }, stdio: ['ignore', 'inherit', 'inherit'] }),
    );
  }

  async end(child: ChildProcess): Promise<void> {
    const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
    if (child.exitCode !== null || child.signalCode !== null) return;
    child.kill('SIGTERM');
    await ended;
  }

  async close(): Promise<void> {
    await Promise.all([...this.#children].map((child) => this.end(child)));
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** Ends it with this. */
  keep(child: ChildProcess): ChildProcess {
    this.#children.add(child);
    return child;
  }
}

/** One answer, bought with the stock client, which sees no more than the address. Throws when it was not delivered. */
export async function buyWithStockClient(
  url: string,
  buyer = 0,
  fetcher: typeof fetch = fetch,
): Promise<object> {
  const account = privateKeyToAccount(SANDBOX_BUYERS[buyer]!.privateKey);
  const pay = wrapFetchWithPayment(
    fetcher,
    new x402Client().register('eip155:8453', new ExactEvmScheme(account)),
  );
  const answer = await pay(`${url}${OPPORTUNITY}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ subject: 'api.example.com/v1', goal: 'Worth one call?' }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${answer.status} instead of an answer: ${text.slice(0, 300)}`);
  for (const header of ['payment-response', 'x-svc-delivery-receipt'])
    if (!answer.headers.has(header)) throw new Error(`an answer without ${header}`);
  return JSON.parse(text) as object;
}

/** Resident memory in MB, as the kernel counts it. */
export const residentMb = ({ pid }: ChildProcess): number =>
  Number(/VmRSS:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))![1]) / 1_024;

/** What its threads have used so far, in ticks of ten milliseconds. */
function cpuMs({ pid }: ChildProcess): number {
  const [, after] = readFileSync(`/proc/${pid}/stat`, 'utf8').split(/\) (.*)/s);
  const [user, system] = after!.split(' ').slice(11, 13);
  return (Number(user) + Number(system)) * 10;
}

export const freePort = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as { port: number };
      server.close(() => resolve(port));
    });
  });

async function lineOf(child: ChildProcess, wanted: RegExp): Promise<string> {
  for await (const line of createInterface({ input: child.stdout! }))
    if (wanted.test(line)) {
      // Nobody reads on, and a full pipe would stop the program.
      child.stdout!.resume();
      return line;
    }
  throw new Error('a program ended before it was ready');
}

/** Asks again until it holds; what it throws meanwhile is the cause if it never does. */
export async function until(
  what: string,
  holds: () => Promise<boolean>,
  patienceMs = READY_MS,
): Promise<void> {
  let last: unknown;
  for (const end = performance.now() + patienceMs; performance.now() < end; ) {
    try {
      if (await holds()) return;
    } catch (error) {
      last = error;
    }
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`${what}: not within ${patienceMs / 1_000} s`, { cause: last });
}
