/**
 * One call over keep-alive connections, again and again, in a process of its own. Every answer must have the status that
 * the call names. Started by the benchmark with one JSON object ({@link Shots}) as its argument; prints another one.
 */
import { openConnection } from './answers.ts';
import { bytesOf, type Call } from './calls.ts';

export interface Shots {
  /** Of the server. */
  readonly origin: string;
  readonly call: Call;
  readonly seconds: number;
  readonly connections: number;
  /** Calls are those of so many callers behind a proxy, in turn. */
  readonly addresses?: number;
}

const [given] = process.argv.slice(2);
if (!given) throw new Error('usage: node cannon.ts <json>');
const { origin, call, seconds, connections, addresses = 0 } = JSON.parse(given) as Shots;

const url = new URL(origin);
const REQUESTS = Array.from({ length: Math.max(1, addresses) }, (_, i) =>
  bytesOf(call, url.host, addresses === 0 ? '' : `X-Forwarded-For: 198.51.100.${i + 1}\r\n`),
);
let turn = 0;
const nextRequest = (): Buffer => REQUESTS[turn++ % REQUESTS.length]!;
const expected = String(call.status);

let answers = 0;
let ending = false;

/** Ask, read the whole answer, ask again. */
function caller(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openConnection(url, (status) => {
      if (status !== expected) return socket.destroy(new Error(`answered ${status}`));
      answers++;
      if (ending) socket.end();
      else socket.write(nextRequest());
    });
    socket.once('connect', () => socket.write(nextRequest()));
    socket.once('error', reject);
    // A server may end a connection after so many answers: another one is opened.
    socket.once('close', () => (ending ? resolve() : void caller().then(resolve, reject)));
  });
}

setTimeout(() => {
  ending = true;
}, seconds * 1_000);
const from = performance.now();
await Promise.all(Array.from({ length: connections }, caller));
console.log(JSON.stringify({ answers, seconds: (performance.now() - from) / 1_000 }));
