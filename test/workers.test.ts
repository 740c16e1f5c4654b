import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { catalogue } from '../src/catalogue.ts';
import { postgresTests } from './postgres/setup.ts';
import { type Call, getCall, pay, paymentFor } from './support/payments.ts';
import { disposeServices, type Service, startService } from './support/service.ts';
import { chainStage } from './support/stage.ts';

/** One service of two processes, as an operator starts it, on a real PostgreSQL and a real chain. */

const PRODUCT = catalogue.products.find((each) => each.id === 'opportunity-check')!;
const PRICE = BigInt(PRODUCT.price.amount);

const { schema, client } = postgresTests();
const stage = chainStage();
let service: Service;
let databaseUrl: string;
let call: Call;

beforeAll(async () => {
  databaseUrl = await schema();
  service = await startService({
    rpcUrl: stage.proxy.url,
    env: { WORKERS: '2', DATABASE_URL: databaseUrl },
  });
  call = getCall(service.url + PRODUCT.path);
});
afterAll(disposeServices);

const charges = async () => Number((await stage.paid()) / PRICE);
const buy = async (n: number) => {
  const payment = await paymentFor(call.url, stage.tools.buyer(n % 4));
  return { payment, answer: await pay(call, payment) };
};

/** Processes whose parent is the one that was started. */
const workers = (): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name) && parentOf(name) === service.pid)
    .map(Number);

function parentOf(pid: string): number | undefined {
  try {
    return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return undefined;
  }
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await new Promise((resolve) => setTimeout(resolve, 50));
}

describe('two workers', () => {
  it('share the port: both sell, and each settles with a key of its own', async () => {
    const answers = await Promise.all(Array.from({ length: 16 }, (_, n) => buy(n)));
    expect(new Set(answers.map(({ answer }) => answer.status))).toEqual(new Set([200]));
    expect(await charges()).toBe(16);
    const db = await client(databaseUrl);
    const lanes = await db.query<{ node: string; address: string }>('select node, address from lanes');
    expect(lanes.rows.map(({ node }) => node).toSorted()).toEqual(['test#1', 'test#2']);
    expect(new Set(lanes.rows.map(({ address }) => address)).size).toBe(2);
    const owners = await db.query('select distinct substr(owner, 1, 12) as node from payments');
    expect(owners.rows).toHaveLength(2);
  });

  it('charge a payment once that is sent to both ten times at once', async () => {
    const payment = await paymentFor(call.url, stage.tools.buyer(0));
    const answers = await Promise.all(Array.from({ length: 10 }, () => pay(call, payment)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await charges()).toBe(1);
  });

  it('lose nothing when one is killed, which is started again under its own name', async () => {
    const before = await Promise.all([0, 1, 2, 3].map(buy));
    const [victim, survivor] = workers();
    process.kill(victim!, 'SIGKILL');
    await until(() => /worker \d ended \(SIGKILL\) and is started again/.test(service.output()));
    // While it starts, whoever comes is answered by the other one.
    const statuses = new Set<number>();
    await until(async () => {
      statuses.add((await fetch(call.url, { headers: { connection: 'close' } })).status);
      return /worker \d serves again/.test(service.output());
    });
    expect(statuses).toEqual(new Set([402]));
    expect(workers()).toHaveLength(2);
    expect(workers()).toContain(survivor);
    expect(workers()).not.toContain(victim);
    for (const { payment, answer } of before) {
      const again = await pay(call, payment);
      expect([again.status, again.text]).toEqual([200, answer.text]);
    }
    const after = await Promise.all([0, 1, 2, 3].map(buy));
    expect(after.map(({ answer }) => answer.status)).toEqual([200, 200, 200, 200]);
    expect(await charges()).toBe(8);
  });

  it('end together on SIGTERM', async () => {
    const pids = workers();
    expect(pids).toHaveLength(2);
    expect(await service.stop()).toBe(0);
    for (const pid of pids) expect(() => process.kill(pid, 0)).toThrow();
  });
});

describe('workers that cannot be', () => {
  it('are refused with what to do', async () => {
    const start = startService({ env: { WORKERS: '2' } });
    await expect(start).rejects.toThrow(/DATABASE_URL is missing, and WORKERS is given/);
    await expect(start).rejects.toThrow(/EVM_RPC_URL is missing, and WORKERS is given/);
  });

  it('are refused below another program that starts us as a worker of its own', async () => {
    const start = startService({
      rpcUrl: stage.proxy.url,
      // What node:cluster tells its workers.
      env: { WORKERS: '2', DATABASE_URL: databaseUrl, NODE_UNIQUE_ID: '1' },
    });
    await expect(start).rejects.toThrow(/WORKERS.*another program has started this one/);
  });
});
