import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { fileURLToPath } from 'node:url';
import { createPublicClient, createTestClient, http, publicActions, walletActions } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type Anvil, startAnvil } from '../src/sandbox/anvil.ts';
import { sandboxDocument } from '../src/sandbox/buyers.ts';
import {
  BUYER_FUNDS_ATOMIC,
  prepareEvmSandbox,
  readBalances,
  SANDBOX_ACCOUNTS,
  SANDBOX_BUYERS,
  SANDBOX_CHAIN,
  sandboxAccount,
  startEvmSandbox,
  USDC_ABI,
  USDC_BASE,
} from '../src/sandbox/chain.ts';
import { readSolanaBalance, solanaSandboxDocument, startSolanaSandbox } from '../src/sandbox/solana.ts';
import { startTempoSandbox } from '../src/sandbox/tempo.ts';
import { runnable } from './shared/index.ts';
import { rowsOf } from './support/campaign.ts';

const MAIN = fileURLToPath(new URL('../src/sandbox/main.ts', import.meta.url));
const CHAIN = new URL('../src/sandbox/chain.ts', import.meta.url).href;

/** What a test started: ended after it, also when it failed half-way. */
const chains: { stop(): Promise<void> }[] = [];
const parents: ChildProcess[] = [];
afterEach(async () => {
  for (const parent of parents.splice(0)) parent.kill('SIGKILL');
  await Promise.all(chains.splice(0).map((chain) => chain.stop()));
});
async function kept<T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> {
  const chain = await starting;
  chains.push(chain);
  return chain;
}

/** A child of ours and everything it has printed so far. */
function run(...args: string[]) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] });
  parents.push(child);
  const printed = { out: '', err: '' };
  child.stdout.setEncoding('utf8').on('data', (text) => {
    printed.out += text;
  });
  child.stderr.setEncoding('utf8').on('data', (text) => {
    printed.err += text;
  });
  return { child, printed, closed: once(child, 'close') as Promise<[number | null, string | null]> };
}
const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 60_000, interval: 50 });

/** True while the process runs; a zombie that nobody has collected yet is dead. */
function alive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  return process.platform !== 'linux' || !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
}
const answers = (rpcUrl: string): Promise<boolean> =>
  fetch(rpcUrl, { method: 'POST' }).then(
    () => true,
    () => false,
  );
const everyone = SANDBOX_ACCOUNTS.map((account) => account.address);
const FUNDED = SANDBOX_ACCOUNTS.map((account) => (account.role === 'buyer' ? BUYER_FUNDS_ATOMIC : 0n));

describe('startEvmSandbox', () => {
  it('gives Base terms: chain id, token address, and 1,000 USDC for the buyers only', async () => {
    const sandbox = await kept(startEvmSandbox());
    expect(sandbox).toMatchObject({ chainId: 8453, asset: USDC_BASE });
    expect(sandbox.rpcUrl).toBe(`http://127.0.0.1:${sandbox.port}`);
    expect(await readBalances(sandbox.rpcUrl, everyone)).toEqual(FUNDED);
  });

  it('starts as many as are asked for at once, each on a port of its own', async () => {
    const started = await Promise.all([1, 2, 3].map(() => kept(startAnvil({ chainId: 8453 }))));
    expect(new Set(started.map((chain) => chain.port)).size).toBe(3);
  });

  it('says so when its port is taken, and leaves nothing running', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(startEvmSandbox({ port })).rejects.toThrow(/^anvil did not start: .*already in use/i);
    taken.close();
  });

  it('says so when there is no such binary', async () => {
    await expect(startEvmSandbox({ anvilPath: '/no/such/anvil' })).rejects.toThrow(
      'anvil did not start: cannot run /no/such/anvil (ENOENT)',
    );
  });

  it('makes blocks while nobody pays, so that its clock does not stand still', async () => {
    const { rpcUrl } = await kept(startEvmSandbox({ idleMs: 100 }));
    const client = createPublicClient({ transport: http(rpcUrl), cacheTime: 0 });
    const idle = await client.getBlock();
    await expect.poll(async () => (await client.getBlock()).timestamp).toBeGreaterThan(idle.timestamp);
  });

  it.each([
    ['Tempo', startTempoSandbox, 'eth_blockNumber'],
    ['Solana', startSolanaSandbox, 'getSlot'],
  ] as const)('makes blocks of %s while nobody pays', async (_, start, method) => {
    const { rpcUrl } = await kept<{ rpcUrl: string; stop(): Promise<void> }>(start());
    const newest = async () => {
      const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
      const headers = { 'content-type': 'application/json' };
      const answer = await fetch(rpcUrl, { method: 'POST', headers, body });
      return Number(((await answer.json()) as { result: string | number }).result);
    };
    const idle = await newest();
    await expect.poll(newest).toBeGreaterThan(idle);
  });

  it('tells its parent when the chain dies first', async () => {
    const sandbox = await kept(startEvmSandbox());
    process.kill(sandbox.pid, 'SIGKILL');
    expect(await sandbox.exited).toEqual({ how: 'exited', code: null, signal: 'SIGKILL' });
  });
});

