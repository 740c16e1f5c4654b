import { Agent } from 'node:http';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { readBalances } from '../src/sandbox/chain.ts';
import { CALLS } from './calls.ts';
import { rateBy } from './generators.ts';
import { get, signedPayments } from './load.ts';

const CONNECTIONS = 32;
/** As many callers as a service with the limits of production must see, so that none is over its rate. */
const ADDRESSES = 250;
/** Purchases at a time: what the wallets of a sandbox may have under way. */
const TOGETHER = 128;
const PUBLIC_URL = 'https://assay.example';
const addressOf = (n: number) => `198.51.100.${1 + (n % ADDRESSES)}`;

/** Unpaid calls of many addresses at once, divided among the nodes. Every answer is a 402. */
export async function challenges(
  urls: readonly string[],
  seconds: number,
): Promise<{ readonly perSecond: number; readonly calls: number }> {
  const each = await Promise.all(
    urls.map((origin) =>
      rateBy('own', {
        origin,
        call: CALLS['unpaid GET'],
        seconds,
        connections: CONNECTIONS / urls.length,
        addresses: ADDRESSES,
      }),
    ),
  );
  return {
    perSecond: each.reduce((sum, { perSecond }) => sum + perSecond, 0),
    calls: each.reduce((sum, { calls }) => sum + calls, 0),
  };
}

export interface Sales {
  readonly perSecond: number;
  readonly p50: number;
}

/** Sales of many buyers at once, each at the next node. Every answer is a 200, and the seller has been paid for each. */
export async function sales(
  urls: readonly string[],
  { rpcUrl, payTo, count }: { rpcUrl: string; payTo: `0x${string}`; count: number },
): Promise<Sales> {
  const { path, price } = opportunityCheck;
  const payments = await signedPayments(PUBLIC_URL + path, price.amount, count, false, payTo);
  const [before] = await readBalances(rpcUrl, [payTo]);
  const agent = new Agent({ keepAlive: true, maxSockets: TOGETHER });
  const times: number[] = [];
  let next = 0;
  const buyer = async () => {
    for (let n = next++; n < count; n = next++) {
      const from = performance.now();
      const { status } = await get(urls[n % urls.length]! + path, agent, payments[n], addressOf(n));
      if (status !== 200) throw new Error(`a paid call was answered ${status}`);
      times.push(performance.now() - from);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: TOGETHER }, buyer));
  const seconds = (performance.now() - from) / 1_000;
  agent.destroy();
  const [after] = await readBalances(rpcUrl, [payTo]);
  if (after! - before! !== BigInt(price.amount) * BigInt(count))
    throw new Error(`${count} paid calls were not ${count} charges`);
  times.sort((a, b) => a - b);
  return { perSecond: count / seconds, p50: times[times.length >> 1]! };
}
