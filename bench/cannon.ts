/**
 * Unpaid calls over keep-alive connections, in a process of its own. Every answer must be a 402.
 * Started by the benchmark as `node cannon.ts <url> <seconds> <connections> [addresses]`; prints one JSON object.
 * With addresses the calls are those of so many callers behind a proxy, in turn.
 */
import { openConnection } from './answers.ts';

const [address, seconds, connections, addresses = '0'] = process.argv.slice(2);
if (!address || !seconds || !connections)
  throw new Error('usage: node cannon.ts <url> <seconds> <connections> [addresses]');

const url = new URL(address);
const requestOf = (header = ''): Buffer =>
  Buffer.from(
    `GET ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nAccept: application/json\r\n${header}\r\n`,
  );
const REQUESTS =
  addresses === '0'
    ? [requestOf()]
    : Array.from({ length: Number(addresses) }, (_, i) =>
        requestOf(`X-Forwarded-For: 198.51.100.${i + 1}\r\n`),
      );
let turn = 0;
const nextRequest = (): Buffer => REQUESTS[turn++ % REQUESTS.length]!;

let answers = 0;
let ending = false;

/** Ask, read the whole answer, ask again. */
function caller(): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = openConnection(url, (status) => {
      if (status !== '402') return socket.destroy(new Error(`answered ${status}`));
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
}, Number(seconds) * 1_000);
const from = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, caller));
console.log(JSON.stringify({ answers, seconds: (performance.now() - from) / 1_000 }));