describe('prepareEvmSandbox', () => {
  const spend = async (rpcUrl: string) => {
    const client = createTestClient({
      mode: 'anvil',
      chain: SANDBOX_CHAIN,
      transport: http(rpcUrl),
      pollingInterval: 10,
    })
      .extend(publicActions)
      .extend(walletActions);
    const account = privateKeyToAccount(SANDBOX_BUYERS[0]!.privateKey);
    const transfer = { address: USDC_BASE, abi: USDC_ABI, functionName: 'transfer' } as const;
    const to = sandboxAccount('seller').address;
    const hash = await client.writeContract({ ...transfer, account, args: [to, BUYER_FUNDS_ATOMIC] });
    await client.waitForTransactionReceipt({ hash });
    return client;
  };

  it('changes nothing on a chain that is prepared, whatever its buyers have spent', async () => {
    const { rpcUrl } = await kept(startEvmSandbox());
    const client = await spend(rpcUrl);
    const before = [await client.getBlockNumber({ cacheTime: 0 }), await readBalances(rpcUrl, everyone)];
    expect(await prepareEvmSandbox(rpcUrl)).toEqual({ changed: false });
    expect([await client.getBlockNumber({ cacheTime: 0 }), await readBalances(rpcUrl, everyone)]).toEqual(
      before,
    );
  });

  it('funds once when several processes prepare one chain at the same time', async () => {
    const bare: Anvil = await kept(startAnvil({ chainId: 8453 }));
    const results = await Promise.all([1, 2, 3, 4].map(() => prepareEvmSandbox(bare.rpcUrl)));
    expect(results).toContainEqual({ changed: true });
    expect(await readBalances(bare.rpcUrl, everyone)).toEqual(FUNDED);
  });

  it('refuses a chain with another id', async () => {
    const bare = await kept(startAnvil({ chainId: 1 }));
    await expect(prepareEvmSandbox(bare.rpcUrl)).rejects.toThrow(
      'the sandbox needs an anvil with chain id 8453',
    );
  });
});

describe('the sandbox document', () => {
  it('lists keys and live balances', async () => {
    const { rpcUrl } = await kept(startEvmSandbox());
    const document = await sandboxDocument({ rpcUrl });
    expect(document).toEqual({
      rpc: { evm: rpcUrl },
      asset: { evm: USDC_BASE },
      seller: { evm: SANDBOX_ACCOUNTS[1]!.address },
      settler: { evm: SANDBOX_ACCOUNTS[0]!.address },
      buyers: SANDBOX_ACCOUNTS.slice(2, 9).map(({ address, privateKey }) => ({
        ...{ address, privateKey, balanceAtomic: '1000000000' },
      })),
      emptyBuyer: { address: SANDBOX_ACCOUNTS[9]!.address, privateKey: SANDBOX_ACCOUNTS[9]!.privateKey },
    });
  });
});

describe('the chain dies with its parent', () => {
  const PARENT = `import { startEvmSandbox } from ${JSON.stringify(CHAIN)};
    const { pid, rpcUrl } = await startEvmSandbox();
    console.log(JSON.stringify({ pid, rpcUrl }));`;

  it.each(rowsOf(['SIGKILL', 'SIGTERM', 'SIGHUP'] as const, (signal) => signal !== 'SIGHUP'))(
    'after %s',
    async (signal) => {
      const { child, printed } = run('--input-type=module', '-e', PARENT);
      await until(() => expect(printed.out).toMatch(/\n$/));
      const { pid, rpcUrl } = JSON.parse(printed.out) as { pid: number; rpcUrl: string };
      expect(alive(pid) && (await answers(rpcUrl))).toBe(true);
      child.kill(signal);
      await until(() => expect(alive(pid), 'anvil is alive').toBe(false));
      expect(await answers(rpcUrl)).toBe(false);
    },
  );
});

describe('npm run chain', () => {
  it('prints one JSON line, and ends with its chain and exit code 0 on SIGTERM', async () => {
    const { child, printed, closed } = run(MAIN);
    await until(() => expect(printed.out).toMatch(/\n$/));
    const line = printed.out;
    const { evm, solana } = JSON.parse(line);
    expect(await readBalances(evm, everyone)).toEqual(FUNDED);
    const { buyers, emptyBuyer } = (await solanaSandboxDocument({ rpcUrl: solana })).solana;
    expect(buyers.map(({ balanceAtomic }) => balanceAtomic)).toEqual(new Array(7).fill('1000000000'));
    await expect(readSolanaBalance(solana, emptyBuyer.address)).rejects.toThrow('could not find account');
    child.kill('SIGTERM');
    expect(await closed).toEqual([0, null]);
    expect(printed).toEqual({ out: line, err: '' });
    for (const url of [evm, solana]) expect(await answers(url)).toBe(false);
  });

  it('listens on the port that it is given', async () => {
    const probe = createServer().listen(0, '127.0.0.1');
    await once(probe, 'listening');
    const address = probe.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await new Promise((resolve) => probe.close(resolve));
    const { child, printed, closed } = run(await runnable(MAIN), '--port', String(port));
    await until(() => expect(printed.out).toContain(`"evm":"http://127.0.0.1:${port}"`));
    child.kill('SIGINT');
    expect(await closed).toEqual([0, null]);
  });

  it('helps, and refuses what is not a port in one line', async () => {
    const main = await runnable(MAIN);
    const help = run(main, '--help');
    expect(await help.closed).toEqual([0, null]);
    expect(help.printed.out).toMatch(/^Usage: npm run chain/);
    for (const port of ['x', '70000', '-1', '1e3']) {
      const wrong = run(main, `--port=${port}`);
      expect(await wrong.closed).toEqual([1, null]);
      expect(wrong.printed).toEqual({ out: '', err: 'chain: --port takes a number from 0 to 65535\n' });
    }
  });
});
