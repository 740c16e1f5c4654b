/**
 * A flood of payments that nobody signed, at a fixed rate, in a process of its own. Started by the benchmark as
 * `node flood.ts <url> <per second> <seconds>`; prints one JSON object: what was sent and how it was answered.
 */
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { signedPayments } from './load.ts';
import { openPool } from './pool.ts';

const [address, rate, seconds] = process.argv.slice(2);
if (!address || !rate || !seconds) throw new Error('usage: node flood.ts <url> <per second> <seconds>');

const TICK_MS = 5;
/** Calls under way at once, each on a connection of its own. More that are due wait, and are not sent late all at once. */
const MAX_OPEN = 500;

const url = new URL(address);
const forged = (await signedPayments(address, opportunityCheck.price.amount, 5_000, true)).map((payment) =>
  Buffer.from(
    `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: application/json\r\nPAYMENT-SIGNATURE: ${payment}\r\n\r\n`,
  ),
);
const answers: Record<string, number> = {};
let sent = 0;

const count = (status: string) => {
  answers[status] = (answers[status] ?? 0) + 1;
};

const pool = openPool(url, count);
const send = () => pool.send(forged[sent++ % forged.length]!);

const pause = () => new Promise((resolve) => setTimeout(resolve, TICK_MS));
const from = performance.now();
const passed = () => (performance.now() - from) / 1_000;
while (passed() < Number(seconds)) {
  for (const due = Math.floor(passed() * Number(rate)); sent < due && pool.underWay() < MAX_OPEN; ) send();
  await pause();
}
while (pool.underWay() > 0) await pause();
const took = passed();
pool.close();
console.log(JSON.stringify({ perSecond: Math.round(sent / took), answers }));
