/**
 * A flood of payments that nobody signed, at a fixed rate, in a process of its own. Started by the benchmark as
 * `node flood.ts <url> <per second> <seconds>`; prints one JSON object: what was sent and how it was answered.
 */
import { Agent } from 'node:http';
import { opportunityCheck } from '../src/products/opportunity-check/product.ts';
import { get, signedPayments } from './load.ts';

const [url, rate, seconds] = process.argv.slice(2);
if (!url || !rate || !seconds) throw new Error('usage: node flood.ts <url> <per second> <seconds>');

const TICK_MS = 10;
const MAX_OPEN = 500;
const forged = await signedPayments(url, opportunityCheck.price.amount, 5_000, true);
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
const answers: Record<string, number> = {};
let sent = 0;
let open = 0;

const from = performance.now();
const until = from + Number(seconds) * 1_000;
while (performance.now() < until) {
  const due = Math.floor(((performance.now() - from) / 1_000) * Number(rate));
  for (; sent < due && open < MAX_OPEN; sent++) {
    open++;
    void get(url, agent, forged[sent % forged.length]!)
      .then(({ status }) => String(status))
      .catch(() => 'none')
      .then((status) => {
        answers[status] = (answers[status] ?? 0) + 1;
        open--;
      });
  }
  await new Promise((resolve) => setTimeout(resolve, TICK_MS));
}
while (open > 0) await new Promise((resolve) => setTimeout(resolve, TICK_MS));
const took = (performance.now() - from) / 1_000;
agent.destroy();
console.log(JSON.stringify({ perSecond: Math.round(sent / took), answers }));
